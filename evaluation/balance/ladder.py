"""The skill ladder: differences in strength, and the share of a result that is skill.

Steps. The agents are ordered by strength: by their mean reward over the tables of all pairs in
the first variant. Of each two neighbours the stronger sits alone among copies of the weaker, once
in every seat of every deal. Its mean reward is the height of the step. With the deviation of a
single game this gives the number of games after which the stronger is ahead with a certainty of
95 %: the smallest n with mean * sqrt(n) / deviation = 1.645.

Shares. Two agents share a table, half of the seats each, so that every hand of every deal is held
equally often by both. The variance of what one seat earns in one game, apart from what the table
earns on average, then falls into parts that add up:

    skill   the share that the agent explains (R², as in a one-way analysis of variance)
    deal    the share that the hand explains with either agent: the covariance of the rewards that
            both agents earn with it, less each agent's mean
    named   the part of `deal` that follows from the turn order and the game's declared factors: the
            covariance of a linear model's predictions for both agents
    rest    how these agents handled these cards, and chance during play

A factor that helps one agent and not the other belongs to the rest, named or not. The luck beyond
the named part is the covariance of the residuals. It may be below zero, if other properties of the
hands help one agent and hurt the other; the named part is then shown as all of the luck.

Skill as the share of the variance that the players explain is an old idea; Getty et al., "Luck and
the Law" (SIAM Review 60, 2018), apply it to seasons of human play. Replayed deals also tell luck
from the rest. The shares are those of a single game: over many games luck evens out and skill does
not. And they are those of two agents: the more these differ, the larger the share of skill.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from fudaba.common.languages import translator
from fudaba.envs import Game

from ..counting import Count
from ..match import Executor, MatchRunner, rotations
from ..regression import Columns, residuals
from ..statistics import Estimate, FloatArray, IntArray, Interval, ratio_of_sums
from .hands import deal_columns
from .outcomes import turns_of
from .play import Sample, play_sample
from .result import Ladder, LadderPair, LadderStep
from .store import SampleStore

_, _n = translator("evaluation")

CERTAINTY = 0.95
WEAKER, STRONGER = 0, 1

Pair = tuple[int, int]  # agents, the weaker first


def half_tables(num_players: int) -> IntArray:
    """Returns seatings of agents 0 and 1 in alternate seats: int64[R, P].

    Each agent holds every seat in half of the games. At a table with an odd number of seats each
    has one seat more in half of the games.
    """
    alternate = tuple(seat % 2 for seat in range(num_players))
    if num_players % 2 == 0:
        return rotations(alternate)
    mirrored = tuple(1 - agent for agent in alternate)
    return np.concatenate([rotations(alternate), rotations(mirrored)])


def lone_tables(num_players: int) -> IntArray:
    """Returns seatings of agent 1 alone among copies of agent 0, in every seat: int64[P, P]."""
    return rotations((STRONGER, *[WEAKER] * (num_players - 1)))


def ladders_of(
    tables: Mapping[str, MatchRunner],
    num_deals: int,
    executor: Executor,
    count: Count,
    store: SampleStore | None = None,
) -> tuple[tuple[Ladder, ...], list[Estimate]]:
    """Plays and measures the ladders of some variants; see the top of this file.

    Args:
        tables: By the label of the variant: the game, its house rules, and the agents in any
            order, the same in all variants.
        num_deals: Deals of each pair and of each step.
        executor: See `play_sample`.
        count: Counts the games, each two agents by themselves.
        store: See `play_sample`.

    Returns:
        The ladders, and for each the `deviations_of` the strongest agent beside the weakest one.

    Raises:
        UserError: An agent took an illegal action, or the store can't be used.
    """
    order: list[int] = []
    deviations: list[Estimate] = []
    first_skills: dict[Pair, Estimate] = {}
    ladders = []
    for variant, players in tables.items():

        def play(agents: Pair, seatings: IntArray, players: MatchRunner = players) -> Sample:
            weaker, stronger = (players.names[agent] for agent in agents)
            part = _("{stronger} against {weaker}", stronger=stronger, weaker=weaker)
            count.begin(part, num_deals * len(seatings))
            who = np.array(agents)[seatings]
            return play_sample(players, who, num_deals, executor, count.finish, store=store)

        num_players = players.options.num_players
        every_two = combinations(range(len(players.names)), 2)
        samples = {agents: play(agents, half_tables(num_players)) for agents in every_two}
        order = order or _by_strength(samples, len(players.names))
        pairs = []
        for pair in combinations(order, 2):
            shares = shares_of(players.game, samples[_sorted(pair)], pair[STRONGER])
            first = first_skills.setdefault(pair, shares.skill)
            is_first = first is shares.skill
            pairs.append(_pair(players.names, pair, shares, None if is_first else first))
            if pair == (order[0], order[-1]):
                deviations.append(shares.deviations)
        steps = [
            _step(players.names, pair, play(pair, lone_tables(num_players)))
            for pair in pairwise(order)
        ]
        names = tuple(players.names[agent] for agent in order)
        ladders.append(
            Ladder(variant=variant, agents=names, steps=tuple(steps), pairs=tuple(pairs))
        )
    return tuple(ladders), deviations


def _sorted(pair: Pair) -> Pair:
    return min(pair), max(pair)


def _by_strength(samples: Mapping[Pair, Sample], num_agents: int) -> list[int]:
    """Returns the agents, the lowest mean reward over all their tables first."""
    rewards = np.zeros(num_agents)
    for pair, sample in samples.items():
        relative = relative_rewards(sample).mean(axis=0)
        for agent in pair:
            rewards[agent] += relative[sample.seatings == agent].mean()
    return np.argsort(rewards, kind="stable").tolist()


def relative_rewards(sample: Sample) -> FloatArray:
    """Returns rewards less their mean at the table: float64[D, R, P]."""
    points = sample.points.astype(np.float64)
    return np.asarray(points - points.mean(axis=2, keepdims=True))


class Shares(NamedTuple):
    """The parts of the variance of a seat's reward; see `LadderPair`."""

    reward: Estimate
    deviations: Estimate  # the reward in standard deviations of a game; skill is its square
    skill: Estimate
    deal: Estimate
    other: Estimate


def shares_of(game: Game, sample: Sample, stronger: int) -> Shares:
    """Returns the parts of the variance of one seat's reward in one game.

    Args:
        game: The game.
        sample: Games of two agents in the seatings of `half_tables`.
        stronger: The agent whose reward is measured.
    """
    rewards, own = relative_rewards(sample), sample.seatings == stronger
    reward, squares = _reward_of(rewards, own), _squares_of(rewards)
    deviations, largest = deviations_of(sample, stronger), float(np.abs(rewards).max())
    with_stronger = np.where(own, rewards, 0).sum(axis=1) / own.sum(axis=0) - reward.value
    with_weaker = np.where(own, 0, rewards).sum(axis=1) / (~own).sum(axis=0) + reward.value
    columns = _known_of_hands(game, sample)
    # The residuals of both agents, which the turn order and the factors do not predict.
    beyond = residuals(columns, with_stronger) * residuals(columns, with_weaker)
    other = ratio_of_sums(beyond.mean(axis=1), squares, largest**2)
    deal = ratio_of_sums((with_stronger * with_weaker).mean(axis=1), squares, largest**2)
    return Shares(
        reward=reward,
        deviations=deviations,
        skill=deviations.squared,
        deal=deal,
        other=other,
    )


def deviations_of(sample: Sample, stronger: int) -> Estimate:
    """Returns an agent's mean reward in standard deviations of one game; its square is `skill`.

    Args:
        sample: Games of two agents in the seatings of `half_tables`.
        stronger: The agent.
    """
    rewards = relative_rewards(sample)
    reward = _reward_of(rewards, sample.seatings == stronger)
    squares = _squares_of(rewards)
    return _in_deviations(reward, ratio_of_sums(squares, np.ones(len(squares))))


def _reward_of(rewards: FloatArray, own: NDArray[np.bool_]) -> Estimate:
    """Returns the mean reward of the seats in bool[R, P]."""
    means = rewards[:, own].mean(axis=1)
    return ratio_of_sums(means, np.ones(len(means)), float(np.abs(rewards).max()))


def _squares_of(rewards: FloatArray) -> FloatArray:
    """Returns the mean squared reward of each deal: float64[D]."""
    return np.asarray((rewards**2).mean(axis=(1, 2)))


def _in_deviations(mean: Estimate, variance: Estimate) -> Estimate:
    """Returns a mean in units of the standard deviation."""
    deviation = np.sqrt(variance.value)
    value = mean.value / deviation
    influence = mean.influence / deviation - value / 2 * variance.influence / variance.value
    return Estimate(value, influence, mean.num_deals, mean.rounding / deviation)


def _known_of_hands(game: Game, sample: Sample) -> Columns:
    """Returns regressors of each seat of a deal: turn order and declared factors, float32[D, P, C].

    All games of a deal begin alike and share them.
    """
    seats = sample.points.shape[2]
    turns = turns_of(sample)[:, 0, :, None] == np.arange(1, seats)
    factors = deal_columns(game, sample)[1].reshape(*sample.points.shape, -1)[:, 0]
    return np.concatenate([factors, turns.astype(np.float32)], axis=2)


def _pair(names: Sequence[str], pair: Pair, shares: Shares, first: Estimate | None) -> LadderPair:
    deal, named = (_as_share(e.interval()) for e in (shares.deal, shares.deal.minus(shares.other)))
    at_most = min(named.mean, deal.mean)
    return LadderPair(
        weaker=names[pair[WEAKER]],
        stronger=names[pair[STRONGER]],
        reward=shares.reward.interval(),
        skill=_as_share(shares.deviations.interval().squared),
        skill_difference=shares.skill.minus(first).interval() if first else None,
        named=Interval(at_most, min(named.low, at_most), named.high),
        deal=deal,
    )


def _as_share(covariance: Interval) -> Interval:
    """Returns a share of a variance, clipped to 0..1."""
    low, mean, high = np.clip((covariance.low, covariance.mean, covariance.high), 0, 1).tolist()
    return Interval(mean, low, high)


def _step(names: Sequence[str], pair: Pair, sample: Sample) -> LadderStep:
    """Returns a step of the ladder, from games of the stronger agent alone in every seat."""
    rewards = relative_rewards(sample)[:, sample.seatings == pair[STRONGER]]
    games = np.full(len(rewards), rewards.shape[1])
    height = ratio_of_sums(rewards.sum(axis=1), games, float(np.abs(rewards).max())).interval()
    deviation = float(rewards.std())
    return LadderStep(
        weaker=names[pair[WEAKER]],
        stronger=names[pair[STRONGER]],
        reward=height,
        deviation=deviation,
        games_needed=Interval(
            games_needed(height.mean, deviation),
            games_needed(height.high, deviation),
            games_needed(height.low, deviation),
        ),
    )


def games_needed(mean: float, deviation: float) -> float:
    """Returns the number of games after which the total reward is positive with 95 % certainty.

    Args:
        mean: The mean reward of a game.
        deviation: Its standard deviation.

    Returns:
        At least 1; infinite if the mean is not positive.
    """
    if not mean > 0:
        return float("inf")
    return float(max(1, np.ceil((scipy.special.ndtri(CERTAINTY) * deviation / mean) ** 2)))
