"""How far a long piece of work is, told to whoever wants to know."""

import time
from collections.abc import Callable
from threading import Lock

# Called with the number of units done, of all units, and of decisions so far.
Progress = Callable[[int, int, int], None]

SECONDS_BETWEEN_DECISIONS = 0.2  # that are told


class Count:
    """Counts finished units of work, and the decisions that have led there. Threads may share it.

    Decisions are counted because a unit may take searching agents minutes: whoever looks on sees
    that something happens, and how fast.
    """

    def __init__(self, progress: Progress | None, total: int = 0) -> None:
        """Begins at nothing.

        Args:
            progress: Is told; None if nobody wants to know.
            total: How many units there are.
        """
        self.total = total
        self._progress = progress
        self._done = self._decisions = 0
        self._lock = Lock()
        self._told = time.monotonic()

    @property
    def decisions(self) -> int:
        """How many were taken so far."""
        return self._decisions

    def finish(self, units: int) -> None:
        """Units that are done now, or were before."""
        with self._lock:
            self._done += units
            self._tell()

    def decide(self, decisions: int) -> None:
        """Decisions that were taken."""
        with self._lock:
            self._decisions += decisions
            if time.monotonic() - self._told >= SECONDS_BETWEEN_DECISIONS:
                self._tell()

    def _tell(self) -> None:
        self._told = time.monotonic()
        if self._progress is not None:
            self._progress(self._done, self.total, self._decisions)
