"""The search for house rules: its space, its wishes, what it plays, and what it says."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from fudaba.agents import Agent, make_agent
from fudaba.common import extras
from fudaba.common.languages import in_language
from fudaba.envs import Game, Options, UserError, find_game, game_names
from fudaba.evaluation.agreement import agreement
from fudaba.evaluation.balance import PlayedGame, tally
from fudaba.evaluation.balance.goals import GOALS, gap_between
from fudaba.evaluation.balance.play import Sample
from fudaba.evaluation.match import LocalExecutor, MatchRunner, seed_of
from fudaba.evaluation.over import read_over
from fudaba.evaluation.report.agreements import Compared, on_agreement
from fudaba.evaluation.report.pictures import WIDTHS, Form, label_rows, row_height
from fudaba.evaluation.report.tune import answers
from fudaba.evaluation.report.tune.answers import objectives_of
from fudaba.evaluation.report.tune.names import meaning_of
from fudaba.evaluation.report.tune.page import render_tune_page
from fudaba.evaluation.statistics import Interval, ratio_of_sums
from fudaba.evaluation.tunable import NOT_TUNABLE, domain_of, tunable_options
from fudaba.evaluation.tune import TuneResult, tune
from fudaba.evaluation.tune import tables as playing
from fudaba.evaluation.tune.idle import idle_rules
from fudaba.evaluation.tune.objectives import losses_of, read_objectives
from fudaba.evaluation.tune.own import ONE_MORE
from fudaba.evaluation.tune.racing import Losses
from fudaba.evaluation.tune.result import Finalist, TriedVariant
from fudaba.evaluation.tune.run import MOST_LISTED, listing_of
from fudaba.evaluation.tune.search import propose
from fudaba.evaluation.tune.space import Space, space_of
from fudaba.evaluation.tune.tables import Candidate, Evaluator, Samples

SEVENS, SEKI, TYRANT = map(find_game, ("sevens_v0", "seki_v0", "tyrant_v0"))
OVER = {"pass_limit": [0, 3, 5], "tunnel": ["none", "ring", "one_way"]}
GAMES = 6000


def small(**changes: Any) -> TuneResult:
    """A search that takes a second."""
    asked: dict[str, Any] = {
        "over": OVER,
        "goals": ["turn-fairness", "length:least"],
        "games": GAMES,
        "check": [],
        **changes,
    }
    return tune("sevens_v0", **asked)


@pytest.fixture(scope="module")
def found() -> TuneResult:
    return small(check=["random"], check_games=100)


# The space


def over_of(*words: str, game: Game = SEVENS, **fixed: Any) -> dict[str, list[Any]]:
    return read_over(words, game, fixed)


def test_ranges_lists_and_words_are_read() -> None:
    assert over_of("pass_limit=0..3,none", "tunnel=none,ring") == {
        "pass_limit": [0, 1, 2, 3, "none"],
        "tunnel": ["none", "ring"],
    }
    assert over_of("points=[7,5,3,1],[1,0,0,0]", game=SEKI)["points"] == [
        [7, 5, 3, 1],
        [1, 0, 0, 0],
    ]


def test_all_means_the_tunable_options_that_are_not_fixed() -> None:
    everything = over_of("all", jokers=1)
    assert list(everything) == [
        "pass_limit",
        "voluntary_pass",
        "tunnel",
        "joker_use",
        "joker_recovery",
        "joker_last",
    ]
    assert everything["pass_limit"] == [*range(11), "none"]
    assert over_of("all", "pass_limit=0..2")["pass_limit"] == [0, 1, 2]


def test_what_is_not_tunable_are_options_of_games() -> None:
    names = {name for game in game_names() for name in find_game(game).options.model_fields}
    assert names >= NOT_TUNABLE


@pytest.mark.parametrize("name", game_names())
def test_every_tunable_value_is_a_value_of_its_option(name: str) -> None:
    game = find_game(name)
    assert tunable_options(game)
    assert not {*tunable_options(game)} & {*game.options.for_research}
    for option in tunable_options(game):
        values = domain_of(game.options, option)
        assert len(values) > 1
        space_of(game, {option: list(values.values())})


def test_a_space_names_its_values_as_they_are_typed() -> None:
    space = space_of(SEVENS, {"pass_limit": [0, 1, 2, "none"], "voluntary_pass": [True, False]})
    assert [axis.word for axis in space.axes] == [
        "pass_limit=0..2,none",
        "voluntary_pass=on,off",
    ]
    assert [axis.is_ordered for axis in space.axes] == [True, False] and space.size == 8


def test_variants_are_named_by_what_they_change() -> None:
    space = space_of(SEVENS, OVER, {"num_players": 5})
    labels = [space.label(space.options(point)) for point in space.points()]
    assert labels[0] == "pass_limit=0, tunnel=none" and labels[4] == "the usual rules"
    assert len(set(labels)) == 9


def test_combinations_that_the_rules_forbid_are_skipped_and_counted() -> None:
    space = space_of(TYRANT, {"plaza_start": range(9), "plaza_removed": range(9)})
    listing = listing_of(space)
    assert (listing.count, len(listing.allowed), listing.forbidden) == (81, 9, 72)
    assert "plaza_removed can't be" in listing.reason
    assert space.label(listing.allowed[0]) == "the usual rules"  # the fewest changes come first


def test_a_huge_space_is_not_listed() -> None:
    space = space_of(SEKI, over_of("all", game=SEKI))
    assert space.size > MOST_LISTED
    listing = listing_of(space)
    assert not listing.is_complete and listing.num_allowed is None and listing.first


# The wishes


def wished(*words: str, game: Game = SEVENS) -> list[tuple[str, str, float, float | None]]:
    read = read_objectives(words, game)
    return [(wish.goal.name, wish.direction, wish.value, wish.weight) for wish in read]


def test_wishes_are_read() -> None:
    assert wished("turn-fairness", "skill", "length:near=40,weight=2", "choices:least") == [
        ("turn-fairness", "least", 0.0, None),
        ("skill", "most", 0.0, None),
        ("length", "near", 40.0, 2.0),
        ("choices", "least", 0.0, None),
    ]
    words = ["turn-fairness:least,weight=0.5", "length:near=40"]
    assert [wish.full_word for wish in read_objectives(words, SEVENS)] == words
    assert wished("turn-fairness,weight=3") == [("turn-fairness", "least", 0.0, 3.0)]


def test_losses_are_distances_from_the_wish() -> None:
    estimates = [
        ratio_of_sums(np.array(row), np.ones(3)) for row in ([30, 50, 49], [0.2, 0.4, 0.6])
    ]
    near, most = losses_of(read_objectives(["length:near=40", "choices:most"], SEVENS), estimates)
    assert near.value == pytest.approx(3) and most.value == pytest.approx(-0.4)
    below = losses_of(read_objectives(["length:near=50"], SEVENS), estimates[:1])[0]
    assert below.value == pytest.approx(7)
    assert below.influence == pytest.approx(-near.influence)


def test_weights_add_the_losses_up() -> None:
    estimates = [
        ratio_of_sums(np.array(row), np.ones(3)) for row in ([30, 50, 49], [0.2, 0.4, 0.6])
    ]
    wishes = read_objectives(["length:near=40", "choices:most,weight=0.5"], SEVENS)
    (score,) = losses_of(wishes, estimates)
    assert score.value == pytest.approx(3 - 0.5 * 40)  # percentage points
    assert score.influence == pytest.approx(estimates[0].influence - 50 * estimates[1].influence)


def test_a_gap_below_zero_counts_as_none() -> None:
    """Estimates of gaps lean low; two variants without a gap are equal."""
    goal = GOALS["turn-fairness"]
    rng = np.random.default_rng(0)
    samples = rng.random((400, 4)) < 0.25
    gap = gap_between(samples.astype(float), np.ones(samples.shape))
    shifted = gap_between(-samples.astype(float) + 0.0, np.ones(samples.shape))
    for estimate in (gap, shifted):
        (loss,) = losses_of(read_objectives([goal.name], SEVENS), [estimate])
        assert loss.value == max(0.0, estimate.value)


# Errors


@pytest.mark.parametrize(
    ("over", "fixed", "part"),
    [
        ({"blood": [1, 2]}, {}, "there is no option 'blood'; allowed: num_players"),
        ({"pass_limt": [1, 2]}, {}, "Did you mean pass_limit?"),
        ({"pass_limit": [1, 99]}, {}, "option pass_limit can't be 99; allowed: whole numbers 0"),
        ({"pass_limit": [1, True]}, {}, "option pass_limit can't be True; allowed"),
        ({"pass_limit": []}, {}, "option pass_limit has no values to try"),
        ({"pass_limit": [3, 3]}, {}, "the value 3 of option pass_limit is named twice"),
        ({"pass_limit": [3, 4]}, {"pass_limit": 3}, "can't be both fixed and searched"),
        ({"pass_limit": [3]}, {}, "pass_limit=3 is a single combination"),
        ({}, {}, "name a house rule to search over"),
        (OVER, {"jokers": 9}, "option jokers can't be 9; allowed: whole numbers 0 to 2"),
        (OVER, {"blood": 9}, "there is no option 'blood'"),
    ],
)
def test_a_space_that_can_t_be_is_refused(
    over: Mapping[str, Sequence[Any]], fixed: Mapping[str, Any], part: str
) -> None:
    with pytest.raises(UserError) as error:
        space_of(SEVENS, over, fixed)
    assert part in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("pass_limit", "values to try can't be 'pass_limit'; write NAME=VALUE,VALUE"),
        ("al", "Did you mean all?"),
        ("pass_limit=", "values to try can't be"),
        ("blood=0..3", "there is no option 'blood'"),
        ("pass_limit=5..2", "the range 5..2 is empty; write the lower end first: 2..5."),
        ("pass_limit=0..", "the range '0..' can't be read"),
        ("pass_limit=0..99", "option pass_limit can't be 99; allowed"),
        ("pass_limit=0..999999999", "option pass_limit can't be 999999999; allowed"),
        ("tunnel=0..2", "option tunnel can't be 0; allowed: none, ring, one_way"),
        ("pass_limit=0,,2", "has an empty value"),
    ],
)
def test_a_word_of_a_space_that_can_t_be_read_is_refused(word: str, part: str) -> None:
    with pytest.raises(UserError) as error:
        over_of(word)
    assert part in str(error.value) and "\n" not in str(error.value)


def test_a_house_rule_named_twice_is_refused() -> None:
    with pytest.raises(UserError, match="pass_limit is named twice"):
        over_of("pass_limit=0..2", "pass_limit=4")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["fun"], "has no goal 'fun'; allowed: seat-fairness"),
        (["turn-fairnes"], "Did you mean turn-fairness?"),
        (["role-spread"], "sevens_v0 has no goal 'role-spread'"),
        (["length:"], "has nothing after the colon; allowed: least, most, near=VALUE"),
        (["length:few"], "can't have 'few' after the colon; allowed: least, most, near=VALUE"),
        (["length:leas"], "Did you mean least?"),
        (["length:near"], "can't be ''; allowed: a number"),
        (["length:near=forty"], "can't be 'forty'; allowed: a number"),
        (["length:least=3"], "can't have 'least=3' after the colon"),
        (["length:least,weight=0"], "can't be 0; allowed: above 0"),
        (["length:least,weight=x"], "can't be 'x'; allowed: a number"),
        (["length:least,heavy"], "'heavy' of 'length:least,heavy' can't be read"),
        (["length", "length:most"], "goal length is named twice"),
        ([], "name at least one goal"),
    ],
)
def test_a_wish_that_can_t_be_read_is_refused(words: list[str], part: str) -> None:
    with pytest.raises(UserError) as error:
        read_objectives(words, SEVENS)
    assert part in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"games": 100}, "games can't be 100 for 9 combinations; allowed: at least"),
        ({"games": 0}, "games can't be 0; allowed: whole numbers 2 to"),
        ({"seed": -1}, "seed can't be -1"),
        ({"agents": []}, "there can't be 0 agents"),
        ({"agents": ["greedy", "greedy"]}, "agent 'greedy' is named twice"),
        ({"agents": ["gredy"]}, "there is no agent 'gredy'"),
        ({"check": ["gredy"]}, "there is no agent 'gredy'"),
        ({"check": ["random", "random"]}, "agent 'random' is named twice"),
        ({"ladder": ["random"]}, "the ladder can't have 1 agents; allowed: 2."),
        ({"check_games": 1}, "check_games can't be 1"),
        (
            {"over": {"num_players": [2, 3]}, "options": {"deal_start": 4}},
            "the rules allow none of the 2 combinations: sevens_v0: option deal_start can't be 4",
        ),
        (
            {"over": {"num_players": [3, 5]}, "options": {"deal_start": 4}},
            "the rules allow only one of the 2 combinations",
        ),
        (
            {"over": {"num_players": [2, 5]}, "agents": ["greedy", "random", "first"]},
            "there can't be 3 agents; allowed: 1 to 2, the seats.",
        ),
    ],
)
def test_mistakes_are_named_before_anything_is_played(
    changes: dict[str, Any], part: str, tmp_path: Path
) -> None:
    with pytest.raises(UserError) as error:
        small(**changes, results=tmp_path / "games.sqlite")
    assert part in str(error.value) and "\n" not in str(error.value)
    assert not list(tmp_path.iterdir())


def test_a_large_space_needs_optuna(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"needs optuna, cmaes: pip install 'fudaba\[design\]'"):
        small(over=over_of("all"), games=100_000)
    assert small(games=GAMES).tried == 9  # a small one does not


# Proposals


def toy(variants: Sequence[Options]) -> list[Losses]:
    """Least with five passes and no tunnel."""
    losses = []
    for each in map(Options.plain, variants):
        loss = float(abs(5 - each["pass_limit"]) + (each["tunnel"] != "none"))
        losses.append((ratio_of_sums(np.full(4, loss), np.ones(4)),))
    return losses


def test_proposals_find_the_best_of_a_large_space_and_are_repeatable() -> None:
    over = over_of("all", "pass_limit=0..10")
    space = space_of(SEVENS, over)
    first, second = (propose(space, 96, 1, 5, toy) for _ in range(2))
    assert [options for options, _ in first.played] == [options for options, _ in second.played]
    values = [losses[0].value for _, losses in first.played]
    assert min(values) == 0 and np.mean(values[48:]) < 0.7 * np.mean(values[:24])  # it learns
    assert len({options.model_dump_json() for options, _ in first.played}) == 96


def test_forbidden_proposals_are_counted_and_not_played() -> None:
    space: Space = space_of(TYRANT, {"plaza_start": range(9), "plaza_removed": range(9)})

    def constant(points: Sequence[Options]) -> list[Losses]:
        return [(ratio_of_sums(np.ones(4), np.ones(4)),)] * len(points)

    found = propose(space, 9, 1, 1, constant)
    assert 1 <= len(found.played) <= 9 and found.forbidden > 0
    rules = [options.plain() for options, _ in found.played]
    assert all(each["plaza_start"] + each["plaza_removed"] == 8 for each in rules)


# The search as a whole


def test_a_small_space_is_raced_as_a_whole(found: TuneResult) -> None:
    assert not found.is_proposed and found.tried == len(found.raced) == 9
    assert sum(raced.status == "finalist" for raced in found.raced) == 5
    assert len(found.finalists) in (5, 6) and any(each.is_usual for each in found.finalists)
    assert found.spent.total <= GAMES and found.spent.search == 0
    assert found.spent.full_grid == 9 * found.final_deals
    assert TuneResult.from_json(found.to_json()) == found


def test_finalists_are_measured_on_deals_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    parts: list[str] = []
    played: list[int] = []
    seeds = [seed_of(0, part) for part in ("race 0", "finals", "check")]
    play, sample = Evaluator.play, playing.play_sample

    def recorded(
        self: Evaluator, entries: Sequence[Candidate], part: str, deals: int
    ) -> list[Samples]:
        if not part.startswith("idle"):
            parts.append(part)
        return play(self, entries, part, deals)

    def recorded_sample(players: MatchRunner, *others: Any, **named: Any) -> Sample:
        if players.seed in seeds:
            played.append(players.seed)
        return sample(players, *others, **named)

    monkeypatch.setattr(Evaluator, "play", recorded)
    monkeypatch.setattr(playing, "play_sample", recorded_sample)
    result = small(check=["random"], check_games=50)
    assert parts == ["race 0", "finals", "check"]
    counts = [played.count(seed) for seed in dict.fromkeys(played)]
    assert counts == [9, len(result.finalists), len(result.finalists)]


def test_the_result_depends_neither_on_threads_nor_on_the_store(
    found: TuneResult, tmp_path: Path
) -> None:
    again = small(
        check=["random"], check_games=100, num_threads=3, results=tmp_path / "games.sqlite"
    )
    assert again == found


class StopError(Exception):
    """Ends a search early."""


def test_a_search_that_was_stopped_plays_nothing_twice(found: TuneResult, tmp_path: Path) -> None:
    taken, stops = [0], [GAMES // 2]

    def progress(done: int, total: int, decisions: int, part: str) -> None:
        taken[0] = decisions
        if stops and done > stops[0]:
            stops.clear()
            raise StopError

    asked = {"check": ["random"], "check_games": 100, "progress": progress}
    kept = {**asked, "results": tmp_path / "games.sqlite"}
    with pytest.raises(StopError):
        small(**kept)
    before = taken[0]
    assert small(**kept) == found
    resumed = taken[0]
    assert small(**kept) == found and taken[0] == 0
    assert small(**asked) == found and before + resumed == taken[0]


def test_another_seed_plays_other_deals(found: TuneResult) -> None:
    assert small(seed=1).finalists[0].numbers != found.finalists[0].numbers


def test_variants_that_play_the_same_games_are_raced_once() -> None:
    over = {"joker_use": ["wild", "fill"], "joker_last": ["off", "last_place"], "jokers": [0, 1, 2]}
    result = small(over=over, games=10_000)
    twins = {raced.variant.label: raced.twin for raced in result.raced if raced.status == "twin"}
    assert twins["joker_use=fill"] == "the usual rules" and len(twins) >= 3


def test_a_large_space_is_searched_and_then_raced() -> None:
    result = small(over=over_of("all"), goals=["turn-fairness"], games=24_000)
    assert result.is_proposed and result.tried >= 32 and len(result.raced) < result.tried
    assert result.spent.search > 0 and result.spent.total <= 1.02 * 24_000
    assert result.allowed == result.combinations == 12 * 2 * 3 * 3 * 8
    assert any(each.is_usual for each in result.finalists)


def test_several_goals_have_a_front() -> None:
    result = small(goals=["length:least", "choices:most"])
    assert not result.is_ranked and any(each.is_on_front for each in result.finalists)
    assert render_tune_page(result).count("<svg") == 4


def test_skill_is_measured_between_two_agents() -> None:
    result = small(over={"pass_limit": [0, 3, 5]}, goals=["skill:most"], games=8000)
    assert result.ladder == ("random", "greedy") and result.checks == ()
    assert 0 < result.best.numbers[0].mean < 1
    assert result.spent.full_grid == 3 * 2 * result.final_deals  # each deal from both sides


# Other players


def estimate_of(mean: float, rng: np.random.Generator, noise: float = 0.1) -> Any:
    return ratio_of_sums(mean + noise * rng.normal(size=400), np.ones(400))


def test_the_order_among_other_players_is_compared_pair_by_pair() -> None:
    rng = np.random.default_rng(0)
    before = [estimate_of(mean, rng) for mean in (0, 1, 2, 2)]
    same = agreement("length:least", list("abcd"), before, before, 3)
    assert (same.same, same.opposite, same.clear, same.is_reversed) == (5, 0, 5, False)
    assert same.best == same.best_after == "a" and not same.is_best_beaten
    assert same.place_after == 1
    assert same.gain_after == same.gain_before
    after = [estimate_of(mean, rng) for mean in (2, 1, 0, 0)]
    turned = agreement("length:least", list("abcd"), before, after, 3)
    assert (turned.same, turned.opposite) == (0, 5) and turned.is_best_beaten
    assert turned.best == "a" and turned.best_after in "cd" and turned.place_after == 4
    assert turned.is_reversed
    noisy = [estimate_of(mean, rng, noise=50) for mean in (0, 1, 2, 2)]
    lost = agreement("length:least", list("abcd"), before, noisy, None)
    assert (lost.only_before, lost.clear) == (5, 5) and lost.gain_before is None


def test_finalists_are_played_again_by_other_players(found: TuneResult) -> None:
    (check,) = found.checks
    assert check.players == "random" and set(check.agents) == {"random"}
    assert check.deals == 100 and check.games == 100 * len(found.finalists)
    assert len(check.numbers) == len(found.finalists)
    assert [each.criterion for each in check.agreements] == list(found.criteria)
    agreed = check.agreements[1]
    assert (
        f"Of {agreed.clear} pairs with a clear order in the finals, {agreed.same} have it there "
        f"too, {agreed.opposite} the other way round; of {agreed.only_before} it can't be told."
    ) in " ".join(answers.verdict(found))


@pytest.mark.parametrize(
    ("place", "is_beaten", "gain", "said"),
    [
        (1, False, Interval(4, 1, 7), "b {best} looks best by length too, in 100 games a "
         "variant. There {best} is "
         "clearly better than c, by 4.00 (1.00 to 7.00). Of "),
        (3, False, Interval(1, -2, 4), "b {after} looks best by length, in 100 games a "
         "variant; {best}, the best in the "
         "finals, is number 3 of 4, which may be luck. Whether {best} is better than c there is "
         "open: the gain is 1.00 (-2.00 to 4.00). About 2,000 games of these players would tell. "
         "Of "),
        (4, True, Interval(-4, -7, -1), "b the answer is another: by length {after} looks best "
         "there, and {best}, the best in the finals, is clearly worse than another. There {best} "
         "is clearly worse than c, by 4.00 (1.00 to 7.00). Of "),
    ],
)  # fmt: skip
def test_the_check_says_whether_the_answer_holds_among_other_players(
    place: int, is_beaten: bool, gain: Interval, said: str, found: TuneResult
) -> None:
    turned = {"place_after": place, "is_best_beaten": is_beaten, "gain_after": gain}
    agreed = found.checks[0].agreements[1].model_copy(update=turned)
    words = Compared("Among b", "in the finals", "c", "length", "number", 4, games=100, fine=0.1)
    named = said.format(best=agreed.best, after=agreed.best_after)
    assert " ".join(on_agreement(agreed, words)).startswith(f"Among {named}")


# What it says


def test_the_verdict_names_the_best_and_what_can_t_be_told_apart() -> None:
    result = small(goals=["length:least"])
    text = " ".join(answers.verdict(result))
    assert result.best.variant.label in text and "length" in text
    others = [each for each in result.finalists[1:] if not each.is_clearly_worse]
    assert ("Not clearly worse: " in text) == bool(others)
    assert "9 variants raced" in answers.course(result)[0]


@pytest.mark.parametrize(
    ("over", "best", "sentence"),
    [
        ("pass_limit=0..5", 5, "pass_limit=5 is the highest number tried: try further, up to "),
        (
            "pass_limit=2,5,none",
            2,
            "pass_limit=2 is the lowest number tried: try further, down to 0 ",
        ),
        ("pass_limit=0..5", 0, ""),
        ("pass_limit=0..5", 3, ""),
        ("pass_limit=3,none", 3, ""),
        ("pass_limit=0..5,none", "none", ""),
    ],
)
def test_a_best_number_at_the_end_of_its_range_is_told(
    over: str, best: int | str, sentence: str, found: TuneResult
) -> None:
    variant = found.best.variant
    options = {**variant.options, "pass_limit": best}
    first = found.best.model_copy(
        update={"variant": variant.model_copy(update={"options": options})}
    )
    result = found.model_copy(update={"over": (over,), "finalists": (first, *found.finalists[1:])})
    text = " ".join(answers.verdict(result))
    assert sentence in text and ("number tried" in text) == bool(sentence)


def test_the_rules_of_the_best_are_yaml_that_a_game_reads(found: TuneResult) -> None:
    content = yaml.safe_load(answers.house_rules_yaml(found))
    assert content["game"] == "sevens_v0"
    read = SEVENS.options.read("sevens_v0", content["options"])
    assert read.plain() == found.advised.variant.options


def test_the_page_holds_the_question_the_command_and_the_date(found: TuneResult) -> None:
    page = render_tune_page(found, "fudaba tune sevens_v0", "1 May 2026")
    for words in (
        found.run_key.mark,
        "fudaba tune sevens_v0",
        "1 May 2026",
        *answers.play_commands(found),
        "Among other players",
    ):
        assert words in page
    for raced in found.raced:
        assert raced.variant.label in page


def test_agents_of_one_s_own_play_too() -> None:
    words: list[str] = []

    def make(word: str, game: Game, options: Options) -> Agent:
        words.append(word)
        return make_agent("greedy", game, options)

    small(agents=["mine"], make=make)
    assert set(words) == {"mine"}


@tally("passes of a seat")
def own_passes(game: PlayedGame) -> list[int]:
    passes = [
        mover
        for mover, action in zip(game.movers.tolist(), game.actions, strict=True)
        if game.kind_of(action) == "pass"
    ]
    return [passes.count(seat) for seat in range(game.num_players)]


@tally("a word", words=("yes", "no"))
def a_word(game: PlayedGame) -> list[str]:
    return ["yes"] * game.num_players


def test_a_measure_of_one_s_own_is_a_goal() -> None:
    over = {"pass_limit": [0, 1, 3]}
    asked = {"over": over, "measures": [own_passes], "games": 2000, "check": ["random"]}
    result = small(**asked, check_games=50, goals=["own-passes:least"])
    assert result.best.variant.label == "pass_limit=0" and result.best.numbers[0].mean == 0
    assert [each.name for each in result.own_goals] == ["own-passes"]
    assert TuneResult.from_json(result.to_json()) == result
    assert "own-passes" in render_tune_page(result)
    (goal,) = objectives_of(result)
    meant = replace(goal, goal=replace(goal.goal, meaning=f"{ONE_MORE}passes of a seat"))
    with in_language("ja"):
        assert meaning_of(goal) == "passes of a seat", "as the designer wrote it"
        assert meaning_of(meant) == "1つ増えたときの報酬：passes of a seat"
    with pytest.raises(UserError, match="has words; a goal needs numbers"):
        small(measures=[a_word])


# Answers that can be printed


@pytest.mark.parametrize(
    ("game", "fixed", "over", "idle"),
    [
        ("makhup_v0", {}, ["next_dealer", "dealer_bonus_start", "ship_alone", "hand_size"],
         ["next_dealer", "dealer_bonus_start", "ship_alone"]),
        ("sevens_v0", {}, ["jokers", "joker_use", "joker_recovery"], []),
        ("sevens_v0", {"jokers": 0}, ["joker_use", "joker_recovery", "pass_limit"],
         ["joker_use", "joker_recovery"]),
        ("tyrant_v0", {}, ["plaza_start", "plaza_removed"], []),  # only together
    ],
)  # fmt: skip
def test_rules_that_change_no_game_are_idle(
    game: str, fixed: dict[str, Any], over: list[str], idle: list[str]
) -> None:
    found = find_game(game)
    values = {name: [*domain_of(found.options, name).values()] for name in over}
    space = space_of(found, values, fixed)
    assert idle_rules(space, ["greedy"], make_agent, LocalExecutor(1), 0) == idle


def test_idle_rules_are_left_out_and_named() -> None:
    result = tune(
        "makhup_v0", over=["ship_alone=court,declared", "hand_size=3..7"], goals=["length"],
        games=2000, check=[],
    )  # fmt: skip
    assert result.idle == ("ship_alone",) and result.combinations == 5
    assert result.over == ("ship_alone=court,declared", "hand_size=3..7")
    assert answers.asked(result).startswith("Which of 5 variants of hand_size comes")
    assert any(
        sentence == "Left as usual, because they changed no game that was tried: ship_alone."
        for sentence in answers.verdict(result)
    )
    with pytest.raises(UserError, match="ship_alone changed nothing in the games that were tried"):
        tune("makhup_v0", over=["ship_alone=court,declared"], goals=["length"], games=2000)


def test_a_rule_that_does_not_matter_is_set_back() -> None:
    # Recovering jokers hardly changes who wins; the pass limit does.
    over = {"pass_limit": [3, 7], "joker_last": ["off", "last_place"], "jokers": [0, 1]}
    result = tune(
        "sevens_v0", over=over, goals=["length:most"], games=8000, check=[],
        options={"num_players": 5},
    )  # fmt: skip
    assert result.spent.simplify
    assert result.spent.total <= 8000 and "pass_limit=7" in result.simplest.variant.label


def named(label: str, mean: float, *, is_worse: bool = False) -> Finalist:
    interval = Interval(mean, mean - 0.01, mean + 0.01)
    return Finalist(
        variant=TriedVariant(label=label, options={}, words=tuple(label.split(", "))),
        is_usual=False, numbers=(interval,), losses=(interval,), is_on_front=False,
        is_clearly_worse=is_worse, behind=Interval(0.01, -0.01, 0.03),
    )  # fmt: skip


def test_the_answer_says_what_the_best_have_in_common(found: TuneResult) -> None:
    labels = ("pass_limit=7, jokers=1", "pass_limit=7", "tunnel=none, pass_limit=7")
    best = [named(label, 0.2) for label in labels]
    best[0] = best[0].model_copy(update={"behind": None})
    result = found.model_copy(
        update={"finalists": (*best, named("jokers=2", 0.4, is_worse=True)), "checks": (),
                "criteria": ("turn-fairness:least",), "goals": ("turn-fairness:least",)}
    )  # fmt: skip
    said = answers.verdict(result, with_numbers=False)
    assert said[:5] == [
        "Take pass_limit=7, jokers=1.",
        "Not clearly worse: pass_limit=7; tunnel=none, pass_limit=7.",
        "All 3 have pass_limit=7 in common.",
        "The simplest of them: pass_limit=7.",
        "None of them is fair: a turn gap up to 5 pp counts as fair, and the smallest is 20.0 pp "
        "(19.0 to 21.0).",
    ]
    assert [line.rpartition("--options ")[2] for line in answers.play_commands(result)] == [
        "pass_limit=7 jokers=1",
        "pass_limit=7",
        "tunnel=none pass_limit=7",
    ]
    apart = result.model_copy(update={"finalists": (named("jokers=1", 0.01), named("jokers=2", 0))})
    assert "no changed rule in common" in " ".join(answers.verdict(apart))
    assert "With them the game is fair: a turn gap " in " ".join(answers.verdict(apart))
    lists = tuple(named(f"roles=[THIEF,{other},HACKER]", 0.01) for other in ("HUNTER", "FARMER"))
    assert "All 2 have THIEF and HACKER in roles in common." in " ".join(
        answers.verdict(result.model_copy(update={"finalists": lists}))
    )


USUAL, OTHER = (f"turn gap {gap}.0 pp ({gap - 1}.0 to {gap + 1}.0)" for gap in (22, 20))
GAINS = {  # of another variant on the usual rules
    "clear": Interval(0.02, 0.01, 0.03), "small": Interval(0.02, -0.01, 0.05),
    "open": Interval(0.02, -0.04, 0.08), "negative": Interval(-0.02, -0.11, 0.07),
}  # fmt: skip


@pytest.mark.parametrize(
    ("gain", "is_reversed", "said"),
    [
        ("clear", False, f"Change to pass_limit=7 ({OTHER}). The usual rules ({USUAL}) are "
         "clearly worse."),
        ("clear", True, "Keep the usual rules for now: among greedy pass_limit=7 is clearly "
         "better, but among random it is clearly worse."),
        ("small", False, f"Keep the usual rules ({USUAL}): no variant is better by more than 5.0 "
         "pp."),
        ("open", False, f"Can't tell yet: pass_limit=7 ({OTHER}) looks better than the usual rules "
         f"({USUAL}) by 2.0 pp (-4.0 to 8.0), but that may be luck. About 60,000 games in "),
        ("negative", False, "Can't tell yet: the usual rules look best, but pass_limit=7 may be "
         "better by up to 7.0 pp. About"),
    ],
)  # fmt: skip
def test_what_to_do_is_said_first(
    gain: str, is_reversed: bool, said: str, found: TuneResult
) -> None:
    number, other = GAINS[gain], named("pass_limit=7", 0.2)
    usual = named("the usual rules", 0.22, is_worse=gain == "clear").model_copy(
        update={
            "is_usual": True,
            "variant": TriedVariant(
                label="the usual rules", options=dict(SEVENS.options().plain()), words=()
            ),
        }
    )
    field = [each.model_copy(update={"behind": None}) for each in (other, usual)]
    if number.mean > 0:
        field[1] = usual.model_copy(update={"behind": number})
    else:
        behind = Interval(-number.mean, -number.high, -number.low)
        field = [field[1], other.model_copy(update={"behind": behind})]
    (check,), turned = found.checks, Interval(-1, -2, -0.1) if is_reversed else None
    agreements = (check.agreements[0].model_copy(update={"gain_after": turned}),)
    result = found.model_copy(
        update={"finalists": tuple(field), "criteria": ("turn-fairness:least",),
                "goals": ("turn-fairness:least",),
                "checks": (check.model_copy(update={"agreements": agreements}),)}
    )  # fmt: skip
    verdict = answers.verdict(result)
    assert verdict[0].startswith(said) and "The usual rules: pass_limit=3." in verdict
    is_changed = gain == "clear" and not is_reversed
    assert answers.play_commands(result)[0].endswith("pass_limit=7" if is_changed else "sevens_v0")


def test_every_variant_of_the_front_can_be_played(found: TuneResult) -> None:
    front = [
        named(label, 0.1).model_copy(
            update={"is_on_front": True, "numbers": (Interval(1, 0, 2),) * 2}
        )
        for label in ("pass_limit=7", "jokers=1")
    ]
    result = found.model_copy(
        update={"finalists": tuple(front), "criteria": ("a", "b"), "goals": ("length", "choices")}
    )
    assert [line.split()[-1] for line in answers.play_commands(result)] == [
        "pass_limit=7",
        "jokers=1",
    ]


@pytest.mark.parametrize("form", ["wide", "narrow"])
@pytest.mark.parametrize("rules", [1, 3, 6])
def test_long_names_in_a_picture_do_not_overlap(form: Form, rules: int) -> None:
    label = ", ".join(["forbidden_finish_scope=literal"] * rules)
    labels = [f"{rank}. {label}" for rank in range(1, 7)]
    high = 1.0 + row_height(labels, form) * len(labels)
    figure = Figure(figsize=(WIDTHS[form], high), layout="constrained")
    axes = figure.subplots()
    label_rows(axes, labels)
    axes.set_xlabel("turn gap (least), pp")
    FigureCanvasAgg(figure).draw()
    boxes = [text.get_window_extent() for text in axes.get_yticklabels()]
    tops = sorted((box.y0, box.y1) for box in boxes)
    assert all(below[1] <= above[0] for below, above in pairwise(tops))
