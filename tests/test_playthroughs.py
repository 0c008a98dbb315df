"""Every game is told as it was approved: see tests/playthroughs."""

import re
from difflib import unified_diff

import pytest

from fudaba.common.languages import ENGLISH
from fudaba.envs import game_names

from .playthroughs import MOST_LINES, path_of, stories

CODE = re.compile(r"(?<![\w.-])(?:[br][SKE0-8]|\d[a-d]|[SHDC](?:10|[2-9AJQK]))\b")


@pytest.mark.parametrize("name", game_names())
def test_the_story_of_a_game_is_the_approved_one(name: str) -> None:
    for language, story in stories(name).items():
        approved = path_of(name, language).read_text(encoding="utf-8")
        both = approved.splitlines(), story.splitlines()
        difference = "\n".join(unified_diff(*both, "approved", "now", lineterm="", n=1))
        assert not difference, f"python -m tests.playthroughs {name} writes this:\n{difference}"
        assert len(both[1]) <= MOST_LINES


@pytest.mark.parametrize("name", game_names())
def test_a_story_names_no_card_by_a_code(name: str) -> None:
    """People read `♥5`, `black 7` and `DIG UP`; `H5`, `b7` and `3d` are for programs."""
    told = path_of(name, ENGLISH).read_text(encoding="utf-8").splitlines()
    assert not [line for line in told if not line.startswith("## ") and CODE.search(line)]
