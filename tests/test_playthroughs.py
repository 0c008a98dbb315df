"""Every game is told as it was approved: see tests/playthroughs."""

from difflib import unified_diff

import pytest

from fudaba.envs import game_names

from .playthroughs import MOST_LINES, path_of, stories


@pytest.mark.parametrize("name", game_names())
def test_the_story_of_a_game_is_the_approved_one(name: str) -> None:
    for language, story in stories(name).items():
        approved = path_of(name, language).read_text(encoding="utf-8")
        both = approved.splitlines(), story.splitlines()
        difference = "\n".join(unified_diff(*both, "approved", "now", lineterm="", n=1))
        assert not difference, f"python -m tests.playthroughs {name} writes this:\n{difference}"
        assert len(both[1]) <= MOST_LINES
