"""Measured figures stand in docs/figures alone, and are those of today's players."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks import (
    against_search,
    courses,
    figures,
    gains,
    generalists,
    idle_seats,
    policies,
    released,
    rungs,
    sizes,
)
from fudaba.agents.packaged import place_of_generalist
from fudaba.envs import find_game, game_names

from .project import ROOT
from .test_docs import FRONT_PAGE, PAGES

FILES = {path.stem: path for path in sorted(figures.FOLDER.glob("*.json"))}
KEYS = {"command", "commit", "date", "machine", "players", "headings", "rows", "sample"}

# An interval, a per cent, or a rate.
MEASURED = re.compile(
    r"±|\([+\u2212-]?[\d.,]+ to [+\u2212-]?[\d.,]+\)|\d ?%|\d times (as|more|faster)\b"
    r"|\d[\d,.]* (\w+ ){0,3}(a|per) (processor )?(second|minute)|\d[\d,.]* \w+/s\b"
)
LEFT_OUT = {
    "CHANGELOG.md": "a history",
    "docs/history.md": "a history, in the figures of each day",
    "docs/league.md": "written by `fudaba league` from docs/league.json, which a test compares",
    "docs/balance/": "reports, each with its commit and its commands",
}
DEFINITIONS = {
    "95 %": "the level of every interval",
    "5 %": "the level of a test",
    "25 % of the games": "the share of four equal players",
    "finishing ahead in 64 % of games": "what 100 points of a rating mean",
    "| random players | 10 % |": "a weight of the goal",
    "| the policy that comes with the package, where it fits the house rules | 20 % |": "another",
}
FENCE = re.compile(r"^```([^\n]*)\n.*?^```$", re.MULTILINE | re.DOTALL)


def content_of(name: str) -> dict[str, Any]:
    """What a file of figures holds."""
    content: dict[str, Any] = json.loads(FILES[name].read_text("utf-8"))
    return content


def found_in(page: str, text: str) -> list[str]:
    """The lines with a measured figure that comes from no file and from no block that tests run."""

    def is_said(fence: re.Match[str]) -> str:
        return fence[0] if fence[1] == "text" and page != FRONT_PAGE else ""

    text = FENCE.sub(is_said, figures.BLOCK.sub("", text))
    for definition in DEFINITIONS:
        text = re.sub(rf"(?<![\d.]){re.escape(definition)}", "", text)
    return [line for line in text.splitlines() if MEASURED.search(line)]


@pytest.mark.parametrize("page", [page for page in PAGES if not page.startswith((*LEFT_OUT,))])
def test_a_measured_figure_comes_from_a_file(page: str) -> None:
    assert found_in(page, (ROOT / page).read_text("utf-8")) == []


@pytest.mark.parametrize(
    "text",
    [
        "The cloned player wins +0.27 ± 0.04.",
        "It earns +0.002 (-0.002 to +0.006).",
        "| Taxot | 14 % |",
        "One table is 1.2 times as fast.",
        "SEKI's learner makes 16,100 decisions a second.",
        "SEKI's learner makes 25,800 learner decisions per second.",
        "It plays 25,800 decisions/s.",
        "```text\na took 44.7 % (95 % interval 26.9 % to 64.0 %)\n```",
    ],
)
def test_a_figure_in_prose_is_found(text: str) -> None:
    assert found_in("docs/page.md", text)


@pytest.mark.parametrize("page", PAGES)
def test_the_tables_of_a_page_are_those_of_the_files(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    assert figures.filled(text) == text, "run: python -m benchmarks.figures"


@pytest.mark.parametrize("name", FILES)
def test_a_file_says_where_its_figures_come_from(name: str) -> None:
    content = content_of(name)
    assert content.keys() == KEYS and all(content[key] for key in KEYS - {"sample"})
    assert re.fullmatch(r"[0-9a-f]{8}", content["commit"]), "measured with uncommitted changes"
    assert {len(row) for row in content["rows"]} == {len(content["headings"])}
    block = f"<!-- figures: {name} -->"
    assert any(block in (ROOT / page).read_text("utf-8") for page in PAGES), "no page shows it"


SAMPLES: dict[str, Callable[[str], list[list[str]]]] = {
    "courses": lambda game: [courses.row(game, *courses.SAMPLE)],
    "generalists": lambda game: (
        [generalists.row(game, None, *generalists.SAMPLE)]
        if place_of_generalist(find_game(game)).is_dir()
        else []
    ),
    "idle_seats": lambda game: idle_seats.rows_of(game, *idle_seats.SAMPLE),
    "policies": lambda game: [policies.row(game, *policies.SAMPLE)],
    "released": lambda game: [released.row(game, released.SAMPLE)],
    "rungs": lambda game: rungs.sample() if game == rungs.SAMPLE else [],
    "sizes": lambda game: sizes.sample() if game == sizes.SAMPLE else [],
}


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("name", SAMPLES)
def test_todays_players_make_the_same_sample(name: str, game: str) -> None:
    content = content_of(name)
    found = [row for row in SAMPLES[name](game) if row not in content["sample"]]
    assert found == [], f"players have changed; run: {content['command']}"


def test_the_gains_of_tuned_weights_are_those_of_their_files() -> None:
    assert content_of("gains")["rows"] == gains.rows(), "run: python -m benchmarks.gains"


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("docs/balance/")])
def test_a_report_names_its_commit(page: str) -> None:
    assert re.search(r"measured at commit [0-9a-f]{8} on \d{4}-", (ROOT / page).read_text("utf-8"))


def test_a_game_beside_a_search_replaces_its_own_row_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    old = content_of("against_search")["rows"]
    new = ["Niekhi", *["\u2013"] * (len(against_search.HEADINGS) - 1)]
    (tmp_path / "against_search.json").write_bytes(FILES["against_search"].read_bytes())
    monkeypatch.setattr(figures, "FOLDER", tmp_path)
    monkeypatch.setattr(figures, "fill_pages", lambda: None)
    monkeypatch.setattr(against_search, "row", lambda *_: new)
    against_search.main(("niekhi",))
    assert figures.rows_of("against_search") == [new if row[0] == new[0] else row for row in old]
