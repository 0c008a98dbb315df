"""Points and the dealer's bonus, in the games of kikisen whose seasons have no prizes."""

import numpy as np

from ..core.contract.cells import Cell, by_seat, public
from .options import MAX_PLAYERS, MOST_SEASONS, KikisenOptions

LARGEST_SCORE = 32_000  # where the scores of a view stop; few matches come near
HIGHEST_BONUS = (
    KikisenOptions.coding("dealer_bonus_start").high
    + KikisenOptions.coding("dealer_bonus_step").high * MOST_SEASONS
)

POINT_CELLS = (
    Cell("bonus", np.int16, shown=public(0, HIGHEST_BONUS, "the dealer's bonus"), start=None,
         in_snapshot=True),
    Cell("scores", np.int32, (MAX_PLAYERS,), reset_on="match",
         shown=by_seat(-LARGEST_SCORE, LARGEST_SCORE, "points so far", is_clipped=True),
         in_snapshot=True),
)  # fmt: skip
