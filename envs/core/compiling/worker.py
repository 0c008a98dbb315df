"""The program of a worker process: reads jobs from standard input and writes the answers.

It is run as a file, with the id of its parent and the path for imports as arguments. It imports
nothing of the project before threads watch the parent, because that can take seconds.
"""

import os
import pickle
import queue
import sys
import threading
import time
from typing import IO, Any

NICENESS = 10  # games that are played meanwhile go first
LOOK = 0.2  # seconds between two looks at the parent


def serve(parent: int) -> None:
    """Runs one job after the other until the input closes or the parent process ends."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, jobs), daemon=True).start()
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a game prints is no answer
    from fudaba.envs.core.compiling import ahead

    ahead.WORKERS.stop()  # a worker has no workers
    while True:
        pickle.dump(_done(jobs.get()), answers)
        answers.flush()


def _read(source: IO[bytes], jobs: "queue.SimpleQueue[bytes]") -> None:
    """Reads jobs into the queue; ends the process when the input closes, even during a job."""
    while True:
        try:
            jobs.put(pickle.load(source))
        except (EOFError, OSError, pickle.UnpicklingError):
            os._exit(0)


def _watch(parent: int) -> None:
    """Ends this process when its parent ends, whose forked children may keep the input open."""
    while os.getppid() == parent:
        time.sleep(LOOK)
    os._exit(0)


def _done(work: bytes) -> tuple[Any, str]:
    """Runs a job; returns its result, and why it failed (empty for success)."""
    try:
        function, arguments = pickle.loads(work)
        return function(*arguments), ""
    except Exception as error:
        return None, f"{type(error).__name__}: {str(error).partition(os.linesep)[0]}"


if __name__ == "__main__":
    sys.path[:] = sys.argv[2:]
    serve(int(sys.argv[1]))
