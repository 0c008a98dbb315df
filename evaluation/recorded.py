"""Recorded games, played again so that every position can be looked at."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fudaba.agents.files import read_bytes
from fudaba.envs import Game, GameRecord, UserError, find_game
from fudaba.envs.core.checking.checks import check_whole
from fudaba.envs.core.contract.options import Options
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.words.names import player_names


@dataclass(frozen=True)
class Heard:
    """What a seat hears of the last move before a position.

    Attributes:
        by: The seat that moved.
        text: The move, as far as it is told; empty where it is not.
        news: What has come to the seat since the position that it was shown before.
    """

    by: int
    text: str
    news: str


@dataclass(frozen=True)
class RecordedGame:
    """A game that was played again.

    Attributes:
        title: Where it comes from.
        game: The game.
        options: The house rules.
        names: What everybody is called, seat by seat.
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
        """The positions to show, each by the number of actions before it.

        Args:
            seat: Who looks on; None for everybody. A seat is shown no position that it was not
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
        """Who is to move after so many actions; after the end, who moved last."""
        movers = [int(state["to_move"]) for state in self.states[: position + 1]]
        return next((mover for mover in reversed(movers) if mover != NOBODY), 0)

    def heard(self, before: int, after: int, listener: int) -> Heard:
        """What a seat hears between two positions that are shown one after the other."""
        state, action = self.states[after - 1], self.actions[after - 1]
        seen, sees = (self.game.view(self.states[number], listener) for number in (before, after))
        return Heard(
            by=int(state["to_move"]),
            text=self.game.announced_to(state, action, listener),
            news=self.game.words.news(seen, sees, listener),
        )


def read_record(path: Path, number: int) -> RecordedGame:
    """Reads a game and plays it again.

    Args:
        path: A file with one record in each line.
        number: Which line, the first is 1.

    Raises:
        UserError: The file can't be read, has no such line, or the line is damaged or of a game
            that is not there.
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
    """All positions of a game.

    Raises:
        UserError: The record is damaged, of another version, or of a game that is not there.
    """
    game = find_game(record.game)
    states = [state.copy() for state, _ in record.positions(game)]
    if len(record.agents) not in (0, len(record.points)):
        raise UserError(
            f"the record is damaged: {len(record.agents)} agents for {len(record.points)} seats."
        )
    names = player_names(record.agents or [""] * len(record.points))
    options = game.options.read(game.name, record.options)
    return RecordedGame(title, game, options, names, states, record.actions, record.points)
