"""EMPEROR (皇帝): collect all free cards, keep one, deal the rest out again (SEKI-5.8)."""

import numpy as np

from ...core.kernel import kernel
from ...core.rng import shuffle
from ..memory import remember_redistribution
from ..state import EMPEROR_PICK, MAX_PLAYERS, NUM_CARDS, free_count, in_game, is_free, seat_after
from ..turn import ask, finish_effect


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """The player has a free card."""
    return free_count(state, seat) > 0


@kernel
def activate(state: np.void) -> None:
    """Step 1: all free cards are collected; they count as in hands until they are dealt."""
    ask(state, EMPEROR_PICK)


@kernel
def collect(state: np.void, pool: np.ndarray) -> int:
    """Lists all free cards of players in game, by id; returns how many."""
    count = 0
    for card in range(NUM_CARDS):
        zone = np.int64(state["zone"][card])
        if zone < MAX_PLAYERS and in_game(state, zone) and is_free(state, card, zone):
            pool[count] = card
            count += 1
    return count


@kernel
def legal_pick(state: np.void, mask: np.ndarray) -> None:
    """Step 2: any card of the pool."""
    pool = np.empty(NUM_CARDS, np.int8)
    for position in range(collect(state, pool)):
        mask[pool[position]] = 1


@kernel
def apply_pick(state: np.void, action: int) -> None:
    """Step 3: everybody gets as many cards as he gave, EMPEROR last and one less."""
    emperor = np.int64(state["to_move"])
    pool = np.empty(NUM_CARDS, np.int8)
    count = collect(state, pool)
    rest = np.empty(NUM_CARDS, np.int8)
    left = 0
    for position in range(count):
        if pool[position] != action:
            rest[left] = pool[position]
            left += 1
    shuffle(state, rest, left)
    shares = np.zeros(MAX_PLAYERS, np.int64)
    takes_part = np.zeros(MAX_PLAYERS, np.int8)
    for seat in range(state["num_players"]):
        shares[seat] = free_count(state, seat) if in_game(state, seat) else 0
        takes_part[seat] = shares[seat] > 0
    state["zone"][action] = emperor
    given = 0
    for distance in range(1, state["num_players"] + 1):
        seat = seat_after(state, emperor, distance)
        for _ in range(shares[seat] - (seat == emperor)):
            state["zone"][rest[given]] = seat
            given += 1
    remember_redistribution(state, emperor, takes_part, pool, count)
    finish_effect(state)
