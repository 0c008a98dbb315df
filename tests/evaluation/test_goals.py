"""Goals: every game has them, gaps are honest, and variants are compared by the deal."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fudaba.agents import make_agent
from fudaba.envs import UserError, find_game, game_names
from fudaba.evaluation.balance.goals import (
    CHOICES,
    GOALS,
    LEADS,
    LENGTH,
    ROLE_SPREAD,
    SEAT_FAIRNESS,
    SKILL,
    TURN_FAIRNESS,
    Gap,
    gap_between,
    goal_called,
    goals_of,
    roles_of,
)
from fudaba.evaluation.balance.ladder import half_tables, shares_of
from fudaba.evaluation.balance.outcomes import FIRST_PLACES, SEATS, TURNS, numbers_of
from fudaba.evaluation.balance.play import Sample, play_sample
from fudaba.evaluation.best import find_best
from fudaba.evaluation.match import LocalExecutor, MatchRunner
from fudaba.evaluation.statistics import FloatArray, ratio_of_sums

WORDS = ["random", "greedy"]
WITH_ROLES = ["seki_v0", "makkaik_v0"]


def sample_of(name: str, deals: int, **options: Any) -> Sample:
    """Games of greedy and random, half of the seats each."""
    game = find_game(name)
    rules = game.options.read(name, options)
    players = MatchRunner(game, rules, WORDS, [make_agent(word, game, rules) for word in WORDS], 3)
    seatings = half_tables(rules.num_players)
    return play_sample(players, seatings, deals, LocalExecutor(1), lambda _: None)


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_every_goal(name: str) -> None:
    game, sample = find_game(name), sample_of(name, 30)
    assert {goal.name for goal in goals_of(game)} == {
        goal for goal in GOALS if goal != ROLE_SPREAD or name in WITH_ROLES
    }
    for goal in goals_of(game):
        interval = goal.interval(goal.measure(game, WORDS, sample))
        assert interval.low <= interval.mean <= interval.high, goal.name
        assert interval.low >= 0 and (goal.form != "share" or interval.mean <= 1)
        assert len(goal.meaning) <= 70 and goal.wish in ("least", "most")


def test_an_unknown_goal_is_named_with_the_one_that_was_meant() -> None:
    with pytest.raises(UserError) as refused:
        goal_called("seat-fairnes", find_game("sevens_v0"))
    assert str(refused.value) == (
        "sevens_v0 has no goal 'seat-fairnes'; allowed: seat-fairness, turn-fairness, skill, "
        "length, lead-changes, choices, shared-wins, comebacks. Did you mean seat-fairness?"
    )
    with pytest.raises(UserError, match="has no goal 'role-spread'"):
        goal_called(ROLE_SPREAD, find_game("sevens_v0"))
    assert goal_called(ROLE_SPREAD, find_game("seki_v0")).name == ROLE_SPREAD
    assert roles_of(find_game("seki_v0")) == "role" and roles_of(find_game("sevens_v0")) == ""


def test_skill_is_that_of_the_ladder() -> None:
    game, sample = find_game("sevens_v0"), sample_of("sevens_v0", 200)
    estimate = GOALS[SKILL].measure(game, WORDS, sample)
    shares = shares_of(game, sample, 1)
    assert estimate.value == shares.skill.value > 0
    assert GOALS[SKILL].interval(estimate) == shares.deviations.interval().squared
    assert (estimate.influence == shares.skill.influence).all()


@pytest.mark.parametrize(("goal", "group"), [(SEAT_FAIRNESS, SEATS), (TURN_FAIRNESS, TURNS)])
def test_a_large_gap_is_the_difference_of_the_first_places(goal: str, group: str) -> None:
    game, sample = find_game("sevens_v0"), sample_of("sevens_v0", 200)
    # Only one seat, or one place in turn order, ever wins; another one never.
    place = 2 if goal == SEAT_FAIRNESS else (sample.first.astype(int) + 1) % 4
    sample.points[:] = np.arange(4) == np.expand_dims(place, -1)
    numbers = [n.estimate for n in numbers_of(game, WORDS, sample)
               if (n.group, n.quantity) == (group, FIRST_PLACES)]  # fmt: skip
    shares = [estimate.value for estimate in numbers]
    assert sorted(shares) == [0, 0, 0, 1]
    interval = GOALS[goal].interval(GOALS[goal].measure(game, WORDS, sample))
    assert (interval.mean, interval.high) == (1, 1) and 0.9 < interval.low < 1


def test_variants_of_the_same_deals_are_compared_by_the_deal() -> None:
    game = find_game("sevens_v0")
    one, other = (sample_of("sevens_v0", 300, pass_limit=limit) for limit in (3, 5))
    for goal in goals_of(game):
        first, second = (goal.measure(game, WORDS, sample) for sample in (one, other))
        paired = second.minus(first)
        shown = [goal.interval(estimate).mean for estimate in (second, first)]
        assert paired.value == pytest.approx(shown[0] - shown[1], abs=1e-12)
        assert first.minus(first).interval().mean == first.minus(first).interval().high == 0
        alone = np.hypot(first.standard_error, second.standard_error)
        if goal.name in (SKILL, LENGTH, LEADS, CHOICES):
            assert 0 < paired.standard_error < alone


# Gaps: simulated samples whose true gap is known

Chances = Callable[[float], FloatArray]


def even(gap: float) -> FloatArray:
    """Four positions at equal distances."""
    return 0.25 + gap * (np.arange(4) - 1.5) / 3


def one_ahead(gap: float) -> FloatArray:
    """Three equal positions and a better one."""
    return 0.25 + gap * np.array([-0.25, -0.25, 0.75, -0.25])


def pair(gap: float) -> FloatArray:
    """A table of two."""
    return 0.5 + gap * np.array([0.5, -0.5])


def games(rng: np.random.Generator, chances: FloatArray, deals: int) -> FloatArray:
    """The winner of one game per deal: float64[D, K]."""
    return np.eye(len(chances))[rng.choice(len(chances), size=deals, p=chances)]


@pytest.mark.parametrize("chances", [even, one_ahead, pair])
@pytest.mark.parametrize("size", [0.0, 1.0, 2.0, 4.0, 8.0])
def test_intervals_hold_the_true_gap(chances: Chances, size: float) -> None:
    rng, deals, studies = np.random.default_rng(5), 400, 500
    error = np.sqrt(2 / len(chances(0.0)) / deals)  # of the difference of two equal positions
    gap, held, values, luck = size * error, 0, [], []
    for _ in range(studies):
        won = games(rng, chances(gap), deals)
        estimate = gap_between(won, np.ones_like(won))
        interval = estimate.share_interval()
        held += interval.low <= gap <= interval.high
        values.append(estimate.value)
        luck.append(np.ptp(won.mean(axis=0)))
    bias = (np.mean(values) - gap) / error
    assert held / studies >= 0.93
    assert -0.9 < bias < 0.1
    if size == 0:  # where the plain difference sees a gap of more than one standard error
        assert abs(bias) < 0.1 < 0.5 < np.mean(luck) / error


def test_no_gap_is_called_clear_in_one_sample_of_forty() -> None:
    rng = np.random.default_rng(6)
    samples = (games(rng, even(0.0), 300) for _ in range(1000))
    clear = [gap_between(won, np.ones_like(won)).share_interval().low > 0 for won in samples]
    assert 0.012 < np.mean(clear) < 0.04


@pytest.mark.parametrize("size", [0.0, 2.0, 4.0, 8.0])
def test_equal_gaps_of_two_variants_seldom_differ(size: float) -> None:
    # Of the second variant other positions are best and worst, and half of the deals end alike.
    rng, deals, studies, clear = np.random.default_rng(7), 400, 600, [0, 0]
    gap = size * np.sqrt(0.5 / deals)
    for _ in range(studies):
        first, second = games(rng, even(gap), deals), games(rng, even(gap), deals)
        second[::2] = first[::2]
        first, second, ones = first, second[:, ::-1], np.ones_like(first)
        difference = gap_between(first, ones).minus(gap_between(second, ones)).interval()
        other = gap_between(games(rng, one_ahead(gap), deals), ones)
        clear[0] += difference.leaves_out_zero
        clear[1] += gap_between(first, ones).minus(other).interval().leaves_out_zero
    assert max(clear) / studies <= 0.055


def test_the_table_the_star_and_the_sentence_say_the_same() -> None:
    # Of one variant luck puts the gap below zero, so that the other one seems clearly larger.
    rng, ones, seen = np.random.default_rng(12), np.ones((400, 2)), 0
    for _ in range(200):
        pair_of_gaps = [gap_between(games(rng, pair(gap), 400), ones) for gap in (0.0, 0.1)]
        shown = pair_of_gaps[1].minus(pair_of_gaps[0]).interval()
        is_told = not find_best(pair_of_gaps, -1).may_be_best[1]
        assert is_told == (shown.low > 0)
        assert (shown.p_value < 0.05) == shown.leaves_out_zero
        seen += is_told
    assert 0 < seen < 200


@pytest.mark.parametrize("gap", [0.0, 0.06, 0.2])
def test_gaps_of_roles_that_are_in_some_deals_only(gap: float) -> None:
    rng, deals, studies, kinds = np.random.default_rng(8), 500, 300, 7
    strength, held = np.linspace(-gap / 2, gap / 2, kinds), 0
    for _ in range(studies):
        dealt = rng.permuted(np.tile(np.arange(kinds), (deals, 1)), axis=1)[:, :4]
        counts, sums = np.zeros((deals, kinds)), np.zeros((deals, kinds))
        np.put_along_axis(counts, dealt, 1.0, axis=1)
        np.put_along_axis(sums, dealt, rng.random((deals, 4)) < 0.25 + strength[dealt], axis=1)
        interval = gap_between(sums, counts).share_interval()
        held += interval.low <= gap <= interval.high
    assert held / studies >= 0.93


def test_a_position_that_nobody_held_has_no_part_in_the_gap() -> None:
    won = games(np.random.default_rng(9), even(0.1), 200)
    more = gap_between(np.c_[np.zeros(200), won], np.c_[np.zeros(200), np.ones_like(won)])
    plain = gap_between(won, np.ones_like(won))
    assert more.share_interval() == plain.share_interval()


def test_two_deals_set_no_bound() -> None:
    gap = gap_between(np.array([[1.0, 0], [0, 1]]), np.ones((2, 2))).share_interval()
    assert gap.low == 0 and gap.high == 1
    assert isinstance(gap_between(np.ones((5, 1)), np.ones((5, 1))), Gap)


def test_one_deal_is_one_observation() -> None:
    once = games(np.random.default_rng(10), one_ahead(0.2), 300)
    ones = np.ones_like(once)
    twice, single = gap_between(2 * once, 2 * ones), gap_between(once, ones)
    assert twice.interval() == single.interval()
    assert single.num_deals == 300 - 300 // 5 - 1
    assert ratio_of_sums(once[:, 0], ones[:, 0]).num_deals == 300
