"""Scores of the games of kikisen that have no points: a season is won or lost (KIKI-6.5).

Winners share evenly, so scores are whole numbers of sixtieths: 60 can be shared by up to 6.
"""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.cells import Cell, by_seat
from ..core.kit.arrays import clear
from ..core.kit.seats import player_name
from .options import MAX_PLAYERS, MOST_SEASONS
from .seasons import HIDDEN_BONUS

PARTS = 60
HIGHEST_SCORE = PARTS * (MAX_PLAYERS - 1) * MOST_SEASONS

PRIZE_CELLS = (
    HIDDEN_BONUS,
    Cell("scores", np.int16, (MAX_PLAYERS,), reset_on="match",
         shown=by_seat(-PARTS * MOST_SEASONS, HIGHEST_SCORE,
                       f"points so far, in parts: {PARTS} make one")),
)  # fmt: skip


@kernel
def pay_season(state: np.void, won: np.ndarray) -> None:
    """Pays each of k winners among n players (n - k) / k, the others -1 (KIKI-6.5).

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
    """Writes the points won so far (KIKI-6.4)."""
    clear(points)
    for seat in range(state["num_players"]):
        points[seat] = state["scores"][seat] / PARTS


def prizes_by_player(state: np.void) -> dict[str, float]:
    """Returns the points won so far by the players' names, for the open table."""
    scores = state["scores"][: state["num_players"]] / PARTS
    return {player_name(seat): float(points) for seat, points in enumerate(scores)}
