"""A notice on standard error while the compiler takes long."""

import sys
import time
from contextlib import suppress
from typing import Any

from .numba_names import Listener

PATIENCE = 2.0  # seconds


class Waiting(Listener):  # type: ignore[misc]
    """Prints a kernel's notice once if its compilation takes longer than two seconds.

    Numba compiles a kernel and its callees one within the other and sends an event when each
    begins. The first event after two seconds prints the message. Kernels have the message as their
    `notice`; compiled functions of other libraries have none.
    """

    def __init__(self) -> None:
        """Starts with no compilation under way."""
        self._notices: list[str] = []
        self._since = 0.0
        self._told: set[str] = set()

    def on_start(self, event: Any) -> None:
        """Handles the start of a function's compilation."""
        if not self._notices:
            self._since = time.monotonic()
        self._notices.append(getattr(event.data["dispatcher"], "notice", ""))
        if time.monotonic() - self._since > PATIENCE:
            self.remind(self._notices[0])

    def remind(self, notice: str) -> None:
        """Prints a notice, or that of the compilation under way, unless it was printed before."""
        asked_for = self._notices[0] if self._notices else notice
        if asked_for and asked_for not in self._told:
            self._told.add(asked_for)
            tell(f"fudaba: {asked_for} ...")

    def on_end(self, event: Any) -> None:
        """Handles the end or the failure of a function's compilation."""
        self._notices.pop()


def tell(message: str) -> None:
    """Prints to standard error, which may be closed or missing."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            print(message, file=sys.stderr, flush=True)


WAITING = Waiting()
