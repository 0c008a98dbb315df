"""All checks of one game, one finding each: what `fudaba check-game` prints."""

import re
import traceback
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from fudaba.common.errors import UserError
from fudaba.common.findings import Finding
from fudaba.common.languages import translator
from fudaba.envs import Game

from .checks import DECLARED, HIDDEN, PLAYED, Check
from .mixes import mixes

_, _n = translator("testing")

IN_NUMBA = re.compile(r'File "([^"]+)", line (\d+)')


def checked(game: Game, rows: int) -> Iterator[Finding]:
    """Yields what is found of a game, one finding for each check.

    Args:
        game: The game.
        rows: Under how many mixes of house rules games are played; the first has the defaults.
    """
    for check in DECLARED:
        yield found(check, game, [partial(check.run, game)])
    rules = mixes(game)[:rows]
    for check in PLAYED:
        tried = rules[: check.most]
        yield found(check, game, [partial(check.run, game, options) for options in tried], rules)
    for check in HIDDEN:
        yield found(check, game, [partial(check.run, game)])


def found(
    check: Check,
    game: Game,
    runs: list[partial[None]],
    rules: Sequence[Mapping[str, Any]] = (),
) -> Finding:
    """Returns what the runs of a check found: the first problem, with its house rules."""
    for number, run in enumerate(runs):
        try:
            run()
        except Exception as error:
            said = str(error) if isinstance(error, UserError) else said_of(error, game)
            if number and rules:
                changed = game.options.read(game.name, rules[number]).changed()
                words = " ".join(f"{name}={value}" for name, value in changed.items())
                said = _("{said} House rules: {words}.", said=said, words=words)
            return Finding(_(check.title), problem=said, is_advice=check.is_advice)
    return Finding(_(check.title))


def said_of(error: Exception, game: Game) -> str:
    """Returns an error of the game's code as a sentence, with the place in its own files."""
    folder = game.rules.parent
    steps = traceback.extract_tb(error.__traceback__)
    places = [(step.filename, step.lineno) for step in steps]
    places += [(file, int(line)) for file, line in IN_NUMBA.findall(str(error))]
    own = [place for place in places if folder in Path(place[0]).parents]
    file, line = (own or places)[-1]
    first = next(iter(str(error).strip().splitlines()), "")
    return _(
        "{file}, line {line} raises {error}: {said}",
        file=Path(file).name,
        line=line,
        error=type(error).__name__,
        said=first,
    )
