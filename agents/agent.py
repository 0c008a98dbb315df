"""The protocols of agents, and the loop in which they choose actions at many tables."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import chain, count
from typing import Protocol, cast, runtime_checkable

import numpy as np

from fudaba.common.checks import check_generator, check_kind
from fudaba.common.errors import shown
from fudaba.common.languages import ENGLISH, in_language
from fudaba.envs import NO_ACTION, Game, IllegalActionError, Tables, UserError, Worlds

from .errors import AgentError

NO_AGENT = -1


class ReactiveAgent(Protocol):
    """A player that chooses from the observation of its seat and the action mask alone.

    It may have an attribute `identity`: see `identity_of`.
    """

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        """Chooses an action at each of B tables.

        Args:
            observations: int8 or int16 [B, D], the views of the seats to move.
            masks: int8[B, A], 1 for a legal action, at least one in each row.
            rng: The only source of randomness.

        Returns:
            int64[B], legal action ids.
        """
        ...


@runtime_checkable
class SearchAgent(Protocol):
    """A player that also searches in random worlds that fit the observation of its seat."""

    def search(
        self,
        observations: np.ndarray,
        masks: np.ndarray,
        worlds: Worlds,
        rng: np.random.Generator,
    ) -> np.ndarray:
        """Chooses an action at each of B tables.

        Args:
            observations: int8 or int16 [B, D], the views of the seats to move.
            masks: int8[B, A], 1 for a legal action, at least one in each row.
            worlds: Random worlds behind the B views, as many as it asks for.
            rng: The only source of randomness.

        Returns:
            int64[B], legal action ids.
        """
        ...


Agent = ReactiveAgent | SearchAgent


@runtime_checkable
class MoveEvaluator(Protocol):
    """An agent that estimates the points that each legal move will bring."""

    def evaluate_actions(
        self, mask: np.ndarray, worlds: Worlds, row: int, rng: np.random.Generator
    ) -> np.ndarray:
        """Tries every legal move of one table in the same sampled worlds.

        Args:
            mask: int8[A], the K legal moves of the seat to move, at least one.
            worlds: Random worlds behind the views of some tables.
            row: The index of the table among those.
            rng: Draws the worlds.

        Returns:
            float64[W, K], the points of the seat to move at the end of the game, by world and by
            move, moves in rising order.
        """
        ...


@runtime_checkable
class ActionProbabilities(Protocol):
    """An agent that knows the probability with which it takes each action."""

    def probabilities(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Returns the probability of each action at each of B tables.

        Args:
            observations: int8 or int16 [B, D], the views of the seats to move.
            masks: int8[B, A], 1 for a legal action, at least one in each row.

        Returns:
            float32[B, A], each row with a sum of 1; 0 for illegal ones.
        """
        ...


@runtime_checkable
class FollowingAgent(Protocol):
    """An agent that follows its games from the start to the end."""

    def follow(self, tables: Tables, is_own: np.ndarray) -> None:
        """Begins to follow the games at some tables, unless it does already.

        Args:
            tables: N tables.
            is_own: bool[N, P], the seats of the agent.
        """
        ...

    def choose_at(self, tables: Tables, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Chooses an action at some tables that it follows.

        Args:
            tables: The tables.
            rows: int64[B], the tables where the agent is to move.
            rng: The only source of randomness.

        Returns:
            int64[B], legal action ids.
        """
        ...


class AgentInPlace(Protocol):
    """An agent that reads the arrays of the tables themselves, on the threads of the tables.

    `choose_actions` calls this method in place of `act` where the agent's own class has it. An
    inherited one does not count, because a subclass may play differently.
    """

    def act_at(self, tables: Tables, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Chooses the same actions as `act` does from copies of these rows.

        Args:
            tables: The tables.
            rows: int64[B], the tables where the agent is to move.
            rng: The only source of randomness.

        Returns:
            int64[B], legal action ids.
        """
        ...


def check_agent(name: str, agent: Agent) -> None:
    """Checks that an object has the method of an agent.

    Raises:
        UserError: It has neither `act` nor `search`, or is a class.
    """
    methods = (getattr(agent, name, None) for name in ("act", "search", "choose_at"))
    if isinstance(agent, type) or not any(map(callable, methods)):
        raise UserError(
            f"{name} can't be {shown(agent)}; allowed: an object with act(observations, masks, "
            "rng) or search(observations, masks, worlds, rng)."
        )


def identity_of(name: str, agent: Agent) -> str | None:
    """Returns the attribute `identity`, which distinguishes agents that have the same name.

    It belongs to the agent itself or is written in its own class. An inherited one does not
    count, because a subclass may play differently.

    Args:
        name: The name of the agent, for the message.
        agent: The agent.

    Returns:
        A text that changes with everything that changes how the agent plays; None without one.

    Raises:
        UserError: The identity is no text, or empty.
    """
    if "identity" not in vars(type(agent)) and "identity" not in getattr(agent, "__dict__", ()):
        return None
    return check_identity(name, getattr(agent, "identity", None))


def check_identity(name: str, identity: object) -> str:
    """Checks that an identity is a text and not empty, and returns it.

    Raises:
        UserError: It is no text, or empty.
    """
    if not isinstance(identity, str) or not identity:
        raise UserError(
            f"the identity of agent {name} can't be {shown(identity)}; allowed: a text that is "
            "not empty."
        )
    return identity


def keys_of(names: Sequence[str], identities: Iterable[str | None]) -> tuple[str, ...]:
    """Returns a key for each agent, which seeds its randomness and identifies its results.

    The key is the identity, so that an agent plays the same games wherever its files lie. An agent
    without one has its name, and a further agent with the same identity a number behind it.
    """
    keys: list[str] = []
    for name, identity in zip(names, identities, strict=True):
        key = identity or f"named {name}"
        further = (f"{key}, number {number}" for number in count(2))
        keys.append(next(key for key in chain([key], further) if key not in keys))
    return tuple(keys)


def check_observations(name: str, observations: np.ndarray, size: int) -> None:
    """Checks that observations have the dtype and the size of the agent's game.

    Raises:
        UserError: They are not rows of `size` whole numbers.
    """
    check_kind(
        "observations", observations, np.ndarray, f"an array of rows of {size} whole numbers"
    )
    shape, dtype = observations.shape, observations.dtype
    if dtype.kind != "i":
        raise UserError(f"{name} needs observations of whole numbers, int8 or int16, not {dtype}.")
    if len(shape) != 2 or shape[1] != size:
        raise UserError(
            f"{name} needs observations of {size} elements, not of shape {shape}; "
            "it was made for another game."
        )


def read_views(name: str, observations: np.ndarray, game: Game) -> np.ndarray:
    """Returns a copy of observations as view records of shape [B], for a kernel.

    Raises:
        UserError: They are of another game, or a number is beyond the game's type.
    """
    check_observations(name, observations, game.observation_size)
    flat = np.array(observations, order="C")
    fitting = flat.astype(game.observation_dtype, copy=False)
    if fitting is not flat and (fitting != flat).any():
        raise UserError(f"{name} needs observations that fit {fitting.dtype}, as its game's do.")
    return fitting.view(game.view_dtype)[:, 0]


def check_masks(
    masks: np.ndarray,
    num_tables: int | None = None,
    num_actions: int | None = None,
    may_rest: bool = False,
) -> np.ndarray:
    """Returns a copy of the action masks as a contiguous int8[B, A], for a kernel.

    Args:
        masks: int8 or bool [B, A].
        num_tables: B, the number of tables; None for any number.
        num_actions: A, the number of actions of the game; None for any number.
        may_rest: Whether a row may have no legal action.

    Raises:
        UserError: The array has another dtype or shape, a number besides 0 and 1, or a row
            without a 1.
    """
    shape: tuple[int, ...] = getattr(masks, "shape", ())
    is_flags = isinstance(masks, np.ndarray) and masks.dtype in (np.int8, bool)
    wanted = (num_tables, num_actions)
    if (
        not is_flags
        or len(shape) != 2
        or not (num_tables in (None, shape[0]) and num_actions in (None, shape[1]))
    ):
        rows, columns = ("any" if number is None else number for number in wanted)
        raise UserError(
            f"masks can't be {shown(masks)}; allowed: int8 of shape [{rows}, {columns}], one row "
            "for each table, with 1 for a legal action."
        )
    flags = np.array(masks, np.int8, order="C")
    largest = flags.view(np.uint8).max(axis=1)
    if (largest > 1).any() or not (may_rest or largest.all()):
        raise UserError("masks can't hold other numbers than 0 and 1, or a row without a 1.")
    return flags


@in_language(ENGLISH)  # programs and models are asked in English
def choose_actions(
    tables: Tables, agents: Sequence[Agent], seating: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """Returns the action of the agent to move at each table.

    Args:
        tables: N tables.
        agents: The agents.
        seating: int[N, P], the index in `agents` of the agent in each seat; -1 for a seat that
            the caller plays.
        rng: Passed to the agents.

    Returns:
        int64[N], actions for `Tables.step`: -1 at tables whose game is over or whose seat to
        move is the caller's.

    Raises:
        UserError: An agent did not return one action per table, or an argument has a wrong type.
    """
    check_kind("tables", tables, Tables, "Tables")
    check_kind("agents", agents, Sequence, "a list of agents")
    check_generator("rng", rng)
    for number, agent in enumerate(agents):
        check_agent(f"agent {number}", agent)
    _check_seating(seating, tables, len(agents))
    for number, agent in enumerate(agents):
        if hasattr(agent, "follow"):  # isinstance of a protocol takes a hundred times as long
            agent.follow(tables, seating == number)
    actions = np.full(tables.num_tables, NO_ACTION, np.int64)
    playing = np.flatnonzero(tables.to_move >= 0)
    movers = seating[playing, tables.to_move[playing]]
    for number, agent in enumerate(agents):
        turns = playing[movers == number]
        if len(turns) and "act_at" in vars(type(agent)):
            chosen = cast(AgentInPlace, agent).act_at(tables, turns, rng)
            actions[turns] = _checked(agent, chosen, len(turns))
        elif len(turns):
            actions[turns] = choose_at(agent, tables, turns, rng)
    return actions


@in_language(ENGLISH)
def choose_at(
    agent: Agent, tables: Tables, rows: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """Returns the actions that an agent chooses at some tables, which it follows if it can.

    Args:
        agent: The agent.
        tables: The tables.
        rows: int64[B], the tables where it is to move.
        rng: Passed to the agent.

    Returns:
        int64[B], from 0. The tables check whether they are legal.

    Raises:
        AgentError: The agent returned something else.
    """
    if hasattr(agent, "choose_at"):
        return _checked(agent, agent.choose_at(tables, rows, rng), len(rows))
    observations, masks = tables.observations[rows], tables.action_masks[rows]
    return choose(agent, observations, masks, partial(tables.worlds, rows), rng)


def _check_seating(seating: np.ndarray, tables: Tables, num_agents: int) -> None:
    shape: tuple[int, ...] = getattr(seating, "shape", ())
    dtype = getattr(seating, "dtype", np.dtype(object))
    seats = int(tables.num_players.max())
    is_row_for_each = len(shape) == 2 and shape[0] == tables.num_tables and shape[1] >= seats
    if (
        not is_row_for_each
        or dtype.kind != "i"
        # The whole array is contiguous, so its maximum is cheaper; it decides nearly always.
        or (seating.max() >= num_agents and seating[:, :seats].max() >= num_agents)
    ):
        raise UserError(
            f"seating can't be {shown(seating)}; allowed: whole numbers -1 to {num_agents - 1} of "
            f"shape ({tables.num_tables}, {seats})."
        )


@contextmanager
def naming(tables: Tables, names: Sequence[str], seating: np.ndarray) -> Iterator[None]:
    """Adds the agent's name to an `IllegalActionError` that is raised within the block.

    Args:
        tables: N tables.
        names: The agents' names.
        seating: int[N, P], the index in `names` of the agent in each seat.

    Raises:
        IllegalActionError: A table refused an action within the block.
    """
    try:
        yield
    except IllegalActionError as error:
        agent = seating[error.table, tables.to_move[error.table]]
        raise IllegalActionError(f"agent {names[agent]} at {error}", error.table) from None


@in_language(ENGLISH)
def choose(
    agent: Agent,
    observations: np.ndarray,
    masks: np.ndarray,
    worlds: Callable[[], Worlds],
    rng: np.random.Generator,
) -> np.ndarray:
    """Returns the actions that an agent chooses at B tables.

    Args:
        agent: The agent.
        observations: int8 or int16 [B, D], the views of the seats to move.
        masks: int8[B, A], their legal actions.
        worlds: Returns the worlds behind the B views; called for an agent that searches.
        rng: Passed to the agent.

    Returns:
        int64[B], from 0, one for each table. The tables check whether they are legal.

    Raises:
        AgentError: The agent returned something else.
    """
    if hasattr(agent, "search"):
        chosen = agent.search(observations, masks, worlds(), rng)
    else:
        chosen = agent.act(observations, masks, rng)
    return _checked(agent, chosen, len(masks))


def _checked(agent: Agent, returned: object, num_tables: int) -> np.ndarray:
    """Returns the actions that an agent has returned, as int64[B].

    Raises:
        AgentError: They are something else.
    """
    try:
        chosen = np.asarray(returned)
    except Exception:  # rows of different lengths, or an object that fails
        chosen = np.array(None)
    if chosen.shape == (num_tables,) and chosen.dtype.kind in "iu":
        actions = chosen.astype(np.int64)  # makes numbers beyond int64 negative
        # `Tables.step` skips a table at -1, so its game would never end.
        if not (actions < 0).any():
            return actions
        said = str(chosen[actions < 0][0])
    else:
        said = f"{chosen.dtype} of shape {chosen.shape}"
    raise AgentError(
        f"agent {name_of(agent)} must return an action for each of {num_tables} tables, "
        f"whole numbers from 0; it returned {said}."
    )


def numbers_of(agent: object, returned: object, num_columns: int) -> np.ndarray:
    """Returns a table of numbers that an agent worked out, as float64[rows, columns].

    Args:
        agent: The agent.
        returned: What its method returned.
        num_columns: The number of columns; there is at least one row.

    Raises:
        AgentError: It is something else, or holds an infinite number or one that is none.
    """
    try:
        table = np.asarray(returned)
        numbers = table.astype(np.float64) if table.dtype.kind in "iuf" else np.zeros(0)
    except Exception:  # rows of different lengths, or an object that fails
        numbers = np.zeros(0)
    is_table = numbers.ndim == 2 and len(numbers) and numbers.shape[1] == num_columns
    if not is_table or not np.isfinite(numbers).all():
        raise AgentError(
            f"agent {name_of(agent)} must return rows of {num_columns} finite numbers; it returned "
            f"{shown(returned)}."
        )
    return numbers


def name_of(agent: object) -> str:
    """Returns the spec of an agent, or the name of its class."""
    name: str = getattr(agent, "spec", type(agent).__name__)
    return name
