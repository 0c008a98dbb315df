"""The refusal of a second thread, because compiled code runs without Python's lock."""

import threading
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from fudaba.common.errors import UserError

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class OneThread:
    """A reentrant lock that refuses a second thread instead of waiting.

    No thread ever waits for it, so a process that was forked while a thread held it does not hang.
    A copy or a pickle is a new, free lock.
    """

    def __init__(self) -> None:
        """Makes a free lock."""
        self._lock = threading.RLock()
        self.acquire = self._lock.acquire
        self.release = self._lock.release

    def __reduce__(self) -> tuple[type["OneThread"], tuple[()]]:
        """Pickles as a new lock, because locks can't be copied."""
        return OneThread, ()


class _Marked(Protocol):
    one_thread: OneThread


Owner = TypeVar("Owner", bound=_Marked)


def by_one_thread(
    method: Callable[Concatenate[Owner, Arguments], Result],
) -> Callable[Concatenate[Owner, Arguments], Result]:
    """Makes a method raise `UserError` while another thread is in a method of the same object.

    The object has its `OneThread` as `one_thread`.
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
