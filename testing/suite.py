"""Runs the checks of a game: what `fudaba check-game` prints, and what the items of pytest run."""

import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import copy_context
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

from fudaba.common.errors import UserError
from fudaba.common.findings import Finding
from fudaba.common.languages import translator
from fudaba.envs import Game

from .checks import CHECKS, PLAYED, Check
from .mixes import mixes

_, _n = translator("testing")

IN_NUMBA = re.compile(r'File "([^"]+)", line (\d+)')
ROWS = 12  # mixes of house rules
PATIENCE = 300.0  # seconds, with a compilation


class WrongError(UserError):
    """Something is wrong with a game.

    Attributes:
        cause: What is wrong, under whatever house rules.
    """

    def __init__(self, cause: str, game: Game, rules: Mapping[str, Any]) -> None:
        """Stores the cause, and names the house rules that are not the defaults."""
        super().__init__(under_rules(cause, game, rules))
        self.cause = cause


def checked(game: Game, rows: int = ROWS, patience: float = PATIENCE) -> Iterator[Finding]:
    """Yields what is found of a game, one finding for each check.

    A check that fails by the cause of one before it is left out. Nothing follows one that does not
    end, or without which nothing may compile.

    Args:
        game: The game.
        rows: Under how many mixes of house rules games are played; the first has the defaults.
        patience: The most seconds that a check may take under one mix.
    """
    causes = set[str]()
    for check in CHECKS:
        problem = ""
        try:
            run_check(check, game, rows, patience)
        except TimeoutError as error:
            yield Finding(_(check.title), problem=str(error))
            return
        except WrongError as error:
            problem = str(error)
            if error.cause in causes:
                continue
            causes |= set() if check.is_advice else {error.cause}
        yield Finding(_(check.title), problem=problem, is_advice=check.is_advice)
        if problem and check.is_first:
            return


def run_check(check: Check, game: Game, rows: int = ROWS, patience: float = PATIENCE) -> None:
    """Runs a check of a game; those that play do so under several mixes of house rules.

    Raises:
        WrongError: Something is wrong; the sentence names the place in the game's files, and the
            house rules that are not the defaults.
        TimeoutError: The check does not end.
    """
    for rules in mixes(game)[: min(rows, check.most)] if check in PLAYED else [None]:
        error = failure_of(partial(check.run, game, *filter(None, [rules])), game, patience)
        if isinstance(error, UserError):
            raise WrongError(str(error), game, rules or {})
        if error is not None:
            raise WrongError(said_of(error, game), game, rules or {}) from error


def under_rules(said: str, game: Game, rules: Mapping[str, Any]) -> str:
    """Returns what is wrong, with the house rules that are not the defaults."""
    changed = game.options.read(game.name, rules).changed()
    if not changed:
        return said
    words = " ".join(f"{name}={value}" for name, value in changed.items())
    return _("{said} House rules: {words}.", said=said, words=words)


def failure_of(run: Callable[[], None], game: Game, patience: float) -> Exception | None:
    """Runs a check in a thread, because a kernel may not return; returns its exception.

    Raises:
        TimeoutError: It does not end.
    """
    failures: list[Exception | None] = []

    def work() -> None:
        try:
            run()
        except Exception as error:
            failures.append(error)
        else:
            failures.append(None)

    thread = Thread(target=copy_context().run, args=(work,), daemon=True)
    thread.start()
    thread.join(patience)
    if failures:
        return failures[0]
    steps = traceback.extract_stack(sys._current_frames()[thread.ident or 0])
    place = place_in([(step.filename, step.lineno or 0) for step in steps], game)
    raise TimeoutError(
        _(
            "{place}: this does not end, after {seconds:.0f} s; look for a loop without an end.",
            place=place,
            seconds=patience,
        )
    )


def said_of(error: Exception, game: Game) -> str:
    """Returns an error of the game's code as a sentence, with the place in its own files."""
    steps = traceback.extract_tb(error.__traceback__)
    places = [(step.filename, step.lineno or 0) for step in steps]
    places += [(file, int(line)) for file, line in IN_NUMBA.findall(str(error))]
    first = next(iter(str(error).strip().splitlines()), "")
    return _(
        "{place} raises {error}: {said}",
        place=place_in(places, game),
        error=type(error).__name__,
        said=first,
    )


def place_in(places: Sequence[tuple[str, int]], game: Game) -> str:
    """Returns the last of some places in the sources, if possible in the game's own files."""
    own = [place for place in places if is_of(game, Path(place[0]))]
    file, line = (own or places)[-1]
    return _("{file}, line {line}", file=Path(file).name, line=line)


def is_of(game: Game, file: Path) -> bool:
    """Returns whether a file is the game's only one, or lies in its folder."""
    return file == game.file or game.folder in file.parents
