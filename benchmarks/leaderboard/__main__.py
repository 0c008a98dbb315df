"""Checks entries, and makes docs/leaderboard.md's tables and picture.

`python -m benchmarks.leaderboard` does all of it; with files it only checks them.
"""

import sys
from pathlib import Path
from typing import Annotated

import tyro

from fudaba.envs import UserError
from fudaba.evaluation.benchmark import Benchmark, Entry, TaskResult, read_benchmark
from fudaba.evaluation.benchmark.tasks import GROUPS
from fudaba.evaluation.report import numbers
from fudaba.evaluation.report.benchmark.page import tasks_by_name
from fudaba.evaluation.report.numbers import UNKNOWN

from .. import figures
from .check import ENTRIES, ROUNDING, SCHEMA, read_entry, schema
from .picture import draw

BAD_INPUT = 2
HEADINGS = ("entry", "agent", "deals", "training", "seeds", "whole games", "rungs", "house rules")


def main(files: Annotated[tuple[Path, ...], tyro.conf.Positional] = ()) -> int:
    """Checks, and writes the tables and the schema unless files are named.

    Args:
        files: The files to check; without them all entries.

    Returns:
        The exit code: 0, or 2 with one sentence on standard error.
    """
    benchmark = read_benchmark()
    try:
        paths = files or sorted(ENTRIES.glob("*.json"))
        entries = {path.stem: read_entry(path, benchmark) for path in paths}
    except UserError as error:
        print(f"fudaba: {error}", file=sys.stderr)
        return BAD_INPUT
    print(f"{len(entries)} entries of {benchmark.name} are right.")
    if not files:
        SCHEMA.write_text(schema(), encoding="utf-8")
        write_tables(entries, benchmark)
        draw(benchmark)
    return 0


def write_tables(entries: dict[str, Entry], benchmark: Benchmark) -> None:
    """Writes the table of all entries, and that of their scores on each task."""
    said = f"{benchmark.name}, SHA-256 {benchmark.sha256[:16]}; 0 as random, 1 as the strong player"
    rows = [row(name, entry, benchmark) for name, entry in entries.items()]
    figures.write("leaderboard", HEADINGS, rows, f"Mean scores of the entries of {said}")
    rows = [task_row(task.name, entries) for task in benchmark.tasks]
    rows = [row for row in rows if {*row[1:]} != {UNKNOWN}]
    figures.write("leaderboard_tasks", ("task", *entries), rows, f"Scores on each task of {said}")


def row(name: str, entry: Entry, benchmark: Benchmark) -> list[str]:
    """Returns the row of an entry; a group that it lacks in part has a dash."""
    means = entry.means(tasks_by_name(benchmark))
    deals = benchmark.quick_deals if entry.quick else benchmark.deals
    seeds = max(len(result.scores) for result in entry.results)
    cells = [f"{means[group]:.2f}" if group in means else UNKNOWN for group in GROUPS]
    return [name, f"`{entry.agent}`", f"{deals}", entry.regime, f"{seeds}", *cells]


def task_row(task: str, entries: dict[str, Entry]) -> list[str]:
    """Returns the scores of all entries on a task, with the farther end of their intervals."""
    found = [
        next((result for result in entry.results if result.task == task), None)
        for entry in entries.values()
    ]
    return [task, *(UNKNOWN if one is None else cell(one) for one in found)]


def cell(result: TaskResult) -> str:
    """Returns `0.52 ± 0.04`; an exact score, and one that all seeds reach, has no interval."""
    are_alike = max(result.scores) - min(result.scores) < ROUNDING
    if result.interval == "none" or (result.interval == "seeds" and are_alike):
        return f"{result.score.mean:.2f}"
    return numbers.give_or_take(result.score, "number")


if __name__ == "__main__":
    sys.exit(tyro.cli(main))
