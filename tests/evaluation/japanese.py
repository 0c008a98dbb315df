"""Finds what a Japanese page still says in English."""

import json
import re
from html import unescape

from fudaba.envs import Game

from ..test_glossaries import foreign_words

# Not shown: styles, notes of matplotlib, pictures as data, scripts, and marks of a page's head.
HIDDEN = re.compile(
    r'<style.*?</style>|<metadata.*?</metadata>|"data:image[^"]*"|<script.*?</script>'
    r'|<meta name="(?:fudaba|viewport|color|generator)[^>]*>',
    re.DOTALL,
)
COMMAND = re.compile(r"<code>.*?</code>", re.DOTALL)
ATTRIBUTE = re.compile(r'(?:aria-label|alt|title|data-head|content)="([^"]*)"')
DATA = re.compile(r'<script type="application/json"[^>]*>(.*?)</script>', re.DOTALL)
IN_SCRIPT = re.compile(r"`([^`]*)`")
OTHERS = {"fudaba", "Holm", "A", "J", "Q", "K", "on", "off", "none", "ring", "wild", "immediate",
          "seed", "random"}  # fmt: skip


def english_in(page: str, game: Game, *ids: str) -> list[str]:
    """The words of a page that are neither Japanese nor ids."""
    shown = COMMAND.sub("", HIDDEN.sub("", page))
    said = [re.sub(r"<[^>]+>", " ", shown), *ATTRIBUTE.findall(shown), *_said_later(page)]
    allowed = {game.name, *game.options.model_fields, *OTHERS, *ids}
    return foreign_words(unescape(" ".join(said)), allowed)


def _said_later(page: str) -> list[str]:
    """The texts that the script of a page shows: its own, and those of the games."""
    own = [re.sub(r"\$\{[^}]*\}", "", text) for text in IN_SCRIPT.findall(page)]
    games = [game for data in DATA.findall(page) for game in json.loads(data)]
    steps = [step[key] for game in games for step in game["steps"]
             for key in ("table", "move", "remark")]  # fmt: skip
    return [*own, *(game[key] for game in games for key in ("title", "who")), *steps]
