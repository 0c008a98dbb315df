"""Turns pages that read well on a forge into those of the build.

Links to the rules of a game lead to its pages here, tables of figures come from their files, and
what stands between `<!-- built` and `-->` is shown: tables of contents, and files that a page only
links on a forge.
"""

import re

from game_pages import FOLDER, shared_rules
from sphinx.application import Sphinx

from benchmarks.figures import filled
from fudaba.envs import find_game, game_names

BUILT = re.compile(r"<!-- built\n(.*?)\n-->", re.DOTALL)
ALL_GAMES = "](../README.md#the-games)"
OF_A_GAME = re.compile(r"\]\((?:\.\./)+envs/(\w+)/(HOW_TO_PLAY|RULES)\.md\)")


def built(text: str) -> str:
    """Returns a page as the build reads it."""
    pages = {find_game(name).rules.parent.name: name for name in game_names()}
    suffixes = {"HOW_TO_PLAY": "", "RULES": "_rules"}
    pages |= {name: name for name in shared_rules()}

    def link(found: re.Match[str]) -> str:
        return f"](/{FOLDER}/{pages[found[1]]}{suffixes[found[2]]}.md)"

    text = filled(text).replace(ALL_GAMES, f"](/{FOLDER}/index.md)")
    return OF_A_GAME.sub(link, BUILT.sub(r"\1", text))


def setup(app: Sphinx) -> dict[str, bool]:
    """Connects the change of the sources."""

    def change(app: Sphinx, page: str, source: list[str]) -> None:
        source[0] = built(source[0])

    app.connect("source-read", change)
    return {"parallel_read_safe": True}
