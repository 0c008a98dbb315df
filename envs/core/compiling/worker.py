"""The program of a worker process: reads jobs from standard input and writes the answers."""

import os
import pickle
import queue
import sys
import threading
from typing import IO, Any

from . import ahead

NICENESS = 10  # games that are played meanwhile go first


def serve() -> None:
    """Does one job after the other until the input ends."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a game prints is no answer
    ahead.WORKERS.stop()  # a worker has no workers
    threading.Thread(target=_read, args=(sys.stdin.buffer, jobs), daemon=True).start()
    while True:
        pickle.dump(_done(jobs.get()), answers)
        answers.flush()


def _read(source: IO[bytes], jobs: "queue.SimpleQueue[bytes]") -> None:
    """Passes jobs on, and ends the process with the input, also in the middle of a job."""
    while True:
        try:
            jobs.put(pickle.load(source))
        except (EOFError, OSError, pickle.UnpicklingError):
            os._exit(0)


def _done(work: bytes) -> tuple[Any, str]:
    """Runs a job; returns the answer and the reason of a failure, which is empty for none."""
    try:
        function, arguments = pickle.loads(work)
        return function(*arguments), ""
    except Exception as error:
        return None, f"{type(error).__name__}: {str(error).partition(os.linesep)[0]}"
