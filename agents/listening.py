"""Searches that listen: worlds in which the others' actions were likely come more often.

...
"""

from weakref import WeakKeyDictionary

import numpy as np

from fudaba.envs import Tables, Worlds

from .compiled_network import Network, no_network
from .greedy import GreedyAgent
from .pasts import Past, Pasts
from .policy import ADVICE_LOGIT, PolicyAgent
from .searching import WorldSearch


class LikelyWorlds(Worlds):
    """Random worlds of some positions, drawn by how likely they make what the others did."""

    def __init__(self, tables, rows, pasts, network, by_network) -> None:
        super().__init__(tables.game, tables.states[rows])
        self._pasts, self._model = pasts, (network, by_network)
        self._candidates = tables.action_masks[rows].sum(axis=1)

    def sample(self, position: int, seeds: np.ndarray) -> np.ndarray:
        past = self._pasts[position]
        if past is None or not past._steps:
            return super().sample(position, seeds)
        rng = np.random.default_rng(seeds)
        count = len(seeds) * int(self._candidates[position])
        candidates = super().sample(position, rng.integers(2**64, size=count, dtype=np.uint64))
        sums = past.weights(candidates, *self._model).cumsum()
        drawn = (np.arange(len(seeds)) + rng.random()) * sums[-1] / len(seeds)
        worlds = candidates[np.searchsorted(sums, drawn, side="right")]
        worlds["rng"] = seeds
        return worlds


class ListeningSearch:
    def __init__(self, search: WorldSearch, model: PolicyAgent | None = None) -> None:
        self._search = search
        self.game = search.game
        if model is None:
            self._network = no_network(GreedyAgent(self.game).record)._replace(advice_logit=ADVICE_LOGIT)
        else:
            self._network = model.network(self.game)
        self._by = model is not None
        self._pasts: WeakKeyDictionary[Tables, Pasts] = WeakKeyDictionary()

    def follow(self, tables: Tables, is_own: np.ndarray) -> None:
        if tables not in self._pasts:
            self._pasts[tables] = pasts = Pasts(tables, is_own)
            tables.add_listener(pasts)

    def search(self, observations, masks, worlds, rng):
        return self._search.search(observations, masks, worlds, rng)

    def choose_at(self, tables: Tables, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        masks = tables.action_masks[rows]
        pasts = []
        for row, mask in zip(rows, masks):
            past = self._pasts[tables].past(tables, int(row)) if mask.sum() > 1 else None
            if past is not None:
                past.find_examples(rng)
            pasts.append(past)
        worlds = LikelyWorlds(tables, rows, pasts, self._network, self._by)
        return self._search.search(tables.observations[rows], masks, worlds, rng)
