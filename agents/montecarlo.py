"""`montecarlo:budget=N`: plays out every move in sampled worlds and takes the best."""

import numpy as np

from fudaba.common.checks import check_whole
from fudaba.envs import Game
from fudaba.envs.core.stepping.threads import MAX_THREADS

from .playouts import Playouts
from .policy import PolicyAgent
from .searching import Trial, WorldSearch


class MonteCarloAgent(WorldSearch):
    """Searches one move deep in random worlds; see `WorldSearch`.

    After that move all players follow greedy, or a policy.
    """

    def __init__(
        self,
        game: Game,
        budget: int,
        policy: PolicyAgent | None = None,
        num_threads: int = 1,
        prior: PolicyAgent | None = None,
    ) -> None:
        """Makes the agent.

        Args:
            game: The game.
            budget: Games played for one decision, 1 to 1,000,000.
            policy: The policy whose most likely action all players follow in the search; None
                for greedy.
            num_threads: Threads that share the games of a decision, 1 to 1,024. The choice is the
                same with any number.
            prior: See `WorldSearch`.

        Raises:
            UserError: As `WorldSearch` raises it, or the number of threads is out of its range.
        """
        super().__init__(game, budget, policy, prior)
        check_whole("num_threads", num_threads, 1, MAX_THREADS)
        self._playouts = Playouts(game, num_threads, self._network)

    @property
    def identity(self) -> str:
        """The kind of search, its budget and its policy; see `identity_of`."""
        return self.identity_as("montecarlo")

    def trial(self, mask: np.ndarray) -> Trial:
        """Returns the function that plays the games of one decision; see `WorldSearch`."""
        moves = np.flatnonzero(mask)

        def play(worlds: np.ndarray) -> np.ndarray:
            tried = np.repeat(mask[None], len(worlds), axis=0)
            return self._playouts.points(worlds, tried)[:, moves]

        return play
