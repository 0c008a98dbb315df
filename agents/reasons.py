"""Why greedy plays what it plays: what the play does, and the weight that decides, in words."""

from collections.abc import Sequence

import numpy as np

from fudaba.envs import Game
from fudaba.envs.core.contract.weights import Weight
from fudaba.envs.core.words.sentences import sentences

from .greedy import GreedyAgent, weight_table

PARTS = (0.9, 0.7, 0.5, 0.3, 0.1, 0.0)  # of a weight, until another move is chosen
MORE = 1.5  # of a weight, with which the move must still be chosen


def why(game: Game, befores: Sequence[np.void], actions: Sequence[int]) -> str:
    """Returns what a play of greedy does in its position, and what decides for it, as sentences.

    `effect` in the game's `hints.py` says what the play does, with what the heuristic weighs, from
    the view of the seat, which it may change.

    Args:
        game: The game.
        befores: The positions before the steps of the play.
        actions: The ids of the steps.

    Returns:
        Sentences in the current language, which may be none.
    """
    effect = getattr(game.part("hints"), "effect", None)
    seen = game.view(befores[0], int(befores[0]["to_move"]))
    done = effect(seen, GreedyAgent(game).record, actions) if effect else ""
    return sentences(done, next(filter(None, (reason_of(game, one) for one in befores)), ""))


def reason_of(game: Game, state: np.void) -> str:
    """Returns what speaks for greedy's choice for the seat to move, as a sentence.

    That is the weight with less of which greedy would choose another move, and of several the one
    of which the least must be taken away. With more of it greedy chooses the same, so it speaks for
    this move. `REASONS` in the game's `meanings.py` says what a weight means to a player: under its
    name, or for a kind of action under both names, `equal_weight drop`. Only the view of the seat
    is read.

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
    kind = game.decode(int(chosen[0]))[0].name

    def stays(row: Weight, part: float) -> bool:
        other = GreedyAgent(game, {**greedy.weights, row.name: part_of(row, greedy, part)})
        return bool(other.act(observations, masks, unused) == chosen)

    rows = [row for row in meant_rows(greedy) if row.name in reasons]
    for part in PARTS:
        for row in rows:
            if not stays(row, part) and stays(row, MORE):
                return game.translate(reasons.get(f"{row.name} {kind}", reasons[row.name]))
    return ""


def meant_rows(greedy: GreedyAgent) -> list[Weight]:
    """Returns the weights with the sign that their words mean: of the default, or positive."""
    rows = weight_table(greedy.game).rows
    return [row for row in rows if greedy.weights[row.name] * (row.default or 1) > 0]


def part_of(row: Weight, greedy: GreedyAgent, part: float) -> float:
    """Returns a part of a weight, within its range."""
    return min(max(part * greedy.weights[row.name], row.low), row.high)
