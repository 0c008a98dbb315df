"""The figures of docs/balance come from the commands of their page: a sample of them, replayed.

Few games give wide intervals, so a figure is wrong here only if its page speaks of other games.
`make balance-pages` plays all commands as they stand.
"""

import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from fudaba.envs import find_game
from fudaba.evaluation.balance import measure_balance

PAGES = Path(__file__).parents[2] / "docs/balance"
GAMES = 400
FAR = 4.5  # standard errors
FIGURE = re.compile("([+\N{MINUS SIGN}]?\\d+\\.\\d+)(?: ± (\\d+\\.\\d+))?( %)?")


class Sample(NamedTuple):
    """A figure of a page, with the words of its command and the name of the finding."""

    page: str
    said: str  # by the page, up to the figure
    figure: str
    command: str  # a part of one of the page's commands
    found: tuple[str, str, str]
    rules: Mapping[str, Any] = MappingProxyType({})


def of_game(page: str, quantity: str) -> tuple[str, str, str]:
    """The name of a finding about the game."""
    return "game", find_game(f"{page}_v0").title, quantity


FIRST = ("turn order", "first to act", "first places")
SAMPLES = (
    Sample("sevens", "In a game of four greedy players ", "2.64 ± 0.00", "--games 100000",
           of_game("sevens", "eliminated")),
    Sample("sevens", "| fourth | 16.3 ± 0.5 % | 17.6 ± 0.5 % | ", "36.4 ± 0.3 %",
           "--games 100000", ("turn order", "fourth to act", "first places")),
    Sample("sevens", "| 5 | ", "1.97 ± 0.01", "--vary pass_limit=3,0,1,2,4,5",
           of_game("sevens", "eliminated"), {"pass_limit": 5}),
    Sample("killer_sevens", "and takes ", "41.7 ± 0.3 %", "", FIRST),
    Sample("killer_sevens", "20,000 random games give ", "52.64 ± 0.08", "--agent random",
           of_game("killer_sevens", "decisions")),
    Sample("makhup", "| greedy | ", "1.87 ± 0.02", "", of_game("makhup", "moves: special cards")),
    Sample("makhup", "| greedy | 1.87 ± 0.02 | 34.2 ± 0.7 % | ", "5.96 ± 0.03", "",
           of_game("makhup", "cards left")),
    Sample("taxot", "| greedy | ", "0.52 ± 0.01", "--vary num_players=4,2,3,5,6",
           of_game("taxot", "calls")),
    Sample("niekhi", "| greedy | 0.04 ± 0.00 | none of 5,000 | ", "30.50 ± 0.19", "",
           of_game("niekhi", "decisions")),
    Sample("daifugo", "the player who leads first wins ", "55.2 ± 1.5 %",
           "num_rounds=1 reward_mode=final_places --vary num_players=4,2,3,5", FIRST,
           {"num_rounds": 1, "reward_mode": "final_places", "num_players": 2}),
    Sample("mokkaik", "is higher by ", "2.03 ± 0.02", "",
           ("course", "won cards", "reward with one more")),
    Sample("tyrant", "| random | ", "1.93 ± 0.02", "--agent random",
           of_game("tyrant", "nobody played")),
)  # fmt: skip


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda each: f"{each.page}: {each.figure}")
def test_a_figure_of_a_page_comes_from_its_command(sample: Sample) -> None:
    text = (PAGES / f"{sample.page}.md").read_text(encoding="utf-8")
    assert f"{sample.said}{sample.figure}" in text
    commands = [line for line in text.splitlines() if line.startswith("fudaba balance")]
    command = shlex.split(next(line for line in commands if sample.command in line))
    agent = command[command.index("--agent") + 1] if "--agent" in command else "greedy"
    (variant,) = measure_balance(sample.page, [agent], games=GAMES, options=sample.rules).variants
    finding = variant.find(*sample.found)
    assert finding is not None
    matched = FIGURE.fullmatch(sample.figure)
    assert matched is not None
    scale = 0.01 if matched[3] else 1.0
    said = float(matched[1].replace("\N{MINUS SIGN}", "-")) * scale
    errors = (finding.interval.high - finding.interval.low) / 4, float(matched[2]) * scale / 2
    assert abs(finding.interval.mean - said) < FAR * (errors[0] ** 2 + errors[1] ** 2) ** 0.5


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_every_section_with_figures_has_the_commands_or_code_that_made_them(page: Path) -> None:
    _, *sections = re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for section in sections:
        head = section.partition("\n")[0]
        has_figures = re.search(r"\d (±|%)", section) and "can't tell" not in head
        has_commands = re.search(r"^```(sh|python)", section, flags=re.MULTILINE)
        assert not has_figures or (has_commands and "at the top" not in section), head
