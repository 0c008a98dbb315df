"""The games of a bot at some tables: their numbers, what its seats hear, and their ends."""

from collections.abc import Callable
from typing import Any

import numpy as np

from fudaba.envs import Tables


class FollowedTables:
    """Follows the games at N tables as a listener of `Tables`.

    Attributes:
        numbers: The number of the present game at each table.
    """

    def __init__(
        self,
        tables: Tables,
        is_own: np.ndarray,
        keeps_history: bool,
        next_number: Callable[[], int],
    ) -> None:
        """Begins with the present games.

        Args:
            tables: The tables.
            is_own: bool[N, P], the seats of the bot.
            keeps_history: Whether it keeps what the seats hear.
            next_number: Returns a number that no other game has.
        """
        self._is_own, self._keeps_history = is_own, keeps_history
        self._next_number = next_number
        self.numbers = [0] * tables.num_tables
        self._heard: dict[tuple[int, int], list[str]] = {}
        self._starts: list[dict[str, Any]] = []
        self._ends: list[dict[str, Any]] = []
        self._before: tuple[np.ndarray, np.ndarray] | None = None
        for row in range(tables.num_tables):
            self._begin(row)

    def _begin(self, row: int) -> None:
        seats = np.flatnonzero(self._is_own[row]).tolist()
        if seats:
            self.numbers[row] = self._next_number()
            self._starts.append({"table": self.numbers[row], "seats": seats})

    def news(self) -> list[dict[str, Any]]:
        """Returns the messages about ends and starts since the last call."""
        ends, starts = self._ends, self._starts
        self._ends, self._starts = [], []
        messages = [{"type": "over", "games": ends}] if ends else []
        return [*messages, {"type": "start", "games": starts}] if starts else messages

    def heard(self, row: int, seat: int) -> list[str]:
        """Returns what a seat has heard since the last call."""
        return self._heard.pop((row, seat), [])

    def before_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Keeps the scores, and the states if the bot wants the history."""
        states = tables.states.copy() if self._keeps_history else np.empty(0)
        self._before = states, tables.scores.copy()

    def after_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Notes what the seats hear of a step, and the games that it ended."""
        assert self._before is not None
        states, scores = self._before
        for row in np.flatnonzero((actions >= 0) & self._is_own.any(axis=1)).tolist():
            if self._keeps_history:
                self._hear(tables, row, states[row], int(actions[row]))
            if tables.dones[row]:
                points = (scores[row] + tables.rewards[row])[: tables.options.num_players]
                self._ends.append({"table": self.numbers[row], "points": points.tolist()})
                if tables.redeal_finished:
                    self._begin(row)

    def _hear(self, tables: Tables, row: int, before: np.void, action: int) -> None:
        game = tables.game
        mover, is_over = int(before["to_move"]), tables.redeal_finished and tables.dones[row]
        for seat in np.flatnonzero(self._is_own[row]).tolist():
            lines = []
            if seat != mover and (said := game.announced_to(before, action, seat)):
                lines.append(f"player_{mover} {said}")
            if not is_over:  # else the views are already of the next deal
                seen, sees = game.view(before, seat), game.view(tables.states[row], seat)
                lines += game.words.news(seen, sees, seat)
            self._heard.setdefault((row, seat), []).extend(lines)
