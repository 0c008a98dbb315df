"""Advice for Sevens, over the player's own view (SEV-7.4).

Every card laid opens the next cell of its walk. That is good where own cards lie beyond, and bad
where it lets others go on. A card that others wait for is a blocking card: it is held back, and
a pass used instead, as long as passes last and the hand is large.
"""

import numpy as np

from fudaba.envs.core.kernel import kernel
from fudaba.envs.sevens.rules import (
    FILL,
    FIRST_FILL,
    FIRST_JOKER_AT,
    NO_RANK,
    NUM_RANKS,
    PASS_ACTION,
    SEVEN,
    UNLIMITED,
    next_rank,
)

# Found by hill climbing in self-play over a few thousand deals; the play is not sensitive to them.
OWN_CARD, OTHERS_CARD = 0.55, -0.6  # a card beyond that the opening leads to
OWN_CHAIN = 0.6  # each own card that follows without a gap
DISTANCE_DISCOUNT = 0.8  # per empty cell on the way
PASS_BELOW, PER_PASS_LEFT, PER_HAND_CARD = -1.9, 0.35, 0.13
PASS_BELOW_UNLIMITED = -1.2
JOKER_COST, WANDERING_COST, BURDEN_COST = 1.0, -4.0, -2.0
NOTHING = -1e9


@kernel
def choose(view: np.void, mask: np.ndarray) -> int:
    """The advised action of the seat to move.

    Args:
        view: Its view record.
        mask: int8[A], its legal actions, at least one.

    Returns:
        A legal action id.
    """
    best_action, best_worth = PASS_ACTION, 2 * NOTHING
    for action in range(len(mask)):
        if mask[action] == 1 and action != PASS_ACTION:
            worth = worth_of(view, action)
            if worth > best_worth:
                best_action, best_worth = action, worth
    if mask[PASS_ACTION] == 1 and best_worth < pass_threshold(view):
        return PASS_ACTION
    return best_action


@kernel
def pass_threshold(view: np.void) -> float:
    """What the best play must be worth; more while passes last and the hand is large."""
    if view["pass_limit"] == UNLIMITED:
        return PASS_BELOW_UNLIMITED
    passes_left = view["pass_limit"] - view["passes"][0]
    return PASS_BELOW + PER_PASS_LEFT * passes_left + PER_HAND_CARD * view["hand_size"][0]


@kernel
def worth_of(view: np.void, action: int) -> float:
    """The worth of a play: of what it opens, less the price of a joker."""
    if action < PASS_ACTION:
        return worth_of_card(view, action)
    is_fill = action >= FIRST_FILL
    slot = action - (FIRST_FILL if is_fill else FIRST_JOKER_AT)
    suit, direction = slot // 2, slot % 2
    rank = frontier_rank(view, suit, direction)
    if is_fill:
        rank = next_rank(rank, direction, view["tunnel"])
    return worth_of_opening(view, suit, rank, direction) - joker_cost(view)


@kernel
def joker_cost(view: np.void) -> float:
    """A wild joker is worth keeping: its holder can always move (SEV-5.4).

    Not so where holding it at the end means the last place (SEV-6.4), nor with `fill`, where a
    lone joker is unplayable and its holder ends up eliminated.
    """
    if view["joker_use"] == FILL:
        return BURDEN_COST
    return WANDERING_COST if view["joker_last"] == 1 else JOKER_COST


@kernel
def worth_of_card(view: np.void, card: int) -> float:
    """The worth of a natural card, on the better of the walks that it continues.

    NOTHING where it continues none: it takes a joker, which is never a choice against a play.
    """
    suit, rank = card // NUM_RANKS, card % NUM_RANKS
    worth = NOTHING
    for direction in range(2):
        if frontier_rank(view, suit, direction) == rank:
            worth = max(worth, worth_of_opening(view, suit, rank, direction))
    return worth


@kernel
def is_occupied(view: np.void, cell: int) -> bool:
    """Whether something lies on a cell."""
    return view["natural"][cell] + view["joker"][cell] > 0


@kernel
def frontier_rank(view: np.void, suit: int, direction: int) -> int:
    """The first empty rank of a walk from the seven, or NO_RANK (SEV-4.1)."""
    rank = next_rank(SEVEN, direction, view["tunnel"])
    while rank != NO_RANK and rank != SEVEN:
        if not is_occupied(view, suit * NUM_RANKS + rank):
            return rank
        rank = next_rank(rank, direction, view["tunnel"])
    return NO_RANK


@kernel
def worth_of_opening(view: np.void, suit: int, rank: int, direction: int) -> float:
    """What a walk that goes on beyond a rank is worth: near cards count more than far ones."""
    worth, weight = 0.0, 1.0
    unbroken = True
    rank = next_rank(rank, direction, view["tunnel"])
    while rank != NO_RANK and rank != SEVEN:
        cell = suit * NUM_RANKS + rank
        if view["reachable"][cell] == 1:
            break
        if not is_occupied(view, cell):
            if view["hand"][cell] == 1:
                worth += weight * OWN_CARD + (OWN_CHAIN if unbroken else 0.0)
            else:
                worth += weight * OTHERS_CARD
                unbroken = False
            weight *= DISTANCE_DISCOUNT
        rank = next_rank(rank, direction, view["tunnel"])
    return worth
