"""Checks entries of the leaderboard against the list of tasks."""

import json
from collections.abc import Mapping
from pathlib import Path

from fudaba.common.files import read_bytes
from fudaba.envs import UserError
from fudaba.evaluation.benchmark import Benchmark, Entry, Task, TaskResult
from fudaba.evaluation.benchmark.entry import budget_of

FOLDER = Path(__file__).parent
ENTRIES, SCHEMA = FOLDER / "entries", FOLDER / "schema.json"
CURVES = "curves.json"  # beside the entries, written by benchmarks.baselines
ROUNDING = 1e-9


def schema() -> str:
    """Returns the JSON schema of an entry."""
    return json.dumps(Entry.model_json_schema(), indent=1) + "\n"


def read_entry(path: Path, benchmark: Benchmark) -> Entry:
    """Returns the entry that a file holds.

    Raises:
        UserError: It is no entry, is of another list of tasks, or its scores are not those of what
            it says was reached.
    """
    try:
        entry = Entry.from_json(read_bytes(path))
        check_entry(entry, benchmark)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    return entry


def check_entry(entry: Entry, benchmark: Benchmark) -> None:
    """Checks an entry.

    Raises:
        UserError: It is of another list of tasks or of the quick regime, or its scores are not
            those of what it says was reached.
    """
    if entry.quick:
        raise UserError("quick can't be true; allowed: false, the regime of the leaderboard.")
    if entry.tasks_sha256 != benchmark.sha256:
        raise UserError(
            f"tasks_sha256 can't be {entry.tasks_sha256}; allowed: {benchmark.sha256}, the list of "
            "this version."
        )
    tasks = {task.name: task for task in benchmark.tasks}
    for result in entry.results:
        check_result(result, tasks)
    decisions = [number for result in entry.results for number in result.decisions]
    if entry.budget != (budget := budget_of(benchmark.budgets, decisions)):
        raise UserError(f"budget can't be {entry.budget}; its trainings make it {budget}.")


def check_result(result: TaskResult, tasks: Mapping[str, Task]) -> None:
    """Checks the result of one task.

    Raises:
        UserError: There is no such task, lists differ in length, or a score is wrong.
    """
    if result.task not in tasks:
        raise UserError(f"task can't be {result.task}; allowed: {', '.join(tasks)}.")
    lists = (result.identities, result.decisions, result.reached, result.scores)
    if len({len(one) for one in lists}) > 1 or not result.scores:
        raise UserError(f"task {result.task} must have as many numbers of each kind, one a seed.")
    scale = tasks[result.task].full
    right = [scale.score(reached) for reached in result.reached]
    pairs = [*zip(result.scores, right, strict=True), (result.score.mean, sum(right) / len(right))]
    for said, meant in pairs:
        if abs(said - meant) > ROUNDING:
            raise UserError(f"task {result.task} has score {said}; what was reached is {meant}.")
