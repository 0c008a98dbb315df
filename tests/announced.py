"""What is told of a move, in the form of its name."""

import numpy as np

from fudaba.envs import Game
from fudaba.envs.core.words.sentences import read_by


def announced(game: Game, state: np.void, action: int, listener: int) -> str:
    """Returns what a seat is told of a move, as its player says it: `play H5`."""
    with read_by(int(state["to_move"])):
        return game.announced_to(state, action, listener)
