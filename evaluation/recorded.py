"""Recorded games, played again to show every position."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fudaba.agents.files import read_bytes
from fudaba.agents.naming import agent_title
from fudaba.envs import Game, GameRecord, UserError, find_game
from fudaba.envs.core.checking.checks import check_whole
from fudaba.envs.core.contract.options import Options
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.scene.moment import Moment
from fudaba.envs.core.words.names import seat_names
from fudaba.envs.core.words.sentences import of_others


@dataclass(frozen=True)
class Heard:
    """The announcement of the last move before a position to one seat.

    Attributes:
        by: The seat that moved.
        text: The announced part of the move, as it follows the name of the player: `plays H5`;
            empty if nothing is announced.
        news: The seat's news since the position that it was shown before.
        moments: What the table stopped to show since then.
    """

    by: int
    text: str
    news: str
    moments: list[Moment]


@dataclass(frozen=True)
class RecordedGame:
    """A game that was played again.

    Attributes:
        title: The source of the game.
        game: The game.
        options: The house rules.
        names: The players' names, seat by seat.
        states: The state before each action, and the one after all of them.
        actions: The actions.
        points: The points per seat after the last action.
    """

    title: str
    game: Game
    options: Options
    names: list[str]
    states: list[np.void]
    actions: list[int]
    points: list[float]

    def positions(self, seat: int | None) -> list[int]:
        """Returns the positions to show, each by the number of actions before it.

        Args:
            seat: The viewer; None for an open table. A seat is shown only the positions that it was
                told of, so that it can't count the secret decisions of others.
        """
        last = len(self.actions)
        steps = enumerate(zip(self.states, self.actions, strict=False), 1)
        told = [
            number
            for number, (state, action) in steps
            if seat is None or number == last or self.game.announced_to(state, action, seat)
        ]
        return [0, *told]

    def mover(self, position: int) -> int:
        """Returns the seat to move after some actions; after the end, the last mover."""
        movers = [int(state["to_move"]) for state in self.states[: position + 1]]
        return next((mover for mover in reversed(movers) if mover != NOBODY), 0)

    def heard(self, before: int, after: int, listener: int) -> Heard:
        """Returns the announcement to a seat between two positions shown one after the other."""
        state, action = self.states[after - 1], self.actions[after - 1]
        seen, sees = (self.game.view(self.states[number], listener) for number in (before, after))
        move = self.game.announced_to(state, action, listener)
        return Heard(
            by=int(state["to_move"]),
            text=move and of_others(move),
            news=self.game.words.news(seen, sees, listener),
            moments=self.game.words.moments(seen, sees, listener),
        )


def read_record(path: Path, number: int) -> RecordedGame:
    """Returns a recorded game, played again.

    Args:
        path: A file with one record in each line.
        number: The number of the line, from 1.

    Raises:
        UserError: The file can't be read, has no such line, or the line is damaged or of an unknown
            game.
    """
    lines = read_bytes(path).splitlines()
    if not lines:
        raise UserError(f"file {path} holds no game.")
    check_whole("game-number", number, 1, len(lines))
    title = f"{path}, game {number} of {len(lines)}"
    try:
        return played_again(title, GameRecord.from_json(lines[number - 1]))
    except UserError as error:
        raise UserError(f"{title}: {error}") from None


def played_again(title: str, record: GameRecord) -> RecordedGame:
    """Returns a game with all its positions.

    Raises:
        UserError: The record is damaged, of another version, or of an unknown game.
    """
    game = find_game(record.game)
    states = [state.copy() for state, _ in record.positions(game)]
    if len(record.agents) not in (0, len(record.points)):
        raise UserError(
            f"the record is damaged: {len(record.agents)} agents for {len(record.points)} seats."
        )
    names = seat_names([*map(agent_title, record.agents)] or [""] * len(record.points))
    options = game.options.read(game.name, record.options)
    return RecordedGame(title, game, options, names, states, record.actions, record.points)
