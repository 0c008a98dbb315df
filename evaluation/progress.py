"""Progress bars of long computations; without a terminal, lines as in a log."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
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
from rich.text import Text

from fudaba.common.languages import in_language, language, translator

from .counting import Progress as Report

_, _n = translator("evaluation")

SECONDS_BETWEEN_LINES = 30.0


class DecisionsColumn(ProgressColumn):
    """The number of decisions so far, a field of the task.

    rich draws in a thread of its own, which does not know the language of the command.
    """

    def __init__(self) -> None:
        """Remembers the present language."""
        super().__init__()
        self._language = language()

    def render(self, task: Task) -> Text:
        """Returns the number with its unit."""
        with in_language(self._language):
            return Text(_("{count:,} decisions", count=task.fields["decisions"]))


def progress_bar(unit: str, *further: ProgressColumn) -> Progress:
    """Returns a bar on standard error; it prints lines if that is no terminal.

    Args:
        unit: The unit of work, in the plural.
        further: Columns on the right of the usual ones.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        return _Lines(unit, console)
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit, markup=False),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        *further,
        console=console,
        transient=True,
    )


@contextmanager
def playing_bar(unit: str) -> Iterator[Report]:
    """Shows a bar for games that are played, and yields the function that updates it.

    Args:
        unit: The unit of work, in the plural.
    """
    with progress_bar(unit, DecisionsColumn()) as bar:
        yield playing_task(bar, _("playing"))


def playing_task(bar: Progress, name: str) -> Report:
    """Adds a task to a bar with a `DecisionsColumn` and returns the function that updates it.

    Each part of the work with a name of its own takes the place of the part before.
    """
    task, present, before = bar.add_task(name, total=None, decisions=0), "", 0

    def report(done: int, total: int, decisions: int, part: str) -> None:
        nonlocal task, present, before
        if part != present:
            bar.remove_task(task)
            task, present, before = bar.add_task(part, total=total, decisions=0), part, decisions
        bar.update(task, completed=done, total=total, decisions=decisions - before)

    return report


class _Lines(Progress):
    """Progress as lines of a log, at most two per minute: for pipes and batch jobs."""

    def __init__(self, unit: str, console: Console) -> None:
        super().__init__(console=console, disable=True)
        self._unit = unit
        self._told = time.monotonic()

    def update(self, task_id: TaskID, **changes: Any) -> None:
        super().update(task_id, **changes)
        if time.monotonic() - self._told >= SECONDS_BETWEEN_LINES:
            self._told = time.monotonic()
            task = next(one for one in self.tasks if one.id == task_id)
            told = Text(f"fudaba: {self._words(task)}")  # may hold brackets
            self.console.print(told, soft_wrap=True)

    def _words(self, task: Task) -> str:
        far = _(
            "{done:,.0f} of {total:,.0f} {unit}",
            done=task.completed,
            total=task.total or 0,
            unit=self._unit,
        )
        parts = [_("{name}: {far}", name=task.description, far=far)]
        if task.time_remaining is not None:
            time = str(timedelta(seconds=round(task.time_remaining)))
            parts.append(_("{time} to go", time=time))
        if "decisions" in task.fields:
            parts.append(_("{count:,} decisions", count=task.fields["decisions"]))
        return _(", ").join([*parts, *filter(None, [task.fields.get("scores")])])
