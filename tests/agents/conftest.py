"""What the tests of programs share."""

import os
import signal
import time
from collections.abc import Iterator

import pytest

from ..processes import processes_with


@pytest.fixture
def mark() -> Iterator[str]:
    """A number of seconds that only the processes of one test sleep."""
    number = f"600.{os.getpid()}{time.monotonic_ns()}"
    yield number
    for process in processes_with(number):
        os.kill(process, signal.SIGKILL)
