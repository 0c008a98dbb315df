"""Advice for Sevens, over the player's own view (SEV-7.4).

Every card laid opens the next cells of its walk. That is good where own cards lie beyond, and bad
where it lets others go on. A card that helps the others more than oneself is a blocking card: it
is held back, and a pass used instead, as long as passes last.
"""

import numpy as np

from fudaba.envs.cards.french import NUM_RANKS
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.sevens.rules import next_rank
from fudaba.envs.sevens.state import (
    FILL,
    FIRST_FILL,
    FIRST_JOKER_AT,
    LAST_PLACE,
    NO_RANK,
    PASS_ACTION,
    SEVEN,
)

from .advice import NOTHING, adviser

OWN_CARD, OTHERS_CARD = 1.0, -1.0  # an empty cell beyond, by who holds its card
DISTANCE_DISCOUNT = 0.8  # for each further empty cell
JOKER_COST, WANDERING_COST, BURDEN_COST = 2.0, -8.0, -4.0
PASS_PRICE = -1.5  # for each pass used
HAIR = 1e-9  # so that among equals a card is laid


@kernel
def worth_of(view: np.void, action: int) -> float:
    """The worth of a play: of what it opens, less the price of a joker.

    A pass is worth what a play must be worth to be as good: each makes the next one dearer.
    """
    if action < PASS_ACTION:
        return worth_of_card(view, action)
    if action == PASS_ACTION:
        return PASS_PRICE * view["passes"][0] - HAIR
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
    return WANDERING_COST if view["joker_last"] == LAST_PLACE else JOKER_COST


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
    rank = next_rank(rank, direction, view["tunnel"])
    while rank != NO_RANK and rank != SEVEN:
        cell = suit * NUM_RANKS + rank
        if view["reachable"][cell] == 1:
            break
        if not is_occupied(view, cell):
            if view["hand"][cell] == 1:
                worth += weight * OWN_CARD
            else:
                worth += weight * OTHERS_CARD
            weight *= DISTANCE_DISCOUNT
        rank = next_rank(rank, direction, view["tunnel"])
    return worth


choose = adviser("sevens_v0", worth_of)
