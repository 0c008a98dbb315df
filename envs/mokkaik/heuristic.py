"""The heuristic for Mokkaik, computed from the player's own view (MOK-7.4).

Only the last round wins, so the player throws and plays cards such that the remaining ones are
worth most: court cards and ships, which nothing beats, then high numbers, sets and runs. The worth
of a round grows with its cards, and is multiplied by the chance that no player still to act holds a
stronger hand of its kind.
"""

import math
from typing import Any

import numpy as np

from ..cards.kikisen import (
    EMPEROR,
    KING,
    NUM_COLOURS,
    NUM_KINDS,
    NUM_NUMBERS,
    NUM_TYPES,
    SHIP,
)
from ..cards.kikisen import NOTHING as FIRST_NUMBER
from ..cards.melds import size_of
from ..core.compiling.kernel import kernel, no_refcount
from ..core.contract.weights import Weight, WeightTable
from ..core.kit.advice import adviser
from . import state as mok

WEIGHTS = WeightTable(
    Weight("round_worth", 1.5, 0.0, 8.0, "for a round that is won"),
    Weight("card_worth", 1.0, 0.0, 5.0, "for each card of a round that is won"),
    Weight("number_worth", 1.0, 0.0, 5.0, "for an 8 in the hand; lower numbers are worth less"),
    Weight("court_worth", 6.0, 0.0, 20.0, "for a court card in the hand"),
    Weight("ship_worth", 4.0, 0.0, 20.0, "for a ship in the hand"),
    Weight("pair_worth", 0.5, 0.0, 5.0, "for two numbers of a strength in the hand"),
    Weight("large_set_worth", 2.0, 0.0, 8.0, "for three or more numbers of a strength"),
    Weight("run_worth", 0.5, 0.0, 4.0, "for each card of a run beyond the second"),
)


WINNING = 1000.0

SHARES = np.arange(NUM_NUMBERS) / (NUM_NUMBERS - 1)  # of the worth of an 8, by number
NUMBERS = sum(
    1 << NUM_KINDS * colour + FIRST_NUMBER + number
    for colour in range(NUM_COLOURS)
    for number in range(NUM_NUMBERS)
)  # types, as bits

# The cards of the plays in the order of `BY_KIND`, as bits. Declared plays need cards that nobody
# has, because a ship can always be a court card.
NEEDED_BY_KIND = np.where(mok.BY_KIND < mok.FIRST_DECLARED, mok.NEEDED[mok.BY_KIND], -1)


@kernel
def study(view: np.void, weights: np.void) -> tuple[Any, ...]:
    """Returns the own hand, its types, the worth of each card, and the `hidden_cards`."""
    hand = own_hand(view)
    return hand, types_in(hand), card_worths(weights), *hidden_cards(view)


@kernel
@no_refcount
def worth_of(
    view: np.void,
    weights: np.void,
    action: int,
    hand: np.ndarray,
    types: np.ndarray,
    worths: np.ndarray,
    hidden: int,
    share: float,
    num_waiting: int,
) -> float:
    """Returns the worth of the remaining cards, plus the expected worth of the round."""
    num_held = np.int64(view["hand_sizes"][0])
    if action == mok.FOLD_ACTION:
        return worth_after_fold(weights, hand, types, worths, np.int64(view["size"]), num_held)
    size, chance = mok.SIZES[action], chance_to_win(action, hidden, share, num_waiting)
    if size == num_held:
        return WINNING * chance + mok.STRENGTHS[action]
    for type_ in range(NUM_TYPES):
        hand[type_] -= mok.COUNTS[action, type_]
    rest = worth_of_hand(weights, hand, types, worths)
    for type_ in range(NUM_TYPES):
        hand[type_] += mok.COUNTS[action, type_]
    return chance * (weights["round_worth"] + weights["card_worth"] * size) + rest


best_play = adviser("mokkaik_v0", worth_of, study)


@kernel
def choose(view: np.void, weights: np.void, mask: np.ndarray) -> int:
    """Returns the legal action of the highest worth; see `adviser`."""
    if view["phase"][mok.THROW] == 0:
        return best_play(view, weights, mask)
    hand = own_hand(view)
    return mok.FIRST_THROW + least_missed(weights, hand, types_in(hand), card_worths(weights))


# Hands


@kernel
def own_hand(view: np.void) -> np.ndarray:
    """Returns a copy of the own hand: int8[24]."""
    hand = np.empty(NUM_TYPES, np.int8)
    for type_ in range(NUM_TYPES):
        hand[type_] = view["hand"][type_]
    return hand


@kernel
def types_in(hand: np.ndarray) -> np.ndarray:
    """Returns the types of some cards, int8[24] by type, in rising order: int64[H]."""
    types, count = np.empty(NUM_TYPES + 1, np.int64), 0
    for type_ in range(NUM_TYPES):
        types[count] = type_  # one that is not in the hand is overwritten by the next
        count += hand[type_] > 0
    return types[:count]


@kernel
def card_worths(weights: np.void) -> np.ndarray:
    """Returns the worth of a card of each type by itself, for the rounds to come: float64[24]."""
    worths = np.empty(NUM_TYPES)
    for first in range(0, NUM_TYPES, NUM_KINDS):
        worths[first + SHIP] = weights["ship_worth"]
        for number in range(NUM_NUMBERS):
            worths[first + FIRST_NUMBER + number] = weights["number_worth"] * SHARES[number]
        for kind in range(KING, EMPEROR + 1):
            worths[first + kind] = weights["court_worth"]
    return worths


@kernel
def worth_after_fold(
    weights: np.void,
    hand: np.ndarray,
    types: np.ndarray,
    worths: np.ndarray,
    size: int,
    num_held: int,
) -> float:
    """Returns the worth of a hand without its least useful cards; 0 in the last round.

    Args:
        weights: The weights.
        hand: int8[24], the own hand.
        types: int64[H], its types.
        worths: float64[24], see `card_worths`.
        size: The cards that are thrown.
        num_held: The cards of the hand.
    """
    if size == num_held:
        return 0.0
    rest = hand.copy()
    for _ in range(size):
        rest[least_missed(weights, rest, types, worths)] -= 1
    return worth_of_hand(weights, rest, types, worths)


@kernel
@no_refcount
def least_missed(weights: np.void, hand: np.ndarray, types: np.ndarray, worths: np.ndarray) -> int:
    """Returns the type of the least useful card. The hand is restored."""
    best, most = -1, -1.0
    for type_ in types:
        if hand[type_] > 0:
            hand[type_] -= 1
            worth = worth_of_hand(weights, hand, types, worths)
            hand[type_] += 1
            if worth > most:
                best, most = type_, worth
    return best


@kernel
@no_refcount
def worth_of_hand(
    weights: np.void, hand: np.ndarray, types: np.ndarray, worths: np.ndarray
) -> float:
    """Returns the worth of cards for the rounds to come.

    Args:
        weights: The weights.
        hand: int8[24], the cards by type.
        types: int64[H], all types that are in the hand, and maybe others.
        worths: float64[24], see `card_worths`.
    """
    worth, held = 0.0, 0
    for type_ in types:
        worth += hand[type_] * worths[type_]
        held |= int(hand[type_] > 0) << type_
    return worth + worth_of_sets(weights, hand) + worth_of_runs(weights, held & NUMBERS)


@kernel
@no_refcount
def worth_of_sets(weights: np.void, hand: np.ndarray) -> float:
    """Returns the additional worth of numbers of one strength."""
    pairs, larger = 0, 0
    for kind in range(FIRST_NUMBER, FIRST_NUMBER + NUM_NUMBERS):  # vectorised
        count = hand[kind] + hand[NUM_KINDS + kind]
        pairs += count == 2
        larger += count > 2
    return weights["pair_worth"] * pairs + weights["large_set_worth"] * larger


@kernel
def worth_of_runs(weights: np.void, numbers: int) -> float:
    """Returns the additional worth of consecutive numbers of one colour.

    Args:
        weights: The weights.
        numbers: The types of numbers that are there, as bits.
    """
    return weights["run_worth"] * size_of(numbers & numbers << 1 & numbers << 2)


# The other hands


@kernel
def hidden_cards(view: np.void) -> tuple[int, float, int]:
    """Returns the cards that may be in other hands.

    Returns:
        The cards as bits.
        The part of them in each hand.
        The number of players still to act.
    """
    unseen, hidden, num_hidden, num_waiting = np.empty(NUM_TYPES, np.int8), 0, 0, 0
    for type_ in range(NUM_TYPES):
        unseen[type_] = mok.COPIES[type_] - view["hand"][type_] - view["thrown"][type_]
    for distance in range(view["num_players"]):
        for type_ in range(NUM_TYPES):
            unseen[type_] -= view["played"][distance, type_]
    for type_ in range(NUM_TYPES):
        hidden |= mok.LOWEST_CARDS[type_, unseen[type_]]
        num_hidden += unseen[type_]
    for distance in range(1, view["num_players"]):
        num_waiting += view["strengths"][distance] == 0 and view["folded"][distance] == 0
    return hidden, view["hand_sizes"][0] / max(num_hidden, 1), num_waiting


@kernel
def chance_to_win(action: int, hidden: int, share: float, num_waiting: int) -> float:
    """Estimates the chance that no player still to act holds a stronger hand of the kind.

    The last three arguments are those that `hidden_cards` returns.
    """
    if num_waiting == 0:
        return 1.0
    expected = num_stronger(action, hidden) * num_waiting * share ** mok.SIZES[action]
    return math.exp(-expected)


@kernel
def num_stronger(action: int, hidden: int) -> int:
    """Returns how many stronger plays of an action's kind the hidden cards can make."""
    starts, count = mok.STARTS[mok.KIND_OF_ACTION[action]], 0
    first, end = np.uint64(starts[mok.STRENGTHS[action] + 1]), np.uint64(starts[-1])
    for position in range(first, end):  # vectorised
        count += NEEDED_BY_KIND[position] & ~hidden == 0
    return count
