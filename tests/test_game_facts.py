"""What the pages of the games take from other files: strength, balance, versions, citation."""

import re
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from fudaba.envs import find_game, game_names
from fudaba.evaluation.league import League
from tests.test_docs import GAME_PAGES, generated, rows

ROOT = Path(__file__).parents[1]
FACTS: Any = GAME_PAGES.game_facts
CLAUSE_LINK = re.compile(r"\[([^]]*)\]\(#[\w-]+\)")


def part(name: str, heading: str) -> str:
    """A part of the page of a game, without its heading."""
    return generated()[name].split(f"\n## {heading}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("name", game_names())
def test_a_page_begins_with_the_picture_and_how_to_play(name: str) -> None:
    page = generated()[name]
    headings = re.findall(r"^## (.+)$", page, re.MULTILINE)
    last = ["Strength", "Balance", "Version history", "Citation"]
    assert headings[0] == f"How to play {find_game(name).title}"
    assert headings[-4:] == last
    assert page.index("<picture>") < page.index("## How to play")
    guide = page.split("\n## How to play")[1].split("\n## ")[0]
    assert not re.findall(r"\b[br][0-8SKE]\b", guide), "cards as people read them"


@pytest.mark.parametrize("name", game_names())
def test_the_strength_is_that_of_the_league_and_the_card(name: str) -> None:
    table = League.from_json((ROOT / "docs" / "league.json").read_bytes()).games[name]
    shown = [row for row in rows(generated()[name], "Strength") if row[0].startswith("`")]
    results = FACTS.policy_results(find_game(name))
    agents = [row[0].strip("`") for row in shown if len(row) == 4]
    assert {"random", "greedy", "policy:best"} < set(agents) and len(agents) == 4
    assert agents == [agent for agent in table.agents if agent in agents]
    means = {each.agent: each.reward.mean for each in table.standings}
    for agent, row in zip(agents, shown, strict=False):
        assert float(row[1].split()[0]) == pytest.approx(means[agent], abs=0.0006)
    cards = {row[0].strip("`"): float(row[1].split()[0]) for row in shown[len(agents) :]}
    assert cards == pytest.approx(
        {who: found.mean_reward for who, found in results.items()}, abs=6e-4
    )
    assert FACTS.note_on(table) in part(name, "Strength")


@pytest.mark.parametrize("name", game_names())
def test_the_findings_are_the_words_of_the_report(name: str) -> None:
    folder = find_game(name).rules.parent.name
    report = (ROOT / "docs" / "balance" / f"{folder}.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\* (.+)$", part(name, "Balance"), re.MULTILINE)
    found = FACTS.findings(find_game(name))
    assert shown == [f"*{question}* {answer}" for question, answer in found]
    assert len(found) >= 3
    for question, answer in found:
        below = report.partition(f" {question}\n\n")[2]
        assert below.startswith(answer[:30])
        assert answer.endswith((".", "?")) and "|" not in answer


def test_an_answer_is_a_sentence_that_says_something() -> None:
    first_words = FACTS.first_words
    assert first_words("No. The table of 11.1 shows it. More.") == "No. The table of 11.1 shows it."
    long = "The reversal hardly matters, and the nothings matter most."
    assert first_words(f"{long} Greedy players make 11.1 plays.") == long
    assert first_words("Yes. The table shows the rewards:") == "Yes."
    assert first_words("The first four columns of numbers are mean rewards:") == ""
    assert first_words("| a | b |") == ""


@pytest.mark.parametrize("name", game_names())
def test_the_versions_are_entries_of_the_changelog(name: str) -> None:
    history = (ROOT / "docs" / "history.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\* (.+)$", part(name, "Version history"), re.MULTILINE)
    assert shown[0].startswith(f"`{name}`: "), "the newest version is the game's"
    for entry in shown:
        unlinked = CLAUSE_LINK.sub(r"\1", entry)
        assert f"\n- {unlinked}\n" in history


@pytest.mark.parametrize("name", game_names())
def test_the_citation_names_the_version_and_the_source(name: str) -> None:
    text = part(name, "Citation")
    assert f"version = {{{version('fudaba')}}}" in text
    assert name.replace("_", r"\_") in text
    assert text.count("{") == text.count("}")
    clause, source = FACTS.source(find_game(name))
    rules = find_game(name).rules.read_text(encoding="utf-8")
    assert clause.partition("-")[2].startswith("1.") and f"Source: {source}\n" in rules
    assert f"[{clause}](#" in text and text.count(source) == 1
