"""Agents' evaluations of a recorded decision, and the regret of every decision of a game.

An agent gets only the view of the seat to move, and nothing that is hidden from it. Random worlds
are seeded by the position's number, so the same question always has the same answer.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import isfinite

import numpy as np

from fudaba.agents import Agent, make_agent
from fudaba.agents.agent import ActionProbabilities, MoveEvaluator, numbers_of
from fudaba.agents.expert import strongest
from fudaba.agents.naming import POLICY
from fudaba.agents.packaged import BEST, has_policy
from fudaba.agents.policy import free_rules
from fudaba.agents.seated import advised
from fudaba.agents.titles import agent_title
from fudaba.common.errors import shown
from fudaba.common.languages import translator
from fudaba.envs import Game, UserError, Worlds
from fudaba.envs.core.compiling.workers import num_cores
from fudaba.evaluation.recorded import RecordedGame
from fudaba.evaluation.statistics import Interval, clustered_mean

from .runs import RunFolder
from .worth import in_words

_, _n = translator("web")

SEARCHES = ("montecarlo:budget=256", "montecarlo:budget=2048", "montecarlo:budget=16384")
AGENTS = ("greedy", *SEARCHES)


@dataclass(frozen=True)
class MeanPoints:
    """Mean points with their 95 % interval; `low` and `high` are None if they are not finite."""

    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class MoveEvaluation:
    """An agent's evaluation of one legal move.

    Attributes:
        action: The action id.
        text: The move in words.
        is_taken: Whether the player made this move in the game.
        is_chosen: Whether the agent would make it.
        probability: The probability with which the agent draws it; None if the agent has none.
        points: The player's expected final points; None if the agent does not estimate them.
    """

    action: int
    text: str
    is_taken: bool
    is_chosen: bool
    probability: float | None
    points: MeanPoints | None


@dataclass(frozen=True)
class Regret:
    """The points that a decision lost against a better move.

    The better move is chosen in one half of the worlds, and its advantage is measured in the other
    half. Measured in the same worlds, the best of many equal moves would always seem better.

    Attributes:
        at: The number of actions before the decision.
        seat: The seat that decided.
        taken: The move that was made.
        best: The move that looked best; equal to `taken` if no other looked better.
        points: How many points more `best` would have won.
        loss: The same in words; empty if it may be chance, or if a stronger agent makes the move
            that was made.
    """

    at: int
    seat: int
    taken: str
    best: str
    points: MeanPoints
    loss: str


def titles_of(words: Iterable[str], game: Game) -> dict[str, str]:
    """Returns the names of agents by their words; a policy of a folder has its path too."""
    titles = {word: agent_title(word, game) for word in words}
    return {
        word: f"{title} ({word})" if word.startswith(POLICY) else title
        for word, title in titles.items()
    }


def available_agents(run_folder: RunFolder, played: RecordedGame) -> list[str]:
    """Returns the names of the agents that can evaluate positions of a game."""
    is_usual = played.options.changed().keys() <= free_rules(played.game.options)
    packaged = [BEST] if has_policy(played.game) and is_usual else []
    trained = run_folder.policies(played.game, played.options)
    return [*AGENTS, *packaged, *run_folder.own_agents, *trained]


def find_agent(run_folder: RunFolder, played: RecordedGame, word: str) -> Agent:
    """Returns the agent with a name from `available_agents`.

    Raises:
        UserError: The name is none of them, or the agent's files can't be read.
    """
    if word.startswith(POLICY):
        folder = run_folder.resolve(word.removeprefix(POLICY))
        with run_folder.relative_errors():
            return make_agent(f"{POLICY}{folder}", played.game, played.options)
    if word not in (*AGENTS, BEST, *run_folder.own_agents):
        raise UserError(no_such_agent(word, available_agents(run_folder, played)))
    return make_agent(word, played.game, played.options, num_threads=num_cores())


def no_such_agent(word: str, allowed: Iterable[str]) -> str:
    """Returns the sentence that refuses the name of an agent."""
    return _(
        "agent can't be {agent}; allowed: {allowed}.",
        agent=shown(word),
        allowed=", ".join(allowed),
    )


def evaluate_moves(played: RecordedGame, at: int, agent: Agent) -> list[MoveEvaluation]:
    """Returns an agent's evaluation of each legal move of a decision, ordered by action id."""
    game, state = played.game, played.states[at]
    moves = game.legal_actions(state)
    chosen = advised(agent, game, state, np.random.default_rng(at))
    probabilities, points = _probabilities(played, at, agent), _mean_points(played, at, agent)
    taken = played.actions[at]
    return [
        MoveEvaluation(
            action=action,
            text=game.words.describe(state, action),
            is_taken=action == taken,
            is_chosen=action == chosen,
            probability=probabilities.get(action),
            points=points.get(action),
        )
        for action in moves
    ]


def decisions(played: RecordedGame, seat: int | None) -> Iterator[int]:
    """Yields the positions in which a seat had a choice; for None, in which any seat had one."""
    for at in range(len(played.actions)):
        state = played.states[at]
        is_seats = seat is None or state["to_move"] == seat
        if is_seats and len(played.game.legal_actions(state)) > 1:
            yield at


def stronger_agent(played: RecordedGame) -> Agent | None:
    """Returns the agent that is known to play a game better than a search; None without one."""
    is_known = BEST in strongest(played.game, played.options)
    return make_agent(BEST, played.game, played.options) if is_known else None


def regret_of(
    played: RecordedGame, at: int, agent: MoveEvaluator, stronger: Agent | None = None
) -> Regret:
    """Returns the regret of a decision.

    Args:
        played: The game.
        at: The number of actions before the decision.
        agent: An agent that plays every move out.
        stronger: An agent whose own move is called no loss.
    """
    game, state = played.game, played.states[at]
    moves, points = _playout_points(played, at, agent)
    half = len(points) // 2
    best = int(points[:half].mean(axis=0).argmax())
    taken = moves.index(played.actions[at])
    better, had = points[half:, best], points[half:, taken]
    gain = _points(clustered_mean(better - had, np.arange(len(had))))
    is_loss = gain.low is not None and gain.low > 0
    if is_loss and stronger is not None:
        is_loss = advised(stronger, game, state, np.random.default_rng(at)) != moves[taken]
    words = game.words.describe(state, moves[best])
    return Regret(
        at=at,
        seat=int(state["to_move"]),
        taken=game.words.describe(state, moves[taken]),
        best=words,
        points=gain,
        loss=in_words(played, words, better, had) if is_loss else "",
    )


def as_move_evaluator(agent: Agent, word: str) -> MoveEvaluator:
    """Returns the agent if it estimates the points of moves.

    Raises:
        UserError: The agent does not estimate them.
    """
    if not isinstance(agent, MoveEvaluator):
        raise UserError(
            _(
                "{agent} does not estimate the points of a move; allowed: {allowed}.",
                agent=word,
                allowed=", ".join(SEARCHES),
            )
        )
    return agent


def _probabilities(played: RecordedGame, at: int, agent: Agent) -> dict[int, float]:
    """Returns the agent's probability of each legal move; empty if the agent has none."""
    if not isinstance(agent, ActionProbabilities):
        return {}
    game, state = played.game, played.states[at]
    views = game.flat(np.array([game.view(state, int(state["to_move"]))]))
    mask = _mask(played, at)
    row = numbers_of(agent, agent.probabilities(views, mask[None]), len(mask))[0]
    return {action: float(row[action]) for action in np.flatnonzero(mask).tolist()}


def _mean_points(played: RecordedGame, at: int, agent: Agent) -> dict[int, MeanPoints]:
    """Returns the expected points of each legal move; empty if the agent estimates none."""
    if not isinstance(agent, MoveEvaluator):
        return {}
    moves, points = _playout_points(played, at, agent)
    worlds = np.arange(len(points))
    return {
        action: _points(clustered_mean(earned, worlds))
        for action, earned in zip(moves, points.T, strict=True)
    }


def _playout_points(
    played: RecordedGame, at: int, agent: MoveEvaluator
) -> tuple[list[int], np.ndarray]:
    """Returns the K legal moves, and their points in each of W worlds: float64[W, K]."""
    mask = _mask(played, at)
    worlds = Worlds(played.game, np.array([played.states[at]]))
    moves = np.flatnonzero(mask).tolist()
    points = agent.evaluate_actions(mask, worlds, 0, np.random.default_rng(at))
    return moves, numbers_of(agent, points, len(moves))


def _mask(played: RecordedGame, at: int) -> np.ndarray:
    mask = np.zeros(played.game.num_actions, np.int8)
    mask[played.game.legal_actions(played.states[at])] = 1
    return mask


def _points(interval: Interval) -> MeanPoints:
    ends = (end if isfinite(end) else None for end in (interval.low, interval.high))
    return MeanPoints(interval.mean, *ends)
