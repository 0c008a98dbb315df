"""`montecarlo:budget=N`: plays every move out in sampled worlds and takes the best."""

import numpy as np

from fudaba.envs import Game

from .playouts import Playouts
from .policy import PolicyAgent
from .searching import Trial, WorldSearch


class MonteCarloAgent(WorldSearch):
    """Looks one move ahead in random worlds, with greedy's advice for all that follows.

    Or with that of a policy. See `WorldSearch`.
    """

    def __init__(self, game: Game, budget: int, policy: PolicyAgent | None = None) -> None:
        """Makes the agent; see `WorldSearch`."""
        super().__init__(game, budget, policy)
        self._playouts = Playouts(game, network=self._network)

    @property
    def identity(self) -> str:
        """All that it plays by; see `identity_of`."""
        return self.identity_as("montecarlo")

    def _trial(self, mask: np.ndarray, num_worlds: int) -> Trial:
        moves = np.flatnonzero(mask)

        def play(worlds: np.ndarray) -> np.ndarray:
            tried = np.repeat(mask[None], len(worlds), axis=0)
            return self._playouts.points(worlds, tried)[:, moves]

        return play
