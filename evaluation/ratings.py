"""One strength per agent from the places at mixed tables: a batch Plackett-Luce fit.

Each agent has a strength. The first place of a table goes to a seat with probability
proportional to the strength of its agent, the second place likewise among the seats that remain,
and so on. Such a step is called a stage here. The fit maximises the likelihood of all games at
once, so the order of the games does not matter.

Scale: ratings are points as with Elo, with mean zero over the agents. In the model, of two seats at
a table the one whose agent is rated d points higher finishes ahead with odds 10**(d/400) to 1: 100
points are 64 %, 400 points are 10 to 1. That this holds whoever else sits there is an assumption of
the model, not a fact of a game. In Sevens, greedy is rated 103 points above random, which predicts
64 %; alone among random players it finishes ahead of 73 % of them, while a lone random player is
behind 63 % of greedy ones. So the arena shows the observed shares beside the predicted ones.

Ties: seats that share a place count as every order among them in equal parts, so a tie is half a
win for each, as in chess. Where all losers of a game share the last place this draws the ratings
together: they still rank the agents, but understate the odds of winning.

An agent in several seats: each seat has its own chance, as the model says. A stage in which
only seats of one agent remain says nothing and is left out.

Prior: every agent also has one tied game against an imagined opponent in the middle of the scale.
That game keeps the rating of an unbeaten agent finite and hardly moves the others.

Method: Newton's on the log strengths. The usual minorise-maximise iteration finds the same
maximum, but needs over 100,000 rounds once an agent is unbeaten, and looks settled long before.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from fudaba.common.checks import check_whole, read_array
from fudaba.common.errors import UserError

from .statistics import FloatArray, IntArray, Interval, margin, number_clusters

POINTS = 400 / np.log(10)  # points per unit of log strength
PRIOR_GAMES = 1.0
MAX_STEPS = 100  # of the fit; it seldom needs a dozen
MOST_AGENTS, MOST_RESAMPLES = 100_000, 1_000_000
DECIMALS = 6  # of a rating; the error of the fit is smaller
SMALL_STEP = 1e-6  # in log strength; the remaining error is about its square

BoolArray = NDArray[np.bool_]


@dataclass(frozen=True)
class _Summary:
    """The games in the form that the fit needs.

    K distinct results (the agents of a table and their places), S distinct stages (the agents that
    still had a seat), A agents.
    """

    result_of_game: IntArray  # [G], 0..K-1
    wins: FloatArray  # [K, A], stages that each agent won
    occurrences: Any  # sparse [K, S], how often each stage occurred
    seats: FloatArray  # [S, A], seats each agent still had
    beats: BoolArray  # [A, A], whether the first ever finished ahead of, or level with, the second

    @property
    def rated(self) -> BoolArray:
        """bool[A], whether the agent has played any other agent."""
        return np.asarray(self.seats.any(axis=0))


def fit_ratings(agents: ArrayLike, places: ArrayLike, num_agents: int) -> FloatArray:
    """Returns the ratings of agents by their places.

    Args:
        agents: int[G, P], the agent in each seat, 0..num_agents-1; -1 for no seat. The same
            agent may have several seats of a game.
        places: float[G, P], lowest is best, seats with equal places are tied. Only the order
            matters. Ignored where there is no seat.
        num_agents: Number of agents.

    Returns:
        float64[num_agents], points, mean zero; nan for an agent that never met another.

    Raises:
        UserError: The arrays do not fit together, or an agent or a place is not a valid one.
    """
    summary = _summarise(*_checked(agents, places, num_agents), num_agents)
    return _ratings(summary, np.ones(len(summary.result_of_game)))


def chance_to_finish_ahead(points: float) -> float:
    """Returns the chance of finishing ahead with a rating `points` higher: 0..1."""
    return float(1 / (1 + np.exp(-points / POINTS)))


def bootstrap_ratings(
    agents: ArrayLike,
    places: ArrayLike,
    num_agents: int,
    clusters: ArrayLike,
    rng: np.random.Generator,
    num_resamples: int = 200,
) -> list[Interval]:
    """Returns the ratings of agents with 95 % intervals, by resampling deals.

    The function draws whole deals with replacement and fits again. The 95 % interval is the rating
    plus and minus Student's t times the standard deviation of these ratings.

    An end is infinite if only the prior bounds the rating, as for an agent that never lost, and
    for fewer than two deals. Ratings are relative to the mean, so an unbeaten agent affects the
    others too: how far below the mean they are is unknown.

    Args:
        agents: int[G, P], as in `fit_ratings`.
        places: float[G, P], as in `fit_ratings`.
        num_agents: Number of agents.
        clusters: int[G], the deal of each game.
        rng: Draws the deals.
        num_resamples: The number of resamples, at least 2.

    Returns:
        One interval per agent, in points; its mean is the rating of `fit_ratings`.

    Raises:
        UserError: The arrays do not fit together, or a number is out of its range.
    """
    check_whole("num_resamples", num_resamples, 2, MOST_RESAMPLES)
    seated, order = _checked(agents, places, num_agents)
    deals, num_deals = number_clusters(clusters)
    if len(deals) != len(seated):
        raise UserError(f"clusters: {len(deals)} games, must be {len(seated)} as in agents")
    summary = _summarise(seated, order, num_agents)
    resampled = [_ratings(summary, _redrawn(deals, num_deals, rng)) for _ in range(num_resamples)]
    half_widths = [margin(float(spread), num_deals) for spread in np.std(resampled, axis=0, ddof=1)]
    ratings = _ratings(summary, np.ones(len(deals)))
    bounded_below, bounded_above = _bounded(summary)
    low = np.where(bounded_below, ratings - half_widths, -np.inf)
    high = np.where(bounded_above, ratings + half_widths, np.inf)
    return [
        Interval(*ends) for ends in zip(ratings.tolist(), low.tolist(), high.tolist(), strict=True)
    ]


def _redrawn(deals: IntArray, num_deals: int, rng: np.random.Generator) -> FloatArray:
    """Returns how often each game counts after drawing as many deals with replacement."""
    drawn = rng.integers(num_deals, size=num_deals)
    return np.bincount(drawn, minlength=num_deals)[deals].astype(np.float64)


def _checked(agents: ArrayLike, places: ArrayLike, num_agents: int) -> tuple[IntArray, FloatArray]:
    """Returns both arrays after a check, with infinite places at seats without a player."""
    check_whole("num_agents", num_agents, 0, MOST_AGENTS)
    seated, order = read_array("agents", agents), read_array("places", places, np.float64)
    if seated.ndim != 2 or seated.shape != order.shape:
        raise UserError(
            f"agents and places: shapes {seated.shape} and {order.shape}, "
            "must be the same with one row per game and one column per seat"
        )
    if seated.size and seated.dtype.kind not in "iu":
        raise UserError(f"agents: type {seated.dtype}, must be whole numbers")
    strange = seated[(seated < -1) | (seated >= num_agents)]
    if strange.size:
        allowed = f"numbers of agents, 0 to {num_agents - 1}, or -1 for an empty seat"
        raise UserError(f"agents: {strange[0]}, must be {allowed}")
    strange_places = order[(seated >= 0) & ~np.isfinite(order)]
    if strange_places.size:
        raise UserError(f"places: {strange_places[0]} for an occupied seat, must be finite")
    return seated.astype(np.int64), np.where(seated >= 0, order, np.inf)


def _summarise(agents: IntArray, places: FloatArray, num_agents: int) -> _Summary:
    """Returns the summary of the games; equal results are counted together."""
    by_place = np.lexsort((agents, places), axis=-1)
    agents = np.take_along_axis(agents, by_place, axis=1)
    places = np.take_along_axis(places, by_place, axis=1)
    is_level = places[:, 1:] == places[:, :-1]
    results, result_of_game = np.unique(np.hstack([agents, is_level]), axis=0, return_inverse=True)

    wins = np.zeros((len(results), num_agents))
    beats = np.zeros((num_agents, num_agents), dtype=bool)
    stage_ids: dict[tuple[int, ...], int] = {}
    occurred: list[tuple[int, int, float]] = []
    for result, row in enumerate(results.tolist()):
        for candidates, remaining, weight in _stages(_groups(row)):
            stage = stage_ids.setdefault(remaining, len(stage_ids))
            occurred.append((result, stage, weight))
            for agent in candidates:
                wins[result, agent] += weight / len(candidates)
                beats[agent, remaining] = True

    rows, columns, weights = zip(*occurred, strict=True) if occurred else ((), (), ())
    shape = (len(results), len(stage_ids))
    occurrences = scipy.sparse.csr_array((weights, (rows, columns)), shape=shape)
    seats = np.zeros((len(stage_ids), num_agents))
    for remaining, stage in stage_ids.items():
        seats[stage] = np.bincount(remaining, minlength=num_agents)
    return _Summary(result_of_game.ravel(), wins, occurrences, seats, beats)


def _groups(result: list[int]) -> list[list[int]]:
    """Returns the agents at each place, best first, from a row of agents and flags of ties."""
    num_seats = (len(result) + 1) // 2
    groups: list[list[int]] = []
    for agent, is_level in zip(result[:num_seats], [0, *result[num_seats:]], strict=True):
        if agent >= 0 and is_level:
            groups[-1].append(agent)
        elif agent >= 0:
            groups.append([agent])
    return groups


def _stages(
    groups: list[list[int]],
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], float]]:
    """Yields the stages of a result: its possible winners, the agents left, and its weight.

    Over all orders of t tied seats, each choice of s of them is left over in one of comb(t, s).
    """
    for place, group in enumerate(groups):
        behind = tuple(agent for later in groups[place + 1 :] for agent in later)
        for size in range(len(group), 0, -1):
            for candidates in combinations(group, size):
                remaining = tuple(sorted(candidates + behind))
                if remaining[0] != remaining[-1]:
                    yield candidates, remaining, 1 / comb(len(group), size)


def _ratings(summary: _Summary, game_weights: FloatArray) -> FloatArray:
    """Returns ratings in points for games with these weights."""
    weights = np.bincount(summary.result_of_game, game_weights, minlength=len(summary.wins))
    logs = _fit(summary.seats, weights @ summary.occurrences, weights @ summary.wins)
    rated = np.where(summary.rated, POINTS * logs, np.nan)
    relative = rated - np.nanmean(rated) if summary.rated.any() else rated
    # Copies of an agent get equal bits, and zero is never -0.
    return np.round(relative, DECIMALS) + 0.0


def _fit(seats: FloatArray, counts: FloatArray, wins: FloatArray) -> FloatArray:
    """Returns the log strengths at the maximum of the likelihood times the prior.

    The full step of Newton's method may overshoot. Shortened to log(1 + r)/r, where r is the range
    of the changes (the imagined opponent's is 0), it provably never lowers a likelihood of
    this kind, and it becomes the full step near the maximum.

    Args:
        seats: float64[S, A], the seats that each agent still has in each stage.
        counts: float64[S], how often each stage occurred.
        wins: float64[A], the stages that each agent won.
    """
    logs = np.zeros(len(wins))
    for _ in range(MAX_STEPS):
        chances = seats * np.exp(logs)
        chances /= chances.sum(axis=1, keepdims=True)
        prior_chances = 1 / (1 + np.exp(-logs))
        gradient = wins - counts @ chances + PRIOR_GAMES * (0.5 - prior_chances)
        information = np.diag(counts @ chances + PRIOR_GAMES * prior_chances * (1 - prior_chances))
        information -= chances.T @ (counts[:, None] * chances)
        step = np.linalg.solve(information, gradient)
        longest = max(step.max(), 0) - min(step.min(), 0)
        if longest < SMALL_STEP:
            break
        logs += step * np.log1p(longest) / longest
    return logs


def _bounded(summary: _Summary) -> tuple[BoolArray, BoolArray]:
    """Returns whether the games alone bound each rating from below and from above.

    A rating is bounded from above if every agent beat it, or beat one that beat it, and so on;
    from below the other way round.
    """
    reaches = summary.beats | np.eye(len(summary.beats), dtype=bool)
    for _ in range(len(reaches).bit_length()):
        reaches = reaches @ reaches
    rated = summary.rated
    return rated & reaches[:, rated].all(axis=1), rated & reaches[rated].all(axis=0)
