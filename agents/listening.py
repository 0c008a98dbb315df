"""Searches that listen: worlds in which the others' actions were likely come more often.

The usual search deals its worlds evenly among those that its seat can't exclude. It learns nothing
from what the others did of their own choice: a bet, a pass, a card that they kept. This agent gives
the same search weighted worlds. It deals as many candidates as the search has games, and up to
MOST_TIMES as many where few of them are likely. It takes each back over the last steps that its
seat saw (`retracing`), multiplies the probabilities with which a model of the others takes the
actions there, and draws the worlds by these weights. That is Bayes' rule by importance sampling
with resampling. Light candidates are dropped on the way, in a manner that keeps the expected
weights.

What is exact: a candidate is a world that the seat can't exclude, and a course over which it is
taken back is one by the rules, with the actions that the seat saw. What is approximate:

- Only the last MOST_STEPS steps count.
- There are few candidates. Their weights are flattened until their effective number is at least
  FEWEST_EFFECTIVE, so that the search doesn't rely on a handful of them.
- A candidate that can't be taken further back keeps its share of the weight from there on.
- If the seat can't know which action another seat took, or which card it drew, one of the possible
  courses stands for all of them.
- The model may be wrong.
"""

from math import ceil
from typing import Self
from weakref import WeakKeyDictionary

import numpy as np

from fudaba.common.checks import check_kind
from fudaba.common.languages import translator
from fudaba.envs import Tables, UserError, Worlds

from .compiled_network import no_network
from .greedy import GreedyAgent
from .ismcts import ISMCTSAgent
from .model_card import VALUES
from .montecarlo import MonteCarloAgent
from .pasts import Model, Past, Pasts
from .policy import ADVICE_LOGIT, PolicyAgent

_, _n = translator("agents")

Search = MonteCarloAgent | ISMCTSAgent

FEWEST_EFFECTIVE = 10
MOST_TIMES = 16  # candidates for each game of the search
HALVINGS = 10  # of the interval in which the power is looked for


class ListeningSearch:
    """A search that weighs its worlds by a model of the others, in the games that it follows.

    In a position whose game it did not follow it plays as the search alone.

    Attributes:
        search: The search.
        model: The policy that the others are believed to follow; or greedy, which is believed to
            depart from its advice as often as an untrained policy does.
    """

    def __init__(self, search: Search, model: GreedyAgent | PolicyAgent) -> None:
        """Makes the agent.

        Args:
            search: The search.
            model: The model of the others: greedy, or a policy with the probabilities of its
                actions.

        Raises:
            UserError: The policy is of another game, draws its actions, or predicts their values.
        """
        check_kind(
            "search", search, (MonteCarloAgent, ISMCTSAgent), "a MonteCarloAgent, an ISMCTSAgent"
        )
        check_kind("model", model, (GreedyAgent, PolicyAgent), "a GreedyAgent, a PolicyAgent")
        self.search_alone, self.model = search, model
        if isinstance(model, PolicyAgent):
            model.check_wiring(search.game)
            if model.output == VALUES:
                raise UserError(
                    _(
                        "a policy that predicts the values of actions can't be a belief; allowed: "
                        "one with probabilities, and greedy."
                    )
                )
            self._model = Model(model.network(search.game), True)
        else:
            greedy = no_network(model.record)._replace(advice_logit=ADVICE_LOGIT)
            self._model = Model(greedy, False)
        self._pasts: WeakKeyDictionary[Tables, Pasts] = WeakKeyDictionary()

    def __reduce__(self) -> tuple[type[Self], tuple[Search, GreedyAgent | PolicyAgent]]:
        """Pickles the arguments of the constructor: a copy follows other games."""
        return type(self), (self.search_alone, self.model)

    @property
    def identity(self) -> str:
        """The search and the model; see `identity_of`."""
        return f"{self.search_alone.identity},belief={self.model.identity}"

    @property
    def budget(self) -> int:
        """The games that are played for one decision."""
        return self.search_alone.budget

    def search(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        worlds: Worlds,
        rng: np.random.Generator,
    ) -> np.ndarray:
        """Chooses an action at each table without a past; see `SearchAgent.search`."""
        return self.search_alone.search(observations, masks, worlds, rng)

    def follow(self, tables: Tables, is_own: np.ndarray) -> None:
        """Begins to follow the games at some tables; see `FollowingAgent`."""
        if tables not in self._pasts:
            self._pasts[tables] = pasts = Pasts(tables, is_own)
            tables.add_listener(pasts)

    def choose_at(self, tables: Tables, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Chooses an action at some tables; see `FollowingAgent`."""
        observations, masks = tables.observations[rows], tables.action_masks[rows]
        num_legal = masks.sum(axis=1)
        pasts = [
            self._pasts[tables].past(tables, row) if number > 1 else None
            for row, number in zip(rows.tolist(), num_legal, strict=True)
        ]
        for past in pasts:
            if past is not None:
                past.find_examples(rng)
        worlds = LikelyWorlds(tables, rows, pasts, num_legal, self._model)
        return self.search_alone.search(observations, masks, worlds, rng)


class LikelyWorlds(Worlds):
    """Random worlds of some positions, drawn by how likely a model makes what led to them."""

    def __init__(
        self,
        tables: Tables,
        rows: np.ndarray,
        pasts: list[Past | None],
        candidates: np.ndarray,
        model: Model,
    ) -> None:
        """Takes copies of the positions.

        Args:
            tables: The tables.
            rows: int64[B], those of the positions.
            pasts: The past of the seat to move in each, or None.
            candidates: int64[B], how many candidates are dealt for each world, before more are
                dealt because few are likely.
            model: The model of the others.
        """
        super().__init__(tables.game, tables.states[rows])
        self._pasts, self._candidates, self._model = pasts, candidates, model

    def sample(self, position: int, seeds: np.ndarray) -> np.ndarray:
        """Draws worlds for one position; see `Worlds.sample`.

        The same seeds together give the same worlds.
        """
        past = self._pasts[position]
        if past is None or not past.is_known:
            return super().sample(position, seeds)
        rng, count = np.random.default_rng(seeds), len(seeds) * int(self._candidates[position])
        candidates, weights = self._weighed(past, position, count, rng)
        times = min(ceil(len(seeds) / _effective_number(weights)), MOST_TIMES)
        if times > 1:
            candidates, weights = self._weighed(past, position, times * count, rng)
        weights = flattened(weights, min(len(seeds), FEWEST_EFFECTIVE))
        sums = weights.cumsum()
        drawn = (np.arange(len(seeds)) + rng.random()) * (sums[-1] / len(seeds))
        worlds = candidates[np.searchsorted(sums[:-1], drawn, side="right")]
        worlds["rng"] = seeds
        return worlds

    def _weighed(
        self, past: Past, position: int, count: int, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        """Deals candidates for a position; returns them, [C], and their weights, float64[C]."""
        seeds = rng.integers(2**64, size=count, dtype=np.uint64)
        candidates = super().sample(position, seeds)
        return candidates, past.weights(candidates, self._model, rng)


def flattened(weights: np.ndarray, fewest: int) -> np.ndarray:
    """Returns weights to the largest power up to 1 that leaves a large enough effective number.

    Args:
        weights: float64[C], at least one above 0.
        fewest: The effective number that is wanted, 1..C.
    """
    if _effective_number(weights) >= fewest:
        return weights
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        is_enough = _effective_number(weights**middle) >= fewest
        low, high = (middle, high) if is_enough else (low, middle)
    return np.asarray(weights**low)


def _effective_number(weights: np.ndarray) -> float:
    """Returns how many equal weights would give a mean as sure (Kish)."""
    return float(weights.sum() ** 2 / (weights @ weights))
