"""Advice for Mokkaik, over the player's own view (MOK-7.4).

Only the last round wins, so the player throws and plays cards such that the remaining ones are
worth most: court cards and ships, which nothing beats, then high numbers, sets and runs. The worth
of a round grows with its cards, and is multiplied by the chance that no player still to act holds a
stronger hand of its kind.
"""

import math

import numpy as np

from fudaba.envs.cards.kikisen import COURT, NUM_COLOURS, NUM_KINDS, NUM_NUMBERS, NUM_TYPES, SHIP
from fudaba.envs.cards.kikisen import NOTHING as FIRST_NUMBER
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.mokkaik import state as mok

from .advice import adviser
from .weights import Weight, WeightTable

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


STRENGTH_OF_TYPE = mok.STRENGTHS[mok.FIRST_PLAY :][:NUM_TYPES]  # for single cards
WINNING = 1000.0


@kernel
def worth_of(view: np.void, weights: np.void, action: int) -> float:
    """Returns the worth of the remaining cards, plus the expected worth of the round."""
    hand, num_held = own_hand(view), np.int64(view["hand_sizes"][0])
    if action == mok.FOLD_ACTION:
        return worth_after_fold(weights, hand, np.int64(view["size"]), num_held)
    if action < mok.FIRST_PLAY:
        hand[action - mok.FIRST_THROW] -= 1
        return worth_of_hand(weights, hand)
    size, chance = mok.SIZES[action], chance_to_win(view, action)
    if size == num_held:
        return WINNING * chance + mok.STRENGTHS[action]
    for type_ in range(NUM_TYPES):
        hand[type_] -= mok.COUNTS[action, type_]
    return chance * (weights["round_worth"] + weights["card_worth"] * size) + worth_of_hand(
        weights, hand
    )


@kernel
def own_hand(view: np.void) -> np.ndarray:
    """Returns a copy of the own hand: int64[24]."""
    hand = np.empty(NUM_TYPES, np.int64)
    for type_ in range(NUM_TYPES):
        hand[type_] = view["hand"][type_]
    return hand


@kernel
def worth_after_fold(weights: np.void, hand: np.ndarray, size: int, num_held: int) -> float:
    """Returns the worth of a hand without its least useful cards; 0 in the last round."""
    if size == num_held:
        return 0.0
    for _ in range(size):
        hand[least_missed(weights, hand)] -= 1
    return worth_of_hand(weights, hand)


@kernel
def least_missed(weights: np.void, hand: np.ndarray) -> int:
    """Returns the type of the least useful card. The hand is restored."""
    best, most = -1, -1.0
    for type_ in range(NUM_TYPES):
        if hand[type_] > 0:
            hand[type_] -= 1
            worth = worth_of_hand(weights, hand)
            hand[type_] += 1
            if worth > most:
                best, most = type_, worth
    return best


@kernel
def worth_of_hand(weights: np.void, hand: np.ndarray) -> float:
    """Returns the worth of cards by type, int64[24], for the rounds to come."""
    worth = 0.0
    for type_ in range(NUM_TYPES):
        if type_ % NUM_KINDS == SHIP:
            worth += hand[type_] * weights["ship_worth"]
        elif STRENGTH_OF_TYPE[type_] == COURT:
            worth += hand[type_] * weights["court_worth"]
        else:
            share = STRENGTH_OF_TYPE[type_] / (NUM_NUMBERS - 1)
            worth += hand[type_] * weights["number_worth"] * share
    return worth + worth_of_sets(weights, hand) + worth_of_runs(weights, hand)


@kernel
def worth_of_sets(weights: np.void, hand: np.ndarray) -> float:
    """Returns the additional worth of numbers of one strength."""
    worth = 0.0
    for kind in range(FIRST_NUMBER, FIRST_NUMBER + NUM_NUMBERS):
        count = hand[kind] + hand[NUM_KINDS + kind]
        if count > 2:
            worth += weights["large_set_worth"]
        elif count > 1:
            worth += weights["pair_worth"]
    return worth


@kernel
def worth_of_runs(weights: np.void, hand: np.ndarray) -> float:
    """Returns the additional worth of consecutive numbers of one colour."""
    worth = 0.0
    for colour in range(NUM_COLOURS):
        length = 0
        for kind in range(FIRST_NUMBER, FIRST_NUMBER + NUM_NUMBERS):
            length = length + 1 if hand[NUM_KINDS * colour + kind] > 0 else 0
            worth += weights["run_worth"] * (length > 2)
    return worth


@kernel
def chance_to_win(view: np.void, action: int) -> float:
    """Estimates the chance that no player still to act holds a stronger hand of the kind."""
    hidden, num_hidden, num_waiting = 0, 0, 0
    for type_ in range(NUM_TYPES):
        count = mok.COPIES[type_] - view["hand"][type_] - view["thrown"][type_]
        for distance in range(view["num_players"]):
            count -= view["played"][distance, type_]
        hidden |= mok.LOWEST_CARDS[type_, count]
        num_hidden += count
    for distance in range(1, view["num_players"]):
        num_waiting += view["strengths"][distance] == 0 and view["folded"][distance] == 0
    if num_waiting == 0:
        return 1.0
    share = view["hand_sizes"][0] / num_hidden  # the part of the hidden cards in each hand
    expected = num_stronger(action, hidden) * num_waiting * share ** mok.SIZES[action]
    return math.exp(-expected)


@kernel
def num_stronger(action: int, hidden: int) -> int:
    """Returns how many stronger plays of an action's kind the hidden cards can make."""
    starts, count = mok.STARTS[mok.KIND_OF_ACTION[action]], 0
    for position in range(starts[mok.STRENGTHS[action] + 1], starts[-1]):
        other = mok.BY_KIND[position]
        is_usual = other < mok.FIRST_DECLARED  # a ship can always be a court card
        count += is_usual and mok.NEEDED[other] & ~hidden == 0
    return count


choose = adviser("mokkaik_v0", worth_of)
