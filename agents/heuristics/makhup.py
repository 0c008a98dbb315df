"""Advice for Makhup, over the player's own view (MHP-7.3).

Plays that take many cards come first; an extension takes several. Zeros fit any play, so a zero
alone is worth nothing and is kept to accompany others. A special card can always be played, so it
is kept for a turn in which no other card can. The last resort is drawing, which opens a path.
"""

import numpy as np

from fudaba.envs.cards.melds import BITS_OF_A_COUNT, count_of
from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.makhup.state import DRAW_ACTION, MOVES, PASS_ACTION, PLAYED, SPECIAL_ACTION

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
NUM_PLAYED = np.array([len(cards) for cards, _ in MOVES])  # cards, by action id


@kernel
def worth_of(view: np.void, weights: np.void, action: int) -> float:
    """Returns the worth: many cards first, then high cards, then a special card, then a draw."""
    if action in (DRAW_ACTION, PASS_ACTION):
        return weights["draw_worth"]
    if NUM_PLAYED[action] == view["hand_sizes"][0]:
        return WINNING
    if action == SPECIAL_ACTION:
        return weights["special_worth"]
    return worth_of_numbers(weights, PLAYED[action])


@kernel
def worth_of_numbers(weights: np.void, cards: int) -> float:
    """Returns the worth of playing these number cards, a multiset, which is not empty."""
    worth, rank = 0.0, 0
    while cards > 0:
        count = count_of(cards, 0)
        worth += count * (weights["per_card"] + rank * weights["per_number"])
        cards, rank = cards >> BITS_OF_A_COUNT, rank + 1
    return worth


choose = adviser("makhup_v0", worth_of, span=anywhere)
