"""This revision beside another one, in turns: `python -m benchmarks sevens_v0 --against REV`.

Each of the two is played by a process of its own, with the same interpreter and the same functions
of `runs.py`; the compiled loop is that of each revision.
"""

import io
import json
import os
import statistics
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any

from .measure import ROUNDS, figures, markdown_table, rates_in_turns

ROOT = Path(__file__).resolve().parents[1]
HERE, THERE = "here", "there"

Way = tuple[str, str]
"""A game's id and a way to play."""


class UnmeasuredError(Exception):
    """A revision can't play so; the text says why."""


class Side:
    """A process that measures one revision."""

    def __init__(self, loop: str, search_path: str | None) -> None:
        """Starts the process.

        Args:
            loop: The module of the compiled loop.
            search_path: The folder whose packages are measured; None for those that this process
                imports.
        """
        environment = dict(os.environ)
        if search_path is not None:
            environment["PYTHONPATH"] = search_path
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.side", loop],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        self.packages = Path(self._read()).resolve().parents[1]

    def __enter__(self) -> "Side":
        """Returns the side itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Ends the process."""
        self._process.terminate()
        self._process.communicate()

    def rate(self, way: Way) -> float:
        """Measures once.

        Raises:
            UnmeasuredError: The revision can't play so.
        """
        assert self._process.stdin is not None
        print(json.dumps(way), file=self._process.stdin, flush=True)
        answer = self._read()
        if "reason" in answer:
            raise UnmeasuredError(answer["reason"])
        return float(answer["rate"])

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("the process of a revision has ended; its error is above.")
        return json.loads(line)


@contextmanager
def unpacked(revision: str) -> Iterator[Path]:
    """Yields a temporary folder with a revision's packages, and its benchmarks as `revision`."""
    archive = subprocess.run(
        ["git", "archive", "--format=tar", f"{revision}^{{tree}}"], cwd=ROOT, capture_output=True
    )
    if archive.returncode:
        print(
            f"against can't be {revision!r}; allowed: a commit, branch or tag of this repository.",
            file=sys.stderr,
        )
        raise SystemExit(2)
    with TemporaryDirectory() as name:
        folder, tree = Path(name), Path(name, "tree")
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(tree, filter="data")
        project = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))
        (folder / "fudaba").mkdir()
        for package, place in project["tool"]["setuptools"]["package-dir"].items():
            (folder / package.replace(".", "/")).symlink_to(tree / place)
        (folder / "revision").symlink_to(tree / "benchmarks")
        yield folder


def comparison(revision: str, ways: Sequence[Way]) -> str:
    """Measures both revisions in turns, and returns the table of the ratios.

    Args:
        revision: The other revision, by any name that git knows.
        ways: What to play.
    """
    with ExitStack() as stack:
        folder = stack.enter_context(unpacked(revision))
        here = stack.enter_context(Side("benchmarks.games", None))
        there = stack.enter_context(Side("revision.games", str(folder)))
        if there.packages != (folder / "tree").resolve():
            raise SystemExit(f"the packages of {revision} are imported from {there.packages}.")
        played = [way for way in ways if _can_play(way, here, there)]
        sides = {HERE: here, THERE: there}
        measures = {
            (way, side): partial(process.rate, way)
            for way in played
            for side, process in sides.items()
        }
        return ratio_table(revision, played, rates_in_turns(measures, ROUNDS))


def _can_play(way: Way, here: Side, there: Side) -> bool:
    """Whether both revisions can play so; otherwise says why not."""
    for side, process in ((HERE, here), (THERE, there)):
        try:
            process.rate(way)
        except UnmeasuredError as reason:
            print(f"{way[0]}, {way[1]}: not measured {side}: {reason}", file=sys.stderr)
            return False
    return True


def ratio_table(
    revision: str, ways: Sequence[Way], rates: Mapping[tuple[Way, str], list[float]]
) -> str:
    """Returns the rates of both revisions and their ratios, as Markdown.

    A ratio is that of two measurements that follow each other; the table has the median, the lowest
    and the highest of the rounds.
    """
    lines = []
    for way in ways:
        here, there = rates[way, HERE], rates[way, THERE]
        ratios = [new / old for new, old in zip(here, there, strict=True)]
        medians = map(figures, map(statistics.median, (here, there)))
        spread = (statistics.median(ratios), min(ratios), max(ratios))
        lines.append([", ".join(way), *medians, *(f"{ratio:.2f}" for ratio in spread)])
    headings = [f"a second, {ROUNDS} rounds", HERE, revision, "ratio", "lowest", "highest"]
    return markdown_table(headings, lines)
