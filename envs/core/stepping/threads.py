"""Threads that share work on many rows; compiled code runs without Python's lock."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise

MAX_THREADS = 1024


class Threads:
    """Shares work on rows 0..count-1 among threads, each with a span of rows of its own.

    Several threads may call `share` at once. A forked process starts threads of its own, because a
    fork copies only the thread that called it.
    """

    def __init__(self, num_threads: int) -> None:
        """Starts `num_threads` - 1 threads, which work beside the calling thread."""
        self._num_threads = num_threads
        self._start()

    def _start(self) -> None:
        self._process = os.getpid()
        others = self._num_threads - 1
        self._pool = ThreadPoolExecutor(others) if others else None

    def share(self, count: int, work: Callable[[int, int], None], least: int = 1) -> None:
        """Calls `work(first, last)` for spans that make up 0..count-1 together, and waits.

        The calling thread takes a span of its own: waking a thread takes as long as many a span.

        Args:
            count: The number of rows, 0 or more.
            work: Works on the rows first..last-1; several calls run at the same time.
            least: The fewest rows of a span, if there are several spans.
        """
        parts = min(self._num_threads, count // least)
        if self._pool is None or parts < 2:
            work(0, count)
            return
        if self._process != os.getpid():
            self._start()
        edges = [count * part // parts for part in range(parts + 1)]
        own, *spans = pairwise(edges)
        others = [self._pool.submit(work, *span) for span in spans]
        try:
            work(*own)
        finally:
            wait(others)
        for other in others:
            other.result()
