"""The shelf: what lies in a folder of runs, for people who look for it. Nothing is changed there.

    pages      of `fudaba arena` and `fudaba balance`, known by the marks in their heads
    training   a folder with learning curves
    records    files of games, *.jsonl
    policies   published ones, which may be asked about a position

Everything is called by its path below the folder; no other path leads anywhere.
"""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any, Literal

from fudaba.agents.files import read_bytes
from fudaba.agents.policy import CARD_FILE, read_card
from fudaba.envs import Game, GameRecord, UserError, find_game
from fudaba.envs.core.checking.errors import shown
from fudaba.envs.core.checking.yaml_text import read_yaml_file
from fudaba.envs.core.contract.options import Options
from fudaba.envs.core.scene.scene import plural
from fudaba.evaluation.curves import CONFIG_FILE, CURVES_FILE, FINAL_FOLDER, learned_by
from fudaba.evaluation.report import numbers
from fudaba.evaluation.statistics import Interval

MOST_FILES = 20_000
MOST_KNOWN = 4_096  # files of which is remembered what they hold
HEAD = 64_000  # bytes of a page that hold its head and its first sentences
PAGE, RECORDS = ".html", ".jsonl"
NO_HEADLINE = "It does not say what it found."

MARK = '<meta name="fudaba-question"'
COMMAND = re.compile(r'<meta name="fudaba-command" content="(arena|balance)">')
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
HEADLINE = re.compile(r'<meta name="description" content="([^"]*)">')

Kind = Literal["arena", "balance", "page", "training", "records"]
Stamp = tuple[int, int]  # when a file was written, and its size: what it holds is known by them


@dataclass(frozen=True)
class Run:
    """Something on the shelf.

    Attributes:
        kind: What it is; `page` where the head does not say which command wrote it.
        path: Of the file, or of the folder of a training run, below the shelf's.
        title: The game, mostly.
        headline: What came out, in one sentence; what is wrong with it where it is damaged.
        is_damaged: Whether it can't be read.
        changed: When it was written last, seconds since 1970.
        num_games: Of a file of records.
        is_going_on: Whether a training run has published nothing yet.
    """

    kind: Kind
    path: str
    title: str
    headline: str
    is_damaged: bool
    changed: float
    num_games: int = 0
    is_going_on: bool = False


@dataclass(frozen=True)
class Measured:
    """A point of a learning curve: the mean reward after so many decisions, and its interval.

    The ends are None where nothing is known of them.
    """

    steps: float
    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Curve:
    """How a policy learned to play against one baseline."""

    against: str
    points: list[Measured]


class Shelf:
    """A folder of runs.

    Attributes:
        folder: It, without links on the way.
    """

    def __init__(self, folder: Path) -> None:
        """Reads nothing yet."""
        self.folder = Path(os.path.realpath(folder))

    def runs(self) -> list[Run]:
        """All that lies on it, what was written last first."""
        found = (self._run_of(path) for path in self._files())
        return sorted(filter(None, found), key=lambda run: (-run.changed, run.path))

    def place(self, name: str) -> Path:
        """The file or folder that is called so.

        Raises:
            UserError: It is not there, is hidden, or lies outside.
        """
        path = Path(os.path.realpath(self.folder / name.replace("\0", "")))
        is_within = path.is_relative_to(self.folder) and path == self.folder / name
        is_hidden = any(part.startswith(".") for part in Path(name).parts)
        if not is_within or is_hidden or not path.exists():
            raise UserError(f"there is no {shown(name)} on the shelf.")
        return path

    def file(self, name: str, ending: str) -> Path:
        """A page or a file of records.

        Raises:
            UserError: It is not there, or something else.
        """
        path = self.place(name)
        if path.suffix != ending or not path.is_file():
            raise UserError(f"{shown(name)} on the shelf is no file *{ending}.")
        return path

    def num_games(self, name: str) -> int:
        """How many games a file of records holds.

        Raises:
            UserError: There is no such file, or it is damaged.
        """
        path = self.file(name, RECORDS)
        with self.naming():
            return int(_records(path, _stamp(path.stat()))["num_games"])

    def curves(self, name: str) -> list[Curve]:
        """The learning curves of a training run, as far as it has come.

        Raises:
            UserError: There is no such run, or its files are damaged.
        """
        with self.naming():
            learned = learned_by(self.place(name) / FINAL_FOLDER)
        return [
            Curve(word, [_measured(*point) for point in points if isfinite(point[1].mean)])
            for word, points in learned.items()
        ]

    def policies(self, game: Game, options: Options) -> list[str]:
        """The published policies that can play a game, as `policy:PATH` below the folder."""
        found = []
        for path in self._files():
            if path.name == CARD_FILE and _plays(path.parent, game, options):
                found.append(f"policy:{self._name(path.parent)}")
        return found

    @contextmanager
    def naming(self) -> Iterator[None]:
        """Lets errors call files by their paths below the folder, and not say where that is."""
        try:
            yield
        except UserError as error:
            raise UserError(str(error).replace(f"{self.folder}{os.sep}", "")) from None

    def _files(self) -> Iterator[Path]:
        """The files, with no way out over a link, hidden ones left out."""
        return islice(self._all_files(), MOST_FILES)

    def _all_files(self) -> Iterator[Path]:
        for folder, folders, names in os.walk(self.folder):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                path = Path(folder, name)
                if not name.startswith(".") and not path.is_symlink() and path.is_file():
                    yield path

    def _name(self, path: Path) -> str:
        return path.relative_to(self.folder).as_posix()

    def _run_of(self, path: Path) -> Run | None:
        """What a file is on the shelf; None for what is none of its own."""
        try:
            written = path.stat()
        except OSError:  # it has gone since
            return None
        is_training = path.name == CURVES_FILE
        place = path.parent if is_training else path
        read, kind = READERS.get(CURVES_FILE if is_training else path.suffix, (_nothing, "page"))
        known: dict[str, Any] = {"kind": kind, "path": self._name(place), "is_damaged": False}
        try:
            with self.naming():
                facts = read(place, _stamp(written))
        except UserError as error:
            facts = {"title": place.name, "headline": str(error), "is_damaged": True}
        return Run(changed=written.st_mtime, **{**known, **facts}) if facts else None


def _stamp(written: os.stat_result) -> Stamp:
    return written.st_mtime_ns, written.st_size


def _measured(steps: float, interval: Interval) -> Measured:
    ends = (end if isfinite(end) else None for end in (interval.low, interval.high))
    return Measured(steps, interval.mean, *ends)


@lru_cache(MOST_KNOWN)
def _page(path: Path, stamp: Stamp) -> dict[str, Any]:
    """What a page says of itself; nothing for pages of something else."""
    with path.open("rb") as file:
        head = file.read(HEAD).decode(errors="replace")
    if MARK not in head:
        return {}
    title, command, headline = (form.search(head) for form in (TITLE, COMMAND, HEADLINE))
    if not title:
        raise UserError(f"{path} is damaged: it has no title.")
    said = " ".join(unescape(headline[1]).split()) if headline else ""
    return {
        "kind": command[1] if command else "page",
        "title": " ".join(unescape(title[1]).split()),
        "headline": said or NO_HEADLINE,
    }


@lru_cache(MOST_KNOWN)
def _records(path: Path, stamp: Stamp) -> dict[str, Any]:
    """Which games a file holds and who played the first of them."""
    lines = read_bytes(path).splitlines()
    if not lines:
        raise UserError(f"{path} holds no game.")
    try:
        first = GameRecord.from_json(lines[0])
        title = find_game(first.game).title
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    players = ", ".join(first.agents) or "nobody noted who"
    return {
        "title": title,
        "headline": f"{plural(len(lines), 'game')}; in the first played: {players}.",
        "num_games": len(lines),
    }


def _training(folder: Path, stamp: Stamp) -> dict[str, Any]:
    """What a training run learns, and how far it has come."""
    config = folder / CONFIG_FILE
    written = read_yaml_file(config)
    if not isinstance(written, dict) or not isinstance(written.get("game"), str):
        raise UserError(f"{config} does not say which game is learned.")
    is_going_on = not (folder / FINAL_FOLDER / CARD_FILE).exists()
    learned = learned_by(folder / FINAL_FOLDER)
    latest = [_latest(word, *points[-1]) for word, points in learned.items()]
    return {
        "title": find_game(written["game"]).title,
        "headline": f"{'; '.join(latest)}." if latest else "Nothing is measured yet.",
        "is_going_on": is_going_on,
    }


def _latest(word: str, steps: float, reward: Interval) -> str:
    """`+0.210 (+0.180 to +0.240) against greedy after 300,000 decisions`."""
    estimate = numbers.estimate(reward, numbers.reward)
    ends = numbers.ends(reward, numbers.reward)
    return f"{estimate} ({ends}) against {word} after {steps:,.0f} decisions"


def _plays(folder: Path, game: Game, options: Options) -> bool:
    """Whether a policy was trained for a game and its house rules."""
    try:
        card = read_card(folder)
    except UserError:
        return False
    return card.game == game.name and card.options == options.plain()


def _nothing(path: Path, stamp: Stamp) -> dict[str, Any]:
    """What other files are on the shelf: nothing."""
    return {}


READERS: dict[str, tuple[Callable[[Path, Stamp], dict[str, Any]], Kind]] = {
    CURVES_FILE: (_training, "training"),
    RECORDS: (_records, "records"),
    PAGE: (_page, "page"),
}
