"""Races variants on the same deals: stops the clearly worse ones, then the worse half.

A race has R rounds. In each round all variants that are left play the same further deals, and each
is measured on all deals that it has played. A variant that is clearly worse than another one stops;
after that the worse half stops too, until the wanted number is left (sequential halving: Karnin,
Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013). Those of the worse
half need not be clearly worse, and are not called so.

*Clearly* holds for the race as a whole. One that is looked at R times and has A variants compares
the truly best one with the others at most R * (A - 1) times, so each comparison is one-sided at
5 % / (R * (A - 1)): the chance that the best variant is called clearly worse is at most 5 %,
whatever stops the race and whichever variant leads (Bonferroni's bound over the looks of a group
sequential test, Jennison and Turnbull 1999, and over the arms, as in Maron and Moore's races,
1993). The interval of a variant that has stopped is two-sided at 5 % / R, so that it holds at
whatever round it stopped. Comparisons are paired by deal. With several goals a variant is clearly
worse if another one is clearly better in every goal; goals in which both are always equal do not
count. A goal in which all variants may be equal (Hotelling's test, 5 %) has no part in the order in
which the worse half is found, for its order would be luck.

A variant that has played the same games as another one, move by move, such as one with a rule for
jokers in a game without jokers, stops as its *twin*.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..best import ERROR, interval_of, sign_of
from ..statistics import Estimate, Interval, p_value_of_equality

LEAST_DEALS = 64  # of a round: with fewer, Student's t is wrong so far out

Losses = tuple[Estimate, ...]  # of a variant, one for each criterion; lower is better
Status = Literal["finalist", "clearly worse", "behind", "twin"]


@dataclass(frozen=True)
class Runner:
    """The outcome of the race for one variant.

    Attributes:
        status: Why it stopped: it is a finalist, was clearly worse than another variant, was in
            the worse half, or is the twin of another variant.
        rounds: The number of rounds that it ran.
        deals: The number of deals that it played.
        losses: Its losses with intervals that hold at whatever round it stopped.
        twin: The variant of which it is the twin, or None.
    """

    status: Status
    rounds: int = 0
    deals: int = 0
    losses: tuple[Interval, ...] = ()
    twin: int | None = None


@dataclass(frozen=True)
class Plan:
    """The plan of a race.

    Attributes:
        costs: Games per deal of each variant.
        games: The games of the whole race.
        wanted: The number of finalists.
    """

    costs: tuple[int, ...]
    games: int
    wanted: int

    @property
    def rounds(self) -> int:
        """The number of rounds; 0 if all variants are finalists."""
        return max(0, ceil(log2(max(1, len(self.costs)) / self.wanted)))

    @property
    def fewest_games(self) -> int:
        """The fewest games of a race in which no variant is clearly worse."""
        halves = sum(ceil(len(self.costs) / 2**number) for number in range(self.rounds))
        return LEAST_DEALS * max(self.costs, default=0) * halves

    @property
    def level(self) -> float:
        """The chance of error of one comparison, one-sided."""
        return ERROR / (max(1, self.rounds) * max(1, len(self.costs) - 1))

    def deals(self, number: int, running: Sequence[int], played: int) -> int:
        """Returns the number of deals of a round; the rounds that remain share the games evenly.

        Args:
            number: The number of the round, from 0.
            running: The variants that run.
            played: The games that were played before.
        """
        per_deal = sum(self.costs[variant] for variant in running)
        return max(LEAST_DEALS, (self.games - played) // (self.rounds - number) // per_deal)


@dataclass(frozen=True)
class Seen:
    """The games of a variant so far.

    Attributes:
        losses: Its losses on all its deals.
        games: A hash of the games.
    """

    losses: Losses
    games: bytes


# Plays further deals with some variants and returns what was seen of each: called with the number
# of the round, the variants, and the number of further deals.
Play = Callable[[int, Sequence[int], int], Sequence[Seen]]


def race(plan: Plan, play: Play) -> list[Runner]:
    """Runs a race and returns the outcome for each variant.

    The race depends on nothing but what `play` returns.
    """
    running = list(range(len(plan.costs)))
    runners = [Runner("finalist") for _ in running]
    deals = games = 0
    for number in range(plan.rounds):
        if len(running) <= plan.wanted:
            break
        further = plan.deals(number, running, games)
        deals += further
        games += further * sum(plan.costs[variant] for variant in running)
        seen = play(number, running, further)
        stops = _stops(seen, plan)
        for place, variant in enumerate(running):
            status, twin = stops[place]
            runners[variant] = Runner(
                status=status,
                rounds=number + 1,
                deals=deals,
                losses=tuple(interval_of(loss, ERROR / plan.rounds) for loss in seen[place].losses),
                twin=None if twin is None else running[twin],
            )
        running = [variant for variant in running if runners[variant].status == "finalist"]
    return runners


def _stops(seen: Sequence[Seen], plan: Plan) -> list[tuple[Status, int | None]]:
    """Returns for each variant of a round its status and, for a twin, the variant it repeats."""
    losses = [each.losses for each in seen]
    twins = twins_of([each.games for each in seen])
    worse = clearly_worse(losses, plan.level)
    left = [place for place in order_of(losses) if place not in twins and not worse[place]]
    kept = max(plan.wanted, ceil(len(losses) / 2))
    stops = dict[int, tuple[Status, int | None]]()
    for place in range(len(losses)):
        is_twin = place in twins
        stops[place] = ("twin", twins[place]) if is_twin else ("clearly worse", None)
    for place in left:
        stops[place] = ("behind", None)
    for place in left[:kept]:
        stops[place] = ("finalist", None)
    return [stops[place] for place in range(len(losses))]


def twins_of(games: Sequence[bytes]) -> dict[int, int]:
    """Returns the variants that played the same games as an earlier one, with that one.

    Args:
        games: A hash of the games of each variant.
    """
    seen: dict[bytes, int] = {}
    firsts = [seen.setdefault(key, place) for place, key in enumerate(games)]
    return {place: first for place, first in enumerate(firsts) if place != first}


def clearly_worse(losses: Sequence[Losses], level: float) -> NDArray[np.bool_]:
    """Returns which variants are clearly worse than another one in every criterion.

    Args:
        losses: The losses of each variant, on the same deals.
        level: The chance of error of one comparison.
    """
    worse = np.zeros(len(losses), np.bool_)
    for leader in front_of(losses):
        for place, loss in enumerate(losses):
            if place != leader and not worse[place]:
                worse[place] = _is_clearly_worse(loss, losses[leader], level)
    return worse


def _is_clearly_worse(loss: Losses, other: Losses, level: float) -> bool:
    """Whether a variant is clearly worse in every criterion; ignores those that never differ."""
    signs = [sign_of(one.minus(two), level) for one, two in zip(loss, other, strict=True)]
    told = [sign for sign in signs if sign is not None]
    return bool(told) and all(sign > 0 for sign in told)


def beaten(losses: Sequence[Losses], error: float) -> list[bool]:
    """Returns which variants are clearly worse than another one in a criterion and better in none.

    With one criterion a variant that is truly the best is called beaten with the chance `error` at
    most. With several, a variant that is better in another criterion can be called beaten if the
    deals don't show that clearly.

    Args:
        losses: The losses of each variant, on the same deals.
        error: The chance of error of all comparisons of a variant.
    """
    level, found = _level_of(losses, error), []
    for one in losses:
        told = [
            [sign_of(a.minus(b), level) or 0 for a, b in zip(one, other, strict=True)]
            for other in losses
            if other is not one
        ]
        found.append(any(max(signs) == 1 and min(signs) >= 0 for signs in told))
    return found


def _level_of(losses: Sequence[Losses], error: float) -> float:
    """Returns the one-sided chance of error of one comparison of a variant with another one."""
    return error / max(1, len(losses) - 1) / max(map(len, losses))


def behind(losses: Sequence[Losses], first: int, error: float) -> list[Interval | None]:
    """Returns by how much each variant is behind one, with the intervals that `beaten` looks at.

    Args:
        losses: The losses of each variant, on the same deals.
        first: The variant with which all others are compared, None for itself.
        error: The chance of error of all comparisons of a variant.
    """
    level = 2 * _level_of(losses, error)
    return [
        None if place == first else interval_of(loss.minus(losses[first][0]), level)
        for place, (loss, *_others) in enumerate(losses)
    ]


def order_of(losses: Sequence[Losses]) -> list[int]:
    """Returns the variants by their estimates, the best first.

    With several criteria those come first that no other one beats in all of them, then those that
    only the former beat, and so on (non-dominated sorting). Within such a layer those with the
    fewest neighbours come first (Deb's crowding distance), so that the layer is kept in its width.
    """
    values = _values_of(losses)
    if values.shape[1] == 1:
        return np.argsort(values[:, 0], kind="stable").tolist()
    left, order = list(range(len(losses))), list[int]()
    while left:
        layer = [left[place] for place in _not_dominated(values[left])]
        order += [layer[place] for place in _by_crowding(values[layer])]
        left = [place for place in left if place not in set(layer)]
    return order


def front_of(losses: Sequence[Losses]) -> list[int]:
    """Returns the variants that no other one beats by estimate; with one criterion the best."""
    values = _values_of(losses)
    if values.shape[1] == 1:
        return [int(values[:, 0].argmin())]
    return _not_dominated(values)


def _values_of(losses: Sequence[Losses]) -> NDArray[np.float64]:
    """Returns the estimates in the criteria in which variants differ clearly: float64[V, C].

    If there is no such criterion, all are returned.
    """
    values = np.array([[loss.value for loss in each] for each in losses])
    counted = telling(losses)
    return values[:, counted] if any(counted) else values


def telling(losses: Sequence[Losses]) -> list[bool]:
    """Returns for each criterion whether the variants differ significantly in it."""
    return [_differ(column) for column in zip(*losses, strict=True)]


def _differ(column: Sequence[Estimate]) -> bool:
    """Whether the values are not all equal; True if the deals are too few to say."""
    values = np.array([estimate.value for estimate in column])
    if len(values) < 2 or not np.isfinite(values).all():
        return True
    pulls = np.stack([estimate.influence for estimate in column], axis=1)
    return not p_value_of_equality(values + len(pulls) * pulls) > ERROR


def _not_dominated(values: NDArray[np.float64]) -> list[int]:
    """Returns the rows of float64[V, C] that no other row dominates (the Pareto front)."""
    no_worse = (values[:, None] <= values).all(axis=2)
    better = (values[:, None] < values).any(axis=2)
    return np.flatnonzero(~(no_worse & better).any(axis=0)).tolist()


def _by_crowding(values: NDArray[np.float64]) -> list[int]:
    """Returns the rows of float64[V, C] by falling crowding distance; the extremes come first."""
    distance = np.zeros(len(values))
    for column in values.T:
        order = np.argsort(column, kind="stable")
        distance[order[[0, -1]]] = np.inf
        span = column[order[-1]] - column[order[0]]
        if span > 0:
            distance[order[1:-1]] += (column[order[2:]] - column[order[:-2]]) / span
    return np.argsort(-distance, kind="stable").tolist()
