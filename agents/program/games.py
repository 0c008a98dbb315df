"""The games of a bot: their numbers, what its seats hear, and their ends."""

from threading import Lock
from typing import Any

import numpy as np

from fudaba.envs import Tables

from ..hearing import heard


class Outbox:
    """The starts and ends of games that a bot has not been told yet."""

    def __init__(self) -> None:
        """Starts without news, and with game 1."""
        self._num_games = 0
        self._starts: list[dict[str, Any]] = []
        self._ends: list[dict[str, Any]] = []
        self._lock = Lock()

    def start(self, seats: list[int]) -> int:
        """Adds a game in which the bot has some seats; returns its number."""
        with self._lock:
            self._num_games += 1
            self._starts.append({"table": self._num_games, "seats": seats})
            return self._num_games

    def end(self, table: int, points: list[float]) -> None:
        """Adds the end of a game and the points of all seats."""
        with self._lock:
            self._ends.append({"table": table, "points": points})

    def take(self) -> list[dict[str, Any]]:
        """Returns one message about the starts and one about the ends since the last call."""
        with self._lock:
            news = {"start": self._starts, "over": self._ends}
            self._starts, self._ends = [], []
        return [{"type": kind, "games": games} for kind, games in news.items() if games]


class FollowedTables:
    """Follows the games at N tables as a listener of `Tables`.

    Attributes:
        numbers: The number of the present game at each table; 0 where the bot has no seat.
    """

    def __init__(
        self, tables: Tables, is_own: np.ndarray, outbox: Outbox, *, keeps_history: bool
    ) -> None:
        """Begins with the present games.

        Args:
            tables: The tables.
            is_own: bool[N, P or more], the seats of the bot.
            outbox: Where starts and ends are added.
            keeps_history: Whether to keep what the seats hear.
        """
        self._is_own = is_own[:, : tables.options.num_players]
        self._outbox, self._keeps_history = outbox, keeps_history
        self._heard: dict[tuple[int, int], list[str]] = {}
        self._before: tuple[np.ndarray, np.ndarray] | None = None
        self.numbers = [self._begin(row) for row in range(tables.num_tables)]

    def _begin(self, row: int) -> int:
        seats = np.flatnonzero(self._is_own[row]).tolist()
        return self._outbox.start(seats) if seats else 0

    def heard(self, row: int, seat: int) -> list[str]:
        """Returns the lines that a seat heard since the last call."""
        return self._heard.pop((row, seat), [])

    def before_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Keeps the scores, and the states if the bot wants the history."""
        states = tables.states.copy() if self._keeps_history else np.empty(0)
        self._before = states, tables.scores.copy()

    def after_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Adds the lines that each seat hears, and the games that the step ended."""
        assert self._before is not None
        states, scores = self._before
        for row in np.flatnonzero((actions >= 0) & self._is_own.any(axis=1)).tolist():
            if self._keeps_history:
                self._hear(tables, row, states[row], int(actions[row]))
            if tables.dones[row]:
                points = (scores[row] + tables.rewards[row])[: tables.options.num_players]
                self._outbox.end(self.numbers[row], points.tolist())
                if tables.redeal_finished:
                    self._forget(row)
                    self.numbers[row] = self._begin(row)

    def _forget(self, row: int) -> None:
        self._heard = {place: lines for place, lines in self._heard.items() if place[0] != row}

    def _hear(self, tables: Tables, row: int, before: np.void, action: int) -> None:
        if tables.redeal_finished and tables.dones[row]:
            return  # the state is already of the next game
        for seat in np.flatnonzero(self._is_own[row]).tolist():
            lines = heard(tables.game, before, action, tables.states[row], seat)
            self._heard.setdefault((row, seat), []).extend(lines)
