"""Checks entries, and makes docs/leaderboard.md's tables and picture.

`python -m benchmarks.leaderboard` does all of it; with files it only checks them.
"""

import sys
from collections.abc import Iterable
from math import inf
from pathlib import Path
from typing import Annotated

import tyro

from fudaba.envs import UserError
from fudaba.evaluation.benchmark import Benchmark, Entry, read_benchmark
from fudaba.evaluation.benchmark.tasks import GROUPS, Group
from fudaba.evaluation.report import numbers
from fudaba.evaluation.report.numbers import UNKNOWN

from .. import figures
from .check import ENTRIES, ROUNDING, SCHEMA, read_entry, schema
from .picture import draw

BAD_INPUT = 2
OVERVIEW = "leaderboard"  # the name of the first table; the others have their group's after it
HEADINGS = ("entry", "training", "seeds")
TITLES = {"games": "whole games", "rungs": "rungs", "mixes": "house rules"}

Table = tuple[tuple[str, ...], list[list[str]]]


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
    """Writes the table of all entries, and those of their scores on each group's tasks."""
    said = f"{benchmark.name}, SHA-256 {benchmark.sha256[:16]}; 0 as random, 1 as the strong player"
    for name, table in tables(entries, benchmark).items():
        what = "Mean scores of the entries" if name == OVERVIEW else "Scores on each task"
        figures.write(name, *table, f"{what} of {said}")


def tables(entries: dict[str, Entry], benchmark: Benchmark) -> dict[str, Table]:
    """Returns the headings and rows of each table by its name, the highest mean scores first.

    The means are over the tasks that all entries have which have any of their group.
    """
    scores = {
        name: {result.task: result.score.mean for result in entry.results}
        for name, entry in entries.items()
    }
    shared = {group: shared_tasks(group, scores.values(), benchmark) for group in GROUPS}
    means = {name: [mean_over(shared[group], scores[name]) for group in GROUPS] for name in entries}
    ordered = sorted(entries, key=lambda name: [-mean for mean in means[name]])
    columns = [f"{TITLES[group]} ({len(shared[group])})" for group in GROUPS]
    rows = [[name, *about(entries[name]), *map(_shown, means[name])] for name in ordered]
    found: dict[str, Table] = {OVERVIEW: ((*HEADINGS, *columns), rows)}
    for place, group in enumerate(GROUPS):
        names = sorted(
            (name for name in entries if means[name][place] > -inf),
            key=lambda name: -means[name][place],
        )
        found[f"{OVERVIEW}_{group}"] = (
            ("task", *names),
            [
                [task.name, *(cell(entries[name], task.name) for name in names)]
                for task in benchmark.tasks
                if task.group == group
            ],
        )
    return found


def shared_tasks(
    group: Group, scores: Iterable[dict[str, float]], benchmark: Benchmark
) -> list[str]:
    """Returns the tasks of a group that all entries have which have any of them."""
    names = {task.name for task in benchmark.tasks if task.group == group}
    measured = [found for one in scores if (found := names & one.keys())]
    return sorted(set.intersection(*measured)) if measured else []


def mean_over(tasks: list[str], scores: dict[str, float]) -> float:
    """Returns the mean score over tasks; -inf for an entry that lacks them."""
    found = [scores[task] for task in tasks if task in scores]
    return sum(found) / len(found) if found else -inf


def about(entry: Entry) -> list[str]:
    """Returns the budget and the number of seeds of an entry."""
    return [entry.budget, f"{max(len(one.scores) for one in entry.results)}"]


def _shown(mean: float) -> str:
    return UNKNOWN if mean == -inf else f"{mean:.2f}"


def cell(entry: Entry, task: str) -> str:
    """Returns `0.52 ± 0.04`; an exact score, and one that all seeds reach, has no interval."""
    result = next((result for result in entry.results if result.task == task), None)
    if result is None:
        return UNKNOWN
    are_alike = max(result.scores) - min(result.scores) < ROUNDING
    if result.interval == "none" or (result.interval == "seeds" and are_alike):
        return f"{result.score.mean:.2f}"
    return numbers.give_or_take(result.score, "number")


if __name__ == "__main__":
    sys.exit(tyro.cli(main))
