"""Why greedy plays what it plays: the weight of its heuristic that decides, in a player's words."""

import numpy as np

from fudaba.envs import Game
from fudaba.envs.core.contract.weights import Weight

from .greedy import GreedyAgent, weight_table

PARTS = (0.9, 0.7, 0.5, 0.3, 0.1, 0.0)  # of a weight, until another move is chosen


def reason_of(game: Game, state: np.void) -> str:
    """Returns what decides greedy's choice for the seat to move, as a sentence.

    That is the weight with less of which greedy would choose another move, and of several the one
    of which the least must be taken away. `REASONS` in the game's `meanings.py` says what a weight
    means to a player. Only the view of the seat is read.

    Returns:
        A sentence in the current language; empty where no weight decides alone, or none has words.
    """
    reasons: dict[str, str] = getattr(game.part("meanings"), "REASONS", {})
    legal = game.legal_actions(state)
    if len(legal) < 2 or not reasons:
        return ""
    observations = game.flat(np.array([game.view(state, int(state["to_move"]))]))
    masks, unused = np.zeros((1, game.num_actions), np.int8), np.random.default_rng(0)
    masks[0, legal] = 1
    greedy = GreedyAgent(game)
    chosen = greedy.act(observations, masks, unused)
    rows = [row for row in weight_table(game).rows if row.name in reasons]
    for part in PARTS:
        for row in rows:
            less = GreedyAgent(game, {**greedy.weights, row.name: part_of(row, greedy, part)})
            if less.act(observations, masks, unused) != chosen:
                return game.translate(reasons[row.name])
    return ""


def part_of(row: Weight, greedy: GreedyAgent, part: float) -> float:
    """Returns a part of a weight, within its range."""
    return min(max(part * greedy.weights[row.name], row.low), row.high)
