"""The heuristic for Makkaik, computed from the player's own view (MKK-7.4).

The worth of a hand is the chance that no other player beats it. For each value above the own best
one, the advice counts the cards it needs besides the common ones, and the ways in which unknown
cards can be those. The sum is the mean number of better hands of another player. A player who keeps
paying has more than an average hand, so each round of betting makes the others stronger.
"""

import math
from typing import Any

import numpy as np

from ..cards.kikisen import (
    COURT,
    NOTHING,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_KINDS,
    NUM_STRENGTHS,
    NUM_TYPES,
    SHIP,
    SHORTEST_RUN,
)
from ..core.compiling.kernel import kernel, no_refcount
from ..core.contract.weights import Weight, WeightTable
from ..core.kit.advice import adviser
from ..core.kit.arrays import copy
from . import state as mkk
from .rules.hands import best_of, num_of, num_ships, values_of

WEIGHTS = WeightTable(
    Weight(
        "equal_weight",
        0.5,
        0.0,
        2.0,
        "weight of an equal hand of another player; a better one has 1",
    ),
    Weight(
        "gain_per_round",
        0.3,
        0.0,
        6.0,
        "growth of another player's better hands with each round paid",
    ),
    Weight("share_of_callers", 0.5, 0.0, 1.5, "part of the others who pay a base"),
)


NO_TYPE = -1
NO_VALUE = -1
NUM_CATEGORIES = len(mkk.CATEGORY_NAMES)
MOST_EQUAL = int(mkk.COPIES.max())  # cards of one type


def ways_to_choose(needed: int, cards: int) -> float:
    """Returns the number of ways to choose `needed` of `cards` cards."""
    return math.prod((cards - number) / (number + 1) for number in range(needed))


def odds_of(needed: int, cards: int) -> float:
    """Returns the chance that a hand of three of `cards` cards holds `needed` given ones."""
    return math.prod((mkk.HAND_SIZE - number) / max(cards - number, 1) for number in range(needed))


# Indexed by the number of needed cards, 0 to 3, and the number of cards to choose from.
WAYS, ODDS = (
    np.array([[odds(needed, cards) for cards in range(NUM_CARDS + 1)]
              for needed in range(mkk.HAND_SIZE + 1)])
    for odds in (ways_to_choose, odds_of)
)  # fmt: skip


@kernel
def study(view: np.void, weights: np.void) -> tuple[Any, ...]:
    """Returns the facts that `worth_of` needs for several actions, computed once."""
    own, common, unseen = counts_in(view["hand"]), counts_in(view["common"]), unseen_cards(view)
    chance = 0.0
    if view["phase"][mkk.BASE] == 1 or view["phase"][mkk.JOIN] == 1:
        chance = chance_to_win(view, weights, own, common, unseen)
    return own, common, unseen, chance


@kernel
def worth_of(
    view: np.void,
    weights: np.void,
    action: int,
    own: np.ndarray,
    common: np.ndarray,
    unseen: np.ndarray,
    chance: float,
) -> float:
    """Returns the chance to win after an exchange, or the expected points of a bet.

    Args:
        view: The view.
        weights: The weights.
        action: A legal action.
        own: int8[24], the own cards by type. All cards are restored at the end.
        common: int8[24], the common cards.
        unseen: int8[24], see `unseen_cards`.
        chance: The chance to win, while players bet.
    """
    if action == mkk.DROP_ACTION:
        return 0.0
    if action >= mkk.FIRST_BASE:
        return worth_of_bet(view, weights, action, chance)
    if action == mkk.FIRST_EXCHANGE:
        return worth_of_swap(view, weights, own, common, unseen)
    if action < mkk.FIRST_TAKE:
        return worth_of_draw(view, weights, own, common, unseen)
    if action < mkk.FIRST_PUT_OUT:
        incoming = action - mkk.FIRST_TAKE
        rest = common_after_taking(view, incoming, common)
        return best_exchange(view, weights, own, rest, incoming, unseen)
    incoming, outgoing = type_in(view["incoming"]), action - mkk.FIRST_PUT_OUT
    rest = common_after_taking(view, incoming, common)
    exchange(own, rest, incoming, outgoing, 1)
    better = num_better(view, weights, best_value(view, own, rest), rest, unseen)
    exchange(own, rest, incoming, outgoing, -1)
    return chance_against_all(view, better)


# Cards


@kernel
def counts_in(counts: np.ndarray) -> np.ndarray:
    """Returns a copy of counts by type: int8[24]."""
    cards = np.empty(NUM_TYPES, np.int8)
    for type_ in range(NUM_TYPES):
        cards[type_] = counts[type_]
    return cards


@kernel
@no_refcount
def type_in(counts: np.ndarray) -> int:
    """Returns the type of a single card, NO_TYPE if there is none."""
    for type_ in range(NUM_TYPES):
        if counts[type_] > 0:
            return type_
    return NO_TYPE


@kernel
def unseen_cards(view: np.void) -> np.ndarray:
    """Returns the cards whose place the viewer does not know: int8[24], by type."""
    unseen = np.empty(NUM_TYPES, np.int8)
    for type_ in range(NUM_TYPES):
        seen = view["hand"][type_] + view["common"][type_] + view["drawn"][type_]
        if view["unused_draw"] != mkk.PUBLIC:
            seen += view["unused"][0, type_]
        unseen[type_] = mkk.COPIES[type_] - seen
    for distance in range(1, view["num_players"]):
        known = type_in(view["taken"][distance])
        if known != NO_TYPE:
            unseen[known] -= 1
    return unseen


@kernel
@no_refcount
def num_cards(counts: np.ndarray) -> int:
    """Returns the sum of counts by type."""
    total = 0
    for type_ in range(NUM_TYPES):
        total += int(counts[type_])
    return total


# Exchanges


@kernel
def common_after_taking(view: np.void, incoming: int, common: np.ndarray) -> np.ndarray:
    """Returns the common cards without the incoming one, or with the other drawn one: int8[24]."""
    rest = common.copy()
    if view["swapped"][0] == 1:
        rest[incoming] -= 1
    elif view["unused_draw"] == mkk.PUBLIC:
        for type_ in range(NUM_TYPES):
            rest[type_] += view["drawn"][type_] - (type_ == incoming)
    return rest


@kernel
@no_refcount
def exchange(own: np.ndarray, common: np.ndarray, incoming: int, outgoing: int, times: int) -> None:
    """Takes a card into a hand and puts one out to the common cards; -1 times undoes it."""
    own[incoming] += times
    own[outgoing] -= times
    common[outgoing] += times


@kernel
@no_refcount
def worth_of_swap(
    view: np.void, weights: np.void, own: np.ndarray, common: np.ndarray, unseen: np.ndarray
) -> float:
    """Returns the worth of the best swap."""
    best = 0.0
    for incoming in range(NUM_TYPES):
        if common[incoming] > 0:
            common[incoming] -= 1
            best = max(best, best_exchange(view, weights, own, common, incoming, unseen))
            common[incoming] += 1
    return best


@kernel
@no_refcount
def best_exchange(
    view: np.void,
    weights: np.void,
    own: np.ndarray,
    common: np.ndarray,
    incoming: int,
    unseen: np.ndarray,
) -> float:
    """Returns the chance to win with an incoming card, after the best card is put out."""
    fewest, mine = math.inf, NO_VALUE
    for outgoing in range(NUM_TYPES):
        if own[outgoing] > 0:
            exchange(own, common, incoming, outgoing, 1)
            if mine == NO_VALUE or view["own_min"] > 0:  # or else all cards count alike
                mine = best_value(view, own, common)
            fewest = min(fewest, num_better(view, weights, mine, common, unseen))
            exchange(own, common, incoming, outgoing, -1)
    return chance_against_all(view, fewest)


@kernel
def worth_of_draw(
    view: np.void, weights: np.void, own: np.ndarray, common: np.ndarray, unseen: np.ndarray
) -> float:
    """Returns the expected worth of the better of two unknown cards."""
    worths, total = np.zeros(NUM_TYPES), num_cards(unseen)
    chances = chances_before_draw(view, own, common, unseen, total - 1)
    for type_ in range(NUM_TYPES):
        if unseen[type_] > 0:
            unseen[type_] -= 1
            worths[type_] = best_after_draw(view, weights, own, common, type_, unseen, chances)
            unseen[type_] += 1
    odds = np.empty(MOST_EQUAL * MOST_EQUAL + 1)  # of two types, by the product of their counts
    for pairs in range(len(odds)):
        odds[pairs] = pairs / (total * total)
    expected = 0.0
    for first in range(NUM_TYPES):
        for second in range(NUM_TYPES):
            worth = max(worths[first], worths[second])
            expected += odds[unseen[first] * unseen[second]] * worth
    return expected


@kernel
def chances_before_draw(
    view: np.void, own: np.ndarray, common: np.ndarray, unseen: np.ndarray, total: int
) -> np.ndarray:
    """Returns the mean number of hands of each value, by the own card that is put out.

    Args:
        view: The view, for the house rules.
        own: int8[24], the own cards.
        common: int8[24], the common cards.
        unseen: int8[24], the unseen cards with the drawn one.
        total: Their number without it.

    Returns:
        float64[25, 40], by the own card and the value; nothing for categories that are lower than
        the own hand. The last row is scratch.
    """
    chances = np.empty((NUM_TYPES + 1, mkk.NUM_VALUES))
    own_min = np.int64(view["own_min"])
    lowest = 0 if own_min > 0 else best_value(view, own, common) // NUM_STRENGTHS
    for outgoing in range(NUM_TYPES):
        if own[outgoing] > 0:
            common[outgoing] += 1
            fill_chances(own_min, lowest, common, unseen, total, chances[outgoing])
            common[outgoing] -= 1
    return chances


@kernel
@no_refcount
def best_after_draw(
    view: np.void,
    weights: np.void,
    own: np.ndarray,
    common: np.ndarray,
    drawn: int,
    unseen: np.ndarray,
    chances: np.ndarray,
) -> float:
    """Returns the same as `best_exchange` for a drawn card, of many that are tried.

    Args:
        view: The view.
        weights: The weights.
        own: int8[24], the own cards.
        common: int8[24], the common cards.
        drawn: The type of the card.
        unseen: int8[24], the unseen cards without it.
        chances: float64[25, 40], see `chances_before_draw`.
    """
    fewest, mine, total = math.inf, NO_VALUE, num_cards(unseen)
    own_min, now = np.int64(view["own_min"]), chances[NUM_TYPES]
    for outgoing in range(NUM_TYPES):
        if own[outgoing] > 0:
            exchange(own, common, drawn, outgoing, 1)
            if mine == NO_VALUE or own_min > 0:
                mine = best_value(view, own, common)
            copy(chances[outgoing], now)
            update_chances(own_min, mine // NUM_STRENGTHS, drawn, common, unseen, total, now)
            expected = weights["equal_weight"] * now[mine]
            for value in range(mine + 1, mkk.NUM_VALUES):
                expected += now[value]
            fewest = min(fewest, expected)
            exchange(own, common, drawn, outgoing, -1)
    return chance_against_all(view, fewest)


@kernel
def chance_against_all(view: np.void, better: float) -> float:
    """Returns the chance to win, from the mean number of better hands of another player."""
    return math.exp(-(view["num_players"] - 1) * better)


# Bets


@kernel
def worth_of_bet(view: np.void, weights: np.void, action: int, chance: float) -> float:
    """Returns the expected points of a base or a payment (MKK-4.3)."""
    pot = view["pot"]
    if action == mkk.JOIN_ACTION:
        return chance * (pot + view["base"]) - view["base"]
    base, num_others = mkk.BASE_OF_ACTION[action], -1
    for distance in range(view["num_players"]):
        num_others += view["active"][distance]
    final_pot = pot + base * (1 + weights["share_of_callers"] * num_others)
    return chance * final_pot - base


@kernel
def chance_to_win(
    view: np.void, weights: np.void, own: np.ndarray, common: np.ndarray, unseen: np.ndarray
) -> float:
    """Returns the chance that no active player holds a better hand."""
    mine, expected = best_value(view, own, common), 0.0
    usual = num_better(view, weights, mine, common, unseen)  # for players with no known card
    for distance in range(1, view["num_players"]):
        if view["active"][distance] == 1:
            known, better = type_in(view["taken"][distance]), usual
            if known != NO_TYPE:
                common[known] += 1
                better = num_better(view, weights, mine, common, unseen)
                common[known] -= 1
            rounds_paid = view["round"] + view["joined"][distance]
            strength = 1.0 + weights["gain_per_round"] * rounds_paid
            expected += strength * better
    return math.exp(-expected)


# Hands


@kernel
@no_refcount
def best_value(view: np.void, own: np.ndarray, common: np.ndarray) -> int:
    """Returns the value of the best hand of the own and the common cards."""
    own_min, ship_alone = np.int64(view["own_min"]), np.int64(view["ship_alone"])
    return best_of(values_of(own, common, own_min, ship_alone))


@kernel
@no_refcount
def num_better(
    view: np.void, weights: np.void, mine: int, common: np.ndarray, unseen: np.ndarray
) -> float:
    """Returns the mean number of better hands from three unknown cards; equal ones have a weight.

    Args:
        view: The view, for the house rules.
        weights: The weights.
        mine: The value to beat.
        common: int8[24], cards that the other player certainly has.
        unseen: int8[24], cards from which its three others come.
    """
    own_min, total = np.int64(view["own_min"]), num_cards(unseen)
    expected, weight = 0.0, weights["equal_weight"]
    for category in range(mine // NUM_STRENGTHS, NUM_CATEGORIES):
        for strength in range(max(mine - NUM_STRENGTHS * category, 0), NUM_STRENGTHS):
            if category == mkk.RUN:
                found = num_runs(strength, common, unseen, total)
            else:
                found = num_sets(own_min, category, strength, common, unseen, total)
            expected += found * weight
            weight = 1.0
    return expected


@kernel
@no_refcount
def fill_chances(
    own_min: int,
    lowest: int,
    common: np.ndarray,
    unseen: np.ndarray,
    total: int,
    chances: np.ndarray,
) -> None:
    """Fills in the mean number of hands of each value, float64[40], from a category on."""
    for category in range(lowest, NUM_CATEGORIES):
        for strength in range(NUM_STRENGTHS):
            if category == mkk.RUN:
                found = num_runs(strength, common, unseen, total)
            else:
                found = num_sets(own_min, category, strength, common, unseen, total)
            chances[category * NUM_STRENGTHS + strength] = found


@kernel
@no_refcount
def update_chances(
    own_min: int,
    lowest: int,
    type_: int,
    common: np.ndarray,
    unseen: np.ndarray,
    total: int,
    chances: np.ndarray,
) -> None:
    """Fills in the same, but only for values of hands in which cards of a type can be used."""
    kind = type_ % NUM_KINDS
    if kind == SHIP:
        fill_chances(own_min, lowest, common, unseen, total, chances)
        return
    strength = min(kind - NOTHING, COURT)
    for category in range(lowest, NUM_CATEGORIES):
        if category == mkk.RUN:
            for top in range(strength, min(strength + SHORTEST_RUN, COURT)):
                found = num_runs(top, common, unseen, total)
                chances[category * NUM_STRENGTHS + top] = found
        else:
            found = num_sets(own_min, category, strength, common, unseen, total)
            chances[category * NUM_STRENGTHS + strength] = found


@kernel
@no_refcount
def num_sets(
    own_min: int, category: int, strength: int, common: np.ndarray, unseen: np.ndarray, total: int
) -> float:
    """Returns the mean number of singles, pairs or triples of a strength; see `num_better`."""
    size = min(category + 1, SHORTEST_RUN)
    naturals, fitting = num_of(common, strength), num_of(unseen, strength)
    needed = max(size - naturals - num_ships(common), own_min, int(naturals == 0))
    fitting += num_ships(unseen) * (naturals > 0 or needed > 1)
    return WAYS[needed, fitting] * ODDS[needed, total]


@kernel
@no_refcount
def num_runs(top: int, common: np.ndarray, unseen: np.ndarray, total: int) -> float:
    """Returns the mean number of runs up to a number in a hand, over both colours (MKK-5.1)."""
    expected = 0.0
    if top < SHORTEST_RUN - 1 or top == COURT:
        return expected
    for colour in range(NUM_COLOURS):
        # The ways to have all missing numbers, and all but one of them.
        needed, for_all, for_all_but_one = 0, 1, 0
        last, ship = colour * NUM_KINDS + NOTHING + top, colour * NUM_KINDS + SHIP
        for type_ in range(last + 1 - SHORTEST_RUN, last + 1):
            is_missing = int(common[type_] == 0)
            ways = int(unseen[type_]) if is_missing else 1
            needed += is_missing
            for_all_but_one = for_all_but_one * ways + for_all * is_missing
            for_all *= ways
        if common[ship] > 0 and needed > 0:
            expected += for_all_but_one * ODDS[needed - 1, total]
        else:
            with_ship = for_all_but_one * int(unseen[ship])
            expected += (for_all + with_ship) * ODDS[needed, total]
    return expected


choose = adviser("makkaik_v0", worth_of, study)
