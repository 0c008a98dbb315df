"""Recorded games for the page, and what is shown of their positions.

All of them lie on the shelf: what was played elsewhere is put there when it is dropped on the page.
"""

import hashlib
import os
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from fudaba.agents.files import write_whole
from fudaba.envs import GameRecord, UserError
from fudaba.envs.core.checking.errors import shown
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.scene.scene import Scene, whose_turn
from fudaba.envs.core.words.names import place_words, points_word
from fudaba.envs.core.words.open_table import open_scene
from fudaba.evaluation.recorded import Heard, RecordedGame, read_record

from .shelf import RECORDS, Shelf
from .wire import Result

DROPPED = "dropped"  # the folder on the shelf for what is dropped on the page
MOST_DROPPED = 50  # files; then the oldest goes
MOST_PLAYED = 8  # games of which all positions are at hand
KEY_BYTES = 8
OPEN, MOVER = "open", "mover"


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
        num_games: How many games the file holds.
        rules: The house rules that differ from the usual ones, by name.
        names: What everybody is called, seat by seat.
        steps: The positions, as far as the view is told of them.
        is_over: Whether the game was played to its end.
        result: How everybody came out, the best first; empty for a game that was not finished.
        agents: Who may be asked about a position.
    """

    game: str
    title: str
    num_games: int
    rules: dict[str, str]
    names: list[str]
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


def keep_dropped(shelf: Shelf, content: bytes) -> str:
    """Puts what was dropped on the page on the shelf: one record in each line.

    Returns:
        Its path there: the same for the same content.

    Raises:
        UserError: It is something else, or can't be written.
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
    path = shelf.folder / DROPPED / f"{key}{RECORDS}"
    with shelf.naming():
        write_whole(path, content)
    _forget_the_oldest(path.parent)
    return path.relative_to(shelf.folder).as_posix()


def _forget_the_oldest(folder: Path) -> None:
    written = sorted(folder.glob(f"*{RECORDS}"), key=os.path.getmtime)
    for path in written[:-MOST_DROPPED]:
        path.unlink(missing_ok=True)


def recorded(shelf: Shelf, name: str, number: int) -> RecordedGame:
    """A game with all its positions.

    Args:
        shelf: Where it lies.
        name: The file of records, by its path there.
        number: Which game of the file, the first is 1.

    Raises:
        UserError: There is no such game, or it is damaged.
    """
    path = shelf.file(name, RECORDS)
    with shelf.naming():
        return _read(path, path.stat().st_mtime_ns, number)


@lru_cache(MOST_PLAYED)
def _read(path: Path, changed: int, number: int) -> RecordedGame:
    return read_record(path, number)


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
        num_games=num_games,
        rules=played.options.changed(),
        names=played.names,
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
