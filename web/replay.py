"""Recorded games for the page: where they come from, and what is shown of their positions.

A record is called by a word that stays the same: `file:PATH` on the shelf, `kept:KEY` for what was
dropped on the page, `table:KEY` for a table of the server whose game is over.
"""

import hashlib
import os
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from fudaba.agents.files import write_whole
from fudaba.envs import GameRecord, UserError
from fudaba.envs.core.errors import shown
from fudaba.envs.core.names import place_words, points_word
from fudaba.envs.core.open_table import open_scene
from fudaba.envs.core.scene import Scene, whose_turn
from fudaba.envs.core.seats import NOBODY
from fudaba.evaluation.recorded import Heard, RecordedGame, played_again, read_record

from .shelf import Shelf
from .wire import Result

FILE, KEPT, TABLE = "file:", "kept:", "table:"
MOST_KEPT = 50  # files that were dropped on the page; then the oldest goes
MOST_PLAYED = 8  # games of which all positions are at hand
KEY_BYTES = 8
OPEN, MOVER = "open", "mover"

Finished = Callable[[str], GameRecord | None]


class View(NamedTuple):
    """Who looks on: a seat, the player to move (None), or nobody: then the table is open."""

    seat: int | None
    is_open: bool = False

    @classmethod
    def of(cls, word: str, num_players: int) -> "View":
        """Reads `open`, `mover`, or the number of a seat.

        Raises:
            UserError: It is something else.
        """
        seats = {str(seat): seat for seat in range(num_players)}
        if word not in (OPEN, MOVER, *seats):
            raise UserError(
                f"view can't be {shown(word)}; allowed: {OPEN}, {MOVER}, 0 to {num_players - 1}."
            )
        return cls(seats.get(word), word == OPEN)


@dataclass(frozen=True)
class Step:
    """A position that is shown: after how many actions, and what was heard of the last one."""

    at: int
    heard: Heard | None


@dataclass(frozen=True)
class Replay:
    """All that the page needs to know of a game before it shows a position.

    Attributes:
        game: The game's id.
        title: The game's name for people.
        rules: The house rules that differ from the usual ones, by name.
        names: What everybody is called, seat by seat.
        num_games: How many games the file holds.
        steps: The positions, as far as the view is told of them.
        is_over: Whether the game was played to its end.
        result: How everybody came out, the best first; empty for a game that was not finished.
        agents: Who may be asked about a position.
    """

    game: str
    title: str
    rules: dict[str, str]
    names: list[str]
    num_games: int
    steps: list[Step]
    is_over: bool
    result: list[Result]
    agents: list[str]


@dataclass(frozen=True)
class Shown:
    """A position.

    Attributes:
        at: After how many actions.
        scene: The table.
        turn: Whose decision it is, and what is asked.
        decides: Whose decision it is, where the view may know it and whose moves it may see.
    """

    at: int
    scene: Scene
    turn: str
    decides: int | None


class Records:
    """The games that can be looked at."""

    def __init__(self, shelf: Shelf, kept: Path, finished: Finished) -> None:
        """Takes where they come from.

        Args:
            shelf: The folder of runs.
            kept: The folder for what is dropped on the page; made when it is needed.
            finished: The record of a table whose game is over, by the key of the table; None for
                no such table, and for one whose game is still going on.
        """
        self._shelf, self._kept, self._finished = shelf, kept, finished

    def keep(self, content: bytes) -> str:
        """Keeps what was dropped on the page: one record in each line.

        Returns:
            What it is called: the same for the same content.

        Raises:
            UserError: It is something else.
        """
        lines = content.splitlines()
        if not lines:
            raise UserError("there is no game in it.")
        for number, line in enumerate(lines, start=1):
            try:
                GameRecord.from_json(line)
            except UserError as error:
                raise UserError(f"line {number}: {error}") from None
        key = hashlib.blake2b(content, digest_size=KEY_BYTES).hexdigest()
        write_whole(self._kept / f"{key}.jsonl", content)
        self._forget_the_oldest()
        return f"{KEPT}{key}"

    def game(self, word: str, number: int) -> tuple[RecordedGame, int]:
        """A game with all its positions, and how many games are where it comes from.

        Args:
            word: What the record is called.
            number: Which game of a file, the first is 1.

        Raises:
            UserError: There is no such record, or it is damaged.
        """
        if word.startswith(TABLE):
            record = self._finished(word.removeprefix(TABLE))
            if record is None:
                raise UserError(f"there is no {shown(word)}, or its game is not over.")
            return _played(word, record.to_json()), 1
        path = self._path(word)
        changed = path.stat().st_mtime_ns
        try:
            return _read(path, changed, number), _num_lines(path, changed)
        except UserError as error:
            raise UserError(str(error).replace(str(path), path.name)) from None

    def _path(self, word: str) -> Path:
        if word.startswith(FILE):
            return self._shelf.file(word.removeprefix(FILE))
        key = word.removeprefix(KEPT)
        path = self._kept / f"{key}.jsonl"
        if word == key or not key.isalnum() or not path.exists():
            raise UserError(f"there is no record {shown(word)} here; drop its file on the page.")
        return path

    def _forget_the_oldest(self) -> None:
        written = sorted(self._kept.glob("*.jsonl"), key=os.path.getmtime)
        for path in written[:-MOST_KEPT]:
            path.unlink(missing_ok=True)


@lru_cache(MOST_PLAYED)
def _read(path: Path, changed: int, number: int) -> RecordedGame:
    return read_record(path, number)


@lru_cache(MOST_PLAYED)
def _num_lines(path: Path, changed: int) -> int:
    return len(path.read_bytes().splitlines())


@lru_cache(MOST_PLAYED)
def _played(title: str, record: str) -> RecordedGame:
    return played_again(title, GameRecord.from_json(record))


def replay_of(played: RecordedGame, num_games: int, view: View, agents: list[str]) -> Replay:
    """What the page is told of a game, as somebody looks on."""
    positions = played.positions(view.seat)
    heard = [
        played.heard(before, after, played.mover(before) if view.seat is None else view.seat)
        for before, after in pairwise(positions)
    ]
    is_over = bool(played.states[-1]["to_move"] == NOBODY)
    return Replay(
        game=played.game.name,
        title=played.game.title,
        rules=played.options.changed(),
        names=played.names,
        num_games=num_games,
        steps=[Step(at, said) for at, said in zip(positions, [None, *heard], strict=True)],
        is_over=is_over,
        result=_result(played) if is_over else [],
        agents=agents,
    )


def shown_at(played: RecordedGame, view: View, at: int) -> Shown:
    """The position after so many actions, or the last before it that the view is told of."""
    positions = played.positions(view.seat)
    at = positions[max(bisect_right(positions, at) - 1, 0)]
    state, mover = played.states[at], int(played.states[at]["to_move"])
    viewer = played.mover(at) if view.seat is None else view.seat
    scene = open_scene(played.game, state) if view.is_open else played.game.scene(state, viewer)
    is_shown = mover != NOBODY and (view.is_open or mover == viewer)
    return Shown(at, scene, whose_turn(scene), mover if is_shown else None)


def _result(played: RecordedGame) -> list[Result]:
    places = place_words(played.points)
    seats = sorted(range(len(places)), key=lambda seat: -played.points[seat])
    return [Result(seat, places[seat], points_word(played.points[seat])) for seat in seats]
