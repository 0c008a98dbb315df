"""Drama: how the later winner stood during the game.

Browne ("Automatic Generation and Evaluation of Recombination Games", PhD thesis, 2008) calls a game
dramatic if the player who wins was behind before, and measures it by the average severity of the
positions in which the later winner was behind: the root of the difference between the evaluations
of the leader and the winner. For several players Xexéo, Mangeli and Oliveira ("Drama Measures
Applied to a Large Scale Business Game", ABSEL 2016) use the players' places instead of
evaluations.

Here a seat's place follows from its points so far; between equal points the lead value decides that
the game declares, in most games the place in the round or the fewest cards. In a game that pays
points only at its end the lead value decides alone. Places are looked at before every decision. The
severity of a position is the root of the share of the other players that are ahead: 1 for the last,
0 for whoever nobody is ahead of. Where several win, their mean counts. Rounds of a match that
decide nothing are left out (`rounds.StartOfMatch`).
"""

import numpy as np
from numpy.typing import NDArray

from fudaba.common.languages import N_
from fudaba.envs.core.stepping.measuring import BEHIND, BEHIND_UNTIL, LAST_UNTIL, SEVERITY

from ..statistics import FloatArray, IntArray
from .result import Form

DRAMA, BEHIND_SHARE, LEFT, COMEBACK = range(4)
NUM_DRAMA = 4
COMEBACKS = N_("comebacks, the winner was last in the second half")
# Their names in reports and the kinds of number, in this order.
NAMES: dict[str, Form] = {
    N_("drama, the severity with which the winner was behind"): "number",
    N_("decisions with the winner behind"): "share",
    N_("share of the game left when the winner leads for good"): "share",
    COMEBACKS: "share",
}


def drama_of(
    standings: FloatArray, before: IntArray, lengths: IntArray, points: FloatArray
) -> NDArray[np.float32]:
    """Returns measures of the winners' standing during some games: float32[N, 4].

    The first is the mean severity of the decisions with the winner behind, 0 if there were none;
    the second their share of all decisions. The third is the share of the decisions that follow the
    last one with the winner behind. The fourth is 1 if all others were ahead of the winner at a
    decision of the second half of the game.

    Args:
        standings: float64[N, P, 4], see `count_standings`.
        before: int64[N], the decisions of each game that are left out: rounds that decide nothing.
        lengths: int64[N], decisions of each game, more than those before.
        points: float64[N, P], at the end.
    """
    behind, length = standings[..., BEHIND], (lengths - before)[:, None].astype(np.float64)
    behind_until, last_until = (
        np.maximum(standings[..., row] - before[:, None], 0) for row in (BEHIND_UNTIL, LAST_UNTIL)
    )
    of_seats = np.stack(
        [
            standings[..., SEVERITY] / np.maximum(behind, 1),
            behind / length,
            1 - behind_until / length,
            2 * last_until > length,
        ],
        axis=2,
    )
    has_won = points == points.max(axis=1, keepdims=True)
    winners = has_won / has_won.sum(axis=1, keepdims=True)
    return np.asarray((of_seats * winners[..., None]).sum(axis=1), np.float32)
