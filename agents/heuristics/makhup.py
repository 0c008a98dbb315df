"""Advice for Makhup, over the player's own view (MHP-7.3).

Plays that take many cards come first; an extension takes several. Zeros fit any play, so a zero
alone is worth nothing and is kept to accompany others. A special card can always be played, so it
is kept for a turn in which no other card can. The last resort is drawing, which opens a path.
"""

import numpy as np

from fudaba.envs.cards.melds import count_of
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.makhup.state import DRAW_ACTION, NUM_RANKS, PASS_ACTION, PLAYED, SPECIAL_ACTION

from .advice import adviser, anywhere
from .weights import Weight, WeightTable

WEIGHTS = WeightTable(
    Weight("per_card", 10.0, 0.0, 20.0, "for each number that is played"),
    Weight(
        "per_number", 1.0, -4.0, 8.0, "for each unit of its number: high numbers fit fewer ends"
    ),
    Weight("special_worth", 2.0, -10.0, 30.0, "for a special card"),
    Weight("draw_worth", 1.0, -10.0, 30.0, "for drawing"),
)


WINNING = 1000.0


@kernel
def worth_of(view: np.void, weights: np.void, action: int) -> float:
    """Returns the worth: many cards first, then high cards, then a special card, then a draw."""
    if action in (DRAW_ACTION, PASS_ACTION):
        return weights["draw_worth"]
    cards, worth, num_left = PLAYED[action], 0.0, 0
    for rank in range(NUM_RANKS):
        count = count_of(cards, rank)
        worth += count * (weights["per_card"] + rank * weights["per_number"])
        num_left += view["hand"][rank] - count
    if num_left == 0:
        return WINNING
    return weights["special_worth"] if action == SPECIAL_ACTION else worth


choose = adviser("makhup_v0", worth_of, span=anywhere)
