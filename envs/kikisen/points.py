"""What views show of points, and of the dealer's bonus, in the games of kikisen that have them."""

import numpy as np

from ..core.compiling.kernel import kernel
from .options import MOST_SEASONS, KikisenOptions

LARGEST_SCORE = 32_000  # where the scores of a view stop; few matches come near
HIGHEST_BONUS = (
    KikisenOptions.coding("dealer_bonus_start").high
    + KikisenOptions.coding("dealer_bonus_step").high * MOST_SEASONS
)


@kernel
def observe_points(state: np.void, player: int, distance: int, view: np.void) -> None:
    """A player's score, so many seats from the viewer, as far as views show it."""
    score = np.int64(state["scores"][player])
    view["scores"][distance] = min(max(score, -LARGEST_SCORE), LARGEST_SCORE)
