"""The heuristic for Taxot, computed from the player's own view (TAX-7.4).

Close, and show a four, whenever the rules allow it. Otherwise keep the hand that the largest number
of unseen cards completes to a winning shape. Until a single card can complete it, keep pairs, ships
and cards that may become a run. Call only if more cards complete the hand after the call.
"""

import numpy as np

from ..cards.kikisen import COURT, NUM_KINDS, NUM_TYPES
from ..cards.melds import BITS_OF_A_COUNT, count_of, size_of
from ..core.compiling.kernel import kernel
from ..core.contract.weights import Weight, WeightTable
from ..core.kit.advice import adviser, anywhere
from . import state as tax
from .shapes import (
    EACH_NUMBER,
    EACH_STRENGTH,
    present,
    ships_in,
    strengths_in,
    types_that_complete,
)

WEIGHTS = WeightTable(
    Weight("waiting", 20.0, 0.0, 60.0, "for a hand that one card can complete"),
    Weight("per_wait", 1.0, 0.0, 8.0, "for each unseen card that completes the hand"),
    Weight("pair_worth", 4.0, 0.0, 12.0, "for a pair"),
    Weight("ship_worth", 4.0, 0.0, 12.0, "for a ship"),
    Weight(
        "neighbour_worth", 1.0, 0.0, 8.0, "for adjacent numbers of a colour; half for a gap of one"
    ),
    Weight("court_worth", 0.5, -2.0, 8.0, "for a court card"),
    Weight("call_cost", 3.0, -5.0, 30.0, "cost of a call, which costs a point and shows the meld"),
)


CLOSING, FOUR_WORTH = 1000.0, 500.0


@kernel
def study(view: np.void, weights: np.void) -> tuple[int, int, int]:
    """Returns the own concealed cards by colour, as in the state, and the own meld."""
    return own_cards(view, 0), own_cards(view, 1), own_meld(view)


@kernel
def worth_of(
    view: np.void, weights: np.void, action: int, black: int, red: int, meld: int
) -> float:
    """Returns the worth of an action: that of the remaining cards.

    Args:
        view: The view.
        weights: The weights.
        action: A legal action.
        black: The own concealed black cards, a multiset of kinds.
        red: The red ones.
        meld: A meld like the own one, or NO_MELD.
    """
    if action == tax.CLOSE_ACTION:
        return CLOSING
    if tax.FIRST_REVEAL <= action < tax.FIRST_CALL:
        return FOUR_WORTH
    if action == tax.PASS_ACTION:
        return worth_of_hand(view, weights, black, red, meld)
    if action < tax.FIRST_DISCARD:
        called = action - tax.FIRST_CALL
        return worth_of_call(view, weights, black, red, called, meld) - weights["call_cost"]
    return worth_without(view, weights, black, red, action - tax.FIRST_DISCARD, meld)


@kernel
def own_cards(view: np.void, colour: int) -> int:
    """Returns the own concealed cards of a colour as a multiset of kinds, as in the state."""
    cards = 0
    for type_ in range(NUM_TYPES):
        cards += view["hand"][type_] * tax.UNITS[type_, colour]
    return cards


@kernel
def own_meld(view: np.void) -> int:
    """Returns a meld of the same kind and strength as the own one, or NO_MELD."""
    strength = np.int64(view["meld_strengths"][0]) - 1
    for meld in range(tax.NUM_MELDS if strength >= 0 else 0):
        is_kind = view["meld_kinds"][0, tax.KIND_OF_MELD[meld]] == 1
        if is_kind and tax.STRENGTH_OF_MELD[meld] == strength:
            return meld
    return tax.NO_MELD


@kernel
def worth_without(
    view: np.void, weights: np.void, black: int, red: int, type_: int, meld: int
) -> float:
    """Returns the worth of a hand without a card of a type."""
    black, red = black - tax.UNITS[type_, 0], red - tax.UNITS[type_, 1]
    return worth_of_hand(view, weights, black, red, meld)


@kernel
def worth_of_call(
    view: np.void, weights: np.void, black: int, red: int, meld: int, own: int
) -> float:
    """Returns the worth of a hand after a call of the latest discard and the best own discard."""
    black, red = black - tax.MELD_CARDS[meld, 0], red - tax.MELD_CARDS[meld, 1]
    for type_ in range(NUM_TYPES):
        gained = np.int64(view["latest"][type_])
        if own != tax.NO_MELD:  # its cards are on the table already
            gained += view["melds"][0, type_]
        black, red = black + gained * tax.UNITS[type_, 0], red + gained * tax.UNITS[type_, 1]
    best = 0.0
    for type_ in range(NUM_TYPES):
        if count_of(black if type_ < NUM_KINDS else red, type_ % NUM_KINDS) > 0:
            best = max(best, worth_without(view, weights, black, red, type_, meld))
    return best


@kernel
def worth_of_hand(view: np.void, weights: np.void, black: int, red: int, meld: int) -> float:
    """Returns the worth of a hand: the unseen cards that complete it, and its parts."""
    types = types_that_complete(black, red, meld, view["extend_public_set"] == 1)
    num_completing = 0
    while types > 0:
        num_completing += num_unseen(view, size_of((types & -types) - 1))
        types &= types - 1
    worth = worth_of_parts(weights, black, red)
    if num_completing > 0:
        worth += weights["waiting"] + weights["per_wait"] * num_completing
    return worth


@kernel
def num_unseen(view: np.void, type_: int) -> int:
    """Returns how many cards of a type the viewer has not seen."""
    count = tax.COPIES[type_] - view["hand"][type_]
    for distance in range(view["num_players"]):
        count -= view["discards"][distance, type_] + view["melds"][distance, type_]
    for number in range(len(view["light_cards"])):
        count -= view["light_cards"][number, type_]
    return max(count, 0)


@kernel
def worth_of_parts(weights: np.void, black: int, red: int) -> float:
    """Returns the worth of pairs, ships, court cards, and adjacent numbers of a colour."""
    strengths, num_ships = strengths_in(black, red), ships_in(black, red)
    worth = weights["ship_worth"] * num_ships + weights["court_worth"] * count_of(strengths, COURT)
    worth += weights["pair_worth"] * size_of((strengths >> 1 | strengths >> 2) & EACH_STRENGTH)
    for cards in (black, red):
        numbers = present(cards >> BITS_OF_A_COUNT) & EACH_NUMBER
        near = numbers & numbers >> BITS_OF_A_COUNT, numbers & numbers >> 2 * BITS_OF_A_COUNT
        worth += weights["neighbour_worth"] * (size_of(near[0]) + size_of(near[1]) / 2)
    return worth


choose = adviser("taxot_v0", worth_of, study, span=anywhere)
