"""Hooks at the instants at which a process changes files: to count, to kill, to fail."""

import errno
import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES_OF_SQL = ("BEGIN", "CREATE", "INSERT", "UPDATE", "COMMIT")
FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
FULL_OF_SQLITE = sqlite3.OperationalError("database or disk is full")

FILE, REMOVAL, SQLITE = "file", "removal", "sqlite"  # kinds of changes
Meet = Callable[[str], None]


def watch(folder: Path, meet: Meet) -> None:
    """Calls a function at each instant at which this process changes files, until it ends.

    Instants are: before a file is opened for writing, renamed or removed and before a folder is
    made; before a file reaches the disk, and when half of it is there; after a rename; before and
    after each statement of SQLite that changes something.

    Args:
        folder: Changes elsewhere are not counted.
        meet: Called with the kind of the change; an exception of it is raised by the change.
    """
    _watch_files(str(folder.resolve()), meet)
    _watch_syncing(meet)
    _watch_sqlite(meet)


def _watch_files(folder: str, meet: Meet) -> None:
    def lies_inside(path: Any) -> bool:
        return isinstance(path, str | os.PathLike) and os.path.realpath(path).startswith(folder)

    def audit(event: str, arguments: tuple[Any, ...]) -> None:
        is_opened = event == "open" and bool((arguments[2] or 0) & WRITING)
        is_changed = is_opened or event in ("os.rename", "os.remove", "os.mkdir")
        if is_changed and lies_inside(arguments[0]):
            meet(REMOVAL if event == "os.remove" else FILE)

    replace = os.replace

    def replace_and_meet(source: Any, destination: Any) -> None:
        replace(source, destination)
        meet(FILE)

    sys.addaudithook(audit)
    os.replace = replace_and_meet  # type: ignore[assignment]


def _watch_syncing(meet: Meet) -> None:
    sync = os.fsync

    def meet_and_sync(file: Any) -> None:
        meet(FILE)
        whole = Path(f"/proc/self/fd/{file}").read_bytes()  # it is open for writing only
        os.ftruncate(file, len(whole) // 2)
        meet(FILE)
        os.pwrite(file, whole, 0)
        sync(file)

    os.fsync = meet_and_sync


def _watch_sqlite(meet: Meet) -> None:
    class Watched(sqlite3.Connection):
        """A connection that calls `meet` before and after each change."""

        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            return self._met(super().execute, sql, *values)

        def executemany(self, sql: str, *values: Any) -> sqlite3.Cursor:
            return self._met(super().executemany, sql, *values)

        def _met(self, run: Callable[..., sqlite3.Cursor], sql: str, *values: Any) -> Any:
            is_change = sql.startswith(CHANGES_OF_SQL)
            if is_change:
                meet(SQLITE)
            found = run(sql, *values)
            if is_change:
                meet(SQLITE)
            return found

    connect = sqlite3.connect

    def connect_watched(*arguments: Any, **named: Any) -> sqlite3.Connection:
        is_file = arguments[0] != ":memory:"
        return connect(*arguments, factory=Watched if is_file else sqlite3.Connection, **named)

    sqlite3.connect = connect_watched  # type: ignore[assignment]


def counter(at: int, act: Meet, is_once: bool) -> Meet:
    """Returns a hook that acts from an instant on, or only at that instant.

    Args:
        at: The number of the instant, from 1.
        act: Called with the kind of the change.
        is_once: Whether to act at that instant only.
    """
    count = 0

    def meet(kind: str) -> None:
        nonlocal count
        count += 1
        if count == at or (count > at and not is_once):
            act(kind)

    return meet


def kill(kind: str) -> None:
    """Kills this process with SIGKILL."""
    os.kill(os.getpid(), signal.SIGKILL)


def stop(kind: str) -> None:
    """Stops this process with SIGSTOP."""
    os.kill(os.getpid(), signal.SIGSTOP)


def run_out_of_space(kind: str) -> None:
    """Fails like a full disk, on which files can still be removed."""
    if kind != REMOVAL:
        raise FULL_OF_SQLITE if kind == SQLITE else FULL
