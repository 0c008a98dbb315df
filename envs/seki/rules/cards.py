"""Moves of cards between hands, decks, graveyards and the exclusion zone (SEKI-2.5).

Each function moves a card, updates the players' memories (memory.py), and keeps the pile.
"""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.kit.rng import draw_below
from .. import state as seki
from . import memory


@kernel
def move(state: np.void, card: int, zone: int) -> None:
    """Changes the zone of a card; the caller keeps the order of decks and graveyards."""
    source = np.int64(state["zone"][card])
    state["zone_size"][source] -= 1
    state["zone"][card] = zone
    state["zone_size"][zone] += 1
    if zone == seki.NUMBER_GRAVEYARD:
        state["number_graveyard"][state["zone_size"][zone] - 1] = card
    elif zone == seki.SYMBOL_GRAVEYARD:
        state["symbol_graveyard"][state["zone_size"][zone] - 1] = card


@kernel
def move_openly(state: np.void, card: int, zone: int) -> None:
    """Moves a card, visible to all."""
    source = np.int64(state["zone"][card])
    move(state, card, zone)
    memory.show(state, card, zone)
    memory.forget_if_empty(state, source)


@kernel
def discard(state: np.void, seat: int, card: int) -> None:
    """Puts a card on its graveyard; a number becomes the top of the pile (SEKI-4.2)."""
    if seki.is_number(card):
        move_openly(state, card, seki.NUMBER_GRAVEYARD)
        state["top"] = seki.number_of(card)
        state["top_kind"] = seki.NATURAL
        state["right"] = seat
    else:
        move_openly(state, card, seki.SYMBOL_GRAVEYARD)


@kernel
def top_card(state: np.void, zone: int) -> int:
    """Returns the top of a deck or of the number graveyard, or NO_CARD."""
    card, last = seki.NO_CARD, state["zone_size"][zone] - 1
    if last >= 0 and zone == seki.NUMBER_DECK:
        card = state["number_deck"][last]
    elif last >= 0 and zone == seki.SYMBOL_DECK:
        card = state["symbol_deck"][last]
    elif last >= 0:
        card = state["number_graveyard"][last]
    return card


@kernel
def draw(state: np.void, seat: int) -> int:
    """Draws from the number deck, unseen by others; returns the card or NO_CARD (SEKI-4.8)."""
    return draw_from(state, seat, seki.NUMBER_DECK)


@kernel
def draw_from(state: np.void, seat: int, deck: int) -> int:
    """Draws the top of a deck, unseen by others; returns the card.

    Does nothing and returns NO_CARD if the deck is empty (SEKI-5.0).
    """
    card = top_card(state, deck)
    if card != seki.NO_CARD:
        move(state, card, seat)
        memory.remember_draw(state, seat, card, deck)
        memory.forget_if_empty(state, deck)
        if deck == seki.NUMBER_DECK:
            state["knows_top"] = 0
            state["progressed"] = 1
    return card


@kernel
def turn_up(state: np.void) -> int:
    """Shows the top of the number deck to all and leaves it there (SEKI-5.10)."""
    card = top_card(state, seki.NUMBER_DECK)
    memory.show(state, card, seki.NUMBER_DECK)
    state["knows_top"] = 1
    return card


@kernel
def take_turned_up(state: np.void, card: int, zone: int) -> None:
    """Moves the turned up top of the number deck, visible to all."""
    move_openly(state, card, zone)
    state["knows_top"] = 0


@kernel
def exclude(state: np.void, seat: int, card: int, numbers_only: bool) -> None:
    """Excludes a card of a hand for a role, face up or down (SEKI-7.3)."""
    if state["exclusion_face_up"] == 1 or state["marked"][card] == 1:
        move_openly(state, card, seki.EXCLUDED)
    else:
        move(state, card, seki.EXCLUDED)
        memory.remember_hidden_exclusion(state, seat, card, numbers_only)
        memory.forget_if_empty(state, seat)


@kernel
def remove_from_graveyard(state: np.void, card: int) -> None:
    """Closes the gap that a card leaves in a graveyard; to be called before the card moves."""
    zone = np.int64(state["zone"][card])
    found = False
    for position in range(state["zone_size"][zone] - 1):
        if zone == seki.NUMBER_GRAVEYARD:
            found |= state["number_graveyard"][position] == card
            if found:
                state["number_graveyard"][position] = state["number_graveyard"][position + 1]
        else:
            found |= state["symbol_graveyard"][position] == card
            if found:
                state["symbol_graveyard"][position] = state["symbol_graveyard"][position + 1]


@kernel
def reset_pile(state: np.void) -> None:
    """Excludes the whole number graveyard (SEKI-4.9)."""
    for position in range(state["zone_size"][seki.NUMBER_GRAVEYARD]):
        move_openly(state, np.int64(state["number_graveyard"][position]), seki.EXCLUDED)
    seki.empty_pile(state)


@kernel
def flip(state: np.void, seat: int) -> None:
    """Turns up the top of the number deck, if any, and discards it (SEKI-4.9, SEKI-5.16)."""
    card = top_card(state, seki.NUMBER_DECK)
    if card != seki.NO_CARD:
        discard(state, seat, card)
        state["knows_top"] = 0


@kernel
def set_aside(state: np.void, card: int) -> None:
    """Shows a used symbol and sets it aside (SEKI-4.6)."""
    move_openly(state, card, seki.ASIDE)
    state["in_use"] = card


@kernel
def random_free(state: np.void, seat: int, first: int, last: int, marks: int) -> int:
    """Draws a uniformly random free card of a hand (SEKI-4.17); frozen ones never move (SEKI-5.0).

    Args:
        state: The table.
        seat: The hand.
        first: The smallest id.
        last: One more than the largest id.
        marks: 1 to draw from marked cards too.
    """
    count = 0
    for card in range(first, last):
        count += seki.is_free(state, card, seat) and state["marked"][card] <= marks
    wanted = draw_below(state, count)
    for card in range(first, last):
        if seki.is_free(state, card, seat) and state["marked"][card] <= marks:
            if wanted == 0:
                return card
            wanted -= 1
    return seki.NO_CARD


@kernel
def swap(state: np.void, seat: int, given: int, target: int) -> None:
    """Swaps a card for a uniformly random free card of another player (SEKI-5.2)."""
    got = random_free(state, target, 0, seki.NUM_CARDS, 1)
    state["zone"][given] = target
    state["zone"][got] = seat
    memory.remember_trade(state, seat, given, target, got)
    state["trades"][seat, target] += 1
    state["trades"][target, seat] += 1


@kernel
def has_back(state: np.void, seat: int, first: int, last: int) -> bool:
    """Whether a hand has a free face-down card with an id from `first` to `last` - 1."""
    for card in range(first, last):
        if seki.is_free(state, card, seat) and state["marked"][card] == 0:
            return True
    return False


@kernel
def has_both_backs(state: np.void, seat: int) -> bool:
    """Whether a hand has free face-down numbers and symbols."""
    has_number = has_back(state, seat, 0, seki.NUM_NUMBERS)
    return has_number and has_back(state, seat, seki.NUM_NUMBERS, seki.NUM_CARDS)
