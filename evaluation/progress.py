"""The bar that a long piece of work shows while it goes on."""

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)


def progress_bar(unit: str, *further: ProgressColumn) -> Progress:
    """A bar on standard error that counts units of work; nothing where that is no terminal.

    Args:
        unit: What is counted.
        further: Columns on the right of the usual ones.
    """
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeRemainingColumn(),
        *further,
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
