"""Which games of a comparison are worth stepping through."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from fudaba.envs import GameRecord

from .match import MatchResult
from .ratings import BoolArray
from .statistics import FloatArray, IntArray

MOST_LOSSES = 2  # of so many agents, the first of the standings, the worst loss is shown


@dataclass(frozen=True)
class Example:
    """A game to step through.

    Attributes:
        title: Why it is shown: `deal 0; the worst loss of greedy`.
        number: Its number among the games of the comparison, the first is 1: the line that it
            has in a file of records.
        record: The game.
    """

    title: str
    number: int
    record: GameRecord


def notable_games(
    match: MatchResult, names: Sequence[str], order: Sequence[int], deals: Sequence[int]
) -> dict[int, str]:
    """The rows of the games worth showing, and why.

    Args:
        match: The games.
        names: The agents' names.
        order: The agents, the best first.
        deals: Further deals to show, by number.
    """
    titles: dict[int, str] = {}
    for row, title in _chosen(match, names, order, deals):
        titles[row] = f"{titles[row]}; {title}" if row in titles else title
    return titles


def _chosen(
    match: MatchResult, names: Sequence[str], order: Sequence[int], deals: Sequence[int]
) -> Iterator[tuple[int, str]]:
    first_two = list(order[:2])
    rows = np.flatnonzero(np.isin(match.seating, first_two).all(axis=1))
    # Of the first two agents: the first of them alone among copies of the second.
    alone = (match.seating[rows] == first_two[0]).sum(axis=1) == 1
    rows = rows[alone] if alone.any() else rows
    for deal in dict.fromkeys([0, *deals]):
        yield int(rows[match.deals[rows] == deal][0]), f"deal {deal}"
    if len(names) > 1:
        for agent in order[:MOST_LOSSES]:
            yield worst_loss(match, agent), f"the worst loss of {names[agent]}"
    if np.ptp(_gaps(match.points)) > 0:  # points for places alone say nothing of how close it was
        yield closest_finish(match.points), "the closest finish"


def worst_loss(match: MatchResult, agent: int) -> int:
    """The row of the game in which an agent, sitting alone, earned least; of several the first."""
    own = counted_seats(match.seating) & (match.seating == agent)
    earned = np.where(own, match.points, np.inf).min(axis=1)
    return int(earned.argmin())


def closest_finish(points: FloatArray) -> int:
    """The row of the game whose first two are nearest; of several those whose others are too."""
    return int(np.lexsort((np.ptp(points, axis=1), _gaps(points)))[0])


def _gaps(points: FloatArray) -> FloatArray:
    """How far the first of each game was ahead of the second."""
    rising = np.sort(points, axis=1)
    return np.asarray(rising[:, -1] - rising[:, -2])


def counted_seats(seating: IntArray) -> BoolArray:
    """bool[G, P]: seats of agents that sit alone, and all seats where an agent plays itself."""
    own_seats = (seating[:, None, :] == seating[:, :, None]).sum(axis=2)
    return np.asarray((own_seats == 1) | (own_seats == seating.shape[1]))
