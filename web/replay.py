"""Recorded games for the replay page, and their positions as a view shows them.

All records lie in the folder of runs; an uploaded record is stored there too.
"""

import hashlib
import os
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from fudaba.common.errors import shown
from fudaba.common.files import write_whole
from fudaba.common.languages import translator
from fudaba.common.utf8 import read_text
from fudaba.envs import NOBODY, GameRecord, Scene, UserError
from fudaba.envs.core.scene.scene import whose_turn
from fudaba.envs.core.words.answers import english_note
from fudaba.envs.core.words.open_table import open_scene
from fudaba.envs.core.words.results import PlayerResult, results
from fudaba.evaluation.recorded import Heard, RecordedGame, read_record

from .runs import RECORDS, RunFolder
from .worth import expected

UPLOADED = "uploaded"  # folder of uploaded records, below the folder of runs
MAX_UPLOADS = 50  # files; beyond them the oldest is deleted
CACHED_GAMES = 8  # games whose positions stay in memory
KEY_BYTES = 8
OPEN, MOVER = "open", "mover"

_, _n = translator("web")


class View(NamedTuple):
    """A point of view: a seat, or the player who has moved (`seat` is None), or the open table."""

    seat: int | None
    is_open: bool = False

    @classmethod
    def of(cls, word: str, num_players: int, only: int | None = None) -> "View":
        """Reads a view from text: `open`, `mover`, or the number of a seat.

        Raises:
            UserError: It is another text, or not the number of the `only` allowed seat.
        """
        seats = {str(seat): seat for seat in range(num_players)}
        if only is not None and word != str(only):
            raise UserError(
                _("view can't be {view}; allowed: {allowed}.", view=shown(word), allowed=only)
            )
        if word not in (OPEN, MOVER, *seats):
            allowed = _("{low} to {high}", low=0, high=num_players - 1)
            raise UserError(
                _(
                    "view can't be {view}; allowed: {allowed}.",
                    view=shown(word),
                    allowed=", ".join([OPEN, MOVER, allowed]),
                )
            )
        return cls(seats.get(word), word == OPEN)


@dataclass(frozen=True)
class ReplayStep:
    """A position that a view shows.

    Attributes:
        at: The number of actions before it.
        heard: What the view learns of the last of them; None for the deal.
    """

    at: int
    heard: Heard | None


@dataclass(frozen=True)
class ReplayInfo:
    """Facts about a game that hold for all its positions.

    Attributes:
        game: The game's id.
        title: The game's name for people.
        language_note: A line that says that the game speaks only English; usually empty.
        num_games: The number of games in the file.
        rules: The house rules that differ from the usual ones, by name.
        names: The names of the players, seat by seat.
        steps: The positions that the view shows.
        is_over: Whether the game was played to its end.
        result: Places and points, the best first; empty for an unfinished game.
        agents: The names of the agents that can evaluate a decision, by their words.
        expected: What the expected reward of a move is called.
        views: The views that may be shown.
    """

    game: str
    title: str
    language_note: str
    num_games: int
    rules: dict[str, str]
    names: list[str]
    steps: list[ReplayStep]
    is_over: bool
    result: list[PlayerResult]
    agents: dict[str, str]
    expected: str
    views: list[str]


@dataclass(frozen=True)
class ReplayPosition:
    """One position as a view shows it.

    Attributes:
        at: The number of actions before it.
        scene: The table.
        turn: The sentence that says which player decides, and what.
    """

    at: int
    scene: Scene
    turn: str


def store_upload(run_folder: RunFolder, content: bytes) -> str:
    """Stores an uploaded file that has one record in each line.

    Returns:
        Its path below the folder; the same content always gets the same path.

    Raises:
        UserError: A line is no record, or the file can't be written.
    """
    lines = read_text(_("the file"), content).encode().splitlines()
    if not lines:
        raise UserError(_("there is no game in it."))
    for number, line in enumerate(lines, start=1):
        try:
            GameRecord.from_json(line)
        except UserError as error:
            raise UserError(_("line {number}: {error}", number=number, error=error)) from None
    key = hashlib.blake2b(content, digest_size=KEY_BYTES).hexdigest()
    path = run_folder.root / UPLOADED / f"{key}{RECORDS}"
    with run_folder.relative_errors():
        write_whole(path, content)
    _delete_oldest(path.parent)
    return path.relative_to(run_folder.root).as_posix()


def _delete_oldest(folder: Path) -> None:
    written = sorted(folder.glob(f"*{RECORDS}"), key=os.path.getmtime)
    for path in written[:-MAX_UPLOADS]:
        path.unlink(missing_ok=True)


def load_game(run_folder: RunFolder, name: str, number: int) -> RecordedGame:
    """Returns a game with all its positions.

    Args:
        run_folder: The folder of runs.
        name: The file of records, by its path below the folder.
        number: The number of the game in the file; the first is 1.

    Raises:
        UserError: There is no such game, or its record is damaged.
    """
    path = run_folder.file(name, RECORDS)
    with run_folder.relative_errors():
        return _read(path, path.stat().st_mtime_ns, number)


@lru_cache(CACHED_GAMES)
def _read(path: Path, changed: int, number: int) -> RecordedGame:
    return read_record(path, number)


def replay_info(
    played: RecordedGame, num_games: int, view: View, agents: dict[str, str], views: list[str]
) -> ReplayInfo:
    """Returns the facts about a game that a view may know."""
    positions = played.positions(view.seat)
    heard = [
        played.heard(before, after, played.mover(before) if view.seat is None else view.seat)
        for before, after in pairwise(positions)
    ]
    is_over = bool(played.states[-1]["to_move"] == NOBODY)
    return ReplayInfo(
        game=played.game.name,
        title=played.game.translate(played.game.title),
        language_note=english_note(played.game),
        num_games=num_games,
        rules=played.options.changed(),
        names=played.names,
        steps=[ReplayStep(at, said) for at, said in zip(positions, [None, *heard], strict=True)],
        is_over=is_over,
        result=results(played.game, played.states[-1]) if is_over else [],
        agents=agents,
        expected=expected(played),
        views=views,
    )


def position_at(played: RecordedGame, view: View, at: int) -> ReplayPosition:
    """Returns the position after `at` actions, or the last one before it that the view shows."""
    positions = played.positions(view.seat)
    at = positions[max(bisect_right(positions, at) - 1, 0)]
    state = played.states[at]
    viewer = played.mover(max(at - 1, 0)) if view.seat is None else view.seat
    scene = open_scene(played.game, state) if view.is_open else played.game.scene(state, viewer)
    return ReplayPosition(at, scene, whose_turn(scene))
