from itertools import permutations, product
from math import inf, isnan, nan

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import minimize

from fudaba.evaluation.ratings import POINTS, PRIOR_GAMES, bootstrap_ratings, fit_ratings
from fudaba.evaluation.statistics import Interval

Games = tuple[NDArray[np.int64], NDArray[np.float64]]


def finish(performance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Places from performances, the highest first."""
    return (-performance).argsort(axis=1).argsort(axis=1) + 1.0


def simulate(
    logs: NDArray[np.float64], num_games: int, num_seats: int, rng: np.random.Generator
) -> Games:
    """Games of random agents: a log strength plus Gumbel noise gives the Plackett-Luce model."""
    agents = rng.integers(0, len(logs), (num_games, num_seats))
    return agents, finish(logs[agents] + rng.gumbel(size=agents.shape))


def log_likelihood_of_order(order: list[int], logs: NDArray[np.float64]) -> float:
    """Log chance that seats of these agents finish in this order."""
    return sum(logs[order[k]] - np.log(np.exp(logs[order[k:]]).sum()) for k in range(len(order)))


def maximise_likelihood(
    agents: NDArray[np.int64], places: NDArray[np.float64], num_agents: int
) -> NDArray[np.float64]:
    """The fit by the book: every order of every game, and a general maximiser."""
    orders: list[tuple[list[int], float]] = []
    for row, row_places in zip(agents, places, strict=True):
        seats = [seat for seat in range(len(row)) if row[seat] >= 0]
        sorted_places = sorted(row_places[seat] for seat in seats)
        consistent = [
            [int(row[seat]) for seat in order]
            for order in permutations(seats)
            if [row_places[seat] for seat in order] == sorted_places
        ]
        orders += [(order, 1 / len(consistent)) for order in consistent]

    def loss(logs: NDArray[np.float64]) -> float:
        prior = PRIOR_GAMES * np.sum(logs / 2 - np.log1p(np.exp(logs)))
        return -prior - sum(
            weight * log_likelihood_of_order(order, logs) for order, weight in orders
        )

    logs = minimize(loss, np.zeros(num_agents), method="BFGS", options={"gtol": 1e-7}).x
    return np.asarray(POINTS * (logs - logs.mean()))


@pytest.mark.parametrize("levels", [4, 2, 1])
def test_fit_equals_direct_maximisation_of_the_likelihood(levels: int) -> None:
    # Up to four seats, empty seats, agents in several seats, ties (all seats tied at one level).
    rng = np.random.default_rng(levels)
    agents = rng.integers(-1, 4, (25, 4))
    places = np.minimum(finish(rng.normal(size=(25, 4)) + 0.5 * agents), levels)
    places[agents < 0] = nan
    direct = maximise_likelihood(agents, places, 4)
    assert fit_ratings(agents, places, 4) == pytest.approx(direct, abs=0.01)
    if levels > 1:
        assert np.ptp(direct) > 100


def test_fit_equals_direct_maximisation_for_an_unbeaten_agent() -> None:
    agents = np.array([[0, 1]] * 9 + [[0, 2]] * 9 + [[1, 2]] * 4)
    places = np.array([[1, 2]] * 20 + [[2, 1]] * 2)
    ratings = fit_ratings(agents, places, 3)
    assert ratings == pytest.approx(maximise_likelihood(agents, places, 3), abs=0.05)
    assert ratings[0] > 200 + ratings[1:].max()


def test_known_strengths_are_recovered() -> None:
    logs = np.array([-1.5, -0.5, 0.0, 0.5, 1.5])
    ratings = fit_ratings(*simulate(logs, 20_000, 4, np.random.default_rng(1)), 5)
    assert ratings == pytest.approx(POINTS * logs, abs=8)


def test_known_strengths_are_recovered_from_one_agent_against_three_of_another() -> None:
    # Every table: one seat of one agent, three seats of another.
    logs = np.array([-0.5, 0.0, 0.5])
    pairs = np.array([pair for pair in product(range(3), repeat=2) if pair[0] != pair[1]])
    agents = np.tile(pairs, (4000, 1))[:, [0, 1, 1, 1]]
    places = finish(logs[agents] + np.random.default_rng(2).gumbel(size=agents.shape))
    assert fit_ratings(agents, places, 3) == pytest.approx(POINTS * logs, abs=8)


def test_one_strong_seat_against_nine_is_recovered() -> None:
    # Far from an even table: the full step of Newton's method runs away here.
    logs = np.array([0.0, 3.0])
    agents = np.tile([1] + [0] * 9, (4000, 1))
    places = finish(logs[agents] + np.random.default_rng(0).gumbel(size=agents.shape))
    ratings = fit_ratings(agents, places, 2)
    assert ratings[1] - ratings[0] == pytest.approx(3 * POINTS, abs=20)


def test_two_agents_differ_by_the_odds_of_finishing_ahead() -> None:
    # 1000 wins to 100, and half a win each from the virtual tie of either agent; that tie is
    # against the middle of the scale, so the odds come out a little under 10.
    agents, places = np.tile([0, 1], (1100, 1)), np.tile([1.0, 2.0], (1100, 1))
    places[:100] = [2, 1]
    ratings = fit_ratings(agents, places, 2)
    assert ratings.sum() == pytest.approx(0)
    assert ratings[0] - ratings[1] == pytest.approx(400, abs=2)


def test_a_tie_is_half_a_win_for_each() -> None:
    tied = fit_ratings([[0, 1]] * 6, [[1, 2]] * 4 + [[1.5, 1.5]] * 2, 2)
    split = fit_ratings([[0, 1]] * 6, [[1, 2]] * 5 + [[2, 1]], 2)
    assert tied == pytest.approx(split)
    assert fit_ratings([[0, 1, 2]], [[2, 2, 2]], 3) == pytest.approx([0, 0, 0])


def test_a_table_of_one_agent_says_nothing() -> None:
    agents, places = [[0, 1, -1], [0, 1, -1], [1, 0, -1]], [[1, 2, 9], [2, 1, 9], [1, 2, 9]]
    ratings = fit_ratings(agents, places, 2)
    more = fit_ratings([*agents, [0, 0, 0], [1, -1, -1]], [*places, [1, 2, 3], [1, 9, 9]], 2)
    assert ratings[1] > 20
    assert more == pytest.approx(ratings)


def test_own_seats_take_part_in_the_stage_they_contest() -> None:
    # One seat of agent 0 wins 1 of 4 against three seats of agent 1: they are equally strong.
    agents = [[0, 1, 1, 1]] * 4
    places = [[1, 2, 3, 4], [2, 1, 3, 4], [3, 1, 2, 4], [4, 1, 2, 3]]
    assert fit_ratings(agents, places, 2) == pytest.approx([0, 0], abs=1e-6)


def test_seats_games_and_the_size_of_places_do_not_matter() -> None:
    rng = np.random.default_rng(3)
    agents, places = simulate(np.array([-1.0, 0.0, 0.3, 0.7]), 200, 4, rng)
    ratings = fit_ratings(agents, places, 4)
    games = rng.permutation(200)
    assert fit_ratings(agents[games], places[games], 4) == pytest.approx(ratings, abs=1e-6)
    seats = rng.permuted(np.tile(np.arange(4), (200, 1)), axis=1)
    reseated = (np.take_along_axis(each, seats, axis=1) for each in (agents, places))
    assert fit_ratings(*reseated, 4) == pytest.approx(ratings, abs=1e-6)
    assert fit_ratings(agents, 10.0**places, 4) == pytest.approx(ratings, abs=1e-6)


def test_renumbered_agents_keep_their_ratings() -> None:
    agents, places = simulate(np.array([-1.0, 0.0, 1.0]), 300, 4, np.random.default_rng(4))
    number = np.array([2, 0, 1])
    assert fit_ratings(number[agents], places, 3)[number] == pytest.approx(
        fit_ratings(agents, places, 3), abs=1e-6
    )


def test_an_unbeaten_agent_is_finite_and_grows_with_its_games() -> None:
    few, many, very_many = (
        fit_ratings([[0, 1]] * count, [[1, 2]] * count, 2)[0] for count in (3, 300, 10**5)
    )
    assert 50 < few < many < very_many < 1500


def test_a_ladder_of_unbeaten_agents_is_fitted_in_order() -> None:
    agents = np.array([[k, k + 1] for k in range(9) for _ in range(500)])
    ratings = fit_ratings(agents, np.tile([1, 2], (len(agents), 1)), 10)
    assert np.isfinite(ratings).all()
    assert (np.diff(ratings) < -100).all()
    assert ratings == pytest.approx(-ratings[::-1], abs=0.01)


def test_an_agent_that_met_nobody_has_no_rating() -> None:
    ratings = fit_ratings([[0, 1], [0, 1], [0, 1], [3, 3]], [[1, 2], [2, 1], [1, 2], [1, 2]], 4)
    assert np.isnan(ratings).tolist() == [False, False, True, True]
    assert ratings[:2].sum() == pytest.approx(0)
    intervals = bootstrap_ratings(
        [[0, 1], [1, 0], [0, 1]], [[1, 2]] * 3, 3, [0, 1, 2], np.random.default_rng(0)
    )
    assert isnan(intervals[2].mean)
    assert (intervals[2].low, intervals[2].high) == (-inf, inf)
    assert -inf < intervals[0].low < intervals[0].high < inf


def test_no_games_give_no_ratings() -> None:
    empty = np.zeros((0, 4), dtype=np.int64)
    assert np.isnan(fit_ratings(empty, empty, 2)).all()
    intervals = bootstrap_ratings(empty, empty, 2, [], np.random.default_rng(0))
    assert all(isnan(each.mean) and (each.low, each.high) == (-inf, inf) for each in intervals)


def replayed_deals(
    logs: NDArray[np.float64], num_deals: int, rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
    """Four agents rotate through the seats of each deal; some deals suit an agent's style."""
    rotations = (np.arange(4) + np.arange(4)[:, None]) % 4
    agents, deals = np.tile(rotations, (num_deals, 1)), np.repeat(np.arange(num_deals), 4)
    seat_luck = rng.normal(size=(num_deals, 4))[deals]
    style_luck = 3 * rng.normal(size=(num_deals, 4))[deals[:, None], agents]
    performance = logs[agents] + seat_luck + style_luck + rng.gumbel(size=agents.shape)
    return agents, finish(performance), deals


def test_bootstrap_intervals_hold_the_truth_and_unclustered_ones_do_not() -> None:
    logs = np.array([-0.6, -0.2, 0.2, 0.6])
    rng = np.random.default_rng(5)
    agents, places, _ = replayed_deals(logs, 50_000, rng)
    truth = fit_ratings(agents, places, 4)
    held = {"clustered": 0, "naive": 0}
    for _ in range(100):
        agents, places, deals = replayed_deals(logs, 40, rng)
        for name, clusters in (("clustered", deals), ("naive", np.arange(160))):
            intervals = bootstrap_ratings(agents, places, 4, clusters, rng, 60)
            held[name] += sum(
                each.low <= true <= each.high for each, true in zip(intervals, truth, strict=True)
            )
    assert 0.92 < held["clustered"] / 400 < 0.98
    assert held["naive"] / 400 < 0.85


def test_bootstrap_is_around_the_fit_and_repeats_with_the_seed() -> None:
    agents, places, deals = replayed_deals(np.array([-1.0, 0, 0, 1]), 30, np.random.default_rng(6))
    first, again, other = (
        bootstrap_ratings(agents, places, 4, deals, np.random.default_rng(seed), 20)
        for seed in (1, 1, 2)
    )
    assert first == again != other
    assert [each.mean for each in first] == pytest.approx(fit_ratings(agents, places, 4).tolist())
    assert all(each.high - each.mean == pytest.approx(each.mean - each.low) for each in first)


def test_four_times_the_deals_halve_the_intervals() -> None:
    rng = np.random.default_rng(7)
    agents, places, deals = replayed_deals(np.zeros(4), 400, rng)
    quarter = bootstrap_ratings(agents[:400], places[:400], 4, deals[:400], rng)
    whole = bootstrap_ratings(agents, places, 4, deals, rng)
    widths = [np.mean([each.high - each.low for each in some]) for some in (quarter, whole)]
    assert widths[0] / widths[1] == pytest.approx(2, rel=0.15)


def test_only_the_games_bound_an_interval() -> None:
    # Agent 0 beats all; 1 and 2 beat each other.
    agents = [[0, 1, 2]] * 100
    places = [[1, 2, 3], [1, 3, 2]] * 50
    top, *others = bootstrap_ratings(agents, places, 3, range(100), np.random.default_rng(0))
    assert 0 < top.low < top.mean < top.high == inf
    assert all(each.low == -inf and each.mean < each.high < 0 for each in others)
    # A single tie of agent 0 with agent 1 bounds them all.
    closed = bootstrap_ratings(
        [*agents, [0, 1, -1]], [*places, [1, 1, 1]], 3, range(101), np.random.default_rng(0)
    )
    assert all(-inf < each.low < each.high < inf for each in closed)


def test_one_deal_bounds_nothing() -> None:
    intervals = bootstrap_ratings(
        [[0, 1], [1, 0]], [[1, 2], [1, 2]], 2, [5, 5], np.random.default_rng(0)
    )
    assert intervals == [Interval(pytest.approx(0), -inf, inf)] * 2
