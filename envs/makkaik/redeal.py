"""Redeals Makkaik: replaces all that a seat does not know by a random possible world.

Three kinds of cards are hidden: the other hands except cards taken in a swap, the cards that others
drew and did not take, and the stock except the cards that the viewer has just drawn. No rule ties
the choices of a player to hidden cards. So no world is excluded, and all deals of the hidden cards
are equally likely (MKK-7.2, 7.3). The incoming card of an unfinished exchange is drawn too
(MKK-9.13).
"""

import numpy as np

from ..cards.counts import list_cards
from ..cards.kikisen import NUM_CARDS, NUM_TYPES
from ..core.compiling.kernel import kernel
from ..core.kit.arrays import clear
from ..core.kit.rng import draw_below, shuffle
from . import state as mkk
from .rules.exchange import drawn_card
from .view import is_drawing


@kernel
def redeal(state: np.void, seat: int) -> None:
    """Replaces all that a seat does not know by a random world that it can't exclude.

    The result depends only on the knowledge of the seat and on `rng`.
    """
    cards = np.empty(NUM_CARDS, np.int8)
    shuffle(state, cards, collect_hidden(state, seat, cards))
    count = 0
    for other in range(state["num_players"]):
        if is_hidden(state, other, seat):
            count = deal_hand(state, other, cards, count)
        if other != seat and has_aside(state, other):
            state["unused"][other] = cards[count]
            count += 1
    for position in range(num_unknown(state, seat)):
        state["stock"][position] = cards[count + position]
    if state["phase"] == mkk.OUTGOING and state["to_move"] != seat:
        state["incoming"] = any_incoming(state)


# What is hidden


@kernel
def is_hidden(state: np.void, player: int, viewer: int) -> bool:
    """Returns whether a hand is unknown: another seat's that a showdown has not shown."""
    if player == viewer:
        return False
    is_shown = False
    for type_ in range(NUM_TYPES):
        is_shown |= state["shown"][player, type_] > 0
    return state["to_move"] != mkk.NOBODY or not is_shown


@kernel
def has_aside(state: np.void, player: int) -> bool:
    """Returns whether a player has set a card aside that the others don't know (MKK-4.1, 9.1)."""
    return state["unused"][player] != mkk.NO_CARD and state["unused_draw"] != mkk.PUBLIC


@kernel
def num_unknown(state: np.void, viewer: int) -> int:
    """Returns the number of stock cards that a seat does not know: all but those it draws."""
    return int(state["stock_size"]) - mkk.NUM_DRAWN * is_drawing(state, viewer)


@kernel
def collect_hidden(state: np.void, viewer: int, cards: np.ndarray) -> int:
    """Lists the types of the hidden cards in rising order; returns how many.

    This order depends on nothing that is hidden from the viewer.

    Args:
        state: The table.
        viewer: The seat that does not see them.
        cards: int8[48], filled.
    """
    hidden = np.zeros(NUM_TYPES, np.int64)
    for other in range(state["num_players"]):
        if is_hidden(state, other, viewer):
            for type_ in range(NUM_TYPES):
                hidden[type_] += state["hands"][other, type_]
            if state["taken"][other] != mkk.NO_CARD:
                hidden[state["taken"][other]] -= 1
        if other != viewer and has_aside(state, other):
            hidden[state["unused"][other]] += 1
    for position in range(num_unknown(state, viewer)):
        hidden[state["stock"][position]] += 1
    return list_cards(hidden, cards)


# A world


@kernel
def deal_hand(state: np.void, player: int, cards: np.ndarray, first: int) -> int:
    """Puts the next cards into a hidden hand; returns where they end."""
    hand, last = state["hands"][player], first + mkk.HAND_SIZE
    clear(hand)
    if state["taken"][player] != mkk.NO_CARD:
        hand[state["taken"][player]] = 1
        last -= 1
    for position in range(first, last):
        hand[cards[position]] += 1
    return last


@kernel
def any_incoming(state: np.void) -> int:
    """Returns a card that the exchanger may have chosen: a common or a drawn one."""
    if state["kinds"][state["to_move"]] == mkk.DRAW:
        return drawn_card(state, draw_below(state, mkk.NUM_DRAWN))
    num_common = 0
    for type_ in range(NUM_TYPES):
        num_common += int(state["common"][type_])
    number, type_ = int(draw_below(state, num_common)), 0
    while number >= state["common"][type_]:
        number -= int(state["common"][type_])
        type_ += 1
    return type_
