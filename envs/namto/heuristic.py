"""The heuristic for Namto, computed from the player's own view (NAM-7.4).

The worth of a bet is the chance to win times the final pot, less the bet. Before the reveal the
chance follows from the kinds of the own cards. After it, the advice tries every card that a rival
may still hide, with the cards on the table. A rival who has bet much counts as stronger, and one
who is still to act may drop. Of two cards the less useful one is revealed.
"""

import numpy as np

from ..cards.kikisen import EMPEROR, KING, NUM_KINDS, NUM_TYPES
from ..core.compiling.kernel import kernel
from ..core.contract.weights import Weight, WeightTable
from ..core.kit.advice import adviser
from . import state as nam
from .hands import NUM_WORDS, find_values, is_higher, keep_best

WEIGHTS = WeightTable(
    Weight("goes_along", 0.6, 0.0, 1.0, "chance that a rival who is still to act does not drop"),
    Weight("bet_tells", 0.1, 0.0, 1.0, "additional strength of a rival for each point bet"),
    Weight("caution", 0.0, -0.5, 1.0, "additional cost of each point bet"),
)


# The mean share of the pot of a hand with each kind, from ship to emperor, and with both court
# kinds, if four players go along to the end: from 100,000 seasons.
SHARES = np.array([0.89, 0.16, 0.23, 0.23, 0.18, 0.19, 0.25, 0.23, 0.24, 0.26, 0.28, 0.28])
SHARE_OF_EMPEROR_KING, MEAN_SHARE, LEAST_SHARE, MOST_SHARE = 0.78, 0.25, 0.05, 0.95

LISTS = NUM_TYPES, NUM_WORDS  # the values of a hand for each card that the other player hides


@kernel
def worth_of_reveal(view: np.void, weights: np.void, action: int) -> float:
    """Returns the worth of revealing a card: minus the mean share of the pot of hands with it."""
    return -SHARES[(action - nam.FIRST_REVEAL) % NUM_KINDS]


best_reveal = adviser("namto_v0", worth_of_reveal)


@kernel
def choose(view: np.void, weights: np.void, mask: np.ndarray) -> int:
    """Returns the legal action with the most expected points; see `adviser`."""
    if mask[nam.DROP_ACTION] == 1:
        return best_bet(view, weights, mask)
    return best_reveal(view, weights, mask)


@kernel
def best_bet(view: np.void, weights: np.void, mask: np.ndarray) -> int:
    """Returns the bet with the highest worth, or to drop; all bets have the same chance to win."""
    is_before = view["phase"][nam.BETTING_1] == 1
    chance = chance_before(view, weights) if is_before else chance_after(view, weights)
    expected = weights["goes_along"] * num_to_act(view)
    best_action, best_worth = nam.DROP_ACTION, 0.0
    for action in range(nam.FIRST_BET, len(mask)):
        amount = action - nam.FIRST_BET + 1
        # The worth is linear in the amount, so its ends suffice.
        is_between = view["makes_up"] == 0 and view["least_bet"] < amount < view["most_bet"]
        if mask[action] == 1 and not is_between:
            worth = chance * (view["pot"] + amount * (1.0 + expected)) - amount
            worth -= weights["caution"] * amount
            if worth > best_worth:
                best_action, best_worth = action, worth
    return best_action


@kernel
def num_to_act(view: np.void) -> int:
    """Returns how many rivals have still to bet, or to make up, in this betting."""
    count = 0
    for distance in range(1, view["num_players"]):
        count += view["active"][distance] == 1 and is_to_act(view, distance)
    return count


@kernel
def is_to_act(view: np.void, distance: int) -> bool:
    """Returns whether an active player has still to act in this betting."""
    if view["makes_up"] == 1:
        return view["bets"][distance] < view["last_bet"]
    return view["bets"][distance] == 0


@kernel
def rivalry(view: np.void, weights: np.void, distance: int) -> float:
    """Returns the weight of a player as a rival: 0 after dropping, at least 1 after a bet."""
    if view["active"][distance] == 0:
        return 0.0
    if is_to_act(view, distance):
        return weights["goes_along"]
    return 1.0 + weights["bet_tells"] * view["bets"][distance]


# Before the reveal


@kernel
def chance_before(view: np.void, weights: np.void) -> float:
    """Returns the chance to win, from the own cards alone."""
    share, rivals = share_of(view["hand"]), 0.0
    strength = (1.0 / MEAN_SHARE - 1.0) * share / (1.0 - share)  # 1 for an average hand
    for distance in range(1, view["num_players"]):
        rivals += rivalry(view, weights, distance)
    return strength / (strength + rivals)


@kernel
def share_of(hand: np.ndarray) -> float:
    """Estimates the share of the pot that two cards, int8[24] by type, win among four players."""
    share, kinds = -MEAN_SHARE, 0
    for type_ in range(NUM_TYPES):
        share += hand[type_] * SHARES[type_ % NUM_KINDS]
        kinds |= int(hand[type_] > 0) << type_ % NUM_KINDS
    if kinds == 1 << KING | 1 << EMPEROR:
        return SHARE_OF_EMPEROR_KING
    return min(max(share, LEAST_SHARE), MOST_SHARE)


# After the reveal


@kernel
def chance_after(view: np.void, weights: np.void) -> float:
    """Returns the chance to win against all cards that the rivals may hide."""
    table, unseen, lists = for_everybody(view), unseen_cards(view), np.empty(LISTS, np.int64)
    find_own_lists(view, table, unseen, lists)
    chance = 1.0
    for distance in range(1, view["num_players"]):
        if view["active"][distance] == 1:
            against = chance_against(view, distance, table, unseen, lists)
            chance *= against ** rivalry(view, weights, distance)
    return chance


@kernel
def find_own_lists(view: np.void, table: np.ndarray, unseen: np.ndarray, lists: np.ndarray) -> None:
    """Fills `lists`, int64[24, 5], with the own values by the card that a rival hides."""
    shown, hidden = type_in(view["revealed"][0]), type_in(view["hand"])
    for type_ in range(NUM_TYPES):
        if unseen[type_] > 0:
            find_list(view, table, shown, hidden, type_, lists[type_])


@kernel
def chance_against(
    view: np.void, distance: int, table: np.ndarray, unseen: np.ndarray, lists: np.ndarray
) -> float:
    """Returns the chance against one rival, over all cards it may hide; a tie is half a win.

    Args:
        view: The view.
        distance: The rival.
        table: int8[24], see `for_everybody`.
        unseen: int64[24], see `unseen_cards`.
        lists: int64[24, 5], see `find_own_lists`.
    """
    theirs = np.empty(NUM_WORDS, np.int64)
    shown, hidden = type_in(view["revealed"][distance]), type_in(view["hand"])
    won, total = 0.0, 0
    for type_ in range(NUM_TYPES):
        count = unseen[type_]
        if count > 0:
            mine = lists[type_]
            find_list(view, table, shown, type_, hidden, theirs)
            won += count * (0.5 + 0.5 * is_higher(mine, theirs) - 0.5 * is_higher(theirs, mine))
            total += count
    return won / total


@kernel
def for_everybody(view: np.void) -> np.ndarray:
    """Returns the cards on the table that all players may use: int8[24], by type."""
    cards = np.empty(NUM_TYPES, np.int8)
    for type_ in range(NUM_TYPES):
        cards[type_] = view["community"][type_]
    if view["hand_pool"] == nam.SHARED:
        for distance in range(view["num_players"]):
            for type_ in range(NUM_TYPES):
                cards[type_] += view["revealed"][distance, type_]
    return cards


@kernel
def find_list(
    view: np.void, pool: np.ndarray, shown: int, hidden: int, other: int, ladder: np.ndarray
) -> None:
    """Fills `ladder`, int64[5], with the values of a player.

    Args:
        view: The view, for the house rules.
        pool: int8[24], the cards on the table for all players; restored at the end.
        shown: The type of the player's revealed card.
        hidden: The type of the player's hidden card.
        other: The type of the card that the other player hides.
        ladder: The values to fill.
    """
    is_shared = view["hand_pool"] == nam.SHARED
    further, count = (other, view["reveals"] == nam.HAND_SIZE) if is_shared else (shown, True)
    pool[hidden] += 1
    pool[further] += count
    find_values(view, pool, shown, hidden, ladder)
    pool[further] -= count
    pool[hidden] -= 1
    if view["tie_break"] == nam.SPLIT:
        keep_best(ladder)


@kernel
def unseen_cards(view: np.void) -> np.ndarray:
    """Returns how many cards of each type the player does not see: int64[24]."""
    unseen = np.empty(NUM_TYPES, np.int64)
    for type_ in range(NUM_TYPES):
        unseen[type_] = nam.COPIES[type_] - view["hand"][type_] - view["community"][type_]
    for distance in range(view["num_players"]):
        for type_ in range(NUM_TYPES):
            unseen[type_] -= view["revealed"][distance, type_]
    return unseen


@kernel
def type_in(counts: np.ndarray) -> int:
    """Returns the type of a single card, from counts by type."""
    for type_ in range(NUM_TYPES):
        if counts[type_] > 0:
            return type_
    return nam.NO_CARD
