"""`ismcts:budget=N`: information-set Monte Carlo tree search in sampled worlds.

Every legal move is tried in the same worlds, as in `montecarlo`. After that move the players do not
just follow advice: each learns over the worlds which replies bring it more points, in a tree that
all worlds share. (Cowling, Powley and Whitehouse, Information Set Monte Carlo Tree Search, 2012:
single observer.)
"""

import numpy as np

from .compiled_network import no_network
from .greedy import advice
from .searching import Trial, WorldSearch
from .tree import NODE, compiled_growth


class ISMCTSAgent(WorldSearch):
    """Looks as many moves ahead as its budget reaches, in random worlds; see `WorldSearch`."""

    @property
    def identity(self) -> str:
        """The kind of search, its budget and its policy; see `identity_of`."""
        return self.identity_as("ismcts")

    def trial(self, mask: np.ndarray) -> Trial:
        """Returns the function that plays the games of one decision; see `WorldSearch`."""
        moves = np.flatnonzero(mask)
        nodes = np.empty(0, NODE)
        counts, points_seen = np.zeros(1, np.int64), np.zeros(3)
        table = np.empty(1, self.game.state_dtype)
        view = np.empty(1, self.game.view_dtype)
        observation = self.game.flat(view)[0]
        legal_mask, children = np.empty_like(mask), np.empty(len(mask), np.int32)
        scores = np.zeros(self.game.max_players)
        network = self._network or no_network(advice(self.game).weights)
        network = network.with_own_scratch()
        scratch = (table, view, observation, legal_mask, children, scores, network)
        grow = compiled_growth(self.game, self.policy is not None)

        def play(worlds: np.ndarray) -> np.ndarray:
            nonlocal nodes
            points = np.empty((len(worlds), len(moves)))
            needed = int(counts[0]) + len(moves) + points.size
            if needed > len(nodes):
                nodes = np.concatenate([nodes, np.empty(needed, NODE)])  # at least doubled
            grow(worlds, moves, nodes, counts, points_seen, points, *scratch)
            return points

        return play
