"""The base class of searches in sampled worlds: it tries the moves and chooses among them.

The seat to move can't exclude any of the sampled worlds. Every legal move is tried in the same
worlds, so that the difference between two moves is not lost in the difference between two worlds.
The choice allows for the remaining noise: another move replaces the advised one only if its gain
exceeds the standard error of the difference. (Without this a small budget would play worse than
the advice.)
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from types import NoneType

import numpy as np

from fudaba.common.checks import check_generator, check_kind, check_whole
from fudaba.envs import Game, UserError, Worlds
from fudaba.envs.core.contract.game import check_game

from .agent import check_masks
from .greedy import greedy_or_random
from .policy import PolicyAgent
from .uniform import UniformAgent

CAUTION = 1.0  # standard errors by which a move must beat the advised one
LARGEST_BUDGET = 1_000_000
GAMES_AT_A_TIME = 512  # games per compiled call: Ctrl-C waits for the end of one
FEWEST_WORLDS = 2  # a standard error needs two
LEAST_PROBABILITY = 0.01  # that the prior gives a move which is tried

Trial = Callable[[np.ndarray], np.ndarray]


class WorldSearch(ABC):
    """Tries every legal move in random worlds and takes the best.

    Attributes:
        game: The game.
        budget: Games played for one decision, over all moves together; at least two for each
            legal move.
        policy: The policy that all players follow in the search; None for greedy, or for random
            moves in a game without a heuristic.
        prior: The policy that chooses the moves to try; None if all are tried.
    """

    def __init__(
        self,
        game: Game,
        budget: int,
        policy: PolicyAgent | None = None,
        prior: PolicyAgent | None = None,
    ) -> None:
        """Makes the agent.

        Args:
            game: The game.
            budget: Games played for one decision, 1 to 1,000,000.
            policy: The policy whose most likely action all players follow in the search; None
                for greedy.
            prior: The policy by which only some moves are tried: the advised one, and those to
                which it gives a probability of at least 1 %. None to try all.

        Raises:
            UserError: The budget is out of its range, a policy is of another game, or the first
                draws its actions.
        """
        check_game(game)
        check_kind("policy", policy, (PolicyAgent, NoneType), "a PolicyAgent, None")
        check_kind("prior", prior, (PolicyAgent, NoneType), "a PolicyAgent, None")
        self.game = game
        self.budget = check_whole("budget", budget, 1, LARGEST_BUDGET)
        self.policy, self.prior = policy, prior
        if prior is not None:
            prior.check_wiring(game)
        self._advice = policy or greedy_or_random(game)
        self._network = None
        if policy is not None:
            policy.check_wiring(game)
            self._network = policy.network(game)

    def identity_as(self, kind: str) -> str:
        """Returns the identity of a kind of search, such as `montecarlo`; see `identity_of`."""
        advice = f",policy={self.policy.identity}" if self.policy else ""
        prior = f",prior={self.prior.identity}" if self.prior else ""
        return f"{kind}:budget={self.budget}{advice}{prior}"

    @abstractmethod
    def trial(self, mask: np.ndarray) -> Trial:
        """Returns the function that plays the games of one decision.

        Args:
            mask: int8[A], the K legal moves.

        Returns:
            A function from some of the worlds, state records [w], to the points that each move
            brought in them: float64[w, K].
        """

    def search(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        worlds: Worlds,
        rng: np.random.Generator,
    ) -> np.ndarray:
        """Chooses an action at each table; see `SearchAgent.search`.

        Raises:
            UserError: The observations, the masks or the worlds are of another game, or `rng` is
                no generator.
        """
        self._check_worlds(worlds, rng)
        masks = check_masks(masks, None, self.game.num_actions)
        actions = self._advice.act(observations, masks, rng)
        if len(worlds) != len(actions):
            raise UserError(
                f"worlds can't be behind {len(worlds)} views; allowed: {len(actions)}, one for "
                "each table."
            )
        tried = self._tried(observations, masks, actions)
        for row in np.flatnonzero(tried.sum(axis=1) > 1):
            moves = np.flatnonzero(tried[row])
            points = self.evaluate_actions(tried[row], worlds, int(row), rng)
            advised = int(np.searchsorted(moves, actions[row]))
            if type(self._advice) is UniformAgent:  # which advises nothing
                advised = int(points.mean(axis=0).argmax())
            actions[row] = moves[best_move(points, advised)]
        return actions

    def _tried(
        self, observations: np.ndarray, masks: np.ndarray, advised: np.ndarray
    ) -> np.ndarray:
        """Returns the moves to try, int8[B, A]: all, or the advised and the prior's."""
        if self.prior is None:
            return masks
        tried = self.prior.probabilities(observations, masks) >= LEAST_PROBABILITY
        tried[np.arange(len(tried)), advised] = True
        return tried.astype(np.int8)

    def _check_worlds(self, worlds: Worlds, rng: np.random.Generator) -> None:
        check_kind("worlds", worlds, Worlds, "Worlds")
        if worlds.game is not self.game:
            raise UserError(
                f"worlds can't be of {worlds.game.name}; allowed: those of {self.game.name}."
            )
        check_generator("rng", rng)

    def evaluate_actions(
        self, mask: np.ndarray, worlds: Worlds, row: int, rng: np.random.Generator
    ) -> np.ndarray:
        """Tries every legal move; see `MoveEvaluator.evaluate_actions`.

        The budget is divided among the moves; each is tried in at least two worlds.

        Raises:
            UserError: The mask or the worlds are of another game, there is no such row, or
                `rng` is no generator.
        """
        self._check_worlds(worlds, rng)
        mask = check_masks(np.asarray(mask)[None], 1, self.game.num_actions)[0]
        tried = self.trial(mask)
        portions = (
            rng.integers(2**64, size=size, dtype=np.uint64)
            for size in self.portions(int(mask.sum()))
        )
        return np.concatenate([tried(worlds.sample(row, portion)) for portion in portions])

    def portions(self, num_moves: int) -> Iterator[int]:
        """Yields the number of worlds in which the moves are tried next, until the search ends."""
        num_worlds = max(self.budget // num_moves, FEWEST_WORLDS)
        some = max(GAMES_AT_A_TIME // num_moves, 1)
        for first in range(0, num_worlds, some):
            yield min(some, num_worlds - first)


def best_move(points: np.ndarray, advised: int) -> int:
    """Returns the best move that is clearly better than the advised one, or else the advised one.

    Args:
        points: float64[W, K], the points that each move brought in each world.
        advised: The position of the advised move, 0..K-1.
    """
    gains = points - points[:, [advised]]
    standard_errors = gains.std(axis=0, ddof=1) / np.sqrt(len(gains))
    worth = gains.mean(axis=0) - CAUTION * standard_errors
    best = int(worth.argmax())
    return best if worth[best] > 0 else advised
