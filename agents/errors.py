"""The error of an agent from outside this package."""

import signal
import threading
import traceback
from pathlib import Path
from typing import Self

from fudaba.common.errors import shown
from fudaba.envs import UserError


def is_interruption(error: BaseException) -> bool:
    """Returns whether an exception out of a user's code stops the process, and is no failure of it.

    Here threads and commands are stopped by subclasses of `KeyboardInterrupt`. A plain one stops
    the process only in the main thread, and only where Python itself answers to Ctrl-C.
    """
    if type(error) is not KeyboardInterrupt:
        return isinstance(error, KeyboardInterrupt)
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler


class AgentError(UserError):
    """An error inside an agent; its cause is the exception of the agent's own code.

    Attributes:
        traceback: The traceback within the agent's code.
        row: The position of the decision in which it failed among those it was asked for; None if
            it is not known.
    """

    def __init__(self, message: str, traceback: str = "") -> None:
        """Stores the message and the traceback."""
        super().__init__(message)
        self.traceback = traceback
        self.row: int | None = None

    @classmethod
    def of(cls, spec: str, error: BaseException) -> Self:
        """Returns the `AgentError` for an exception of a spec's agent; an `AgentError` is kept.

        Raises:
            BaseException: The error itself, if it stops the process and is no failure.
        """
        if is_interruption(error):
            raise error
        if isinstance(error, cls):
            return error
        frames = error.__traceback__
        while frames and _is_loading(frames.tb_frame.f_code.co_filename):
            frames = frames.tb_next
        lines = traceback.format_exception(type(error), error, frames)
        return cls(f"agent {spec} failed: {shown(error)}.", "".join(lines))


def _is_loading(file: str) -> bool:
    """Whether a frame of a traceback belongs to the code that loads and calls an agent."""
    return file.startswith("<frozen importlib") or Path(file).parent == Path(__file__).parent
