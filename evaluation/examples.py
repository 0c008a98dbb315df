"""Chooses the games of a comparison that are worth stepping through."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from fudaba.common.languages import N_, translator
from fudaba.envs import GameRecord

from .match import MatchResult
from .ratings import BoolArray
from .statistics import FloatArray, IntArray

_, _n = translator("evaluation")

MOST_LOSSES = 2  # the number of best agents whose worst losses are shown

Reason = tuple[str, dict[str, object]]  # a message and its values


@dataclass(frozen=True)
class ExampleGame:
    """A game to step through.

    Attributes:
        reasons: Why it is shown.
        number: Its number among the games of the comparison, from 1: its line in a file of
            records.
        record: The game.
    """

    reasons: tuple[Reason, ...]
    number: int
    record: GameRecord

    @property
    def title(self) -> str:
        """The reasons in the current language: `deal 0; the worst loss of greedy`."""
        return _("; ").join(_(message, **values) for message, values in self.reasons)


def notable_games(
    match: MatchResult, names: Sequence[str], order: Sequence[int], deals: Sequence[int]
) -> dict[int, tuple[Reason, ...]]:
    """Returns the rows of the games worth showing, each with its reasons.

    Args:
        match: The games.
        names: The agents' names.
        order: The agents, the best first.
        deals: Further deals to show, by number.
    """
    reasons: dict[int, tuple[Reason, ...]] = {}
    for row, reason in _chosen(match, names, order, deals):
        reasons[row] = (*reasons.get(row, ()), reason)
    return reasons


def _chosen(
    match: MatchResult, names: Sequence[str], order: Sequence[int], deals: Sequence[int]
) -> Iterator[tuple[int, Reason]]:
    first_two = list(order[:2])
    rows = np.flatnonzero(np.isin(match.seating, first_two).all(axis=1))
    # Of the first two agents: the first of them alone among copies of the second.
    alone = (match.seating[rows] == first_two[0]).sum(axis=1) == 1
    rows = rows[alone] if alone.any() else rows
    for deal in dict.fromkeys([0, *deals]):
        yield int(rows[match.deals[rows] == deal][0]), (N_("deal {deal}"), {"deal": deal})
    if len(names) > 1:
        for agent in order[:MOST_LOSSES]:
            reason: Reason = (N_("the worst loss of {agent}"), {"agent": names[agent]})
            yield worst_loss(match, agent), reason
    # Points that depend on places alone don't show how close a game was.
    if np.ptp(_gaps(match.points)) > 0:
        yield closest_finish(match.points), (N_("the closest finish"), {})


def worst_loss(match: MatchResult, agent: int) -> int:
    """Returns the row of the first game in which an agent, sitting alone, earned least."""
    own = counted_seats(match.seating) & (match.seating == agent)
    earned = np.where(own, match.points, np.inf).min(axis=1)
    return int(earned.argmin())


def closest_finish(points: FloatArray) -> int:
    """Returns the row of the game with the smallest lead, and among those the smallest range."""
    return int(np.lexsort((np.ptp(points, axis=1), _gaps(points)))[0])


def _gaps(points: FloatArray) -> FloatArray:
    """Returns the lead of the first over the second in each game: float64[G]."""
    rising = np.sort(points, axis=1)
    return np.asarray(rising[:, -1] - rising[:, -2])


def counted_seats(seating: IntArray) -> BoolArray:
    """Returns bool[G, P]: seats of agents that sit alone, or all if an agent plays itself."""
    own_seats = (seating[:, None, :] == seating[:, :, None]).sum(axis=2)
    return np.asarray((own_seats == 1) | (own_seats == seating.shape[1]))
