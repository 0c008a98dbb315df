"""How often 95 % intervals hold the truth, in simulated studies whose truth is known.

Each study is a few deals, played several times; half of the variance is the deal's. Over 1,000
studies the share that holds the truth is 0.95 give or take 0.014, two standard errors.
"""

from collections.abc import Callable

import numpy as np
import pytest

from fudaba.evaluation.balance.ladder import _in_deviations
from fudaba.evaluation.regression import LinearFit, fit_line, residuals
from fudaba.evaluation.statistics import (
    FloatArray,
    Interval,
    clear_of_chance,
    clustered_difference,
    clustered_mean,
    clustered_share,
    p_value_of_equality,
    ratio_of_sums,
)

STUDIES = 1000


def coverage(
    study: Callable[[np.random.Generator], tuple[Interval, float]], count: int = STUDIES
) -> float:
    """The share of studies whose interval holds the truth."""
    rng = np.random.default_rng(11)
    studies = (study(rng) for _ in range(count))
    return sum(interval.low <= truth <= interval.high for interval, truth in studies) / count


def replayed(rng: np.random.Generator, deals: int, games: int) -> FloatArray:
    """Standard normal rewards, half of whose variance is the deal's: float64[deals, games]."""
    rewards = rng.normal(size=(deals, 1)) + rng.normal(size=(deals, games))
    return np.asarray(rewards / np.sqrt(2))


@pytest.mark.parametrize("skewed", [False, True])
def test_means_and_differences(skewed: bool) -> None:
    deals = np.repeat(np.arange(100), 4)

    def rewards(rng: np.random.Generator) -> FloatArray:
        normal = replayed(rng, 100, 4)
        return np.exp(normal) - np.exp(0.5) if skewed else normal

    def mean(rng: np.random.Generator) -> tuple[Interval, float]:
        return clustered_mean(rewards(rng).ravel(), deals), 0.0

    def difference(rng: np.random.Generator) -> tuple[Interval, float]:
        first = rewards(rng)
        second = 0.5 * first + 0.5 * rewards(rng)
        return clustered_difference(first.ravel(), deals, second.ravel(), deals), 0.0

    assert 0.92 < coverage(mean) < 0.97
    assert 0.93 < coverage(difference) < 0.97


@pytest.mark.parametrize("truth", [0.01, 0.05, 0.25])
def test_shares(truth: float) -> None:
    deals = np.repeat(np.arange(200), 4)

    def share(rng: np.random.Generator) -> tuple[Interval, float]:
        chances = rng.beta(truth, 1 - truth, size=200)
        return clustered_share(rng.random(800) < chances[deals], deals), truth

    assert 0.94 < coverage(share) < 0.995


@pytest.mark.parametrize("deals", [500, 2000])
@pytest.mark.parametrize("games", ["independent", "alike", "the same"])
def test_rare_shares(deals: int, games: str) -> None:
    # Once in 500 games, of which a deal has four.
    def share(rng: np.random.Generator) -> tuple[Interval, float]:
        truth = 0.002
        chances = {
            "independent": np.full(deals, truth),
            "alike": rng.beta(truth, 1 - truth, deals),
            "the same": (rng.random(deals) < truth).astype(float),
        }
        events = rng.binomial(4, chances[games])
        return ratio_of_sums(events, np.full(deals, 4)).share_interval(), truth

    assert coverage(share) > 0.936  # 95 % less two standard errors


def test_ratios_of_counts() -> None:
    def ratio(rng: np.random.Generator) -> tuple[Interval, float]:
        lengths = rng.poisson(20, 100) + 1
        return ratio_of_sums(rng.binomial(lengths, 0.4), lengths).interval(), 0.4

    assert 0.93 < coverage(ratio) < 0.97


@pytest.mark.parametrize("truth", [0, 0.001, 0.01, 0.04, 0.3])
def test_shares_of_skill(truth: float) -> None:
    # Two agents at a table: a deal's mean reward of one, and the variance of a single game.
    share = truth / (1 + truth)

    def skill(rng: np.random.Generator) -> tuple[Interval, float]:
        rewards = replayed(rng, 200, 4) + np.sqrt(truth)
        ones = np.ones(200)
        mean = ratio_of_sums(rewards.mean(axis=1), ones)
        squares = ratio_of_sums((rewards**2).mean(axis=1), ones)
        return _in_deviations(mean, squares).interval().squared, share

    assert 0.93 < coverage(skill) <= (1.0 if truth == 0 else 0.98)


@pytest.mark.parametrize("skills", [(0.0, 0.0), (0.0, 0.01), (0.04, 0.04), (0.04, 0.3)])
def test_differences_of_shares_of_skill(skills: tuple[float, float]) -> None:
    # Two variants on the same deals, which make half of the variance in both.
    def difference(rng: np.random.Generator) -> tuple[Interval, float]:
        luck = rng.normal(size=(200, 1))
        estimates = []
        for truth in skills:
            rewards = (luck + rng.normal(size=(200, 4))) / np.sqrt(2) + np.sqrt(truth)
            mean = ratio_of_sums(rewards.mean(axis=1), np.ones(200))
            estimates.append(
                _in_deviations(mean, ratio_of_sums((rewards**2).mean(axis=1), np.ones(200)))
            )
        one, two = (estimate.squared for estimate in estimates)
        return one.minus(two).interval(), skills[0] / (1 + skills[0]) - skills[1] / (1 + skills[1])

    assert 0.92 < coverage(difference) <= 1


@pytest.mark.parametrize("columns", [1, 8])
@pytest.mark.parametrize("truth", [0, 0.002, 0.02, 0.3])
def test_slopes_and_the_share_that_is_explained(columns: int, truth: float) -> None:
    slope = np.sqrt(truth / (1 - truth) / columns)
    fits: list[LinearFit] = []

    def share(rng: np.random.Generator) -> tuple[Interval, float]:
        dealt = rng.choice(np.array([-1, 1], np.float32), size=(150, 4, columns))
        rewards = slope * dealt.sum(axis=2) + replayed(rng, 150, 4)
        fits.append(fit_line(dealt, rewards))
        return fits[-1].explained.share_interval(), truth

    assert 0.91 < coverage(share, 400) <= 1
    held = [fit.slopes[0].interval() for fit in fits]
    assert 0.91 < np.mean([interval.low <= slope <= interval.high for interval in held]) < 0.98


def test_parts_of_luck() -> None:
    # Of a hand, 0.1 of the variance is named and 0.1 other luck, for two agents with own noise.
    def sample(rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
        dealt = rng.choice(np.array([-1, 1], np.float32), size=(200, 4, 3))
        luck = rng.normal(size=(200, 4)) + dealt.sum(axis=2) / np.sqrt(3)
        either = luck[..., None] * np.sqrt(0.1) + rng.normal(size=(200, 4, 2)) * np.sqrt(0.8)
        beyond = [residuals(dealt, either[..., agent]) for agent in (0, 1)]
        return either.prod(axis=2), beyond[0] * beyond[1]

    def whole(rng: np.random.Generator) -> tuple[Interval, float]:
        products, _ = sample(rng)
        return ratio_of_sums(products.mean(axis=1), np.ones(200)).interval(), 0.2

    def named(rng: np.random.Generator) -> tuple[Interval, float]:
        deal, other = (ratio_of_sums(p.mean(axis=1), np.ones(200)) for p in sample(rng))
        return deal.minus(other).interval(), 0.1

    assert 0.92 < coverage(whole, 500) < 0.98
    assert 0.92 < coverage(named, 500) < 0.98


@pytest.mark.parametrize("deals", [30, 300])
def test_equal_seats_seem_to_differ_in_one_run_in_twenty(deals: int) -> None:
    rng = np.random.default_rng(13)
    chances = []
    for _ in range(STUDIES):
        rewards = rng.normal(size=(deals, 4))
        chances.append(p_value_of_equality(rewards - rewards.mean(axis=1, keepdims=True)))
    assert 0.03 < np.mean(np.array(chances) < 0.05) < 0.07


def test_chance_makes_any_of_many_differences_bold_in_one_run_in_twenty() -> None:
    rng, runs = np.random.default_rng(12), 300
    bold = clear = 0
    for _ in range(runs):
        intervals = [clustered_mean(luck, range(50)) for luck in rng.normal(size=(20, 50))]
        bold += any(clear_of_chance([interval.p_value for interval in intervals]))
        clear += any(interval.leaves_out_zero for interval in intervals)
    assert 0.01 < bold / runs < 0.1 and clear / runs > 0.5
