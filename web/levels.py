"""What the lobby says of a game: its minutes, its rules, and its usual values at the table."""

import json
from functools import cache
from pathlib import Path

from fudaba.common.languages import ENGLISH, in_language
from fudaba.envs import Game
from fudaba.envs.core.words.how_to_play import page_path

MINUTES = Path(__file__).with_name("minutes.json")  # of docs/figures/courses.json, rounded
SEASONS = {"cyclic_v0": 3, "makhup_v0": 3, "taxot_v0": 4}  # one can end before the first choice
LONGER, LONG = 440, 540  # words of a page of rules


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
