"""What greedy does in the positions of a game's tests."""

from typing import Any

import numpy as np

from fudaba.agents.greedy import GreedyAgent
from fudaba.envs import Game


def greedy_move(game: Game, table: Any) -> str:
    """Returns the words for greedy's move, with the weights that were chosen by hand.

    Args:
        game: The game.
        table: A `Table` of the game's tests, in a position where somebody is to move.
    """
    assert table.to_move is not None
    mask = np.zeros((1, game.num_actions), np.int8)
    game.kernels.legal(table.state, mask[0])
    observations = game.flat(table.view(table.to_move).reshape(1))
    (action,) = GreedyAgent(game, {}).act(observations, mask, np.random.default_rng(0)).tolist()
    return game.words.describe(table.state, action)
