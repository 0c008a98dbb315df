"""Writes the stories: python -m tests.playthroughs [GAME ...]."""

import sys

from fudaba.envs import game_names

from . import path_of, stories

for name in sys.argv[1:] or game_names():
    for language, story in stories(name).items():
        path_of(name, language).write_text(story, encoding="utf-8")
