"""Straight-line fits over replayed deals."""

import numpy as np
import pytest

from fudaba.evaluation.regression import fit_line
from fudaba.evaluation.statistics import p_value_of_equality, ratio_of_sums


def data(deals: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Two columns of three seats in two games, and rewards that share the luck of the deal."""
    columns = rng.normal(size=(deals, 6, 2)).astype(np.float32)
    luck = np.tile(rng.normal(size=(deals, 3)), 2)
    noise = rng.normal(size=(deals, 6))
    return columns, 0.5 * columns[..., 0] + luck + noise + 2.0


def test_slopes_and_explained_share_are_those_of_least_squares() -> None:
    columns, rewards = data(200, np.random.default_rng(1))
    fit = fit_line(columns, rewards)
    flat = np.concatenate([np.ones((200, 6, 1)), columns], axis=2).reshape(-1, 3)
    slopes, *_ = np.linalg.lstsq(flat, rewards.ravel(), rcond=None)
    assert [slope.value for slope in fit.slopes] == pytest.approx(slopes[1:].tolist())
    left = rewards.ravel() - flat @ slopes
    of_all = 1 - left.var() / rewards.var()
    assert of_all - 0.005 < fit.explained.value < of_all, "less what chance explains"
    for estimate in (*fit.slopes, fit.explained):
        assert estimate.influence.sum() == pytest.approx(0, abs=1e-9)
        assert estimate.num_deals == 200


def test_columns_that_follow_from_each_other_have_no_slopes() -> None:
    """As the kinds of symbols, where each hand has two: none of them is ever one more alone."""
    rng = np.random.default_rng(3)
    columns, rewards = data(100, rng)
    sums = columns.sum(axis=2, keepdims=True)
    constant, other = np.ones_like(sums), rng.normal(size=sums.shape)
    more = np.concatenate([constant, columns, sums, other], axis=2)
    fit = fit_line(more, rewards)
    plain = fit_line(np.concatenate([columns, other], axis=2), rewards)
    assert [np.isnan(slope.value) for slope in fit.slopes] == [True, True, True, True, False]
    assert fit.slopes[4].value == pytest.approx(plain.slopes[2].value)
    assert fit.explained.value == pytest.approx(plain.explained.value)
    nothing = fit_line(constant, rewards)
    assert np.isnan(nothing.slopes[0].value) and nothing.explained.value == pytest.approx(0)


def test_slopes_on_the_same_deals_can_be_subtracted() -> None:
    columns, rewards = data(300, np.random.default_rng(4))
    one = fit_line(columns, rewards).slopes[0]
    two = fit_line(columns, rewards + 0.2 * columns[..., 0]).slopes[0]
    change = two.minus(one).interval()
    assert change.mean == pytest.approx(0.2, abs=1e-6) and change.high - change.low < 1e-6
    assert one.interval().high - one.interval().low > 0.05


def test_a_ratio_of_sums_by_hand() -> None:
    estimate = ratio_of_sums([1, 2, 0], [2, 2, 0])
    assert estimate.value == 0.75 and estimate.num_deals == 2
    assert estimate.influence.tolist() == [-0.125, 0.125, 0]
    assert estimate.standard_error == pytest.approx(0.25)
    nothing = ratio_of_sums([0, 0], [0, 0])
    assert np.isnan(nothing.value) and nothing.interval().high == np.inf


def test_the_p_value_of_equal_means_is_uniform_and_finds_differences() -> None:
    rng = np.random.default_rng(5)
    tables = rng.normal(size=(400, 40, 4))
    tables -= tables.mean(axis=2, keepdims=True)
    chances = np.array([p_value_of_equality(table) for table in tables])
    assert abs((chances < 0.05).mean() - 0.05) < 0.03
    assert abs((chances < 0.5).mean() - 0.5) < 0.1
    assert p_value_of_equality(tables[0] + [0, 0, 0, 2]) < 0.001
    assert np.isnan(p_value_of_equality(tables[0][:2]))
    assert np.isnan(p_value_of_equality(np.ones((10, 3))))
