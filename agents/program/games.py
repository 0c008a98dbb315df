"""The games of a bot: their numbers, their ends, and the lines that its seats read."""

from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Any

import numpy as np

from fudaba.envs import Tables

from ..seat_histories import SeatHistories

NO_PROCESS = -1


class Outbox:
    """The starts and ends of games that have not been sent to a process of a bot yet.

    Attributes:
        num_games: The number of all games so far.
    """

    def __init__(self) -> None:
        """Makes an empty outbox."""
        self.num_games = 0
        self._starts: list[dict[str, Any]] = []
        self._ends: list[dict[str, Any]] = []
        self._lock = Lock()

    def start(self, table: int, seats: list[int]) -> None:
        """Adds a game in which the bot has some seats."""
        with self._lock:
            self.num_games += 1
            self._starts.append({"table": table, "seats": seats})

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

    Each game belongs to one process of the bot, and no other one gets its messages. A game that
    goes on without `Tables.step`, because the table was dealt anew or played on in compiled code,
    is not followed any more, until the next one begins there.

    Attributes:
        numbers: The number of the present game at each table; 0 where none is followed.
    """

    def __init__(
        self,
        tables: Tables,
        is_own: np.ndarray,
        outboxes: Sequence[Outbox],
        new_numbers: Iterator[int],
        *,
        keeps_history: bool,
    ) -> None:
        """Starts to follow the games that are under way.

        Args:
            tables: The tables.
            is_own: bool[N, P or more], the seats of the bot.
            outboxes: Where starts and ends are added, for each process of the bot.
            new_numbers: The numbers of further games.
            keeps_history: Whether to keep the lines that the seats read.
        """
        self._is_own = is_own[:, : tables.options.num_players]
        self._outboxes, self._new_numbers = outboxes, new_numbers
        self._hearing = SeatHistories(tables, is_own) if keeps_history else None
        self._scores = tables.scores.copy()
        self._processes = [NO_PROCESS] * tables.num_tables
        self._seen = tables.states.tobytes()
        self.numbers = [self._begin(row) for row in range(tables.num_tables)]

    def _begin(self, row: int) -> int:
        """Follows the game that is under way at a table; returns its number."""
        if not self._is_own[row].any():
            return 0
        number = next(self._new_numbers)
        self._processes[row] = NO_PROCESS
        if len(self._outboxes) == 1:  # with several, when the game gets its process
            self._give(row, number, 0)
        return number

    def _give(self, row: int, number: int, process: int) -> None:
        self._processes[row] = process
        self._outboxes[process].start(number, np.flatnonzero(self._is_own[row]).tolist())

    def check(self, tables: Tables) -> None:
        """Stops following every game whose state has changed since the last step."""
        seen, now = self._seen, tables.states.tobytes()
        if now == seen:
            return
        self._seen, size = now, tables.states.itemsize
        for row in range(tables.num_tables):
            place = slice(row * size, (row + 1) * size)
            if seen[place] != now[place]:
                if self._hearing:
                    self._hearing.forget(row)
                self.numbers[row], self._processes[row] = 0, NO_PROCESS

    def processes(self, rows: Sequence[int]) -> list[int]:
        """Returns the processes to which the games at some tables belong.

        A game that belongs to none is given to the process that has the fewest of these games;
        among equals, to the one with the fewest games in all.
        """
        if len(self._outboxes) == 1:
            return [0] * len(rows)
        found = [self._processes[row] for row in rows]
        counts = [found.count(process) for process in range(len(self._outboxes))]
        totals = [outbox.num_games for outbox in self._outboxes]
        for position, row in enumerate(rows):
            if found[position] == NO_PROCESS:
                loads = [*zip(counts, totals, strict=True)]
                process = found[position] = loads.index(min(loads))
                counts[process] += 1
                if self.numbers[row]:
                    self._give(row, self.numbers[row], process)
        return found

    def heard(self, row: int, seat: int) -> list[str]:
        """Returns a seat's lines since its last decision; none if the game is not followed."""
        return self._hearing.heard(row, seat) if self._hearing and self.numbers[row] else []

    def before_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Keeps the scores, and the tables as they are if the bot wants the history."""
        self.check(tables)
        self._scores = tables.scores.copy()
        if self._hearing:
            self._hearing.before_step(tables, actions)

    def after_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Adds the lines about the step for each seat, and the games that it ended."""
        self._seen = tables.states.tobytes()
        if self._hearing:
            self._hearing.after_step(tables, actions)
        for row in np.flatnonzero((actions >= 0) & self._is_own.any(axis=1)).tolist():
            if tables.dones[row]:
                points = (self._scores[row] + tables.rewards[row])[: tables.options.num_players]
                if self._processes[row] != NO_PROCESS:
                    outbox = self._outboxes[self._processes[row]]
                    outbox.end(self.numbers[row], points.tolist())
                if tables.redeal_finished:
                    self.numbers[row] = self._begin(row)
