"""Refusing a second thread: compiled code runs without Python's lock, so two could crash it."""

import threading
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from ..checking.errors import UserError

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class OneThread:
    """A mark that one thread holds at a time; it may take it again while it holds it.

    It is never waited for, so a process that was forked while a thread held it does not hang.
    A copy or a pickle is a new mark that nobody holds.
    """

    def __init__(self) -> None:
        """Nobody holds it."""
        self._lock = threading.RLock()
        self.acquire = self._lock.acquire
        self.release = self._lock.release

    def __reduce__(self) -> tuple[type["OneThread"], tuple[()]]:
        """A new mark: locks can't be copied."""
        return OneThread, ()


class _Marked(Protocol):
    one_thread: OneThread


Owner = TypeVar("Owner", bound=_Marked)


def by_one_thread(
    method: Callable[Concatenate[Owner, Arguments], Result],
) -> Callable[Concatenate[Owner, Arguments], Result]:
    """Makes a method raise `UserError` while another thread is in a method of the same object.

    The object holds the mark in `one_thread`.
    """

    @wraps(method)
    def guarded(self: Owner, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        mark = self.one_thread
        if not mark.acquire(False):
            raise UserError(
                f"another thread is using this {type(self).__name__}; allowed: one thread at a "
                "time, so give each thread one of its own, or a lock around every use."
            )
        try:
            return method(self, *args, **kwargs)
        finally:
            mark.release()

    return guarded
