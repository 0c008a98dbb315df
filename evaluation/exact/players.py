"""What agents play in every information set of a game, and strategies as agents."""

from functools import partial
from weakref import WeakKeyDictionary

import numpy as np

from fudaba.agents.agent import ActionProbabilities, Agent, choose, name_of
from fudaba.agents.errors import AgentError
from fudaba.agents.uniform import UniformAgent
from fudaba.common.languages import translator
from fudaba.envs import Tables, UserError, Worlds
from fudaba.envs.core.stepping.loops import loops

from .solver import Strategies
from .tree import Share, Tree
from .walk import NUM_SEATS, follow_of, new_view

_, _n = translator("evaluation")

AFTER_DEAL = -1


def strategies_of(
    tree: Tree, agent: Agent, progress: Share | None = None
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

    Raises:
        UserError: The agent remembers its games, so that no single position says what it plays;
            or it chose an action that is not legal.
    """
    if hasattr(agent, "choose_at"):
        raise UserError(
            _(
                "{agent} can't be asked for what it plays in every information set, because it "
                "follows whole games; allowed: agents that choose from a view.",
                agent=name_of(agent),
            )
        )
    rng, asked = np.random.default_rng(0), 0
    strategies = tuple(np.ones(seat.num_sequences) for seat in tree.seats)
    for sets, states in tree.positions():
        places, sequences = _expanded(sets)
        seats, actions = sets["seat"][places], np.empty(len(places), np.int64)
        for seat in range(NUM_SEATS):
            own = seats == seat
            actions[own] = tree.seats[seat].actions[sequences[own]]
        masks = np.zeros((len(sets), tree.game.num_actions), np.int8)
        masks[places, actions] = 1
        chances = _chances(tree, agent, states, masks, rng)
        _check_legal(tree, agent, states, masks, chances)
        for seat in range(NUM_SEATS):
            own = seats == seat
            strategies[seat][sequences[own]] = chances[places[own], actions[own]]
        asked += len(sets)
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
    tree: Tree, agent: Agent, states: np.ndarray, masks: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """Returns the probability of each action in some positions, float64[B, A]."""
    game, rows = tree.game, np.arange(len(states))
    views = np.zeros(len(states), game.view_dtype)
    loops(game).observe_seats(states, views, rows, states["to_move"].astype(np.int64))
    if isinstance(agent, UniformAgent):
        chances = masks.astype(np.float64)
    elif isinstance(agent, ActionProbabilities) and getattr(agent, "sample", True):
        chances = agent.probabilities(game.flat(views), masks).astype(np.float64)
    else:
        chances = np.zeros(masks.shape)
        worlds = partial(Worlds, game, states)
        chances[rows, choose(agent, game.flat(views), masks, worlds, rng)] = 1.0
    return chances / chances.sum(axis=1, keepdims=True)


def _check_legal(
    tree: Tree, agent: Agent, states: np.ndarray, masks: np.ndarray, chances: np.ndarray
) -> None:
    rows, actions = np.nonzero((masks == 0) & (chances != 0))
    if len(rows):
        refusal = tree.game.refusal(states[rows[0]], int(actions[0]))
        raise UserError(f"agent {name_of(agent)}: {refusal}")


class StrategyAgent:
    """Plays strategies of a solved game, wherever agents play: an equilibrium, a best response.

    It follows its games from the deal on, because an information set is all that a seat has seen
    and done.
    """

    def __init__(self, tree: Tree, strategies: Strategies) -> None:
        """Takes the strategies of both seats; see `solver`."""
        self._tree, self._strategies = tree, strategies
        self._numbers = {set_["key"].tobytes(): number for number, set_ in enumerate(tree.sets)}
        self._followed: WeakKeyDictionary[Tables, _Keys] = WeakKeyDictionary()

    def follow(self, tables: Tables, is_own: np.ndarray) -> None:
        """Begins to follow the games at some tables; see `FollowingAgent`."""
        if tables not in self._followed:
            self._followed[tables] = keys = _Keys(tables)
            tables.add_listener(keys)

    def choose_at(self, tables: Tables, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Chooses an action at some tables; see `FollowingAgent`.

        Raises:
            AgentError: A game was not followed from the deal on, or has other house rules.
        """
        keys, draws = self._followed[tables].keys, rng.random(len(rows))
        actions = np.empty(len(rows), np.int64)
        for place, row in enumerate(rows):
            seat = int(tables.to_move[row])
            number = self._numbers.get(keys[row, seat].tobytes())
            if number is None:
                raise AgentError("a strategy is asked in a game that it has not followed.")
            known = self._tree.sets[number]
            sequences = slice(known["first"], known["first"] + known["num_actions"])
            chances = self._strategies[seat][sequences].cumsum()
            drawn = np.searchsorted(chances, draws[place] * chances[-1], side="right")
            actions[place] = self._tree.seats[seat].actions[sequences][drawn]
        return actions


class _Keys:
    """The keys of the information sets at some tables, as a listener of `Tables`.

    Attributes:
        keys: uint64[N, 2, 2], by table and seat.
    """

    def __init__(self, tables: Tables) -> None:
        self.keys = np.zeros((tables.num_tables, NUM_SEATS, 2), np.uint64)
        self._seen = np.zeros_like(self.keys)
        self._follow, self._view = follow_of(tables.game), new_view(tables.game)
        self._movers = np.full(tables.num_tables, AFTER_DEAL)
        self._update(tables, np.arange(tables.num_tables), self._movers)

    def _update(self, tables: Tables, rows: np.ndarray, actions: np.ndarray) -> None:
        self._follow(tables.states, rows, self._movers, actions, self.keys, self._seen, *self._view)

    def before_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Notes who moves."""
        self._movers = tables.to_move.copy()

    def after_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Brings the keys up to date."""
        if tables.redeal_finished:
            self._movers[tables.dones] = AFTER_DEAL
        self._update(tables, np.flatnonzero(actions >= 0), actions)
