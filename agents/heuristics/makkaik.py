"""Advice for Makkaik, over the player's own view (MKK-7.4).

The worth of a hand is the chance that no other player beats it. For each value above the own best
one, the advice counts the cards it needs besides the common ones, and the ways in which unknown
cards can be those. The sum is the mean number of better hands of another player. A player who keeps
paying has more than an average hand, so each round of betting makes the others stronger.
"""

import math

import numpy as np

from fudaba.envs.cards.kikisen import (
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
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.makkaik import state as mkk
from fudaba.envs.makkaik.rules.hands import best_of, num_of, num_ships, values_of

from .advice import adviser
from .weights import Weight, WeightTable

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
def worth_of(view: np.void, weights: np.void, action: int) -> float:
    """Returns the chance to win after an exchange, or the expected points of a bet."""
    if action == mkk.DROP_ACTION:
        return 0.0
    if action >= mkk.FIRST_BASE:
        return worth_of_bet(view, weights, action)
    unseen = unseen_cards(view)
    own, common = counts_in(view["hand"]), counts_in(view["common"])
    if action == mkk.FIRST_EXCHANGE:
        return worth_of_swap(view, weights, own, common, unseen)
    if action < mkk.FIRST_TAKE:
        return worth_of_draw(view, weights, own, common, unseen)
    if action < mkk.FIRST_PUT_OUT:
        incoming = action - mkk.FIRST_TAKE
        move_incoming(view, incoming, common)
        return best_exchange(view, weights, own, common, incoming, unseen)
    incoming = type_in(view["incoming"])
    move_incoming(view, incoming, common)
    return worth_of_exchange(
        view, weights, own, common, incoming, action - mkk.FIRST_PUT_OUT, unseen
    )


# Cards


@kernel
def counts_in(counts: np.ndarray) -> np.ndarray:
    """Returns a copy of counts by type: int8[24]."""
    copy = np.empty(NUM_TYPES, np.int8)
    for type_ in range(NUM_TYPES):
        copy[type_] = counts[type_]
    return copy


@kernel
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


# Exchanges


@kernel
def move_incoming(view: np.void, incoming: int, common: np.ndarray) -> None:
    """Removes the incoming card from the common cards, or adds the other drawn one."""
    if view["swapped"][0] == 1:
        common[incoming] -= 1
    elif view["unused_draw"] == mkk.PUBLIC:
        for type_ in range(NUM_TYPES):
            common[type_] += view["drawn"][type_] - (type_ == incoming)


@kernel
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
def worth_of_draw(
    view: np.void, weights: np.void, own: np.ndarray, common: np.ndarray, unseen: np.ndarray
) -> float:
    """Returns the expected worth of the better of two unknown cards."""
    worths, total = np.zeros(NUM_TYPES), 0
    for type_ in range(NUM_TYPES):
        if unseen[type_] > 0:
            unseen[type_] -= 1
            worths[type_] = best_exchange(view, weights, own, common, type_, unseen)
            unseen[type_] += 1
            total += int(unseen[type_])
    expected = 0.0
    for first in range(NUM_TYPES):
        for second in range(NUM_TYPES):
            odds = int(unseen[first]) * int(unseen[second]) / (total * total)
            expected += odds * max(worths[first], worths[second])
    return expected


@kernel
def best_exchange(
    view: np.void,
    weights: np.void,
    own: np.ndarray,
    common: np.ndarray,
    incoming: int,
    unseen: np.ndarray,
) -> float:
    """Returns the chance to win with an incoming card, after the best card is put out."""
    best = 0.0
    for outgoing in range(NUM_TYPES):
        if own[outgoing] > 0:
            worth = worth_of_exchange(view, weights, own, common, incoming, outgoing, unseen)
            best = max(best, worth)
    return best


@kernel
def worth_of_exchange(
    view: np.void,
    weights: np.void,
    own: np.ndarray,
    common: np.ndarray,
    incoming: int,
    outgoing: int,
    unseen: np.ndarray,
) -> float:
    """Returns the chance to win after an exchange; all counts are restored."""
    own[incoming] += 1
    own[outgoing] -= 1
    common[outgoing] += 1
    num_others = view["num_players"] - 1
    chance = math.exp(
        -num_others * num_better(view, weights, best_value(view, own, common), common, unseen)
    )
    common[outgoing] -= 1
    own[outgoing] += 1
    own[incoming] -= 1
    return chance


# Bets


@kernel
def worth_of_bet(view: np.void, weights: np.void, action: int) -> float:
    """Returns the expected points of a base or a payment (MKK-4.3)."""
    pot, chance = view["pot"], chance_to_win(view, weights)
    if action == mkk.JOIN_ACTION:
        return chance * (pot + view["base"]) - view["base"]
    base, num_others = mkk.BASE_OF_ACTION[action], -1
    for distance in range(view["num_players"]):
        num_others += view["active"][distance]
    final_pot = pot + base * (1 + weights["share_of_callers"] * num_others)
    return chance * final_pot - base


@kernel
def chance_to_win(view: np.void, weights: np.void) -> float:
    """Returns the chance that no active player holds a better hand."""
    own, common, unseen = counts_in(view["hand"]), counts_in(view["common"]), unseen_cards(view)
    mine, expected = best_value(view, own, common), 0.0
    for distance in range(1, view["num_players"]):
        if view["active"][distance] == 1:
            known = type_in(view["taken"][distance])
            if known != NO_TYPE:
                common[known] += 1
            rounds_paid = view["round"] + view["joined"][distance]
            strength = 1.0 + weights["gain_per_round"] * rounds_paid
            expected += strength * num_better(view, weights, mine, common, unseen)
            if known != NO_TYPE:
                common[known] -= 1
    return math.exp(-expected)


# Hands


@kernel
def best_value(view: np.void, own: np.ndarray, common: np.ndarray) -> int:
    """Returns the value of the best hand."""
    own_min, ship_alone = np.int64(view["own_min"]), np.int64(view["ship_alone"])
    return best_of(values_of(own, common, own_min, ship_alone))


@kernel
def num_better(
    view: np.void, weights: np.void, mine: int, common: np.ndarray, unseen: np.ndarray
) -> float:
    """Returns the mean number of better hands from three unknown cards; equal ones count half.

    Args:
        view: The view, for the house rules.
        weights: The weights.
        mine: The value to beat.
        common: int8[24], cards that the other player certainly has.
        unseen: int8[24], cards from which its three others come.
    """
    total, own_min = 0, np.int64(view["own_min"])
    for type_ in range(NUM_TYPES):
        total += int(unseen[type_])
    ships, unseen_ships = num_ships(common), num_ships(unseen)
    expected = 0.0
    for value in range(mine, mkk.NUM_VALUES):
        category, strength = value // NUM_STRENGTHS, value % NUM_STRENGTHS
        if category == mkk.RUN:
            found = num_runs(strength, common, unseen, total)
        else:
            size = min(category + 1, SHORTEST_RUN)
            naturals, fitting = num_of(common, strength), num_of(unseen, strength)
            needed = max(size - naturals - ships, own_min, int(naturals == 0))
            fitting += unseen_ships * (naturals > 0 or needed > 1)
            found = WAYS[needed, fitting] * ODDS[needed, total]
        expected += found * (weights["equal_weight"] if value == mine else 1.0)
    return expected


@kernel
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


choose = adviser("makkaik_v0", worth_of)
