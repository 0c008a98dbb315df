"""Python in a process of its own."""

import os
import subprocess
import sys
import time
from pathlib import Path

PATIENCE = 600  # seconds


def python(
    *words: str | Path, cwd: Path | None = None, check: bool = True, **settings: str
) -> "subprocess.CompletedProcess[str]":
    """Runs Python with some words.

    Args:
        words: The words behind `python`.
        cwd: The working directory; that of this process without one.
        check: Whether an exit code other than 0 is an error.
        settings: Variables of the environment, added to those of this process.
    """
    return subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=cwd,
        env=os.environ | settings,
        capture_output=True,
        encoding="utf-8",
        check=check,
        timeout=PATIENCE,
    )


def processes_with(mark: str) -> list[int]:
    """Returns the processes whose command line has a mark."""
    found = subprocess.run(["pgrep", "-f", mark], capture_output=True, text=True, check=False)
    return [int(number) for number in found.stdout.split()]


def gone(mark: str) -> bool:
    """Waits a moment until no process with the mark is left."""
    deadline = time.monotonic() + 10
    while processes_with(mark) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not processes_with(mark)
