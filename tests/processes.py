"""Python in a process of its own."""

import os
import subprocess
import sys
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
