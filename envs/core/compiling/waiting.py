"""Telling whoever waits for the compiler what for."""

import sys
import time
from contextlib import suppress

from numba.core.event import Event, Listener

PATIENCE = 2.0  # seconds


class Waiting(Listener):  # type: ignore[misc]
    """Says once what is being compiled, if that takes noticeable time.

    Numba compiles a kernel and all that it calls one within the other, and tells when it begins
    with each: the message comes with the first that begins after two seconds. Kernels have a
    `notice`, the words of the message; other people's compiled functions have none.
    """

    def __init__(self) -> None:
        """Nobody waits yet."""
        self._notices: list[str] = []
        self._since = 0.0
        self._told: set[str] = set()

    def on_start(self, event: Event) -> None:
        """A function begins to be compiled."""
        if not self._notices:
            self._since = time.monotonic()
        self._notices.append(getattr(event.data["dispatcher"], "notice", ""))
        asked_for = self._notices[0]
        is_late = time.monotonic() - self._since > PATIENCE
        if is_late and asked_for and asked_for not in self._told:
            self._told.add(asked_for)
            tell(f"fudaba: {asked_for} ...")

    def on_end(self, event: Event) -> None:
        """A function is compiled, or could not be."""
        self._notices.pop()


def tell(message: str) -> None:
    """Prints to standard error, which may be closed or missing."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            print(message, file=sys.stderr, flush=True)
