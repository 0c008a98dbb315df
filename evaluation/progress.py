"""What a long piece of work shows while it goes on: a bar, or now and then a line."""

import time
from datetime import timedelta
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

SECONDS_BETWEEN_LINES = 30.0
DECISIONS = TextColumn("{task.fields[decisions]:,} decisions")


def progress_bar(unit: str, *further: ProgressColumn) -> Progress:
    """A bar on standard error that counts units of work; lines where that is no terminal.

    Args:
        unit: What is counted.
        further: Columns on the right of the usual ones.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        return _Lines(unit, console)
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        *further,
        console=console,
        transient=True,
    )


class _Lines(Progress):
    """Progress as a line of a log, twice a minute at most: in pipes, and where jobs are queued."""

    def __init__(self, unit: str, console: Console) -> None:
        super().__init__(console=console, disable=True)
        self._unit = unit
        self._told = time.monotonic()

    def update(self, task_id: TaskID, **changes: Any) -> None:
        super().update(task_id, **changes)
        if time.monotonic() - self._told >= SECONDS_BETWEEN_LINES:
            self._told = time.monotonic()
            self.console.print(
                f"fudaba: {self._words(self.tasks[task_id])}", soft_wrap=True, highlight=False
            )

    def _words(self, task: Task) -> str:
        far = f"{task.completed:,.0f} of {task.total or 0:,.0f} {self._unit}"
        parts = [f"{task.description}: {far}"]
        if task.time_remaining is not None:
            parts.append(f"{timedelta(seconds=round(task.time_remaining))} to go")
        if "decisions" in task.fields:
            parts.append(f"{task.fields['decisions']:,} decisions")
        return ", ".join([*parts, *filter(None, [task.fields.get("scores")])])
