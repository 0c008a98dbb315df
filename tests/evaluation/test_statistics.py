from math import inf, isnan, nan

import numpy as np
import pytest
from scipy import stats

from fudaba.evaluation.statistics import (
    Interval,
    clear_of_chance,
    clustered_difference,
    clustered_mean,
    clustered_share,
    margin,
    number_clusters,
    p_value_of_equality,
    ratio_of_sums,
)


def width(interval: Interval) -> float:
    return interval.high - interval.low


def test_one_game_per_deal_gives_the_textbook_t_interval() -> None:
    values = np.array([3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0])
    textbook = stats.t.interval(0.95, 7, loc=values.mean(), scale=stats.sem(values))
    interval = clustered_mean(values, np.arange(8))
    assert interval.mean == values.mean()
    assert (interval.low, interval.high) == pytest.approx(textbook)


def test_equal_deals_give_the_t_interval_of_the_deal_means() -> None:
    values = np.random.default_rng(1).normal(size=(12, 4))
    means = values.mean(axis=1)
    interval = clustered_mean(values.ravel(), np.repeat(np.arange(12), 4))
    textbook = stats.t.interval(0.95, 11, loc=means.mean(), scale=stats.sem(means))
    assert (interval.low, interval.high) == pytest.approx(textbook)


def test_unequal_deals_by_hand() -> None:
    # Mean 3; the deals pull by (1 - 3) + (2 - 3) = -3 and 6 - 3 = 3 over 3 games.
    # Variance 2/1 * (1 + 1) = 4, standard error 2; t with one degree of freedom is 12.7062.
    interval = clustered_mean([1, 2, 6], [0, 0, 1])
    assert interval.mean == 3
    assert (interval.low, interval.high) == pytest.approx((3 - 25.4124, 3 + 25.4124), abs=1e-3)


def test_replaying_a_deal_with_the_same_result_adds_no_certainty() -> None:
    values, deals = np.array([1.0, 2.0, 4.0, 8.0]), np.arange(4)
    once = clustered_mean(values, deals)
    four_times = clustered_mean(np.tile(values, 4), np.tile(deals, 4))
    assert width(four_times) == pytest.approx(width(once))


def test_one_deal_leaves_the_interval_unbounded() -> None:
    assert clustered_mean([1, 2, 3], [7, 7, 7]) == Interval(2, -inf, inf)
    assert clustered_share([1, 1, 0, 0], [7, 7, 7, 7]) == Interval(0.5, 0, 1)
    assert clustered_difference([2, 2], [7, 7], [1], [7]) == Interval(1, -inf, inf)


def test_no_games_give_nan_and_no_bounds() -> None:
    mean, share = clustered_mean([], []), clustered_share([], [])
    difference = clustered_difference([1, 2], [0, 1], [], [])
    assert all(isnan(each.mean) for each in (mean, share, difference))
    assert (mean.low, mean.high) == (difference.low, difference.high) == (-inf, inf)
    assert (share.low, share.high) == (0, 1)


@pytest.mark.parametrize(("deals", "is_clear"), [(2, False), (5, False), (6, True), (60, True)])
def test_deals_that_are_all_alike_leave_room_for_others(deals: int, is_clear: bool) -> None:
    won = clustered_mean([1.0] * deals, range(deals))
    assert won.low < 1 < won.high < np.inf
    assert won.leaves_out_zero == is_clear == (won.p_value < 0.05)
    assert clustered_mean([1.0] * deals, range(deals), 4.0).low <= won.low
    split = clustered_mean([1.0, -1.0] * deals, np.repeat(range(deals), 2))
    assert split.low < 0 == split.mean < split.high


def test_the_same_games_have_no_difference() -> None:
    rewards = np.arange(20.0)
    assert clustered_difference(rewards, range(20), rewards, range(20)) == Interval(0, 0, 0)


def test_what_rounding_leaves_is_zero() -> None:
    # Two copies of one agent earn the same in every deal, in another order of the games.
    points = np.tile([0.3, -0.1, -0.2], 50)
    deals = np.repeat(np.arange(50), 3)
    assert points.sum() != 0, "the sum is an error of rounding"
    assert clustered_mean(points, deals).mean == 0
    turned = np.roll(points.reshape(-1, 3), 1, axis=1).ravel()
    assert clustered_difference(points, deals, turned, deals) == Interval(0, 0, 0)
    assert clustered_mean(points + 1e-9, deals).mean > 0, "but no more than rounding"
    single = points.astype(np.float32).reshape(-1, 3)
    earned = single.sum(axis=1)
    assert earned.any()
    assert ratio_of_sums(earned, np.full(50, 3), 0.3).interval() == Interval(0, 0, 0)
    level = np.random.default_rng(0).choice([1, np.nextafter(1, 2)], size=(50, 3))
    assert isnan(p_value_of_equality(level))


def test_the_square_of_an_interval() -> None:
    assert Interval(0.5, 0.25, 1).squared == Interval(0.25, 0.0625, 1)
    assert Interval(-0.5, -1, -0.25).squared == Interval(0.25, 0.0625, 1)
    assert Interval(0.25, -0.5, 1).squared == Interval(0.0625, 0, 1)
    assert Interval(0.25, -1, 0.5).squared == Interval(0.0625, 0, 1)
    assert Interval(0.5, -inf, inf).squared == Interval(0.25, 0, inf)


def test_labels_and_order_do_not_matter_but_units_do() -> None:
    rng = np.random.default_rng(2)
    values, deals = rng.normal(size=60), rng.integers(0, 15, 60)
    shuffled = rng.permutation(60)
    original = clustered_mean(values, deals)
    relabelled = clustered_mean(values[shuffled], 1000 - 7 * deals[shuffled])
    assert (relabelled.low, relabelled.high) == pytest.approx((original.low, original.high))
    scaled = clustered_mean(10 * values + 3, deals)
    assert scaled.low == pytest.approx(10 * original.low + 3)


def test_intervals_of_means_hold_the_truth_and_unclustered_ones_do_not() -> None:
    # 800 studies of 30 deals with 4 games; the deal makes two thirds of the variance.
    rng = np.random.default_rng(3)
    deals = np.repeat(np.arange(30), 4)
    clustered = naive = 0
    for _ in range(800):
        values = 5 + np.sqrt(2) * rng.normal(size=30)[deals] + rng.normal(size=120)
        interval = clustered_mean(values, deals)
        clustered += interval.low <= 5 <= interval.high
        interval = clustered_mean(values, np.arange(120))
        naive += interval.low <= 5 <= interval.high
    assert 0.93 < clustered / 800 < 0.97
    assert naive / 800 < 0.80


@pytest.mark.parametrize("truth", [0.02, 0.3])
def test_intervals_of_shares_hold_the_truth_and_unclustered_ones_do_not(truth: float) -> None:
    # Deals differ in the chance of the event as Beta variables do (correlation 0.5 within a deal).
    rng = np.random.default_rng(4)
    deals = np.repeat(np.arange(60), 4)
    clustered = naive = 0
    for _ in range(800):
        chances = rng.beta(truth, 1 - truth, size=60)
        happened = rng.random(240) < chances[deals]
        interval = clustered_share(happened, deals)
        clustered += interval.low <= truth <= interval.high
        interval = clustered_share(happened, np.arange(240))
        naive += interval.low <= truth <= interval.high
    assert 0.94 < clustered / 800 < 0.995
    assert naive / 800 < 0.88


def test_share_is_the_exact_interval_when_games_are_independent() -> None:
    happened = np.arange(2000) % 5 == 0
    interval = clustered_share(happened, np.arange(2000))
    exact = stats.binomtest(400, 2000).proportion_ci(method="exact")
    assert interval.mean == 0.2
    assert (interval.low, interval.high) == pytest.approx((exact.low, exact.high), abs=1e-4)


def test_share_stays_within_0_and_1_and_mirrors() -> None:
    deals = np.repeat(np.arange(10), 4)
    rare = np.zeros(40)
    rare[3] = 1
    interval, mirrored = clustered_share(rare, deals), clustered_share(1 - rare, deals)
    assert 0 <= interval.low < 0.025 < interval.high < 1
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((interval.low, interval.high))


def test_share_that_never_or_always_happened_counts_deals() -> None:
    never = clustered_share(np.zeros(400), np.repeat(np.arange(100), 4))
    always = clustered_share(np.ones(400), np.repeat(np.arange(100), 4))
    hundred_games = stats.binomtest(0, 100).proportion_ci(method="exact")
    assert (never.mean, never.low) == (0, 0)
    assert never.high == pytest.approx(hundred_games.high, abs=2e-3)
    assert always.high == 1
    assert always.low == pytest.approx(1 - never.high)


def test_share_that_is_equal_in_all_of_many_deals_has_hardly_any_width() -> None:
    quarter = clustered_share([1, 0, 0, 0] * 5000, np.repeat(np.arange(5000), 4))
    assert (quarter.low, quarter.high) == pytest.approx((0.25, 0.25), abs=1e-3)


def test_difference_on_one_game_each_is_the_paired_t_interval() -> None:
    rng = np.random.default_rng(5)
    first, second = rng.normal(size=20), rng.normal(size=20)
    paired = stats.ttest_rel(first, second).confidence_interval(0.95)
    # The games of the second agent are listed in another order: the deal pairs them.
    order = rng.permutation(20)
    interval = clustered_difference(first, np.arange(20), second[order], order)
    assert interval.mean == pytest.approx(first.mean() - second.mean())
    assert (interval.low, interval.high) == pytest.approx((paired.low, paired.high))


def test_difference_with_different_numbers_of_games_by_hand() -> None:
    # Means 2 and 5. Pulls: first (1 - 2 + 1 - 2, 4 - 2)/3, second (2 - 5, 8 - 5)/2, so the
    # difference (-2/3 + 3/2, 2/3 - 3/2) = (5/6, -5/6), standard error sqrt(2 * 2 * 25/36) = 5/3.
    interval = clustered_difference([1, 1, 4], [0, 0, 1], [2, 8], [0, 1])
    assert interval.mean == -3
    assert interval.high == pytest.approx(-3 + 12.7062 * 5 / 3, abs=1e-3)


def test_difference_is_antisymmetric_and_zero_against_itself() -> None:
    rng = np.random.default_rng(6)
    first, second, deals = rng.normal(size=30), rng.normal(size=20), np.arange(30) // 3
    there = clustered_difference(first, deals, second, deals[:20])
    back = clustered_difference(second, deals[:20], first, deals)
    assert (back.low, back.high) == pytest.approx((-there.high, -there.low))
    assert clustered_difference(first, deals, first, deals) == Interval(0, 0, 0)


def test_pairing_narrows_the_difference_to_what_the_deals_do_not_share() -> None:
    rng = np.random.default_rng(7)
    luck = 10 * rng.normal(size=200)
    first, second = luck + 1 + rng.normal(size=200), luck + rng.normal(size=200)
    deals = np.arange(200)
    assert width(clustered_difference(first, deals, second, deals)) < 0.5
    assert width(clustered_difference(first, deals, second, deals + 200)) > 3


def test_margin_is_students() -> None:
    assert margin(2.0, 2) == pytest.approx(2 * 12.7062, abs=1e-3)
    assert margin(1.0, 10**6) == pytest.approx(1.95996, abs=1e-4)
    assert margin(0.0, 1) == inf


def test_clusters_are_renumbered_from_0() -> None:
    numbers, count = number_clusters([40, -3, 40, 7])
    assert numbers.tolist() == [2, 0, 2, 1]
    assert count == 3


def test_the_p_value_of_an_interval_is_that_of_the_t_test() -> None:
    values = np.random.default_rng(8).normal(0.4, 1, size=12)
    textbook = stats.ttest_1samp(values, 0).pvalue
    interval = clustered_mean(values, range(12))
    assert interval.p_value == pytest.approx(textbook)
    assert (interval.p_value < 0.05) == interval.leaves_out_zero
    assert Interval(0, 0, 0).p_value == 1 and Interval(1, 1, 1).p_value == 0
    assert Interval(1, -inf, inf).p_value == Interval(nan, -inf, inf).p_value == 1
    assert Interval(1.0, 0.0, 2.0).p_value == pytest.approx(0.05)


def test_of_many_differences_holm_s_method_keeps_the_clear_ones() -> None:
    # The bounds are 0.05/4, 0.05/3, 0.05/2, 0.05: 0.03 fails, and what lies above it with it.
    assert clear_of_chance([0.03, 0.01, 0.049, 0.015]) == [False, True, False, True]
    assert clear_of_chance([0.03, 0.04]) == [False, False]
    assert clear_of_chance([0.02, 0.04]) == [True, True]
    assert clear_of_chance([]) == []
