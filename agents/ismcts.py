"""`ismcts:budget=N`: information-set Monte Carlo tree search in sampled worlds.

Every legal move is tried in the same worlds, as in `montecarlo`. But the players don't just
follow advice in what comes after it: they find out over the worlds what serves them better, each
for its own points, in a tree that all worlds share. (Cowling, Powley and Whitehouse, Information
Set Monte Carlo Tree Search, 2012: single observer.)
"""

import numpy as np

from .compiled_network import NO_NETWORK
from .searching import Trial, WorldSearch
from .tree import NODE, compiled_growth


class ISMCTSAgent(WorldSearch):
    """Looks as many moves ahead as its budget reaches, in random worlds; see `WorldSearch`."""

    @property
    def identity(self) -> str:
        """All that it plays by; see `identity_of`."""
        return self.identity_as("ismcts")

    def _trial(self, mask: np.ndarray, num_worlds: int) -> Trial:
        moves = np.flatnonzero(mask)
        nodes = np.empty(len(moves) * (1 + num_worlds), NODE)
        counts, met = np.zeros(1, np.int64), np.zeros(3)
        table = np.empty(1, self.game.state_dtype)
        view = np.empty(1, self.game.view_dtype)
        seen = self.game.flat(view)[0]
        legal_then, children = np.empty_like(mask), np.empty(len(mask), np.int32)
        scores = np.zeros(self.game.max_players)
        network = (self._network or NO_NETWORK).with_own_room()
        scratch = (table, view, seen, legal_then, children, scores, network)
        grow = compiled_growth(self.game, self.policy is not None)

        def play(worlds: np.ndarray) -> np.ndarray:
            points = np.empty((len(worlds), len(moves)))
            grow(worlds, moves, nodes, counts, met, points, *scratch)
            return points

        return play
