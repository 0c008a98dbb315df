"""EMPEROR (皇帝): collect all free cards, keep one, deal the rest out again (SEKI-5.8)."""

import numpy as np

from ....core.compiling.kernel import kernel
from ....core.kit.rng import shuffle
from ....core.kit.seats import NOBODY, seat_after
from ... import state as seki
from .. import memory, turn


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """Whether the hand has a free card."""
    return seki.free_count(state, seat) > 0


@kernel
def activate(state: np.void) -> None:
    """Carries out step 1: collects all free cards, which stay in hands until they are dealt."""
    collect(state)
    turn.ask(state, seki.EMPEROR_PICK)


@kernel
def collect(state: np.void) -> None:
    """Puts all free cards of players in game into the pool."""
    for card in range(seki.NUM_CARDS):
        state["pool"][card] = is_collected(state, card)


@kernel
def is_collected(state: np.void, card: int) -> bool:
    """Whether EMPEROR collects a card: it is in a hand and not frozen."""
    return state["zone"][card] < seki.MAX_PLAYERS and state["frozen_by"][card] == NOBODY


@kernel
def legal_pick(state: np.void, mask: np.ndarray) -> None:
    """Marks the choices of step 2: all cards of the pool."""
    for card in range(seki.NUM_CARDS):
        mask[card] = state["pool"][card]


@kernel
def apply_pick(state: np.void, action: int) -> None:
    """Keeps the chosen card and deals the rest out, in step 3.

    Each player gets as many cards as he gave, EMPEROR last and one less.
    """
    emperor = np.int64(state["to_move"])
    rest = np.empty(seki.NUM_CARDS, np.int8)
    left = 0
    for card in range(seki.NUM_CARDS):
        if state["pool"][card] == 1 and card != action:
            rest[left] = card
            left += 1
    shuffle(state, rest, left)
    shares = np.zeros(seki.MAX_PLAYERS, np.int64)
    takes_part = np.zeros(seki.MAX_PLAYERS, np.int8)
    for seat in range(state["num_players"]):
        shares[seat] = seki.free_count(state, seat) if seki.in_game(state, seat) else 0
        takes_part[seat] = shares[seat] > 0
    state["zone"][action] = emperor
    given = 0
    for distance in range(1, state["num_players"] + 1):
        seat = seat_after(state, emperor, distance)
        for _ in range(shares[seat] - (seat == emperor)):
            state["zone"][rest[given]] = seat
            given += 1
    memory.remember_redistribution(state, emperor, takes_part)
    state["pool"][:] = 0
    turn.finish_effect(state)
