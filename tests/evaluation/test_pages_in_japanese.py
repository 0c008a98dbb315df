"""The pages of the arena, of searches, responses and sweeps in Japanese."""

import re
import sqlite3
import warnings
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from fudaba.agents import make_agent
from fudaba.common.languages import in_language
from fudaba.envs import find_game
from fudaba.evaluation.arena import ArenaResult, ModelAnswers, compare
from fudaba.evaluation.report.arena.headline import headline, notes
from fudaba.evaluation.report.arena.page import render_page
from fudaba.evaluation.report.arena.strength import strength_section
from fudaba.evaluation.report.exploit.page import render_exploit_page
from fudaba.evaluation.report.sweep.page import render_sweep_page
from fudaba.evaluation.report.tune.page import render_tune_page
from fudaba.evaluation.statistics import Interval
from fudaba.evaluation.sweep import SweepResult, Trained
from fudaba.evaluation.tune import TuneResult, tune
from fudaba.evaluation.tune.run import listing_of
from fudaba.evaluation.tune.space import space_of

from .japanese import english_in
from .test_exploit_page import found as exploited

SEVENS = find_game("sevens_v0")
AGENTS = ("random", "greedy")


@pytest.fixture
def japanese() -> Iterator[None]:
    """Japanese, and an error where a picture lacks a character."""
    with in_language("ja"), warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.fixture(scope="module")
def compared() -> ArenaResult:
    agents = {word: make_agent(word, SEVENS, SEVENS.options()) for word in AGENTS}
    result = compare("sevens_v0", agents, deals=3)
    return replace(result, examples=result.examples[:2])


def files_of_an_arena(folder: Path) -> list[str]:
    """What an arena writes beside its page: the database, as text, and the records."""
    folder.mkdir()
    results, records = folder / "results.sqlite", folder / "games.jsonl"
    agents = {word: make_agent(word, SEVENS, SEVENS.options()) for word in AGENTS}
    compare("sevens_v0", agents, deals=2, results=results, records=records)
    with closing(sqlite3.connect(results)) as database:
        return [*database.iterdump(), records.read_text()]


def test_the_files_of_an_arena_are_the_same_in_all_languages(tmp_path: Path) -> None:
    in_english = files_of_an_arena(tmp_path / "en")
    with in_language("ja"):
        assert files_of_an_arena(tmp_path / "ja") == in_english


def test_the_page_of_an_arena_is_in_japanese(compared: ArenaResult, japanese: None) -> None:
    page = render_page(compared)
    assert '<html lang="ja">' in page and "エージェントの対戦" in page
    assert english_in(page, SEVENS, *AGENTS, "Plackett", "Luce", "JavaScript", "N") == []


def test_an_agent_alone_and_a_strength_over_budgets(compared: ArenaResult, japanese: None) -> None:
    one, other = compared.standings
    searches = [replace(one, agent=f"montecarlo:budget={number}") for number in (9, 90)]
    section = strength_section(replace(compared, standings=(*searches, other)))
    assert section is not None
    alone = compare(
        "sevens_v0", {"greedy": make_agent("greedy", SEVENS, SEVENS.options())}, deals=2
    )
    page = render_page(replace(alone, examples=alone.examples[:1]), [section])
    assert english_in(page, SEVENS, *AGENTS, "montecarlo", "JavaScript", "N") == []


def test_what_an_arena_says_in_words_is_in_japanese(compared: ArenaResult, japanese: None) -> None:
    share = Interval(0.1, 0.0, 0.2)
    costs = ModelAnswers(7, share, Interval(120, 100, 140), Interval(0.5, 0.4, 0.6))
    failing = tuple(replace(each, lost=3, answers=costs) for each in compared.standings)
    said = notes(replace(compared, wanted=9, standings=failing))
    assert len(said) == 5
    clear, equal, unknown = (0.02, 0.01, 0.03), (0.0, 0.0, 0.0), (0.1, -1.0, float("inf"))
    for lead in (clear, equal, unknown, (0.02, -0.01, 0.05), (0.0, -0.1, 0.1)):
        said += headline(replace(compared, behind=(Interval(*equal), Interval(*lead))))
    assert english_in(" ".join(said), SEVENS, *AGENTS) == []


def searched(*goals: str) -> TuneResult:
    over = {"pass_limit": [0, 3, 5], "tunnel": ["none", "ring"]}
    return tune("sevens_v0", over=over, goals=goals, games=2400, check=["random"], check_games=20)


def test_a_search_finds_the_same_in_all_languages() -> None:
    over = {"plaza_start": range(9), "plaza_removed": [0, 8]}
    listed = listing_of(space_of(find_game("tyrant_v0"), over))
    in_english = searched("length:near=40")
    with in_language("ja"):
        assert listing_of(space_of(find_game("tyrant_v0"), over)) == listed
        assert searched("length:near=40").to_json() == in_english.to_json()
    assert in_english.to_json().isascii() and listed.reason.isascii()


@pytest.mark.parametrize(
    "goals",
    [
        ("length:near=40",),
        ("turn-fairness", "choices:most"),
        ("turn-fairness:least,weight=2", "length:near=40"),
    ],
)
def test_the_page_of_a_search_is_in_japanese(goals: tuple[str, ...], japanese: None) -> None:
    result = searched(*goals)
    ids = ("Bonferroni", "YAML", "fixed", "random", "greedy")
    for found in (result, replaced(result)):
        page = render_tune_page(found, "fudaba tune sevens_v0")
        assert '<html lang="ja">' in page and "標準のルール" in page
        assert english_in(YAML.sub("", page), SEVENS, *ids) == []


YAML = re.compile(r"<pre>.*?</pre>", re.DOTALL)


def replaced(result: TuneResult) -> TuneResult:
    """The same result with what a small search does not have: twins, proposals, other orders."""
    race = zip(result.raced, ("twin", "behind", "clearly worse"), strict=False)
    raced = [one.model_copy(update={"status": status, "twin": "tunnel=none"})
             for one, status in race]  # fmt: skip
    changes = {"same": 1, "opposite": 0, "only_before": 0, "only_after": 2, "is_best_beaten": True}
    gains = {"gain_before": Interval(1, 0.5, 2), "gain_after": Interval(-1, -2, -0.5)}
    checks = [
        check.model_copy(update={
            "players": "trained",
            "agreements": [one.model_copy(update=changes | gains) for one in check.agreements],
        })
        for check in result.checks
    ]  # fmt: skip
    return result.model_copy(update={
        "raced": raced, "checks": checks, "is_proposed": True, "forbidden": 3,
        "fixed": {"jokers": 1}, "ladder": ("random", "greedy"),
    })  # fmt: skip


def test_the_page_of_responses_is_in_japanese(japanese: None) -> None:
    broken = ("bud", "get")  # a narrow picture breaks the name of the search
    start = ("advice", "scratch", "weights")
    ids = ("greedy", "montecarlo", "budget", "policy", "runs", "x", "final", *broken, *start)
    trained = exploited()
    searched_only = replace(trained, responses=trained.responses[1:2])
    for result in (trained, exploited(low=-0.1), searched_only):
        page = render_exploit_page(result)
        assert '<html lang="ja">' in page and "全カード公開" in page
        assert english_in(page, SEVENS, *ids) == []


def swept(*runs: tuple[str, float, bool]) -> SweepResult:
    """A sweep of runs: the setting, the reward, and whether it is finished."""
    trained = [
        Trained(setting, 0, Path(f"r{number}"), 1000, {"greedy": Interval(*[reward] * 3)}, is_done)
        for number, (setting, reward, is_done) in enumerate(runs)
    ]
    return SweepResult("sevens_v0", SEVENS.options(), ("greedy",), tuple(trained), "0.1.0")


def test_the_page_of_a_sweep_is_in_japanese(japanese: None) -> None:
    ended, other, stopped = ("rate=1", 0.1, True), ("", 0.2, True), ("", 0.1, False)
    for result in (swept(ended, other, stopped), swept(ended, ended), swept(stopped)):
        page = render_sweep_page(result)
        assert '<html lang="ja">' in page and "学習の一覧" in page
        assert english_in(page, SEVENS, "greedy", "rate", "r0", "r1", "r2") == []


def test_results_of_responses_and_sweeps_are_the_same_in_all_languages() -> None:
    in_english = [exploited().plain(), swept(("", 0.1, True)).plain()]
    with in_language("ja"):
        assert [exploited().plain(), swept(("", 0.1, True)).plain()] == in_english
