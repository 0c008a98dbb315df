"""`ismcts:budget=N`: information-set Monte Carlo tree search in sampled worlds.

Every legal move is tried in the same worlds, as in `montecarlo`. But the players don't just
follow the game's greedy advice in what comes after it: they find out over the worlds what serves
them better, each for its own points, in a tree that all worlds share. (Cowling, Powley and
Whitehouse, Information Set Monte Carlo Tree Search, 2012: single observer.)
"""

from functools import cache
from typing import Any

import numpy as np

from fudaba.envs import Game
from fudaba.envs.core.kernel import Kernel, specialise, unbound
from fudaba.envs.core.loops import nth_legal

from .greedy import heuristic
from .searching import Trial, WorldSearch
from .tree import NO_NODE, NODE, add_node, choose_in_tree, count_game


class ISMCTSAgent(WorldSearch):
    """Looks as many moves ahead as its budget reaches, in random worlds."""

    def __init__(self, game: Game, budget: int) -> None:
        """Makes the agent; see `WorldSearch`.

        Raises:
            UserError: The game has no greedy advice, or the budget is out of its range.
        """
        super().__init__(game, budget)
        self._game = game
        self._grow = compiled_growth(game)

    @property
    def identity(self) -> str:
        """All that it plays by; see `identity_of`."""
        return f"ismcts:budget={self.budget}"

    def _trial(self, mask: np.ndarray, num_worlds: int) -> Trial:
        moves = np.flatnonzero(mask)
        nodes = np.empty(len(moves) * (1 + num_worlds), NODE)
        counts, met = np.zeros(1, np.int64), np.zeros(3)
        table = np.empty(1, self._game.state_dtype)
        view = np.empty(1, self._game.view_dtype)
        legal_then, children = np.empty_like(mask), np.empty(len(mask), np.int32)
        scores = np.zeros(self._game.max_players)

        def play(worlds: np.ndarray) -> np.ndarray:
            points = np.empty((len(worlds), len(moves)))
            self._grow(
                worlds, moves, nodes, counts, met, points, table, view, legal_then, children, scores
            )
            return points

        return play


legal = apply = observe = score = choose = play_through = unbound


def _play_through(
    state: np.void,
    nodes: np.ndarray,
    root: int,
    free: int,
    spread: float,
    view: np.void,
    mask: np.ndarray,
    children: np.ndarray,
) -> int:
    """Plays a game to its end: down the tree, one node further, then as advised.

    Forced moves are no decisions, and not in the tree.

    Returns:
        The last node on the way: `free` where there is a new one.
    """
    node, is_in_tree = root, True
    while state["to_move"] >= 0:
        seat = np.int64(state["to_move"])
        if legal(state, mask) == 1:
            action = nth_legal(mask, 0)
        else:
            observe(state, seat, view)
            action = choose(view, mask)
            if is_in_tree:
                action = choose_in_tree(nodes, node, seat, mask, action, spread, children)
                child = int(children[action])
                if child == NO_NODE:
                    is_in_tree = False
                    child = free
                    add_node(nodes, child, node, seat, action)
                node = child
        apply(state, action)
    return node


def _grow(
    worlds: np.ndarray,
    moves: np.ndarray,
    nodes: np.ndarray,
    counts: np.ndarray,
    met: np.ndarray,
    points: np.ndarray,
    table: np.ndarray,
    view: np.ndarray,
    mask: np.ndarray,
    children: np.ndarray,
    scores: np.ndarray,
) -> None:
    """Plays every move in every world, each a tree of its own that grows by a node at most.

    Args:
        worlds: [W], state records.
        moves: int64[K], the moves of the seat to move.
        nodes: NODE records, with room for W x K more.
        counts: int64[1], the number of nodes; 0 at first.
        met: float64[3], how many points were met so far, their sum and the sum of their squares.
        points: float64[W, K], filled with what the seat to move won in the end.
        table: [1], a state record, as scratch.
        view: [1], a view record, as scratch.
        mask: int8[A], as scratch.
        children: int32[A], as scratch.
        scores: float64[P], as scratch.
    """
    seat = np.int64(worlds[0]["to_move"])
    if counts[0] == 0:
        for number in range(len(moves)):
            add_node(nodes, number, NO_NODE, seat, moves[number])
        counts[0] = len(moves)
    for world in range(len(worlds)):
        for number in range(len(moves)):
            table[0] = worlds[world]
            apply(table[0], moves[number])
            mean = met[1] / max(met[0], 1.0)
            spread = np.sqrt(max(met[2] / max(met[0], 1.0) - mean * mean, 0.0))
            leaf = play_through(table[0], nodes, number, counts[0], spread, view[0], mask, children)
            counts[0] += leaf == counts[0]
            score(table[0], scores)
            count_game(nodes, leaf, scores)
            points[world, number] = scores[seat]
            for player in range(table[0]["num_players"]):
                met[0] += 1.0
                met[1] += scores[player]
                met[2] += scores[player] ** 2


@cache
def compiled_growth(game: Game) -> Kernel:
    """The search of one game, compiled.

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
    kernels["play_through"] = specialise(_play_through, game.name, **kernels)
    return specialise(_grow, game.name, **kernels)
