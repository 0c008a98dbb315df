"""Progress of a long computation, reported through a callback."""

import time
from collections.abc import Callable
from threading import Lock

# Called with the units done and all units, of the part that is being worked on, with the decisions
# so far, of all parts, and with the name of the part; empty if there is only one.
Progress = Callable[[int, int, int, str], None]

SECONDS_BETWEEN_DECISIONS = 0.2  # between two reports of decisions


class Count:
    """Counts finished units of work and decisions; threads may share it.

    A unit may take searching agents minutes. The decisions show that work goes on, and how fast.
    Units of unlike cost belong to parts of their own, so that a rate tells what is left of a part.
    """

    def __init__(self, progress: Progress | None, total: int = 0) -> None:
        """Starts at zero.

        Args:
            progress: Called on every update, or None.
            total: The number of units.
        """
        self.total, self._part = total, ""
        self._progress = progress
        self._done = self._decisions = 0
        self._lock = Lock()
        self._told = time.monotonic()

    def begin(self, part: str, total: int) -> None:
        """Begins the next part: its name and its units."""
        with self._lock:
            self.total, self._part, self._done = total, part, 0
            self._tell()

    @property
    def decisions(self) -> int:
        """The number of decisions so far."""
        return self._decisions

    def finish(self, units: int) -> None:
        """Counts units that are done, now or in an earlier run."""
        with self._lock:
            self._done += units
            self._tell()

    def decide(self, decisions: int) -> None:
        """Counts decisions that were taken."""
        with self._lock:
            self._decisions += decisions
            if time.monotonic() - self._told >= SECONDS_BETWEEN_DECISIONS:
                self._tell()

    def _tell(self) -> None:
        self._told = time.monotonic()
        if self._progress is not None:
            self._progress(self._done, self.total, self._decisions, self._part)
