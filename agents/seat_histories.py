"""The lines that seats read: about one step, and about all steps between their decisions."""

import numpy as np

from fudaba.common.languages import ENGLISH, in_language
from fudaba.envs import Game, Tables


def history_lines(game: Game, before: np.void, action: int, after: np.void, seat: int) -> list[str]:
    """Returns the lines that a seat reads about a step, with `player_0`, `player_1`, ...

    They leave out the seat's own moves.

    Args:
        game: The game.
        before: The table before the step.
        action: The action of the seat to move.
        after: The table after it, of the same game.
        seat: The seat that reads the lines.
    """
    mover = int(before["to_move"])
    told = game.announced_to(before, action, seat) if seat != mover else ""
    news = game.words.news(game.view(before, seat), game.view(after, seat), seat)
    return [*([f"player_{mover} {told}"] if told else []), *([news] if news else [])]


class SeatHistories:
    """Collects the lines that seats read between their decisions, as a listener of `Tables`."""

    def __init__(self, tables: Tables, is_own: np.ndarray) -> None:
        """Makes empty histories for the games that are under way.

        Args:
            tables: The tables.
            is_own: bool[N, P or more], the seats that listen.
        """
        self._is_own = is_own[:, : tables.options.num_players]
        self._heard: dict[tuple[int, int], list[str]] = {}
        self._before = np.empty(0, tables.game.state_dtype)

    def heard(self, row: int, seat: int) -> list[str]:
        """Returns the lines for a seat since its last decision in this game."""
        return [*self._heard.get((row, seat), ())]

    def forget(self, row: int) -> None:
        """Drops the lines of all seats at a table."""
        self._heard = {place: lines for place, lines in self._heard.items() if place[0] != row}

    def rows(self, actions: np.ndarray) -> list[int]:
        """Returns the tables that have a listening seat and at which a step is carried out."""
        return np.flatnonzero((actions >= 0) & self._is_own.any(axis=1)).tolist()

    def before_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Keeps the tables as they are before the step."""
        self._before = tables.states[self.rows(actions)]

    @in_language(ENGLISH)  # programs and models are told of moves in English
    def after_step(self, tables: Tables, actions: np.ndarray) -> None:
        """Adds each seat's lines about the step; the seat that has just decided begins anew."""
        for before, row in zip(self._before, self.rows(actions), strict=True):
            is_new_game = tables.redeal_finished and tables.dones[row]
            for seat in np.flatnonzero(self._is_own[row]).tolist():
                place = row, seat
                if is_new_game or seat == before["to_move"]:
                    self._heard.pop(place, None)
                if not is_new_game:
                    after = tables.states[row]
                    lines = history_lines(tables.game, before, int(actions[row]), after, seat)
                    self._heard.setdefault(place, []).extend(lines)
