"""What an agent is, and how agents take their turns at many tables."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Protocol, runtime_checkable

import numpy as np

from fudaba.envs import IllegalActionError, Tables, UserError, Worlds
from fudaba.envs.core.checking.checks import check_generator, check_kind
from fudaba.envs.core.checking.errors import shown

NO_AGENT = -1
LEAVE = -1


class ReactiveAgent(Protocol):
    """A player that acts on what its seat may know, and on nothing else.

    It may have an `identity`: see `identity_of`.
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
    """A player that also thinks ahead, in random worlds that fit what its seat may know."""

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
    """An agent that says how many points it expects of every move."""

    def try_moves(
        self, mask: np.ndarray, worlds: Worlds, row: int, rng: np.random.Generator
    ) -> np.ndarray:
        """Tries every legal move of one table in the same sampled worlds.

        Args:
            mask: int8[A], the K legal moves of the seat to move, at least one.
            worlds: Random worlds behind the views of some tables.
            row: Which of those tables.
            rng: Draws the worlds.

        Returns:
            float64[W, K], what the seat to move earned in the end, by world and by move in rising
            order.
        """
        ...


@runtime_checkable
class ActionProbabilities(Protocol):
    """An agent that says how likely it takes every move."""

    def probabilities(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """How likely each action is at each of B tables.

        Args:
            observations: int8 or int16 [B, D], the views of the seats to move.
            masks: int8[B, A], 1 for a legal action, at least one in each row.

        Returns:
            float32[B, A], each row with a sum of 1; 0 for illegal ones.
        """
        ...


def check_agent(name: str, agent: Agent) -> None:
    """Checks that something plays.

    Raises:
        UserError: It is no object with the method of an agent.
    """
    methods = (getattr(agent, "act", None), getattr(agent, "search", None))
    if isinstance(agent, type) or not any(map(callable, methods)):
        raise UserError(
            f"{name} can't be {shown(agent)}; allowed: an object with act(observations, masks, "
            "rng) or search(observations, masks, worlds, rng)."
        )


def identity_of(name: str, agent: Agent) -> str | None:
    """What tells an agent from all others that may come under its name.

    It is the attribute `identity`, of the agent itself or written in its own class. One that a
    class inherits does not count: a subclass plays in another way.

    Args:
        name: What the agent is called, for the message.
        agent: The agent.

    Returns:
        A text that changes with whatever changes how the agent plays; None where there is none.

    Raises:
        UserError: The identity is something else than a text, or empty.
    """
    if "identity" not in vars(type(agent)) and "identity" not in getattr(agent, "__dict__", ()):
        return None
    return check_identity(name, getattr(agent, "identity", None))


def check_identity(name: str, identity: object) -> str:
    """Returns what can tell an agent from others of its name.

    Raises:
        UserError: It is something else than a text, or empty.
    """
    if not isinstance(identity, str) or not identity:
        raise UserError(
            f"the identity of agent {name} can't be {shown(identity)}; allowed: a text that is "
            "not empty."
        )
    return identity


def check_observations(name: str, observations: np.ndarray, size: int) -> None:
    """Checks that an agent is shown views of its own game.

    Raises:
        UserError: They are no rows of `size` whole numbers.
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


def check_masks(
    masks: np.ndarray,
    num_tables: int | None = None,
    num_actions: int | None = None,
    may_rest: bool = False,
) -> np.ndarray:
    """Returns what is legal at each table, int8[B, A], its rows one behind the other.

    Args:
        masks: int8 or bool [B, A].
        num_tables: B, at how many tables the agent is asked; None for any number.
        num_actions: A, the actions of its game; None for any number.
        may_rest: Whether there may be tables without a legal action.

    Raises:
        UserError: It is another array, holds other numbers than 0 and 1, or a row has no 1.
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
    flags = np.ascontiguousarray(masks, np.int8)
    largest = flags.view(np.uint8).max(axis=1)
    if (largest > 1).any() or not (may_rest or largest.all()):
        raise UserError("masks can't hold other numbers than 0 and 1, or a row without a 1.")
    return flags


def choose_actions(
    tables: Tables, agents: Sequence[Agent], seating: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    """Lets the agent on turn at each table choose.

    Args:
        tables: N tables.
        agents: The agents.
        seating: int[N, P], the index in `agents` of who sits where; -1 for a seat that is
            played from outside.
        rng: Handed to the agents.

    Returns:
        int64[N], actions for `Tables.step`: -1 at tables whose game is over or whose seat to
        move is played from outside.

    Raises:
        UserError: An agent did not return one action a table, or an argument is of a wrong kind.
    """
    check_kind("tables", tables, Tables, "Tables")
    check_kind("agents", agents, Sequence, "a list of agents")
    check_generator("rng", rng)
    for number, agent in enumerate(agents):
        check_agent(f"agent {number}", agent)
    _check_seating(seating, tables, len(agents))
    actions = np.full(tables.num_tables, LEAVE, np.int64)
    playing = np.flatnonzero(tables.to_move >= 0)
    movers = seating[playing, tables.to_move[playing]]
    for number, agent in enumerate(agents):
        turns = playing[movers == number]
        if len(turns):
            observations, masks = tables.observations[turns], tables.action_masks[turns]
            worlds = partial(tables.worlds, turns)
            actions[turns] = choose(agent, observations, masks, worlds, rng)
    return actions


def _check_seating(seating: np.ndarray, tables: Tables, num_agents: int) -> None:
    shape: tuple[int, ...] = getattr(seating, "shape", ())
    dtype = getattr(seating, "dtype", np.dtype(object))
    seats = tables.options.num_players
    is_row_for_each = len(shape) == 2 and shape[0] == tables.num_tables and shape[1] >= seats
    if not is_row_for_each or dtype.kind != "i" or seating[:, :seats].max() >= num_agents:
        raise UserError(
            f"seating can't be {shown(seating)}; allowed: whole numbers -1 to {num_agents - 1} of "
            f"shape ({tables.num_tables}, {seats})."
        )


@contextmanager
def naming(tables: Tables, names: Sequence[str], seating: np.ndarray) -> Iterator[None]:
    """Names the agent whose action turns out to be illegal.

    Args:
        tables: N tables.
        names: What the agents are called.
        seating: int[N, P], the index in `names` of who sits where.

    Raises:
        IllegalActionError: A table refused an action within the block.
    """
    try:
        yield
    except IllegalActionError as error:
        agent = seating[error.table, tables.to_move[error.table]]
        raise IllegalActionError(f"agent {names[agent]} at {error}", error.table) from None


def choose(
    agent: Agent,
    observations: np.ndarray,
    masks: np.ndarray,
    worlds: Callable[[], Worlds],
    rng: np.random.Generator,
) -> np.ndarray:
    """Lets an agent choose at B tables.

    Args:
        agent: The agent.
        observations: int8 or int16 [B, D], the views of the seats to move.
        masks: int8[B, A], their legal actions.
        worlds: Gives the worlds behind the B views, for an agent that searches.
        rng: Handed to the agent.

    Returns:
        Whole numbers [B], one for each table; whether they are legal is for the tables to say.

    Raises:
        UserError: The agent returned something else.
    """
    if hasattr(agent, "search"):  # isinstance of a protocol takes a hundred times as long
        chosen = np.asarray(agent.search(observations, masks, worlds(), rng))
    else:
        chosen = np.asarray(agent.act(observations, masks, rng))
    # A -1 would leave its table as it is, and the game would never end.
    if chosen.shape != (len(masks),) or chosen.dtype.kind not in "iu" or (chosen < 0).any():
        raise UserError(
            f"agent {type(agent).__name__} must return an action for each of {len(masks)} tables, "
            f"whole numbers from 0; it returned {_told(chosen)}."
        )
    return chosen


def _told(chosen: np.ndarray) -> str:
    if chosen.dtype.kind == "i" and (chosen < 0).any():
        return f"{chosen.min()}"
    return f"{chosen.dtype} of shape {chosen.shape}"
