"""What the lobby says of a game: its minutes, its rules, and its usual values at the table."""

from functools import cache
from math import ceil
from pathlib import Path

from pydantic_core import from_json

from fudaba.common.languages import ENGLISH, in_language
from fudaba.envs import Game
from fudaba.envs.core.words.how_to_play import page_path

MINUTES = Path(__file__).with_name("minutes.json")  # of docs/figures/courses.json
SETTING_UP = 2  # of these minutes, to shuffle and deal, which the table in the browser does at once
AGENTS = 1 / 8  # of a person's time for a decision is an agent's, at the pace of a second
# One ends after a few choices, in some games before the first.
SEASONS = {"cyclic_v0": 3, "makhup_v0": 3, "namto_v0": 3, "niekhi_v0": 3, "taxot_v0": 4}
LONGER, LONG = 440, 540  # words of a page of rules


@cache
def _minutes() -> dict[str, float]:
    measured: dict[str, float] = from_json(MINUTES.read_bytes())
    return measured


def rules_at_table(game: Game) -> dict[str, int]:
    """Returns the house rules that have other usual values at the table, with these."""
    return {"seasons": SEASONS[game.name]} if game.name in SEASONS else {}


def minutes(game: Game) -> int | None:
    """Returns the minutes that a game takes one person against agents; None if not measured."""
    measured, count = _minutes().get(game.name), game.options().num_players
    if measured is None:
        return None
    playing = (measured - SETTING_UP) * (1 + (count - 1) * AGENTS) / count
    return ceil(playing * SEASONS.get(game.name, 1))


def learning(game: Game) -> int | None:
    """Returns how long a game's page of rules is, from 1 to 3; None if it has none."""
    with in_language(ENGLISH):  # the same in all languages
        path = page_path(game)
    if not path.exists():
        return None
    num_words = len(path.read_text(encoding="utf-8").split())
    return 1 + (num_words >= LONGER) + (num_words >= LONG)
