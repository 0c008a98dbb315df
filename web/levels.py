"""What the lobby says of a game: who plays Easy, Medium and Strong, its minutes, its rules."""

import json
from functools import cache
from pathlib import Path

from fudaba.agents.naming import adviser_of
from fudaba.agents.packaged import BEST, has_policy
from fudaba.common.languages import ENGLISH, in_language
from fudaba.envs import Game
from fudaba.envs.core.words.how_to_play import page_path

EASY, MEDIUM, STRONG = "easy", "medium", "strong"
SEARCH = (
    "ismcts:budget=64"  # in no game told from the best agent, or close behind it: docs/league.md
)
MINUTES = Path(__file__).with_name("minutes.json")  # of docs/figures/courses.json, rounded
SEASONS = {"cyclic_v0": 3, "makhup_v0": 3, "taxot_v0": 4}  # one can end before the first choice
LONGER, LONG = 440, 540  # words of a page of rules
OUTPLAYED = {"tyrant_v0"}  # games in which that search beats the packaged policy: docs/league.md


def levels(game: Game) -> dict[str, str]:
    """Returns the specs of the agents that play any house rules, by level, the weakest first."""
    return {EASY: "random", MEDIUM: adviser_of(game), STRONG: SEARCH}


def usual_levels(game: Game) -> dict[str, str]:
    """Returns the levels at which another agent plays by the usual house rules."""
    return {STRONG: BEST} if has_policy(game) and game.name not in OUTPLAYED else {}


@cache
def _minutes() -> dict[str, int]:
    measured: dict[str, int] = json.loads(MINUTES.read_text(encoding="utf-8"))
    return measured


def rules_at_table(game: Game) -> dict[str, int]:
    """Returns the house rules that have other usual values at the table, with these."""
    return {"seasons": SEASONS[game.name]} if game.name in SEASONS else {}


def minutes(game: Game) -> int | None:
    """Returns the minutes of a game at a table of people; None if nobody measured them."""
    measured = _minutes().get(game.name)
    return measured and measured * SEASONS.get(game.name, 1)


def learning(game: Game) -> int | None:
    """Returns how long a game's page of rules is, from 1 to 3; None if it has none."""
    with in_language(ENGLISH):  # the same in all languages
        path = page_path(game)
    if not path.exists():
        return None
    num_words = len(path.read_text(encoding="utf-8").split())
    return 1 + (num_words >= LONGER) + (num_words >= LONG)
