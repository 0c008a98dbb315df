"""Fitting the weights of a heuristic: the objective, the search, the rule, and the file."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fudaba.agents.greedy import GreedyAgent, weight_table
from fudaba.agents.policy import Layer, PolicyAgent
from fudaba.agents.tuned_advice import TunedAdvice
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import UserError, find_game
from fudaba.envs.core.contract.weights import Weight, WeightTable
from fudaba.envs.core.stepping.threads import Threads
from fudaba.evaluation.counting import Count
from fudaba.evaluation.match import play_match, reward_against
from fudaba.evaluation.statistics import Interval, clustered_mean
from fudaba.training.advice import AdviceRequest, AdviceResult
from fudaba.training.advice.objective import (
    Block,
    TrialTable,
    fits_policy,
    overall,
    policy_field,
    random_field,
    tables_of,
)
from fudaba.training.advice.playing import Deals, Opponent, heuristic_field
from fudaba.training.advice.report import render_report, verdict
from fudaba.training.advice.result import TODAY, Gain
from fudaba.training.advice.run import Fit
from fudaba.training.advice.search import propose, refine, scan

from ..kuhn import GAME as KUHN
from ..kuhn.exact import value_against
from ..kuhn.joining import join_games

SEVENS = find_game("sevens_v0")
ONE_THREAD = Threads(1)
GAMES = 50_000


@pytest.fixture(autouse=True)
def _kuhn_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    join_games(monkeypatch)


def kuhn_record(calls_from: float) -> np.void:
    return weight_table(KUHN).record({"calls_from": calls_from})


def asked(**changes: Any) -> AdviceRequest:
    usual: dict[str, Any] = {
        "rules": {},
        "games": GAMES,
        "deals": 200,
        "seed": 1,
        "threads": 1,
        "minutes": 60.0,
    }
    return AdviceRequest(KUHN, **{**usual, **changes})


# Games


def test_points_are_those_of_a_match_of_the_same_agents() -> None:
    today, other = GreedyAgent(KUHN, {}), GreedyAgent(KUHN, {"calls_from": 0})
    deals = Deals(KUHN, KUHN.options(), 7, 300)
    points = deals.points_alone(other.record, heuristic_field("", today.record), ONE_THREAD)
    match = play_match(KUHN, KUHN.options(), [other, today], [(0, 1)], 300, seed=7)
    assert (points == match.points[match.seating == 0].reshape(300, 2)).all()
    assert set(points.ravel()) == {-2, -1, 1, 2}


def test_points_among_random_players_are_those_of_a_match_in_the_mean() -> None:
    today = GreedyAgent(KUHN, {})
    field, deals = random_field(today.record), Deals(KUHN, KUHN.options(), 7, 2000)
    points = deals.points_alone(today.record, field, ONE_THREAD)
    measured = clustered_mean(points.ravel(), np.repeat(np.arange(2000), 2))
    played = reward_against(KUHN, KUHN.options(), today, UniformAgent(), 2000, seed=8)
    assert abs(measured.mean - played.mean) < measured.high - measured.low


def test_points_among_a_policy_are_those_of_a_match() -> None:
    rng, sizes = np.random.default_rng(0), (KUHN.observation_size, KUHN.num_actions)
    layer = Layer(rng.normal(size=sizes[::-1]).astype(np.float32), np.zeros(sizes[1], np.float32))
    today, policy = GreedyAgent(KUHN, {}), PolicyAgent([layer])
    field = Opponent("", policy.network(KUHN), by_network=True)
    points = Deals(KUHN, KUHN.options(), 7, 300).points_alone(today.record, field, ONE_THREAD)
    match = play_match(KUHN, KUHN.options(), [today, policy], [(0, 1)], 300, seed=7)
    assert (points == match.points[match.seating == 0].reshape(300, 2)).all()
    among_today = heuristic_field("", today.record)
    same = Deals(KUHN, KUHN.options(), 7, 300).points_alone(today.record, among_today, ONE_THREAD)
    assert (points != same).any()


def test_the_packaged_policy_plays_where_it_fits() -> None:
    assert fits_policy(SEVENS, SEVENS.options())
    assert not fits_policy(SEVENS, SEVENS.options(num_players=5))
    assert policy_field(KUHN, KUHN.options()) is None


def test_threads_do_not_matter() -> None:
    record = kuhn_record(2)
    deals = Deals(KUHN, KUHN.options(), 7, 301)
    one, three = (
        deals.points_alone(record, random_field(record), Threads(count)) for count in (1, 3)
    )
    assert (one == three).all()


# The objective


@pytest.mark.parametrize("kind", ["heuristic", "random"])
def test_todays_weights_gain_exactly_nothing(kind: str) -> None:
    today = kuhn_record(2)
    field = random_field(today) if kind == "random" else heuristic_field("", kuhn_record(0))
    tables = [TrialTable(KUHN.options(), field, 1.0, spread=2.0)]
    block = Block(KUHN, tables, today, 3, 100, ONE_THREAD)
    assert overall(tables, block.gains(today)).interval() == Interval(0.0, 0.0, 0.0)
    assert overall(tables, block.gains(kuhn_record(0))).value != 0


def test_the_gain_of_other_weights_is_the_exact_one() -> None:
    """In Kuhn poker the value of both weights can be worked out over all deals."""
    today, table = (
        kuhn_record(2),
        [TrialTable(KUHN.options(), heuristic_field("", kuhn_record(0)), 1, 1)],
    )
    block = Block(KUHN, table, today, 3, 4000, ONE_THREAD)
    measured = overall(table, block.gains(kuhn_record(1))).interval()
    field = GreedyAgent(KUHN, {"calls_from": 0})
    exact = [
        value_against(GreedyAgent(KUHN, {"calls_from": calls_from}), field) for calls_from in (2, 1)
    ]
    assert measured.low <= exact[1] - exact[0] <= measured.high
    assert exact[1] != exact[0] and measured.leaves_out_zero


def test_gains_are_weighted_and_divided_by_the_spread() -> None:
    field = random_field(kuhn_record(2))
    tables = [TrialTable(KUHN.options(), field, *each) for each in ((0.75, 3.0), (0.25, 0.5))]
    gain = overall(tables, [np.array([2.0, 4.0]), np.array([1.0])])
    assert gain.value == pytest.approx(0.75 * 3 / 3 + 0.25 * 1 / 0.5)


def test_there_is_a_table_for_every_number_of_players() -> None:
    assert [options.num_players for options in tables_of(SEVENS, {})] == [2, 3, 4, 5, 6, 7, 8]
    (only,) = tables_of(SEVENS, {"num_players": 5, "pass_limit": 1})
    assert (only.num_players, only.plain()["pass_limit"]) == (5, 1)
    with pytest.raises(UserError, match="pass_limit can't be -4"):
        tables_of(SEVENS, {"pass_limit": -4})


# The search

HILL = WeightTable(
    Weight("a", 0.0, -5.0, 5.0, "the first"), Weight("b", 1.0, 0.0, 10.0, "the second")
)


def test_a_scan_changes_one_weight_at_a_time() -> None:
    scanned = scan(HILL, {"a": 0.0, "b": 1.0})
    assert [each["a"] for each in scanned] == [-5, -1.67, 1.67, 5, 0, 0, 0, 0]
    assert [each["b"] for each in scanned] == [1, 1, 1, 1, 0, 3.33, 6.67, 10]


def test_the_search_climbs_a_hill_and_depends_on_the_seed_alone() -> None:
    def height(values: dict[str, float]) -> float:
        return -((values["a"] - 2) ** 2) - (values["b"] - 7) ** 2

    begin = [{"a": 0.0, "b": 1.0}, *scan(HILL, {"a": 0.0, "b": 1.0})]
    runs = [
        propose(HILL, begin, 60, seed, lambda batch: [height(each) for each in batch])
        for seed in (1, 1, 2)
    ]
    assert runs[0] == runs[1] != runs[2]
    assert runs[0][: len(begin)] == begin
    assert max(map(height, runs[0])) > -1 > max(map(height, begin))
    assert all(-5 <= each["a"] <= 5 and 0 <= each["b"] <= 10 for each in runs[0])


def test_refining_changes_all_weights_together_and_depends_on_the_seed_alone() -> None:
    """A ridge: both weights must grow together, while each alone makes it worse."""

    def height(values: dict[str, float]) -> float:
        along, across = values["a"] + values["b"] / 2, values["a"] - values["b"] / 2
        return along / 10 - across**2

    begin = {"a": 0.0, "b": 0.0}
    assert all(height({**begin, name: 1.0}) < height(begin) for name in begin)
    runs = [
        refine(HILL, begin, 200, seed, lambda batch: [height(each) for each in batch])
        for seed in (1, 1, 2)
    ]
    assert runs[0] == runs[1] != runs[2] and len(runs[0]) >= 200
    assert max(map(height, runs[0])) > 0.8
    assert all(-5 <= each["a"] <= 5 and 0 <= each["b"] <= 10 for each in runs[0])


# The whole fit


@pytest.fixture(scope="module")
def fitted() -> AdviceResult:
    with pytest.MonkeyPatch.context() as patch:
        join_games(patch)
        return asked().play()


def test_it_finds_the_best_weights(fitted: AdviceResult) -> None:
    """Calling with the best card alone gains 1/20 over calling with the better half."""
    assert (fitted.before, fitted.found) == ({"calls_from": 2.0}, {"calls_from": 3.0})
    assert fitted.is_kept and fitted.weights == fitted.found
    (gain,) = [gain for gain in fitted.gains if gain.among == TODAY]
    today, found = (GreedyAgent(KUHN, weights) for weights in (fitted.before, fitted.found))
    assert gain.points.low <= value_against(found, today) <= gain.points.high
    assert fitted.games == GAMES and len(fitted.tried) > 30


def test_the_search_measures_all_fields_of_the_confirmation(fitted: AdviceResult) -> None:
    fields = [(gain.among, gain.num_players, gain.deals) for gain in fitted.gains]
    assert fields == [
        ("today's greedy", 2, 200),
        ("the new greedy", 2, 200),
        ("random", 2, 200),
        ("montecarlo:budget=64", 2, 5),
    ]


def test_a_fit_depends_on_the_seed_alone(fitted: AdviceResult) -> None:
    assert asked(threads=3).play() == fitted
    assert asked(seed=2).play().tried != fitted.tried


def test_a_short_time_means_fewer_games(fitted: AdviceResult) -> None:
    hurried = asked(games=10**9, minutes=1e-6)
    assert hurried.play().games == hurried.fewest_games < GAMES


def test_weights_that_can_not_be_better_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Today's weights are the best here, so every gain is chance or a loss."""
    monkeypatch.setattr(
        "fudaba.training.advice.run.GreedyAgent",
        lambda game: GreedyAgent(game, {"calls_from": 3.0}),
    )
    result = asked().play()
    assert not result.is_kept and result.weights == result.before == {"calls_from": 3.0}
    assert verdict(result)[0].startswith("Today's weights stay")


def test_the_command_names_house_rules_and_no_path() -> None:
    request = replace(asked(), game=SEVENS, rules={"num_players": 2, "tunnel": "none"}, games=10**6)
    assert request.command(900_000) == (
        "fudaba tune-heuristic sevens_v0 --games 900000 --minutes 60 --deals 200 --seed 1 "
        "--options num_players=2 tunnel=none"
    )


@pytest.mark.parametrize(("low", "is_kept"), [(-0.001, False), (0.0, False), (0.001, True)])
def test_the_rule(low: float, is_kept: bool, fitted: AdviceResult) -> None:
    result = fitted.model_copy(update={"gain": Interval(0.1, low, 0.2)})
    assert result.is_kept == is_kept
    assert result.weights == (result.found if is_kept else result.before)
    file = result.tuned_advice({"calls_from": 2.0}, "fudaba tune-heuristic kuhn")
    assert file.weights == ({"calls_from": 3.0} if is_kept else {})


def test_the_price_is_told(fitted: AdviceResult) -> None:
    lost = Gain(among=TODAY, num_players=2, deals=9, points=Interval(-0.3, -0.4, -0.2), spread=1.0)
    changes = {"gain_among_random": Interval(-0.2, -0.3, -0.1), "gains": (lost,)}
    result = fitted.model_copy(update=changes)
    said = " ".join(verdict(result))
    assert "Among random players they lose: -0.200 ± 0.100 of the spread." in said
    assert "They clearly lose with 2 players." in said
    file = result.tuned_advice({"calls_from": 2.0}, "")
    assert file.tuning["is_trade"] and file.tuning["worse_with"] == [2]
    calm = {"gain_among_random": Interval(-0.2, -0.5, 0.1), "gains": ()}
    assert "lose" not in " ".join(verdict(fitted.model_copy(update=calm)))


def test_a_weight_whose_change_does_not_matter_is_set_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Values of `calls_from` between two cards play alike, so 2.9 is no change."""
    fit = Fit(asked(), Count(None))
    left, set_back = fit._simplify({"calls_from": 2.9})
    assert (left, set_back) == ({"calls_from": 2.0}, ("calls_from",))
    assert fit._simplify({"calls_from": 3.0}) == ({"calls_from": 3.0}, ())


def test_the_file_can_be_read_again(fitted: AdviceResult) -> None:
    file = fitted.tuned_advice({"calls_from": 2.0}, "fudaba tune-heuristic kuhn")
    again = TunedAdvice.model_validate_json(file.model_dump_json())
    assert again == file and again.weights == {"calls_from": 3.0}
    assert GreedyAgent(KUHN, again.weights).weights == fitted.found
    assert again.tuning["gains"][0]["among"] == TODAY


def test_the_report_names_every_weight_and_gain(fitted: AdviceResult) -> None:
    page = render_report(fitted, weight_table(KUHN), KUHN.title, "fudaba tune-heuristic kuhn")
    assert "| `calls_from` | the lowest card that calls | 0 to 3 | 2 | 3 |" in page
    assert page.count("\n| random |") == 1 and "fudaba tune-heuristic kuhn" in page
    assert fitted.question in page


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 100}, "games can't be 100; allowed: whole numbers 30720 to"),
        ({"deals": 1}, "deals can't be 1; allowed: whole numbers 64 to"),
        ({"seed": -1}, "seed can't be -1"),
        ({"threads": 0}, "threads can't be 0"),
        ({"minutes": 0.0}, "minutes can't be 0; allowed: above 0"),
        ({"minutes": float("nan")}, "minutes can't be nan"),
        ({"rules": {"blood": 1}}, "there is no option 'blood'"),
    ],
)
def test_a_mistake_gets_one_sentence(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        asked(**changes)
