"""Why greedy plays what it plays: what the play does, what decides, and the second choice."""

import re
from collections.abc import Sequence

import numpy as np

from fudaba.common.languages import translator
from fudaba.envs import Game
from fudaba.envs.core.contract.weights import Weight
from fudaba.envs.core.words.sentences import sentences

from .greedy import GreedyAgent, weight_table

_, _n = translator("agents")

PARTS = (0.9, 0.7, 0.5, 0.3, 0.1, 0.0)  # of a weight, until another move is chosen
MORE = 1.5  # of a weight, with which the move must still be chosen
SENTENCE = re.compile(r"(?<=\. )|(?<=。)")  # where one begins


def why(game: Game, befores: Sequence[np.void], actions: Sequence[int]) -> str:
    """Returns what a play of greedy does, what decides for it, and what greedy would do else.

    `effect` in the game's `hints.py` says what the play does, with what the heuristic weighs, from
    the view of the seat, which it may change.

    Args:
        game: The game.
        befores: The positions before the steps of the play.
        actions: The ids of the steps.

    Returns:
        Sentences in the current language, which may be none.
    """
    reason = next(filter(None, (reason_of(game, one) for one in befores)), "")
    done = _effect(game, befores[0], actions)
    second = SENTENCE.split(_second(game, befores[0], actions))
    differing = "".join(one for one in second if one.strip() not in done)
    return sentences(done, reason, differing.strip())


def _effect(game: Game, state: np.void, actions: Sequence[int]) -> str:
    """Returns what a play does; empty in a game that does not say it."""
    effect = getattr(game.part("hints"), "effect", None)
    seen = game.view(state, int(state["to_move"]))
    return effect(seen, GreedyAgent(game).record, actions) if effect else ""


def _second(game: Game, state: np.void, actions: Sequence[int]) -> str:
    """Returns what greedy would do if it could not begin with this step, and what that does.

    It is empty for a play of several steps, with which a single step can't be compared.
    """
    observations, masks = _seen(game, state)
    greedy, unused = GreedyAgent(game), np.random.default_rng(0)
    masks[0, actions[0]] = 0
    if not masks.any() or len(actions) > 1:
        return ""
    (second,) = greedy.act(observations, masks, unused).tolist()
    first, other = (game.words.describe(state, action) for action in (actions[0], second))
    if first == other:  # another card that reads alike
        return ""
    said = _("Second choice: {move}.", move=other)
    return sentences(said, _effect(game, state, [second]))


def _seen(game: Game, state: np.void) -> tuple[np.ndarray, np.ndarray]:
    """Returns what the seat to move sees and may do, as rows for an agent."""
    observations = game.flat(np.array([game.view(state, int(state["to_move"]))]))
    masks = np.zeros((1, game.num_actions), np.int8)
    masks[0, game.legal_actions(state)] = 1
    return observations, masks


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
    observations, masks = _seen(game, state)
    if masks.sum() < 2 or not reasons:
        return ""
    greedy, unused = GreedyAgent(game), np.random.default_rng(0)
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
