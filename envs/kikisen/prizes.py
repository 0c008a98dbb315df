"""Scores of the games of kikisen that have no points: a season is won or lost (KIKI-6.5).

Winners share evenly, so scores are whole numbers of sixtieths: 60 can be shared by up to 6.
"""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.fields import Field
from ..core.kit.arrays import clear
from .options import MAX_PLAYERS, MOST_SEASONS

PARTS = 60
HIGHEST_SCORE = PARTS * (MAX_PLAYERS - 1) * MOST_SEASONS

PRIZE_STATE = (("scores", np.int16, MAX_PLAYERS),)  # in sixtieths of a point

PRIZE_FIELDS = (
    Field("scores", (MAX_PLAYERS,), -PARTS * MOST_SEASONS, HIGHEST_SCORE,
          f"points so far, in parts: {PARTS} make one"),
)  # fmt: skip


@kernel
def pay_season(state: np.void, won: np.ndarray) -> None:
    """Of n players k winners get (n - k) / k each, all others -1 (KIKI-6.5).

    Args:
        state: The table.
        won: int8[6], 1 for each winner, at least one.
    """
    count, num_winners = np.int64(state["num_players"]), 0
    for seat in range(count):
        num_winners += won[seat]
    for seat in range(count):
        is_winner = won[seat] == 1
        parts = PARTS * (count - num_winners) // num_winners if is_winner else -PARTS
        state["scores"][seat] += parts


@kernel
def score(state: np.void, points: np.ndarray) -> None:
    """The points won so far (KIKI-6.4)."""
    clear(points)
    for seat in range(state["num_players"]):
        points[seat] = state["scores"][seat] / PARTS


@kernel
def observe_score(state: np.void, player: int, distance: int, view: np.void) -> None:
    """A player's row of `PRIZE_FIELDS`, so many seats from the viewer."""
    view["scores"][distance] = state["scores"][player]
