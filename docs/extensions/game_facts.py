"""What other files say about a game: how strong its agents are, what reports found, its versions.

Nothing is typed twice: the tables come from docs/league.json and the card of the packaged policy,
the findings from docs/balance, the versions from docs/history.md, and the citation from
CITATION.cff and the rules.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import yaml

from fudaba.agents.model_card import BaselineResult, PolicyCard, results_of
from fudaba.agents.packaged import has_policy, place_of_policy
from fudaba.envs import Game
from fudaba.evaluation.league import League, LeagueTable
from fudaba.evaluation.report.league import duration
from fudaba.evaluation.report.numbers import percent, reward
from fudaba.evaluation.statistics import Interval

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

KINDS = ("random", "greedy", "policy:best")
SEARCHES = ("montecarlo", "ismcts")

VERSION = re.compile(r"_v\d+$")
QUESTION = re.compile(r"^## (\d+\.\d+) (.+)$")
SENTENCE = re.compile(r"(?<=[.?!:]) (?=[A-Z`“])")
SHORT = 40  # letters; a shorter answer, such as "Hardly.", needs its second sentence
RELATIVE_LINK = re.compile(r"\]\((?=\w)(?!\w+:)")
SOURCE = re.compile(r"^-? ?([A-Z]+-1\.\d+) .*\bSource: (.+)$", re.MULTILINE)


@cache
def league() -> League:
    """Returns the results of all games."""
    return League.from_json((DOCS / "league.json").read_bytes())


def table_of(game: Game) -> LeagueTable | None:
    """Returns a game's table in the league; None if the league has not played it."""
    return league().games.get(game.name)


def strength(table: LeagueTable) -> Iterator[tuple[str, str, str, str]]:
    """Yields agent, reward, first places and time of the simple agents, the policy and a search.

    The search is the best one of the table.
    """
    best = next((agent for agent in table.agents if agent.startswith(SEARCHES)), "")
    for each in table.standings:
        if each.agent in (*KINDS, best):
            time = duration(table.seconds.get(each.agent))
            yield each.agent, give_ends(each.reward), percent(each.first_places.mean), time


def give_ends(estimate: Interval) -> str:
    """Returns `+0.441 (+0.436 to +0.447)`."""
    return f"{reward(estimate.mean)} ({reward(estimate.low)} to {reward(estimate.high)})"


def note_on(table: LeagueTable) -> str:
    """Returns the note on a table, with links from the page of a game; empty if there is none."""
    return RELATIVE_LINK.sub("](../", table.note)


def policy_results(game: Game) -> dict[str, BaselineResult]:
    """Returns the results on the card of the packaged policy, by opponent; empty without one."""
    if not has_policy(game):
        return {}
    card = PolicyCard.model_validate_json((place_of_policy(game) / "card.json").read_bytes())
    return results_of(card.evaluation)


def findings(game: Game) -> list[tuple[str, str]]:
    """Returns the questions about a game's balance with the beginning of their answers.

    The answer is the first sentence below the heading, with the second one if the first is only a
    word or two. A sentence that introduces a table does not count.
    """
    page = DOCS / "balance" / f"{game.rules.parent.name}.md"
    lines = page.read_text(encoding="utf-8").splitlines() if page.exists() else []
    found = []
    for line, after in zip(lines, lines[2:], strict=False):
        question = QUESTION.fullmatch(line)
        if question and (answer := first_words(after)):
            found.append((question[2], RELATIVE_LINK.sub("](../balance/", answer)))
    return found


def first_words(paragraph: str) -> str:
    """Returns the first sentence of a paragraph, or the first two if the first one is short."""
    if paragraph.startswith("|"):
        return ""
    first, *others = SENTENCE.split(paragraph)
    words = [first, *others[: len(first) < SHORT]]
    return " ".join(sentence for sentence in words if not sentence.endswith(":"))


def versions(game: Game) -> list[str]:
    """Returns the entries of the changelog that begin with an id of the game, the newest first."""
    family = VERSION.sub("", game.name)
    entry = re.compile(rf"^- (`{family}_v\d+`: .+)$", re.MULTILINE)
    entries = entry.findall((DOCS / "history.md").read_text(encoding="utf-8"))
    return [RELATIVE_LINK.sub("](../", text) for text in entries]


def source(game: Game) -> tuple[str, str]:
    """Returns the clause that names the source of the rules, and what it says."""
    clause, text = SOURCE.findall(game.rules.read_text(encoding="utf-8"))[0]
    return clause, text


def citation() -> dict[str, Any]:
    """Returns the fields of a citation: CITATION.cff, with the version."""
    fields: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    return {**fields, "version": version("fudaba")}
