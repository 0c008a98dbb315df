"""`montecarlo:budget=N`: plays every move out in sampled worlds and takes the best.

All players go on with the game's greedy advice.
"""

import numpy as np

from fudaba.envs import Game

from .playouts import Playouts
from .searching import Trial, WorldSearch


class MonteCarloAgent(WorldSearch):
    """Looks one move ahead in random worlds, with the game's greedy advice for all that follows."""

    def __init__(self, game: Game, budget: int) -> None:
        """Makes the agent; see `WorldSearch`.

        Raises:
            UserError: The game has no greedy advice, or the budget is out of its range.
        """
        super().__init__(game, budget)
        self._playouts = Playouts(game)

    @property
    def identity(self) -> str:
        """All that it plays by; see `identity_of`."""
        return f"montecarlo:budget={self.budget}"

    def _trial(self, mask: np.ndarray, num_worlds: int) -> Trial:
        moves = np.flatnonzero(mask)

        def play(worlds: np.ndarray) -> np.ndarray:
            tried = np.repeat(mask[None], len(worlds), axis=0)
            return self._playouts.points(worlds, tried)[:, moves]

        return play
