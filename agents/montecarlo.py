"""`montecarlo:budget=N`: plays every move out in sampled worlds and takes the best.

The worlds are those that the seat to move can't exclude. Every legal move is tried in the same
worlds, and all players go on with the game's greedy advice, so that the difference between two
moves is not drowned by the difference between two worlds. What is left of chance is taken into
account: the move that greedy advises is given up only for one that did better by more than the
standard error of the difference. (Without this a small budget would play worse than greedy.)
"""

from functools import cache
from typing import Any

import numpy as np

from fudaba.envs import Game, Worlds
from fudaba.envs.core.checks import check_whole
from fudaba.envs.core.kernel import Kernel, specialise, unbound
from fudaba.envs.core.loops import nth_legal

from .greedy import GreedyAgent, heuristic

CAUTION = 1.0  # standard errors by which a move must beat the advised one
LARGEST_BUDGET = 1_000_000
FEWEST_WORLDS = 2  # a standard error needs two


class MonteCarloAgent:
    """Looks one move ahead in random worlds, with the game's greedy advice for all that follows.

    Attributes:
        budget: Games played out for one decision, over all moves together; at least two for
            each legal move.
    """

    def __init__(self, game: Game, budget: int) -> None:
        """Makes the agent.

        Args:
            game: The game.
            budget: Games played out for one decision, 1 to 1,000,000.

        Raises:
            UserError: The game has no greedy advice, or the budget is out of its range.
        """
        self.budget = check_whole("budget", budget, 1, LARGEST_BUDGET)
        self._game = game
        self._advice = GreedyAgent(game)
        self._play_out_moves = compiled_play_out(game)

    def search(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        worlds: Worlds,
        rng: np.random.Generator,
    ) -> np.ndarray:
        """Chooses an action at each table; see `SearchAgent.search`."""
        actions = self._advice.act(observations, masks, rng)
        for row in np.flatnonzero(masks.sum(axis=1) > 1):
            moves = np.flatnonzero(masks[row])
            advised = int(np.searchsorted(moves, actions[row]))
            num_worlds = max(self.budget // len(moves), FEWEST_WORLDS)
            seeds = rng.integers(2**64, size=num_worlds, dtype=np.uint64)
            points = self._points(worlds.sample(int(row), seeds), moves)
            actions[row] = moves[best_move(points, advised)]
        return actions

    def _points(self, worlds: np.ndarray, moves: np.ndarray) -> np.ndarray:
        """What the seat to move earns with each of K moves in each of W worlds: float64[W, K]."""
        table = np.empty(1, self._game.state_dtype)
        view = np.empty(1, self._game.view_dtype)
        mask = np.empty(self._game.num_actions, np.int8)
        scores = np.zeros(self._game.max_players)
        points = np.empty((len(worlds), len(moves)))
        self._play_out_moves(worlds, moves, table, view, mask, scores, points)
        return points


def best_move(points: np.ndarray, advised: int) -> int:
    """The best of the moves that are clearly better than the advised one, or else that one.

    Args:
        points: float64[W, K], what each move earned in each world.
        advised: The position of the advised move, 0..K-1.
    """
    gains = points - points[:, [advised]]
    standard_errors = gains.std(axis=0, ddof=1) / np.sqrt(len(gains))
    worth = gains.mean(axis=0) - CAUTION * standard_errors
    best = int(worth.argmax())
    return best if worth[best] > 0 else advised


legal = apply = observe = score = choose = play_out = unbound


def _play_out(state: np.void, view: np.void, mask: np.ndarray) -> None:
    """Plays a game to its end; all seats follow the heuristic."""
    while state["to_move"] >= 0:
        if legal(state, mask) == 1:
            apply(state, nth_legal(mask, 0))
        else:
            observe(state, np.int64(state["to_move"]), view)
            apply(state, choose(view, mask))


def _play_out_moves(
    worlds: np.ndarray,
    moves: np.ndarray,
    table: np.ndarray,
    view: np.ndarray,
    mask: np.ndarray,
    scores: np.ndarray,
    points: np.ndarray,
) -> None:
    """Plays every world out after every move. Fills `points`; the other arrays are scratch.

    Args:
        worlds: [W] state records with the same seat to move.
        moves: int64[K], its legal actions.
        table: [1], a state record.
        view: [1], a view record.
        mask: int8[A].
        scores: float64[P].
        points: float64[W, K], filled with what the seat earns in the end.
    """
    for number in range(len(worlds)):
        for position in range(len(moves)):
            seat = np.int64(worlds[number]["to_move"])
            table[0] = worlds[number]
            apply(table[0], moves[position])
            play_out(table[0], view[0], mask)
            score(table[0], scores)
            points[number, position] = scores[seat]


@cache
def compiled_play_out(game: Game) -> Kernel:
    """The playouts of one game, compiled.

    Raises:
        UserError: The game has no greedy advice.
    """
    kernels: dict[str, Any] = {
        "legal": game.kernels.legal,
        "apply": game.kernels.apply,
        "observe": game.kernels.observe,
        "score": game.kernels.score,
        "choose": heuristic(game),
    }
    kernels["play_out"] = specialise(_play_out, game.name, **kernels)
    return specialise(_play_out_moves, game.name, **kernels)
