"""Advice for Taxot, over the player's own view (TAX-7.4).

Close, and show a four, whenever the rules allow it. Otherwise keep the hand that the largest number
of unseen cards completes to a winning shape. Until a single card can complete it, keep pairs, ships
and cards that may become a run. Call only if more cards complete the hand after the call.
"""

import numpy as np

from fudaba.envs.cards.kikisen import COURT, NUM_TYPES
from fudaba.envs.cards.melds import BITS_OF_A_COUNT, count_of, size_of
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.taxot import state as tax
from fudaba.envs.taxot.shapes import (
    EACH_NUMBER,
    EACH_STRENGTH,
    completes,
    present,
    ships_in,
    strengths_in,
)

from .advice import adviser
from .weights import Weight, WeightTable

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
def worth_of(view: np.void, weights: np.void, action: int) -> float:
    """Returns the worth of an action: that of the remaining cards."""
    if action == tax.CLOSE_ACTION:
        return CLOSING
    if tax.FIRST_REVEAL <= action < tax.FIRST_CALL:
        return FOUR_WORTH
    hand, meld = own_hand(view), own_meld(view)
    if action == tax.PASS_ACTION:
        return worth_of_hand(view, weights, hand, meld)
    if action < tax.FIRST_DISCARD:
        return (
            worth_of_call(view, weights, hand, action - tax.FIRST_CALL, meld) - weights["call_cost"]
        )
    return worth_without(view, weights, hand, action - tax.FIRST_DISCARD, meld)


@kernel
def own_hand(view: np.void) -> np.ndarray:
    """Returns the own concealed cards as multisets, as in the state: int64[2]."""
    hand = np.zeros(2, np.int64)
    for type_ in range(NUM_TYPES):
        for colour in range(2):
            hand[colour] += view["hand"][type_] * tax.UNITS[type_, colour]
    return hand


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
    view: np.void, weights: np.void, hand: np.ndarray, type_: int, meld: int
) -> float:
    """Returns the worth of a hand without a card of a type. The hand is restored."""
    for colour in range(2):
        hand[colour] -= tax.UNITS[type_, colour]
    worth = worth_of_hand(view, weights, hand, meld)
    for colour in range(2):
        hand[colour] += tax.UNITS[type_, colour]
    return worth


@kernel
def worth_of_call(view: np.void, weights: np.void, hand: np.ndarray, meld: int, own: int) -> float:
    """Returns the worth of a hand after a call of the latest discard and the best own discard."""
    for colour in range(2):
        for type_ in range(NUM_TYPES):
            if view["latest"][type_] == 1:
                hand[colour] += tax.UNITS[type_, colour]
        hand[colour] -= tax.MELD_CARDS[meld, colour]
        if own != tax.NO_MELD:  # its cards are on the table already
            for type_ in range(NUM_TYPES):
                hand[colour] += view["melds"][0, type_] * tax.UNITS[type_, colour]
    best = 0.0
    for type_ in range(NUM_TYPES):
        if tax.count_in(hand, type_) > 0:
            best = max(best, worth_without(view, weights, hand, type_, meld))
    return best


@kernel
def worth_of_hand(view: np.void, weights: np.void, hand: np.ndarray, meld: int) -> float:
    """Returns the worth of a hand: the unseen cards that complete it, and its parts."""
    num_completing, extends = 0, view["extend_public_set"] == 1
    for type_ in range(NUM_TYPES):
        black, red = hand[0] + tax.UNITS[type_, 0], hand[1] + tax.UNITS[type_, 1]
        if completes(black, red, meld, extends):
            num_completing += num_unseen(view, type_)
    worth = worth_of_parts(weights, hand)
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
def worth_of_parts(weights: np.void, hand: np.ndarray) -> float:
    """Returns the worth of pairs, ships, court cards, and adjacent numbers of a colour."""
    strengths, num_ships = strengths_in(hand[0], hand[1]), ships_in(hand[0], hand[1])
    worth = weights["ship_worth"] * num_ships + weights["court_worth"] * count_of(strengths, COURT)
    worth += weights["pair_worth"] * size_of((strengths >> 1 | strengths >> 2) & EACH_STRENGTH)
    for colour in range(2):
        numbers = present(hand[colour] >> BITS_OF_A_COUNT) & EACH_NUMBER
        near = numbers & numbers >> BITS_OF_A_COUNT, numbers & numbers >> 2 * BITS_OF_A_COUNT
        worth += weights["neighbour_worth"] * (size_of(near[0]) + size_of(near[1]) / 2)
    return worth


choose = adviser("taxot_v0", worth_of)
