"""Measures the tables of README.md and docs/speed.md: `python -m benchmarks`.

It writes `docs/figures/speed.json` and `play.json`. `python -m benchmarks seki_v0` only prints the
rows of a game.

`python -m benchmarks seki_v0 --against REV` compares the game with an earlier revision.
"""

import os
import platform
import statistics
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import tyro

from fudaba.envs import find_game, game_names

from . import figures as written
from .against import comparison
from .games import uniform_play
from .measure import ROUNDS, figures, markdown_table, rates_in_turns, timed
from .others import other_libraries
from .runs import (
    COMPILED,
    GREEDY,
    MANY_SEATS,
    ONE_SEAT,
    PRINTED,
    RAW,
    SEARCH,
    TABLES,
    WRAPPED,
    runs_of,
)

PACKAGES = ("numpy", "numba", "pettingzoo", "open_spiel", "rlcard", "pgx")

WAYS = (COMPILED, TABLES, RAW, WRAPPED)
STEPS = ("thousand decisions a second", *WAYS)
PLAY = ("game", "games of greedy a minute", f"`{SEARCH}`, ms a decision")

Rates = Mapping[tuple[str, str], list[float]]


def main(
    games: Annotated[tuple[str, ...], tyro.conf.Positional] = (), against: str | None = None
) -> None:
    """Measures, and prints or writes the tables; takes minutes.

    Args:
        games: The games to measure and print; without them all games, and other libraries if
            installed, are measured and written.
        against: A commit, branch or tag: the table compares it with this
            state of the files, in turns.
    """
    chosen = [find_game(name) for name in games or game_names()]
    if against is not None:
        ways = [(game.name, way) for game in chosen for way in (*PRINTED, ONE_SEAT, MANY_SEATS)]
        print(comparison(against, ways))
        return
    runs = {
        (game.title, way): run
        for game in chosen
        for way, run in runs_of(game.name, uniform_play, PRINTED).items()
    }
    rates = rates_in_turns(timed(runs if games else runs | other_libraries()))
    found = {"speed": (STEPS, steps_rows(rates)), "play": (PLAY, play_rows(rates))}
    for name, (headings, cells) in found.items():
        if games:
            print(markdown_table(headings, cells), end="\n\n")
        else:
            written.write(name, headings, cells, setting(rates))


def steps_rows(rates: Rates) -> list[list[str]]:
    """Returns the rows of the table of random play."""
    return [[row, *(cell(rates, row, way, 1e-3) for way in WAYS)] for row in rows(rates)]


def play_rows(rates: Rates) -> list[list[str]]:
    """Returns the rows of the table of greedy players and searches."""
    return [
        [row, cell(rates, row, GREEDY, 60), figures(1000 / median(rates, row, SEARCH))]
        for row in rows(rates)
        if (row, SEARCH) in rates
    ]


def rows(rates: Rates) -> list[str]:
    """Returns the rows, in their order."""
    return list(dict.fromkeys(row for row, _ in rates))


def cell(rates: Rates, row: str, column: str, factor: float) -> str:
    """Returns a cell of a table; empty if nothing was measured."""
    return figures(factor * median(rates, row, column)) if (row, column) in rates else ""


def median(rates: Rates, row: str, column: str) -> float:
    """Returns the median over the rounds."""
    return statistics.median(rates[row, column])


def setting(rates: Rates) -> str:
    """Returns the versions, the load of the machine and the spread of the rounds."""
    spread = statistics.median(max(values) / min(values) for values in rates.values())
    return (
        f"Processor time on one core; medians of {ROUNDS} rounds in turns, of which in half of the "
        f"measurements the fastest was at least {spread:.2f} times as fast as the slowest; at the "
        f"end {os.getloadavg()[2]:.1f} processes shared {os.cpu_count()} cores (mean of 15 "
        f"minutes); Python {platform.python_version()}, {', '.join(versions(PACKAGES))}"
    )


def versions(packages: Sequence[str]) -> list[str]:
    """Returns the names and versions of the packages that are installed."""
    found = []
    for name in packages:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return found


if __name__ == "__main__":
    tyro.cli(main)
