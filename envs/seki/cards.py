"""Cards on the move: between hands, decks, graveyards and the exclusion zone (SEKI-2.5).

Each function moves a card, tells everybody what he sees of it (memory.py), and keeps the pile.
"""

import numpy as np

from ..core.game import NOBODY
from ..core.kernel import kernel
from ..core.rng import draw_below
from .memory import forget_if_empty, remember_draw, remember_hidden_exclusion, remember_trade, show
from .state import (
    ASIDE,
    EXCLUDED,
    NATURAL,
    NO_CARD,
    NO_NUMBER,
    NONE,
    NUM_CARDS,
    NUM_NUMBERS,
    NUMBER_DECK,
    NUMBER_GRAVEYARD,
    SYMBOL_DECK,
    SYMBOL_GRAVEYARD,
    is_free,
    is_number,
    number_of,
)


@kernel
def move(state: np.void, card: int, zone: int) -> None:
    """Changes the zone of a card; the order of decks and graveyards is up to the caller."""
    source = np.int64(state["zone"][card])
    state["zone_size"][source] -= 1
    state["zone"][card] = zone
    state["zone_size"][zone] += 1
    if zone == NUMBER_GRAVEYARD:
        state["number_graveyard"][state["zone_size"][zone] - 1] = card
    elif zone == SYMBOL_GRAVEYARD:
        state["symbol_graveyard"][state["zone_size"][zone] - 1] = card


@kernel
def move_openly(state: np.void, card: int, zone: int) -> None:
    """Moves a card for all to see."""
    source = np.int64(state["zone"][card])
    move(state, card, zone)
    show(state, card, zone)
    forget_if_empty(state, source)


@kernel
def discard(state: np.void, seat: int, card: int) -> None:
    """Puts a card on its graveyard, wherever it was; a number makes the pile (SEKI-4.2)."""
    if is_number(card):
        move_openly(state, card, NUMBER_GRAVEYARD)
        state["top"] = number_of(card)
        state["top_kind"] = NATURAL
        state["right"] = seat
    else:
        move_openly(state, card, SYMBOL_GRAVEYARD)


@kernel
def top_card(state: np.void, zone: int) -> int:
    """The top of a deck or of the number graveyard, or NO_CARD."""
    card, last = NO_CARD, state["zone_size"][zone] - 1
    if last >= 0 and zone == NUMBER_DECK:
        card = state["number_deck"][last]
    elif last >= 0 and zone == SYMBOL_DECK:
        card = state["symbol_deck"][last]
    elif last >= 0:
        card = state["number_graveyard"][last]
    return card


@kernel
def draw(state: np.void, seat: int) -> int:
    """Takes the top of the number deck unseen by others; NO_CARD if there is none (SEKI-4.8)."""
    return draw_from(state, seat, NUMBER_DECK)


@kernel
def draw_from(state: np.void, seat: int, deck: int) -> int:
    """Takes the top of a deck unseen by others; NO_CARD if there is none."""
    card = top_card(state, deck)
    if card != NO_CARD:
        move(state, card, seat)
        remember_draw(state, seat, card, deck)
        forget_if_empty(state, deck)
        if deck == NUMBER_DECK:
            state["knows_top"] = 0
            state["progressed"] = 1
    return card


@kernel
def turn_up(state: np.void) -> int:
    """Shows the top of the number deck to all and leaves it there (SEKI-5.10)."""
    card = top_card(state, NUMBER_DECK)
    show(state, card, NUMBER_DECK)
    state["knows_top"] = 1
    return card


@kernel
def take_turned_up(state: np.void, card: int, zone: int) -> None:
    """Moves the turned up top of the number deck for all to see."""
    move_openly(state, card, zone)
    state["knows_top"] = 0


@kernel
def exclude(state: np.void, seat: int, card: int, numbers_only: bool) -> None:
    """Excludes a card of a hand for a role, face up or down (SEKI-7.3)."""
    if state["exclusion_face_up"] == 1 or state["marked"][card] == 1:
        move_openly(state, card, EXCLUDED)
    else:
        move(state, card, EXCLUDED)
        remember_hidden_exclusion(state, seat, card, numbers_only)
        forget_if_empty(state, seat)


@kernel
def remove_from_graveyard(state: np.void, card: int) -> None:
    """Closes the gap that a card leaves in a graveyard. Call before the card moves."""
    zone = np.int64(state["zone"][card])
    found = False
    for position in range(state["zone_size"][zone] - 1):
        if zone == NUMBER_GRAVEYARD:
            found |= state["number_graveyard"][position] == card
            if found:
                state["number_graveyard"][position] = state["number_graveyard"][position + 1]
        else:
            found |= state["symbol_graveyard"][position] == card
            if found:
                state["symbol_graveyard"][position] = state["symbol_graveyard"][position + 1]


@kernel
def empty_pile(state: np.void) -> None:
    """Leaves no top and no reset right (SEKI-2.6)."""
    state["top"] = NO_NUMBER
    state["top_kind"] = NONE
    state["right"] = NOBODY


@kernel
def reset_pile(state: np.void) -> None:
    """Excludes the whole number graveyard (SEKI-4.9)."""
    for position in range(state["zone_size"][NUMBER_GRAVEYARD]):
        move_openly(state, np.int64(state["number_graveyard"][position]), EXCLUDED)
    empty_pile(state)


@kernel
def flip(state: np.void, seat: int) -> None:
    """Turns up the top of the number deck, if any, and discards it (SEKI-4.9, 5.16)."""
    card = top_card(state, NUMBER_DECK)
    if card != NO_CARD:
        discard(state, seat, card)
        state["knows_top"] = 0


@kernel
def set_aside(state: np.void, card: int) -> None:
    """Shows a symbol that is used and lays it aside (SEKI-4.6)."""
    move_openly(state, card, ASIDE)
    state["in_use"] = card


@kernel
def random_free(state: np.void, seat: int, first: int, last: int, marks: int) -> int:
    """A uniformly random free card of a hand (SEKI-4.17).

    Args:
        state: The table.
        seat: The hand.
        first: The smallest id.
        last: One more than the largest id.
        marks: 1 to draw from marked cards too.
    """
    count = 0
    for card in range(first, last):
        count += is_free(state, card, seat) and state["marked"][card] <= marks
    wanted = draw_below(state, count)
    for card in range(first, last):
        if is_free(state, card, seat) and state["marked"][card] <= marks:
            if wanted == 0:
                return card
            wanted -= 1
    return NO_CARD


@kernel
def swap(state: np.void, seat: int, given: int, target: int) -> None:
    """Swaps a card for a uniformly random free card of another player (SEKI-5.2)."""
    got = random_free(state, target, 0, NUM_CARDS, 1)
    state["zone"][given] = target
    state["zone"][got] = seat
    remember_trade(state, seat, given, target, got)
    state["trades"][seat, target] += 1
    state["trades"][target, seat] += 1


@kernel
def has_back(state: np.void, seat: int, first: int, last: int) -> bool:
    """Whether a hand has a free face-down card with an id from `first` to `last` - 1."""
    for card in range(first, last):
        if is_free(state, card, seat) and state["marked"][card] == 0:
            return True
    return False


@kernel
def has_both_backs(state: np.void, seat: int) -> bool:
    """Whether a hand has free face-down numbers and symbols."""
    return has_back(state, seat, 0, NUM_NUMBERS) and has_back(state, seat, NUM_NUMBERS, NUM_CARDS)
