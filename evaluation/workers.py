"""Worker threads that end as soon as the thread that waits for their results is stopped."""

import ctypes
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from types import TracebackType
from typing import Generic, Self, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

PATIENCE = 1.0  # seconds for all threads to stop after Ctrl-C


class Stopped(KeyboardInterrupt):
    """Raised in a thread whose result is no longer needed."""


class WorkerThreads(Generic[Item, Result]):
    """Threads that do the same work for many items; a context manager.

    If the block ends early, by Ctrl-C or an error of one thread, all threads stop at their next
    line of Python, because chunks of searching agents may take minutes.
    """

    def __init__(self, work: Callable[[Item], Result], count: int) -> None:
        """Makes the threads.

        Args:
            work: The work on one item.
            count: The number of threads.
        """
        self._work = work
        self._jobs: SimpleQueue[tuple[Item, Future[Result]] | None] = SimpleQueue()
        self._threads = [Thread(target=self._labour, daemon=True) for _ in range(count)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for thread in self._threads:
            if kind is not None:
                _stop(thread)
            self._jobs.put(None)
        for thread in self._threads:
            thread.join(PATIENCE / len(self._threads))

    def results(self, items: Iterable[Item]) -> Iterator[tuple[Item, Result]]:
        """Yields each item with the result of its work, in the order of the items."""
        ahead = 4 * len(self._threads)  # limits the results that wait for the caller
        waiting: deque[tuple[Item, Future[Result]]] = deque()
        for item in items:
            future: Future[Result] = Future()
            waiting.append((item, future))
            self._jobs.put((item, future))
            if len(waiting) > ahead:
                yield _first_of(waiting)
        while waiting:
            yield _first_of(waiting)

    def _labour(self) -> None:
        with suppress(Stopped):
            while (job := self._jobs.get()) is not None:
                item, future = job
                try:
                    future.set_result(self._work(item))
                except Stopped:
                    raise
                except BaseException as error:  # without a result its reader would wait for ever
                    future.set_exception(error)


def _first_of(waiting: deque[tuple[Item, Future[Result]]]) -> tuple[Item, Result]:
    item, future = waiting.popleft()
    return item, future.result()


def _stop(thread: Thread) -> None:
    """Raises `Stopped` in a thread; the standard library can't interrupt one.

    A thread that has ended is left alone, because its number may belong to another one by now.
    """
    if thread.ident is not None and thread.is_alive():
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(thread.ident), ctypes.py_object(Stopped)
        )
