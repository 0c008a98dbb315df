"""What agents play in every information set of a game, and strategies as agents."""

from functools import partial

import numpy as np

from fudaba.agents.agent import ActionProbabilities, Agent, choose, name_of, numbers_of
from fudaba.agents.errors import AgentError
from fudaba.agents.strategy import StrategyAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.common.errors import shown
from fudaba.common.languages import translator
from fudaba.envs import UserError, Worlds
from fudaba.envs.core.stepping.loops import loops

from .kept import Part
from .solver import Strategies
from .tree import Share, Tree
from .walk import NUM_SEATS

_, _n = translator("evaluation")


def check_can_be_asked(agent: Agent) -> None:
    """Checks that an agent's choice depends on the information set alone.

    Raises:
        UserError: It remembers its games, so that no single position says what it plays.
    """
    if hasattr(agent, "choose_at") and not isinstance(agent, StrategyAgent):
        raise UserError(
            _(
                "{agent} can't be asked for what it plays in every information set, because it "
                "follows whole games; allowed: agents that choose from a view.",
                agent=name_of(agent),
            )
        )


def strategies_of(
    tree: Tree, agent: Agent, progress: Share | None = None, part: Part | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Returns the strategies of an agent in both seats.

    It is asked once in every information set, as at play. An agent that draws its actions by known
    probabilities (`ActionProbabilities`, `policy:PATH,sample`) is taken by these. Any other agent,
    such as a search, draws one action in each set, always the same one: it counts as a player that
    plays this action whenever it comes there.

    Args:
        tree: The game.
        agent: The agent.
        progress: Called with the share of the sets in which it was asked.
        part: What earlier calls with the same tree and agent have kept; the result is the same
            without it.

    Raises:
        UserError: The agent can't be asked, see `check_can_be_asked`; or it chose an action that
            is not legal.
    """
    check_can_be_asked(agent)
    part = part or Part()
    strategies = tuple(
        np.array(part.arrays.get(f"seat {number}", np.ones(seat.num_sequences)))
        for number, seat in enumerate(tree.seats)
    )
    asked = int(part.arrays.get("asked", np.zeros(1))[0])
    for sets, states in tree.positions(asked):
        rng = np.random.default_rng([0, asked])
        places, sequences = _expanded(sets)
        seats, actions = sets["seat"][places], np.empty(len(places), np.int64)
        for seat in range(NUM_SEATS):
            own = seats == seat
            actions[own] = tree.seats[seat].actions[sequences[own]]
        masks = np.zeros((len(sets), tree.game.num_actions), np.int8)
        masks[places, actions] = 1
        chances = _chances(tree, agent, sets, states, masks, rng)
        _check_legal(tree, agent, states, masks, chances)
        for seat in range(NUM_SEATS):
            own = seats == seat
            strategies[seat][sequences[own]] = chances[places[own], actions[own]]
        asked += len(sets)
        part.keep({"asked": np.array([asked]), "seat 0": strategies[0], "seat 1": strategies[1]})
        if progress:
            progress(asked / tree.num_sets)
    return strategies[0], strategies[1]


def _expanded(sets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns for every action of some sets its set's place among them, and its sequence."""
    counts = sets["num_actions"].astype(np.int64)
    places = np.repeat(np.arange(len(sets)), counts)
    return places, sets["first"][places] + np.arange(len(places)) - (counts.cumsum() - counts)[
        places
    ]


def _chances(
    tree: Tree,
    agent: Agent,
    sets: np.ndarray,
    states: np.ndarray,
    masks: np.ndarray,
    rng: np.random.Generator,
) -> np.ndarray:
    """Returns the probability of each action in some positions, float64[B, A]."""
    game, rows = tree.game, np.arange(len(states))
    views = np.zeros(len(states), game.view_dtype)
    loops(game).observe_seats(states, views, rows, states["to_move"].astype(np.int64))
    if isinstance(agent, UniformAgent):
        chances = masks.astype(np.float64)
    elif isinstance(agent, StrategyAgent):
        chances = np.zeros(masks.shape)
        for row, key in enumerate(sets["key"]):
            if (known := agent.chances(key)) is None:
                raise UserError(_("{agent} is for another game.", agent=name_of(agent)))
            chances[row, known[0]] = known[1]
    elif isinstance(agent, ActionProbabilities) and getattr(agent, "sample", True):
        chances = _as_chances(agent, agent.probabilities(game.flat(views), masks), masks)
    else:
        chances = np.zeros(masks.shape)
        worlds = partial(Worlds, game, states)
        actions = choose(agent, game.flat(views), masks, worlds, rng)
        for wrong in np.flatnonzero(actions >= game.num_actions):
            raise _illegal(tree, agent, states[wrong], int(actions[wrong]))
        chances[rows, actions] = 1.0
    return chances / chances.sum(axis=1, keepdims=True)


def _as_chances(agent: Agent, returned: object, masks: np.ndarray) -> np.ndarray:
    """Returns the probabilities that an agent has returned, float64[B, A].

    Raises:
        AgentError: They are something else.
    """
    chances = numbers_of(agent, returned, masks.shape[1])
    if len(chances) != len(masks) or (chances < 0).any() or not chances.any(axis=1).all():
        raise AgentError(
            f"agent {name_of(agent)} must return the probability of each action at each of "
            f"{len(masks)} tables, none below 0; it returned {shown(returned)}."
        )
    return chances


def _check_legal(
    tree: Tree, agent: Agent, states: np.ndarray, masks: np.ndarray, chances: np.ndarray
) -> None:
    for row, action in zip(*np.nonzero((masks == 0) & (chances != 0)), strict=True):
        raise _illegal(tree, agent, states[row], int(action))


def _illegal(tree: Tree, agent: Agent, state: np.void, action: int) -> UserError:
    """Returns the error of an agent that would take an illegal action."""
    return UserError(f"agent {name_of(agent)}: {tree.game.refusal(state, action)}")


def agent_of(tree: Tree, strategies: Strategies) -> StrategyAgent:
    """Returns an agent that plays strategies of a solved game; see `solver`."""
    places, sequences = _expanded(tree.sets)
    seats = tree.sets["seat"][places]
    actions, chances = np.empty(len(places), np.int16), np.empty(len(places))
    for seat in range(NUM_SEATS):
        own = seats == seat
        actions[own] = tree.seats[seat].actions[sequences[own]]
        chances[own] = strategies[seat][sequences[own]]
    keys, views, counts = (tree.sets[name].copy() for name in ("key", "view", "num_actions"))
    return StrategyAgent(tree.game, tree.options, keys, views, counts, actions, chances)
