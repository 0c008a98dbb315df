"""The heuristic for Makhup, computed from the player's own view (MHP-7.3).

Plays that take many cards come first; an extension takes several. Zeros fit any play, so a zero
alone is worth nothing and is kept to accompany others. A special card can always be played, so it
is kept for a turn in which no other card can. The last resort is drawing, which opens a path.
"""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.weights import Weight, WeightTable
from ..core.kit.advice import adviser
from .options import USUAL_HAND
from .state import (
    DRAW_ACTION,
    FIRST_JOIN_THREE,
    MOVES,
    PASS_ACTION,
    SPECIAL_ACTION,
)

WEIGHTS = WeightTable(
    Weight("per_card", 10.0, 0.0, 20.0, "for each number that is played"),
    Weight(
        "per_number", 1.0, -4.0, 8.0, "for each unit of its number: high numbers fit fewer ends"
    ),
    Weight("special_worth", 2.0, -10.0, 30.0, "for a special card"),
    Weight("draw_worth", 1.0, -10.0, 30.0, "for drawing"),
)


WINNING = 1000.0
NUM_PLAYED = np.array([len(cards) for cards, _ in MOVES])  # cards, by action id

# By action id, the ranks played and how often; numbers of the same sum have at most four ranks.
MOST_RANKS = 4
RANKS, COUNTS = np.zeros((2, len(MOVES), MOST_RANKS), np.int8)
for action, (cards, _) in enumerate(MOVES):
    for place, rank in enumerate(sorted(set(cards))):
        RANKS[action, place], COUNTS[action, place] = rank, cards.count(rank)


@kernel
def observe_partial(state: np.void, seat: int, view: np.void) -> None:
    """Fills the one field that the advice reads, of the player on turn."""
    view["hand_sizes"][0] = state["hand_sizes"][seat]


@kernel
def worth_of(view: np.void, weights: np.void, action: int) -> float:
    """Returns the worth: many cards first, then high cards, then a special card, then a draw."""
    if action in (DRAW_ACTION, PASS_ACTION):
        return weights["draw_worth"]
    if NUM_PLAYED[action] == view["hand_sizes"][0]:
        return WINNING
    if action == SPECIAL_ACTION:
        return weights["special_worth"]
    return worth_of_numbers(weights, action)


@kernel
def worth_of_numbers(weights: np.void, action: int) -> float:
    """Returns the worth of playing the number cards of an action."""
    worth = 0.0
    for place in range(MOST_RANKS):
        count, rank = COUNTS[action, place], RANKS[action, place]
        worth += count * (weights["per_card"] + rank * weights["per_number"])
    return worth


@kernel
def span(view: np.void, mask: np.ndarray) -> tuple[int, int]:
    """Returns the range of the usual actions, or that of all where the others may be legal."""
    is_usual = view["join_max"] == 2 and view["hand_sizes"][0] <= USUAL_HAND
    return 0, FIRST_JOIN_THREE if is_usual else len(mask)


choose = adviser("makhup_v0", worth_of, span=span)
