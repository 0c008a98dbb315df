"""Repeated timing, and the table of its results."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

REPEATS = 9


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Attributes:
        what: The name of the measurement.
        values: One value per repeat.
        unit: Their unit.
        note: A remark.
    """

    what: str
    values: list[float]
    unit: str
    note: str = ""

    @property
    def median(self) -> float:
        """The median of the repeats."""
        return statistics.median(self.values)


def rates(run: Callable[[], int], repeats: int = REPEATS) -> list[float]:
    """Times a function repeatedly, after one run that does not count.

    Args:
        run: Returns the number of decisions that it made.
        repeats: The number of timed runs.

    Returns:
        Decisions per second, one value per repeat.
    """
    run()
    values = []
    for _ in range(repeats):
        start = time.perf_counter()
        count = run()
        values.append(count / (time.perf_counter() - start))
    return values


def print_table(rows: list[Row]) -> None:
    """Prints the rows: name, median, and spread from the least to the greatest repeat."""
    table = Table(title="fudaba: medians over repeats in one run")
    for heading in ("what", "median", "least", "greatest", "unit", "remark"):
        table.add_column(heading, justify="left" if heading in ("what", "remark") else "right")
    for row in rows:
        numbers = [_number(value) for value in (row.median, min(row.values), max(row.values))]
        table.add_row(row.what, *numbers, row.unit, row.note)
    Console(width=150).print(table)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
