"""Timing in turns, and tables in Markdown."""

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from rich.console import Console
from rich.progress import track

ROUNDS = 7

Key = TypeVar("Key", bound=Hashable)
Run = Callable[[], int]
"""Plays for a fraction of a second, and returns how much: decisions or games."""


def rate_of(run: Run) -> float:
    """Returns what a call does per second of processor time of this process."""
    start = time.process_time()
    count = run()
    return count / (time.process_time() - start)


def rates_in_turns(
    measures: Mapping[Key, Callable[[], float]], rounds: int = ROUNDS
) -> dict[Key, list[float]]:
    """Calls functions in turns, so that a change of the machine's speed affects all alike.

    One more round, the first, does not count: it compiles.

    Args:
        measures: Functions that measure a rate, for instance `partial(rate_of, run)`.
        rounds: The number of calls of each that count.

    Returns:
        The rates, one value per round.
    """
    measured: dict[Key, list[float]] = {key: [] for key in measures}
    progress = Console(stderr=True)
    for number in track(range(rounds + 1), "Rounds", console=progress, transient=True):
        for key, measure in measures.items():
            rate = measure()
            if number > 0:
                measured[key].append(rate)
    return measured


def timed(runs: Mapping[Key, Run]) -> dict[Key, Callable[[], float]]:
    """Returns functions that measure the rates of runs in this process."""
    return {key: partial(rate_of, run) for key, run in runs.items()}


def markdown_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Returns a table whose columns are numbers, except for the first."""
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    head, *lines = (_line(cells, widths) for cells in (headings, *rows))
    return "\n".join([head, "|---" + "|---:" * (len(headings) - 1) + "|", *lines])


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    texts = [f"{first[0]:{first[1]}}", *(f"{cell:>{width}}" for cell, width in others)]
    return f"| {' | '.join(texts)} |"


def figures(value: float) -> str:
    """Returns a number with three significant figures, or all of those before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
