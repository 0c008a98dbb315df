"""Legality of each kind of action, given a player's cards (TAX-4.3, TAX-4.4)."""

import numpy as np

from ..cards.kikisen import (
    NUM_COLOURS,
    NUM_KINDS,
    NUM_NUMBERS,
    NUM_TYPES,
    SHIP,
    SHORTEST_RUN,
    strength_of,
)
from ..cards.melds import BITS_OF_A_COUNT, count_of, holds_all
from ..core.compiling.kernel import kernel
from . import state as tax
from .shapes import (
    EACH_FOOT,
    EACH_STRENGTH,
    NUM_FEET,
    completes,
    feet_in,
    has_set,
    ships_in,
    strengths_in,
)


def feet_around(kind: int) -> int:
    """Returns the feet of the runs that a kind fits, as a multiset; a ship fits all (TAX-5.1)."""
    if kind == SHIP:
        return EACH_FOOT
    number = strength_of(kind)
    feet = range(number - SHORTEST_RUN + 1, number + 1) if number < NUM_NUMBERS else ()
    return sum(1 << BITS_OF_A_COUNT * foot for foot in feet if 0 <= foot < NUM_FEET)


STRENGTHS = np.array([strength_of(type_ % NUM_KINDS) for type_ in range(NUM_TYPES)])
FEET_AROUND = np.array([feet_around(type_ % NUM_KINDS) for type_ in range(NUM_TYPES)])
ABOVE_ONE = 14 * EACH_STRENGTH
FOUR_SIZE = 4


@kernel
def extends(state: np.void) -> bool:
    """Whether a public triple may become a four (TAX-4.6)."""
    return state["extend_public_set"] == 1


@kernel
def can_close(state: np.void, seat: int, type_: int) -> bool:
    """Whether a player's six cards are a winning shape (TAX-4.7).

    Args:
        state: The table.
        seat: The player.
        type_: The type of the discard that would be the sixth card; NO_TYPE in the own turn.
    """
    black, red = state["hands"][seat, 0], state["hands"][seat, 1]
    if type_ != tax.NO_TYPE:
        black += tax.UNITS[type_, 0]
        red += tax.UNITS[type_, 1]
    return completes(black, red, int(state["melds"][seat]), extends(state))


@kernel
def can_react(state: np.void, seat: int, type_: int) -> bool:
    """Whether a player can call or close, and so is asked about a discard (TAX-4.4)."""
    return can_call(state, seat, type_) or can_close(state, seat, type_)


@kernel
def can_call(state: np.void, seat: int, type_: int) -> bool:
    """Whether a player can take a discard for a meld and keeps a concealed card (TAX-4.4b).

    A player with a meld can only extend it; another meld would take all concealed cards.

    Args:
        state: The table.
        seat: The player.
        type_: The type of the discard.
    """
    if state["melds"][seat] != tax.NO_MELD:
        return four_with(state, seat, type_) != tax.NO_MELD
    black, red = state["hands"][seat, 0], state["hands"][seat, 1]
    if completes_run(red if type_ >= NUM_KINDS else black, type_):
        return True
    strengths, num_ships = strengths_in(black, red), ships_in(black, red)
    if type_ % NUM_KINDS == SHIP:
        return num_ships > 0 or strengths & ABOVE_ONE != 0
    return count_of(strengths, STRENGTHS[type_]) + num_ships > 1


@kernel
def completes_run(cards: int, type_: int) -> bool:
    """Whether a card makes a run with two cards of its colour in a hand."""
    with_card = cards + (1 << BITS_OF_A_COUNT * (type_ % NUM_KINDS))
    return feet_in(with_card) & FEET_AROUND[type_] != 0


@kernel
def four_with(state: np.void, seat: int, type_: int) -> int:
    """Returns the four that a card makes of a player's public triple, or NO_MELD (TAX-4.6)."""
    meld = np.int64(state["melds"][seat])
    if meld == tax.NO_MELD or tax.KIND_OF_MELD[meld] != tax.TRIPLE or not extends(state):
        return tax.NO_MELD
    return tax.EXTENDED[meld, type_]


@kernel
def mark_calls(state: np.void, seat: int, type_: int, mask: np.ndarray) -> int:
    """Marks the melds that a player can lay with a discard; returns how many (TAX-4.4b)."""
    if state["melds"][seat] != tax.NO_MELD:
        four = four_with(state, seat, type_)
        if four == tax.NO_MELD:
            return 0
        mask[tax.FIRST_CALL + four] = 1
        return 1
    black = state["hands"][seat, 0] + tax.UNITS[type_, 0]
    red = state["hands"][seat, 1] + tax.UNITS[type_, 1]
    count = 0
    for position in range(tax.STARTS_WITH[type_], tax.STARTS_WITH[type_ + 1]):
        meld = tax.MELDS_WITH[position]
        is_held = holds_meld(black, red, meld)
        mask[tax.FIRST_CALL + meld] = is_held
        count += is_held
    return count


@kernel
def holds_meld(black: int, red: int, meld: int) -> bool:
    """Whether cards include those of a meld."""
    cards = tax.MELD_CARDS[meld]
    return holds_all(black, cards[0]) and holds_all(red, cards[1])


@kernel
def mark_reveals(state: np.void, seat: int, mask: np.ndarray) -> int:
    """Marks the fours that a player can lay or make of a public triple; returns how many.

    See TAX-4.3b and TAX-4.6.
    """
    black, red, count = state["hands"][seat, 0], state["hands"][seat, 1], 0
    if state["melds"][seat] != tax.NO_MELD:
        for type_ in range(NUM_TYPES):
            four = four_with(state, seat, type_)
            if four != tax.NO_MELD and tax.count_in(state["hands"][seat], type_) > 0:
                mask[tax.FIRST_REVEAL + four - tax.FIRST_FOUR] = 1
                count += 1
    elif has_set(strengths_in(black, red), ships_in(black, red), FOUR_SIZE):
        for four in range(tax.FIRST_FOUR, tax.FIRST_RUN):
            is_held = holds_meld(black, red, four)
            mask[tax.FIRST_REVEAL + four - tax.FIRST_FOUR] = is_held
            count += is_held
    return count


@kernel
def mark_discards(state: np.void, seat: int, mask: np.ndarray) -> int:
    """Marks the types that a player can discard; returns how many (TAX-4.3c)."""
    count = 0
    for colour in range(NUM_COLOURS):
        cards = np.int64(state["hands"][seat, colour])
        for kind in range(NUM_KINDS):
            is_held = count_of(cards, kind) > 0
            mask[tax.FIRST_DISCARD + colour * NUM_KINDS + kind] = is_held
            count += is_held
    return count
