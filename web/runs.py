"""The run browser's model: the runs and records in a folder, which it only reads.

    pages      of `fudaba arena` and `fudaba balance`, known by the marks in their heads
    training   a folder with learning curves
    records    files of games, *.jsonl
    policies   published ones, which can evaluate a position

Names are paths below the folder; every other path is refused.
"""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from itertools import islice
from math import isfinite
from pathlib import Path
from typing import Any, Literal

from fudaba.agents.policy import CARD_FILE, read_card
from fudaba.common.errors import shown
from fudaba.common.files import read_lines
from fudaba.common.languages import N_, language, translator
from fudaba.common.yaml_text import read_yaml_file
from fudaba.envs import Game, GameRecord, Options, UserError, game_names, registered_game
from fudaba.envs.core.api.registry import recorded_game
from fudaba.evaluation.curves import CONFIG_FILE, CURVES_FILE, FINAL_FOLDER, learned_by
from fudaba.evaluation.recorded import players_of
from fudaba.evaluation.report import numbers
from fudaba.evaluation.statistics import Interval

_, _n = translator("web")

MOST_FILES = 20_000
MOST_KNOWN = 4_096  # files whose contents are cached
HEAD = 64_000  # bytes of a page that contain its head
PAGE, RECORDS = ".html", ".jsonl"
NO_HEADLINE = N_("The page has no summary.")

MOST_NAMED = 3  # kinds of games in the title of a file of records

GAME_ID = re.compile(rb'"game"\s*:\s*"(\w+)"')
MARK = '<meta name="fudaba-question"'
COMMAND = re.compile(r'<meta name="fudaba-command" content="(arena|balance)">')
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
HEADLINE = re.compile(r'<meta name="description" content="([^"]*)">')

Kind = Literal["arena", "balance", "page", "training", "records"]
Stamp = tuple[int, int, str]  # time of the last write, size, language: the key of the cache


@dataclass(frozen=True)
class RunEntry:
    """An entry of the run browser.

    Attributes:
        kind: The kind of run; `page` if the head does not name the command that wrote it.
        path: The file, or the folder of a training run, relative to the folder of runs.
        title: Usually the name of the game, or of several games.
        headline: The result in one sentence; for a damaged file, the damage.
        is_damaged: Whether the file can't be read.
        changed: The time of the last write, in seconds since 1970.
        num_games: The number of games; 0 if it is no file of records.
        is_going_on: Whether a training run has not published its policy yet.
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
    """A point of a learning curve.

    Attributes:
        steps: The number of decisions so far.
        mean: The mean reward.
        low: The lower end of its interval; None if it is not finite.
        high: The upper end.
    """

    steps: float
    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Curve:
    """The learning curve of a policy against one baseline."""

    against: str
    points: list[Measured]


class RunFolder:
    """A folder of runs.

    Attributes:
        root: The path of the folder, with links resolved.
        own_agents: The specs of agents of the host's own code.
    """

    def __init__(self, folder: Path, own_agents: Sequence[str] = ()) -> None:
        """Takes the folder; `runs` and the other methods read it."""
        self.root = Path(os.path.realpath(folder))
        self.own_agents = tuple(own_agents)

    def runs(self) -> list[RunEntry]:
        """Returns the runs in the folder, the latest first."""
        found = (self._run_of(path) for path in self._files())
        return sorted(filter(None, found), key=lambda run: (-run.changed, run.path))

    def resolve(self, name: str) -> Path:
        """Returns the path of a file or folder.

        Raises:
            UserError: It does not exist, is hidden, is a link, or lies outside the root.
        """
        path = Path(os.path.realpath(self.root / name.replace("\0", "")))
        is_within = path.is_relative_to(self.root) and path == self.root / name
        is_hidden = any(part.startswith(".") for part in Path(name).parts)
        if not is_within or is_hidden or not path.exists():
            raise UserError(_("there is no {name} in the folder.", name=shown(name)))
        return path

    def file(self, name: str, ending: str) -> Path:
        """Returns the path of a file with an ending, such as `.html`.

        Raises:
            UserError: There is no such file, or it has another ending.
        """
        path = self.resolve(name)
        if path.suffix != ending or not path.is_file():
            raise UserError(
                _("{name} in the folder is no file *{ending}.", name=shown(name), ending=ending)
            )
        return path

    def num_games(self, name: str) -> int:
        """Returns the number of games in a file of records.

        Raises:
            UserError: There is no such file, or it is damaged.
        """
        path = self.file(name, RECORDS)
        with self.relative_errors():
            return int(_records(path, _stamp(path.stat()))["num_games"])

    def curves(self, name: str) -> list[Curve]:
        """Returns the learning curves of a training run up to its latest measurement.

        Raises:
            UserError: There is no such run, or its files are damaged.
        """
        with self.relative_errors():
            learned = learned_by(self.resolve(name) / FINAL_FOLDER)
        return [
            Curve(word, [_measured(*point) for point in points if isfinite(point[1].mean)])
            for word, points in learned.items()
        ]

    def policies(self, game: Game, options: Options) -> list[str]:
        """Returns the published policies for a game and its house rules, as `policy:PATH`."""
        found = []
        for path in self._files():
            if path.name == CARD_FILE and _plays(path.parent, game, options):
                found.append(f"policy:{self._name(path.parent)}")
        return found

    @contextmanager
    def relative_errors(self) -> Iterator[None]:
        """Removes the path of the root from the errors that are raised within."""
        try:
            yield
        except UserError as error:
            raise UserError(str(error).replace(f"{self.root}{os.sep}", "")) from None

    def _files(self) -> Iterator[Path]:
        """Yields the files; leaves out hidden files and symbolic links."""
        return islice(self._all_files(), MOST_FILES)

    def _all_files(self) -> Iterator[Path]:
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                path = Path(folder, name)
                if not name.startswith(".") and not path.is_symlink() and path.is_file():
                    yield path

    def _name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def _run_of(self, path: Path) -> RunEntry | None:
        """Returns the run that a file belongs to; None if the file is no part of a run."""
        try:
            written = path.stat()
        except OSError:  # deleted in the meantime
            return None
        is_training = path.name == CURVES_FILE
        place = path.parent if is_training else path
        read, kind = READERS.get(CURVES_FILE if is_training else path.suffix, (_no_facts, "page"))
        known: dict[str, Any] = {"kind": kind, "path": self._name(place), "is_damaged": False}
        try:
            with self.relative_errors():
                facts = read(place, _stamp(written))
        except UserError as error:
            facts = {"title": place.name, "headline": str(error), "is_damaged": True}
        return RunEntry(changed=written.st_mtime, **{**known, **facts}) if facts else None


def _stamp(written: os.stat_result) -> Stamp:
    return written.st_mtime_ns, written.st_size, language()


def _measured(steps: float, interval: Interval) -> Measured:
    ends = (end if isfinite(end) else None for end in (interval.low, interval.high))
    return Measured(steps, interval.mean, *ends)


@lru_cache(MOST_KNOWN)
def _page(path: Path, stamp: Stamp) -> dict[str, Any]:
    """Returns the facts in a page's head; empty for pages that fudaba did not write."""
    with path.open("rb") as file:
        head = file.read(HEAD).decode(errors="replace")
    if MARK not in head:
        return {}
    title, command, headline = (form.search(head) for form in (TITLE, COMMAND, HEADLINE))
    if not title:
        raise UserError(_("{path} is damaged: it has no title.", path=path))
    said = " ".join(unescape(headline[1]).split()) if headline else ""
    return {
        "kind": command[1] if command else "page",
        "title": " ".join(unescape(title[1]).split()),
        "headline": said or _(NO_HEADLINE),
    }


@lru_cache(MOST_KNOWN)
def _records(path: Path, stamp: Stamp) -> dict[str, Any]:
    """Returns the facts about a file of records: its kinds of games and the first one's players."""
    lines = read_lines(path)
    if not lines:
        raise UserError(_("{path} holds no game.", path=path))
    try:
        first = GameRecord.from_json(lines[0])
        game = recorded_game(first.game)
        players = players_of(first, game) if first.agents else []
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    return {
        "title": _in_short(_titles(first.game, lines)),
        "headline": _games(len(lines), players),
        "num_games": len(lines),
    }


def _games(count: int, players: list[str]) -> str:
    """`2 games; players of the first: Easy 1, Easy 2.`."""
    if not players:
        return _n(
            "{count} game; players of the first: unknown.",
            "{count} games; players of the first: unknown.",
            count,
        )
    return _n(
        "{count} game; players of the first: {players}.",
        "{count} games; players of the first: {players}.",
        count,
        players=_(", ").join(players),
    )


def _titles(first: str, lines: list[bytes]) -> list[str]:
    """Returns the titles of the games in lines of records, each once; skips damaged lines."""
    found = (GAME_ID.search(line) for line in lines)
    names = dict.fromkeys([first, *(match[1].decode() for match in found if match)])
    games = [registered_game(name) for name in names if name in game_names()]
    return [game.translate(game.title) for game in games]


def _in_short(titles: list[str]) -> str:
    """`Sevens, SEKI and Namto`, `Sevens, SEKI and 6 more`."""
    if len(titles) > MOST_NAMED:
        named = _(", ").join(titles[: MOST_NAMED - 1])
        return _("{titles} and {count} more", titles=named, count=len(titles) - MOST_NAMED + 1)
    *others, last = titles
    return _("{titles} and {last}", titles=_(", ").join(others), last=last) if others else last


def _training(folder: Path, stamp: Stamp) -> dict[str, Any]:
    """Returns the game of a training run and its latest results."""
    config = folder / CONFIG_FILE
    written = read_yaml_file(config)
    if not isinstance(written, dict) or not isinstance(written.get("game"), str):
        raise UserError(_("{file} does not say which game is trained.", file=config))
    is_going_on = not (folder / FINAL_FOLDER / CARD_FILE).exists()
    learned = learned_by(folder / FINAL_FOLDER)
    latest = _("; ").join(_latest(word, *points[-1]) for word, points in learned.items())
    game = recorded_game(written["game"])
    return {
        "title": game.translate(game.title),
        "headline": (
            _("{results}.", results=latest) if latest else _("There are no measurements yet.")
        ),
        "is_going_on": is_going_on,
    }


def _latest(word: str, steps: float, reward: Interval) -> str:
    """`+0.210 (+0.180 to +0.240) against greedy after 300,000 decisions`."""
    return _(
        "{estimate} ({ends}) against {agent} after {steps:,.0f} decisions",
        estimate=numbers.estimate(reward, numbers.reward),
        ends=numbers.ends(reward, numbers.reward),
        agent=word,
        steps=steps,
    )


def _plays(folder: Path, game: Game, options: Options) -> bool:
    """Returns whether a policy was trained for a game and its house rules."""
    try:
        card = read_card(folder)
    except UserError:
        return False
    return card.game == game.name and card.options == options.plain()


def _no_facts(path: Path, stamp: Stamp) -> dict[str, Any]:
    """Returns no facts, because files with other endings are no runs."""
    return {}


READERS: dict[str, tuple[Callable[[Path, Stamp], dict[str, Any]], Kind]] = {
    CURVES_FILE: (_training, "training"),
    RECORDS: (_records, "records"),
    PAGE: (_page, "page"),
}
