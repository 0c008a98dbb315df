"""`montecarlo:budget=N`: plays out every move in sampled worlds and takes the best."""

import numpy as np

from fudaba.envs import Game

from .playouts import Playouts
from .policy import PolicyAgent
from .searching import Trial, WorldSearch


class MonteCarloAgent(WorldSearch):
    """Searches one move deep in random worlds; see `WorldSearch`.

    After that move all players follow greedy, or a policy.
    """

    def __init__(self, game: Game, budget: int, policy: PolicyAgent | None = None) -> None:
        """Makes the agent; see `WorldSearch`."""
        super().__init__(game, budget, policy)
        self._playouts = Playouts(game, network=self._network)

    @property
    def identity(self) -> str:
        """The kind of search, its budget and its policy; see `identity_of`."""
        return self.identity_as("montecarlo")

    def _trial(self, mask: np.ndarray, num_worlds: int) -> Trial:
        moves = np.flatnonzero(mask)

        def play(worlds: np.ndarray) -> np.ndarray:
            tried = np.repeat(mask[None], len(worlds), axis=0)
            return self._playouts.points(worlds, tried)[:, moves]

        return play
