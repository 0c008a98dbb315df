"""Moves of cards between zones, and their traces in the players' memories (DFG-2.3, DFG-7.4)."""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.kit.bits import NOTHING, ONE, bit_of, holds, lowest_of
from ...core.kit.memory import expect, forget_zone, know, spread
from ...core.kit.rng import shuffle
from .. import state as dfg


@kernel
def deal_cards(state: np.void) -> None:
    """Shuffles all cards and deals the hands; the rest is the pile (DFG-3.1)."""
    size = dfg.deck_size(state)
    for position in range(dfg.NUM_CARDS):
        state["deck"][position] = position if position < size else dfg.NO_CARD
    shuffle(state, state["deck"], size)
    dfg.clear_cards(state)
    for _ in range(state["hand_size"]):
        for seat in range(state["num_players"]):
            size -= 1
            put_into_hand(state, np.int64(state["deck"][size]), seat)
    state["pile_size"] = size


@kernel
def put_into_hand(state: np.void, card: int, seat: int) -> None:
    """Adds a card to a hand."""
    state["hands"][seat] |= bit_of(card)
    state["hand_sizes"][seat] += 1


@kernel
def take_from_hand(state: np.void, card: int, seat: int) -> None:
    """Removes a card from a hand."""
    state["hands"][seat] ^= bit_of(card)
    state["hand_sizes"][seat] -= 1


@kernel
def offer(choices: np.uint64, mask: np.ndarray) -> None:
    """Marks a set of cards as legal choices."""
    for card in range(dfg.NUM_CARDS):
        mask[dfg.FIRST_CARD + card] = holds(choices, card)


@kernel
def remember_deal(state: np.void) -> None:
    """Starts all memories after the deal: each player knows the own hand (DFG-3.4, DFG-7.4)."""
    memory, count = state["memory"], np.int64(state["num_players"])
    for viewer in range(count + 1):
        expect(memory, viewer, count, dfg.PILE, 0, dfg.deck_size(state))
    for position in range(state["pile_size"], dfg.deck_size(state)):
        card = np.int64(state["deck"][position])
        for seat in range(count):
            if dfg.is_held(state, seat, card):
                know(memory, seat, card, seat)


@kernel
def forget_if_empty(state: np.void, seat: int) -> None:
    """Removes an empty hand from all memories (DFG-7.4)."""
    if state["hand_sizes"][seat] == 0:
        forget_zone(state["memory"], seat)


@kernel
def show_on_table(state: np.void, card: int) -> None:
    """Tells all memories that a card lies on the field or among the discards."""
    for viewer in range(state["num_players"] + 1):
        know(state["memory"], viewer, card, dfg.TABLE)


@kernel
def lay_on_field(state: np.void, seat: int, cards: np.uint64) -> None:
    """Moves the cards of a play from the hand to the field."""
    state["field"] |= cards
    left = cards
    while left != NOTHING:
        card = lowest_of(left)
        take_from_hand(state, card, seat)
        show_on_table(state, card)
        left &= left - ONE
    forget_if_empty(state, seat)


@kernel
def draw(state: np.void, seat: int) -> None:
    """Gives a player the top card of the pile, unseen by others."""
    state["pile_size"] -= 1
    card = np.int64(state["deck"][state["pile_size"]])
    put_into_hand(state, card, seat)
    for viewer in range(state["num_players"] + 1):
        if viewer == seat:
            know(state["memory"], viewer, card, seat)
        else:
            spread(state["memory"], viewer, dfg.PILE, seat)
    if state["pile_size"] == 0:
        forget_zone(state["memory"], dfg.PILE)


@kernel
def give(state: np.void, giver: int, receiver: int, card: int) -> None:
    """Moves a card from one hand to another, unseen by third players."""
    take_from_hand(state, card, giver)
    put_into_hand(state, card, receiver)
    state["gifts"][giver, receiver] += 1
    for viewer in range(state["num_players"] + 1):
        if viewer in (giver, receiver):
            know(state["memory"], viewer, card, receiver)
        else:
            spread(state["memory"], viewer, giver, receiver)
    forget_if_empty(state, giver)


@kernel
def discard(state: np.void, seat: int, card: int) -> None:
    """Discards a card for a K, face up or down (DFG-5.8)."""
    take_from_hand(state, card, seat)
    state["discards"] |= bit_of(card)
    state["changes"][seat] += 1
    if state["k_discard_face_up"] == 1:
        show_on_table(state, card)
    else:
        state["face_down"] |= bit_of(card)
        for viewer in range(state["num_players"] + 1):
            if viewer == seat:
                know(state["memory"], viewer, card, dfg.TABLE)
            else:
                spread(state["memory"], viewer, seat, dfg.TABLE)
    forget_if_empty(state, seat)


@kernel
def clear_field(state: np.void) -> None:
    """Flushes the field; a revolution stays (DFG-4.9).

    Flushed cards never return in the round (DFG-5.9).
    """
    state["discards"] |= state["field"]
    dfg.start_field(state)
