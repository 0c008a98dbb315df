"""What agents think of a recorded decision, and where a game was lost.

They are told what the seat to move was told, and nothing of what is hidden from it. The same
question always has the same answer: the random worlds follow from the position's number.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite

import numpy as np

from fudaba.agents import Agent, make_agent
from fudaba.agents.agent import ActionProbabilities, MoveEvaluator
from fudaba.agents.naming import POLICY
from fudaba.agents.packaged import BEST, has_policy
from fudaba.agents.seated import advised
from fudaba.envs import UserError, Worlds
from fudaba.envs.core.checking.errors import shown
from fudaba.evaluation.recorded import RecordedGame
from fudaba.evaluation.statistics import Interval, clustered_mean

from .shelf import Shelf

SEARCHES = ("montecarlo:budget=256", "montecarlo:budget=2048", "montecarlo:budget=16384")
AGENTS = ("greedy", *SEARCHES)


@dataclass(frozen=True)
class Points:
    """Points with their 95 % interval; the ends are None where nothing is known of them."""

    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Opinion:
    """What an agent thinks of a move.

    Attributes:
        action: Its id.
        text: What it is called.
        is_taken: Whether it was made in the game.
        is_chosen: Whether the agent would make it.
        probability: How likely the agent would make it where it draws; None if it does not say.
        points: What it expects the player to win in the end; None if it does not say.
    """

    action: int
    text: str
    is_taken: bool
    is_chosen: bool
    probability: float | None
    points: Points | None


@dataclass(frozen=True)
class Loss:
    """What a decision cost.

    The better move is chosen in one half of the worlds, and what it is worth more is measured in
    the other half. So chance alone makes no loss, as it would where the best of many is taken for
    what it seems.

    Attributes:
        at: The position, by the number of actions before it.
        seat: Who decided.
        taken: The move that was made.
        best: The move that looked best; the same where no other did.
        points: How many points more the player would have won with it.
    """

    at: int
    seat: int
    taken: str
    best: str
    points: Points


def analysts(shelf: Shelf, played: RecordedGame) -> list[str]:
    """Who can be asked about the positions of a game."""
    packaged = [BEST] if has_policy(played.game) and not played.options.changed() else []
    return [*AGENTS, *packaged, *shelf.policies(played.game, played.options)]


def analyst(shelf: Shelf, played: RecordedGame, word: str) -> Agent:
    """The agent that a word of `analysts` names.

    Raises:
        UserError: It is none of them, or can't be read.
    """
    if word.startswith(POLICY):
        folder = shelf.place(word.removeprefix(POLICY))
        with shelf.naming():
            return make_agent(f"{POLICY}{folder}", played.game, played.options)
    if word not in (*AGENTS, BEST):
        allowed = ", ".join(analysts(shelf, played))
        raise UserError(f"agent can't be {shown(word)}; allowed: {allowed}.")
    return make_agent(word, played.game, played.options)


def opinions(played: RecordedGame, at: int, agent: Agent) -> list[Opinion]:
    """What an agent thinks of each legal move of a decision, in the order of their ids."""
    game, state = played.game, played.states[at]
    moves = game.legal_actions(state)
    chosen = advised(agent, game, state, np.random.default_rng(at))
    likely, worth = _likely(played, at, agent), _worth(played, at, agent)
    taken = played.actions[at] if at < len(played.actions) else None
    return [
        Opinion(
            action=action,
            text=game.words.describe(state, action),
            is_taken=action == taken,
            is_chosen=action == chosen,
            probability=likely.get(action),
            points=worth.get(action),
        )
        for action in moves
    ]


def decisions(played: RecordedGame, seat: int | None) -> Iterator[int]:
    """The positions in which a seat, or any of them, had a choice and made it."""
    for at in range(len(played.actions)):
        state = played.states[at]
        is_seats = seat is None or state["to_move"] == seat
        if is_seats and len(played.game.legal_actions(state)) > 1:
            yield at


def loss(played: RecordedGame, at: int, agent: MoveEvaluator) -> Loss:
    """What a decision cost the player, as an agent sees it that tries every move."""
    game, state = played.game, played.states[at]
    moves, points = _tried(played, at, agent)
    half = len(points) // 2
    best = int(points[:half].mean(axis=0).argmax())
    taken = moves.index(played.actions[at])
    more = points[half:, best] - points[half:, taken]
    return Loss(
        at=at,
        seat=int(state["to_move"]),
        taken=game.words.describe(state, moves[taken]),
        best=game.words.describe(state, moves[best]),
        points=_points(clustered_mean(more, np.arange(len(more)))),
    )


def as_move_evaluator(agent: Agent, word: str) -> MoveEvaluator:
    """An agent that says how many points a move is worth.

    Raises:
        UserError: It does not say so.
    """
    if not isinstance(agent, MoveEvaluator):
        raise UserError(
            f"{word} does not say how many points a move is worth; allowed: {', '.join(SEARCHES)}."
        )
    return agent


def _likely(played: RecordedGame, at: int, agent: Agent) -> dict[int, float]:
    """How likely an agent takes each legal move; nothing if it does not say."""
    if not isinstance(agent, ActionProbabilities):
        return {}
    game, state = played.game, played.states[at]
    views = game.flat(np.array([game.view(state, int(state["to_move"]))]))
    mask = _mask(played, at)
    row = agent.probabilities(views, mask[None])[0]
    return {action: float(row[action]) for action in np.flatnonzero(mask).tolist()}


def _worth(played: RecordedGame, at: int, agent: Agent) -> dict[int, Points]:
    """What an agent expects of each legal move; nothing if it does not say."""
    if not isinstance(agent, MoveEvaluator):
        return {}
    moves, points = _tried(played, at, agent)
    worlds = np.arange(len(points))
    return {
        action: _points(clustered_mean(earned, worlds))
        for action, earned in zip(moves, points.T, strict=True)
    }


def _tried(played: RecordedGame, at: int, agent: MoveEvaluator) -> tuple[list[int], np.ndarray]:
    """The legal moves and what they earned: float64[W, K]."""
    mask = _mask(played, at)
    worlds = Worlds(played.game, np.array([played.states[at]]))
    points = agent.try_moves(mask, worlds, 0, np.random.default_rng(at))
    return np.flatnonzero(mask).tolist(), points


def _mask(played: RecordedGame, at: int) -> np.ndarray:
    mask = np.zeros(played.game.num_actions, np.int8)
    mask[played.game.legal_actions(played.states[at])] = 1
    return mask


def _points(interval: Interval) -> Points:
    ends = (end if isfinite(end) else None for end in (interval.low, interval.high))
    return Points(interval.mean, *ends)
