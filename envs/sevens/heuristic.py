"""The heuristic for Sevens, computed from the player's own view (SEV-7.4).

Every card laid opens the next cells of its walk. That is good if own cards lie beyond, and bad if
it lets others continue. A card that helps the others more than oneself is a blocking card: it is
held back, and a pass used instead, as long as passes last.
"""

from collections.abc import Mapping

import numpy as np

from ..cards.french import NUM_RANKS
from ..core.compiling.kernel import always_inline, kernel
from ..core.contract.fields import LARGEST_COUNT
from ..core.contract.weights import Weight, WeightTable
from ..core.kit.advice import NOTHING, adviser, anywhere
from ..core.kit.bits import ONE, bit_of, flagged, lowest_of
from .state import (
    FILL,
    FIRST_FILL,
    FIRST_JOKER_AT,
    HIGH,
    LAST_PLACE,
    LOW,
    PASS_ACTION,
    SEVEN,
    TUNNEL_NONE,
)
from .view import observe_cards

LONGEST_ROW = NUM_RANKS - 2  # cells that a card opens at most


def worths_of_openings(weights: Mapping[str, float]) -> np.ndarray:
    """Returns the worth of opening a row of empty cells, by direction and row.

    A row of n cells is the number of n + 1 bits that begins with 1 and has a 1 for each cell whose
    card is in the hand. Walks upwards reach the lowest bit first, those downwards the highest. Near
    cells count more than far ones.
    """
    low = high = np.zeros(1)
    lows, highs, weight = [np.zeros(1), low], [np.zeros(1), high], 1.0
    for _ in range(LONGEST_ROW):
        others, own = weight * weights["others_card"], weight * weights["own_card"]
        low = np.stack([low + others, low + own], axis=1).ravel()
        high = np.concatenate([high + others, high + own])
        lows.append(low)
        highs.append(high)
        weight *= weights["distance_discount"]
    return np.stack([np.concatenate(lows), np.concatenate(highs)])


WEIGHTS = WeightTable(
    Weight("own_card", 1.0, 0.0, 5.0, "for an empty cell beyond whose card is in the hand"),
    Weight(
        "others_card", -1.0, -5.0, 0.0, "for an empty cell beyond whose card is not in the hand"
    ),
    Weight("distance_discount", 0.8, 0.0, 1.0, "factor for each further empty cell"),
    Weight("joker_cost", 2.0, -10.0, 10.0, "cost of playing a joker"),
    Weight(
        "wandering_cost",
        -8.0,
        -20.0,
        5.0,
        "the same where a joker held at the end means the last place",
    ),
    Weight("burden_cost", -4.0, -20.0, 5.0, "the same where a lone joker eliminates its holder"),
    Weight("pass_price", -1.5, -6.0, 2.0, "worth of a pass, for each pass used"),
    Weight("every_pass", 0.0, -4.0, 4.0, "worth of every pass"),
    Weight("crowd", 0.0, -1.0, 1.0, "worth of every pass, for each player beyond two"),
    openings=worths_of_openings,
)


# A set of a suit's cells has bit 0 for the eight up to bit 5 for the king, then the ace up to the
# six: a walk from the seven upwards begins at bit 0, one downwards at bit 11.
NO_PLACES, ALL_PLACES = np.uint64(0), np.uint64(2 ** (NUM_RANKS - 1) - 1)
HIGH_PLACES = np.uint64(2**SEVEN - 1)
LOW_PLACES = ALL_PLACES - HIGH_PLACES
ABOVE_THE_SEVEN, BELOW_THE_ACE = np.uint64(SEVEN + 1), np.uint64(SEVEN)
HAIR = 1e-9  # breaks a tie in favour of laying a card


@kernel
def observe_partial(state: np.void, seat: int, view: np.void) -> None:
    """Fills the fields that change and that the advice reads, of the player on turn."""
    view["passes"][0] = min(state["passes"][seat], LARGEST_COUNT)
    observe_cards(state, seat, view)


@kernel
def study(view: np.void, weights: np.void) -> tuple[np.uint64, np.uint64]:
    """Returns the set of the cells that are empty, and that of the own cards."""
    occupied = flagged(view["natural"])
    if view["jokers"] > 0:
        occupied |= flagged(view["joker"])
    return ~occupied, flagged(view["hand"])


@kernel
@always_inline
def worth_of(
    view: np.void, weights: np.void, action: int, empty: np.uint64, hand: np.uint64
) -> float:
    """Returns the worth of a play: of the cells that it opens, less the price of a joker.

    The worth of a pass is the threshold that a play must reach; it falls with each pass used.
    """
    if action < PASS_ACTION:
        return worth_of_card(view, weights, action, empty, hand)
    if action == PASS_ACTION:
        return worth_of_pass(view, weights) - HAIR
    is_fill = action >= FIRST_FILL
    slot = action - (FIRST_FILL if is_fill else FIRST_JOKER_AT)
    suit, direction = slot // 2, slot % 2
    beginning = 0 if direction == HIGH else NUM_RANKS - 2
    row = row_of_empty(places(empty, suit) & walkable(view, beginning), places(hand, suit))
    return worth_of_opening(weights, row, direction, 1 + is_fill) - joker_cost(view, weights)


@kernel
def worth_of_pass(view: np.void, weights: np.void) -> float:
    """Returns the worth of a pass, which changes with each pass used."""
    worth = weights["every_pass"] + weights["crowd"] * (view["num_players"] - 2)
    return worth + weights["pass_price"] * view["passes"][0]


@kernel
def joker_cost(view: np.void, weights: np.void) -> float:
    """Returns the price of playing a joker, with which a player can always move (SEV-5.4).

    It is negative if holding a joker at the end means the last place (SEV-6.4), and with `fill`,
    where a lone joker is unplayable and its holder is eliminated.
    """
    if view["joker_use"] == FILL:
        return weights["burden_cost"]
    return weights["wandering_cost"] if view["joker_last"] == LAST_PLACE else weights["joker_cost"]


@kernel
@always_inline
def worth_of_card(
    view: np.void, weights: np.void, card: int, empty: np.uint64, hand: np.uint64
) -> float:
    """Returns the worth of a natural card, on the better of the walks that it continues.

    NOTHING if it continues none: its holder must take a joker, so no play competes with it.
    """
    suit, place = card // NUM_RANKS, (card + SEVEN) % NUM_RANKS
    bit, worth = bit_of(place), NOTHING
    empty = places(empty, suit) & walkable(view, place)
    if empty & bit == NO_PLACES:
        return worth
    row = row_of_empty(empty, places(hand, suit))
    if empty & (bit - ONE) == NO_PLACES:
        worth = worth_of_opening(weights, row, HIGH, 1)
    if empty & ~(bit - ONE) == bit:
        worth = max(worth, worth_of_opening(weights, row, LOW, 1))
    return worth


@kernel
def places(cells: np.uint64, suit: int) -> np.uint64:
    """Returns the places of a suit whose cells are in a set."""
    cells >>= np.uint64(suit * NUM_RANKS)
    return (cells >> ABOVE_THE_SEVEN) & HIGH_PLACES | (cells << BELOW_THE_ACE) & LOW_PLACES


@kernel
def walkable(view: np.void, place: int) -> np.uint64:
    """Returns the places of a walk from the seven that runs through one of them.

    Without a tunnel these are the places on one side of the seven (SEV-4.1).
    """
    if view["tunnel"] != TUNNEL_NONE:
        return ALL_PLACES
    return LOW_PLACES if place >= SEVEN else HIGH_PLACES


@kernel
@always_inline
def row_of_empty(empty: np.uint64, hand: np.uint64) -> tuple[np.uint64, np.uint64]:
    """Returns some empty places of a suit, at least one, as a row without gaps.

    Returns:
        2 to the number of places, and a bit for each whose card is in the hand.
    """
    first = np.uint64(lowest_of(empty))
    own = (hand & empty) >> first
    empty >>= first
    while empty & (empty + ONE) != NO_PLACES:
        before = (~empty & (empty + ONE)) - ONE  # the places below the lowest gap
        empty = empty & before | empty >> ONE & ~before
        own = own & before | own >> ONE & ~before
    return empty + ONE, own


@kernel
def worth_of_opening(
    weights: np.void, row: tuple[np.uint64, np.uint64], direction: int, count: int
) -> float:
    """Returns the worth of filling the first places of a row, in the direction of a walk."""
    size, own = row
    num_filled = np.uint64(count)
    if direction == HIGH:
        return weights["openings"][HIGH, (size + own) >> num_filled]
    size >>= num_filled
    return weights["openings"][LOW, size + (own & (size - ONE))]


choose = adviser("sevens_v0", worth_of, study, span=anywhere)
