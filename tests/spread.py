"""The games that tests go over, and how much of the spread of their house rules.

`make test-all` takes more than `make test`, and `FUDABA_OPTION_ROWS=12 pytest FILE` takes twelve
mixes. `make test-bounds` has changed rules fuzzed under 256 of them.
"""

import os
from typing import Any

import pytest

from fudaba.envs import Game, find_game, game_names
from fudaba.testing.mixes import mixes

GAMES = [find_game(name) for name in game_names()]
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
NUM_ROWS = int(os.environ.get("FUDABA_OPTION_ROWS", "2"))


def few_mixes(game: Game, step: int = 1) -> list[dict[str, Any]]:
    """The usual house rules and the first of the others, or of every so many of them."""
    return mixes(game)[::step][:NUM_ROWS]
