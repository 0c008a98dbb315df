"""Agents that a stand-in replaces in a game after a failure: `--on-failure stand-in`."""

import sys
from collections.abc import Callable
from contextlib import nullcontext
from threading import RLock
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from fudaba.agents import Agent
from fudaba.agents.agent import FollowingAgent, choose_at, identity_of
from fudaba.agents.errors import AgentError
from fudaba.agents.greedy import greedy_or_random
from fudaba.agents.remarks import Remark, take_remarks
from fudaba.envs import Game, Tables

from .statistics import IntArray

STAND_IN = "greedy"
MOST_STARTS = 20  # after so many failures of its program an agent is not started again

BoolArray = NDArray[np.bool_]


class StandInAgent:
    """An agent that loses its seat in a game to a stand-in when it fails there.

    A failure is an error inside the agent, an answer that is late or can't be read, or an action
    that is not legal. Where many decisions fail together they are asked for again one by one, so
    that only those games are lost in which the agent fails. The first failure is printed. A program
    that has ended is started again.

    Attributes:
        identity: That of the agent.
        deals_at_once: That of the agent, if it has one.
    """

    def __init__(self, name: str, make: Callable[[], Agent], game: Game) -> None:
        """Makes the agent.

        Args:
            name: Its name.
            make: Makes the agent, at first and after a failure of its program.
            game: The game, whose greedy agent plays on in its place.

        Raises:
            UserError: The agent can't be made.
        """
        self.name, self._make, self._game = name, make, game
        self._stand_in = greedy_or_random(game)
        self._agent = make()
        identity = identity_of(name, self._agent)
        if identity is not None:
            self.identity = identity
        self._ends_by_failure = hasattr(self._agent, "has_failed")
        if hasattr(self._agent, "deals_at_once"):
            self.deals_at_once = self._agent.deals_at_once
        self._lock, self._num_failures = RLock(), 0
        self._own: WeakKeyDictionary[Tables, BoolArray] = WeakKeyDictionary()
        self._lost: WeakKeyDictionary[Tables, BoolArray] = WeakKeyDictionary()

    def __reduce__(self) -> tuple[type["StandInAgent"], tuple[str, Callable[[], Agent], Game]]:
        """Returns the arguments of the constructor, so that a copy starts its own agent."""
        return type(self), (self.name, self._make, self._game)

    def follow(self, tables: Tables, is_own: np.ndarray) -> None:
        """Begins to follow the games at some tables; see `FollowingAgent`."""
        with self._lock:
            if tables not in self._own:
                self._own[tables] = is_own
                self._lost[tables] = np.zeros_like(is_own, bool)
            if isinstance(self._agent, FollowingAgent):
                self._agent.follow(tables, is_own)

    def lost(self, tables: Tables) -> BoolArray:
        """Returns the seats in which the stand-in plays: bool[N, P]."""
        return self._lost[tables].copy()

    def take_remarks(self, tables: Tables) -> dict[int, Remark]:
        """Returns the agent's remarks on its decisions; see `RemarkingAgent`."""
        with self._lock:
            return dict(take_remarks([self._agent], tables))

    def choose_at(self, tables: Tables, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Chooses an action at some tables; see `FollowingAgent`."""
        lost = self._lost[tables][rows, tables.to_move[rows]]
        actions = np.full(len(rows), -1, np.int64)
        # Or the failure of a program in one thread would seem to be that of another.
        with self._lock if self._ends_by_failure else nullcontext():
            actions[~lost] = self._attempt(tables, rows[~lost], rng)
        failed = actions < 0
        self._lost[tables][rows[failed], tables.to_move[rows[failed]]] = True
        if failed.any():
            actions[failed] = choose_at(self._stand_in, tables, rows[failed], rng)
        return actions

    def _attempt(self, tables: Tables, rows: IntArray, rng: np.random.Generator) -> IntArray:
        """Returns the agent's actions, -1 where it fails."""
        actions, waiting = np.full(len(rows), -1, np.int64), np.arange(len(rows))
        while len(waiting) and (agent := self._running(tables)) is not None:
            try:
                chosen = choose_at(agent, tables, rows[waiting], rng)
            except AgentError as error:
                self._note(error)
                if error.row is not None:
                    waiting = np.delete(waiting, error.row)
                    continue
                for position in waiting if len(waiting) > 1 else ():
                    actions[position] = self._attempt(tables, rows[[position]], rng)[0]
                break
            actions[waiting] = self._legal(tables, rows[waiting], chosen)
            break
        return actions

    def _legal(self, tables: Tables, rows: IntArray, actions: IntArray) -> IntArray:
        """Returns the actions; -1 replaces each illegal one."""
        is_id = actions < tables.game.num_actions
        is_legal = is_id & (tables.action_masks[rows, np.where(is_id, actions, 0)] == 1)
        for row, action in zip(rows[~is_legal], actions[~is_legal], strict=True):
            why = tables.game.refusal(tables.states[row], int(action))
            self._note(AgentError(f"agent {self.name}: {why}"))
        return np.where(is_legal, actions, -1)

    def _running(self, tables: Tables) -> Agent | None:
        """Returns the agent; a program that has ended is started again.

        None after too many failures of a program.
        """
        if getattr(self._agent, "has_failed", False):
            if self._num_failures >= MOST_STARTS:
                return None
            self._agent = self._make()
            if isinstance(self._agent, FollowingAgent):
                self._agent.follow(tables, self._own[tables])
        return self._agent

    def _note(self, error: AgentError) -> None:
        self._num_failures += 1
        if self._num_failures == 1:
            print(f"{error.traceback}fudaba: {error}", file=sys.stderr)
