"""The pages of the arena, of searches, responses and sweeps in Japanese."""

import sqlite3
import warnings
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from fudaba.agents import make_agent
from fudaba.envs import find_game
from fudaba.evaluation.arena import Answers, ArenaResult, compare
from fudaba.evaluation.report import headline, notes, render_page, strength_section
from fudaba.evaluation.statistics import Interval
from fudaba.languages import in_language

from .japanese import english_in

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
    costs = Answers(7, share, Interval(120, 100, 140), Interval(0.5, 0.4, 0.6))
    failing = tuple(replace(each, lost=3, answers=costs) for each in compared.standings)
    said = notes(replace(compared, wanted=9, standings=failing))
    assert len(said) == 5
    clear, equal, unknown = (0.02, 0.01, 0.03), (0.0, 0.0, 0.0), (0.1, -1.0, float("inf"))
    for lead in (clear, equal, unknown, (0.02, -0.01, 0.05), (0.0, -0.1, 0.1)):
        said += headline(replace(compared, behind=(Interval(*equal), Interval(*lead))))
    assert english_in(" ".join(said), SEVENS, *AGENTS) == []
