"""Recorded games, played again to show every position."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from fudaba.agents.remarks import shown_comment
from fudaba.agents.titles import agent_title
from fudaba.common.checks import check_whole
from fudaba.common.files import read_lines
from fudaba.common.languages import N_, translator
from fudaba.envs import (
    NOBODY,
    Game,
    GameRecord,
    Options,
    RecordedRemark,
    UserError,
)
from fudaba.envs.core.api.registry import recorded_game
from fudaba.envs.core.scene.moment import Moment
from fudaba.envs.core.words.forced import OwnMoves, as_forced
from fudaba.envs.core.words.names import seat_names

_, _n = translator("evaluation")

WRONG_AGENTS = N_("the record is damaged: {count} agents for {seats} seats.")
WRONG_NAMES = N_("the record is damaged: {count} names for {seats} seats.")


@dataclass(frozen=True)
class Heard:
    """What one seat learns when the replay moves on to a position.

    Attributes:
        by: The seat that moved.
        text: The announced part of the move, as it follows the name of the player: `plays H5`;
            empty if nothing is announced. Only for the seat that moved it says that nothing else
            was possible.
        news: The seat's news since the last position that it was shown.
        moments: The moments that the table showed since then.
        remark: The remark of the agent that moved; empty for all other seats.
    """

    by: int
    text: str
    news: str
    moments: list[Moment]
    remark: str = ""


@dataclass(frozen=True)
class RecordedGame:
    """A game that was played again.

    Attributes:
        title: The source of the game.
        game: The game.
        options: The house rules.
        record: The record.
        states: The state before each action, and the one after all of them.
        actions: The actions.
        points: The points per seat after the last action.
    """

    title: str
    game: Game
    options: Options
    record: GameRecord
    states: list[np.void]
    actions: list[int]
    points: list[float]

    @property
    def names(self) -> list[str]:
        """The players' names in the current language, seat by seat."""
        return players_of(self.record, self.game)

    def positions(self, seat: int | None) -> list[int]:
        """Returns the positions to show, each by the number of actions before it.

        Args:
            seat: The viewer; None for an open table. A seat is shown only the positions after its
                own actions and those that it learned of, so that it can't count the secret
                decisions of others.
        """
        last = len(self.actions)
        steps = enumerate(zip(self.states, self.actions, strict=False), 1)
        told = [
            number
            for number, (state, action) in steps
            if seat is None or number == last or self._words(state, action, seat)
        ]
        return [0, *told]

    def _words(self, state: np.void, action: int, listener: int) -> str:
        """Returns the text of an action for a seat; empty if the seat does not learn of it.

        A step of the seat's own move always has a text, because its position is shown too.
        """
        told = self.game.announced_to(state, action, listener)
        if told or state["to_move"] != listener:
            return told
        return _("chooses “{move}”", move=self.game.words.describe(state, action))

    def mover(self, position: int) -> int:
        """Returns the seat to move after some actions; after the end, the last mover."""
        movers = [int(state["to_move"]) for state in self.states[: position + 1]]
        return next((mover for mover in reversed(movers) if mover != NOBODY), 0)

    @cached_property
    def are_forced(self) -> list[bool]:
        """Whether the seat that took each action had no choice."""
        seats = [OwnMoves(self.game, seat) for seat in range(len(self.points))]
        forced = []
        for state, action in zip(self.states, self.actions, strict=False):
            forced.append(seats[state["to_move"]].is_forced(state))
            for seat in seats:
                seat.hear(state, action)
        return forced

    def heard(self, before: int, after: int, listener: int) -> Heard:
        """Returns what a seat learns between two positions that it is shown one after the other."""
        state, action = self.states[after - 1], self.actions[after - 1]
        seen, sees = (self.game.view(self.states[number], listener) for number in (before, after))
        by, move = int(state["to_move"]), self._words(state, action, listener)
        is_told = by == listener and self.are_forced[after - 1]
        return Heard(
            by=by,
            text=as_forced(move, self.game, state) if is_told else move,
            news=self.game.words.news(seen, sees, listener),
            moments=self.game.words.moments(seen, sees, listener),
            remark=self._remark(after - 1) if by == listener else "",
        )

    def _remark(self, step: int) -> str:
        """Returns the remark of the agent on its action, as text; empty without one."""
        said = (remark_words(remark) for remark in self.record.remarks if remark.step == step)
        return next(said, "")


def read_record(path: Path, number: int) -> RecordedGame:
    """Returns a recorded game, played again.

    Args:
        path: A file with one record in each line.
        number: The number of the line, from 1.

    Raises:
        UserError: The file can't be read, has no such line, or the line is damaged or of an unknown
            game.
    """
    lines = read_lines(path)
    if not lines:
        raise UserError(_("file {path} holds no game.", path=path))
    check_whole("game-number", number, 1, len(lines))
    title = _("{path}, game {number} of {count}", path=path, number=number, count=len(lines))
    try:
        return played_again(title, GameRecord.from_json(lines[number - 1]))
    except UserError as error:
        raise UserError(f"{title}: {error}") from None


def played_again(title: str, record: GameRecord) -> RecordedGame:
    """Plays a recorded game again and returns it with all its positions.

    Raises:
        UserError: The record is damaged, of another version, or of an unknown game.
    """
    game = recorded_game(record.game)
    states = [state.copy() for state, _ in record.positions(game)]
    options = game.options.read(game.name, record.options)
    players_of(record, game)  # finds damage
    return RecordedGame(title, game, options, record, states, record.actions, record.points)


def remark_words(remark: RecordedRemark) -> str:
    """Returns a remark as one text: `I keep the ace. (estimate: +0.250)`."""
    comment, estimate = shown_comment(remark.comment).strip(), remark.evaluation
    parts = [
        comment,
        "" if estimate is None else _("(estimate: {estimate:+.3f})", estimate=estimate),
    ]
    return " ".join(filter(None, parts))


def players_of(record: GameRecord, game: Game) -> list[str]:
    """Returns the names of the players as the table had them: `Ann`, `Guest`, `Medium 1`.

    Raises:
        UserError: The record is damaged.
    """
    num_seats = len(record.points)
    for damage, listed in ((WRONG_AGENTS, record.agents), (WRONG_NAMES, record.names)):
        if len(listed) not in (0, num_seats):
            raise UserError(_(damage, count=len(listed), seats=num_seats))
    agents, names = (one or [""] * num_seats for one in (record.agents, record.names))
    titles = [agent_title(word, game) for word in agents]
    return seat_names([name or title for name, title in zip(names, titles, strict=True)])
