"""A pool of worker processes, at most one per core.

They are started when there is work, and end when there is none left. They never outlive this
process: from the start, a thread of theirs reads the pipe that ends with it. (Linux could signal
them, but does so at the end of the thread that started them.) `multiprocessing` would run the
user's script again in each of them.
"""

import atexit
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, cast

CHECK = 0.5  # seconds between two looks at Ctrl-C while waiting, which some systems need
NOT_STARTED = "no process could be started"


def num_cores() -> int:
    """Returns the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Job:
    """Work for another process.

    Attributes:
        work: The pickle of a function and the tuple of its arguments.
        after: Jobs that must be done first.
        answer: What the work returned.
        failure: Why there is no answer; empty if there is one.
    """

    def __init__(self, work: bytes, after: Sequence["Job"] = ()) -> None:
        """Makes a job that nobody does yet."""
        self.work, self.after = work, after
        self.answer: Any = None
        self.failure = ""
        self._process = os.getpid()
        self._done = threading.Event()

    @property
    def is_under_way(self) -> bool:
        """Whether an answer may still come. None comes to a process that was forked meanwhile."""
        return not self._done.is_set() and self._process == os.getpid()

    def wait(self, seconds: float = float("inf")) -> None:
        """Waits until the job is done or has failed, at most for some seconds."""
        while self.is_under_way and seconds > 0:
            self._done.wait(min(seconds, CHECK))
            seconds -= CHECK

    def finish(self, answer: Any = None, failure: str = "") -> None:
        """Notes how the job ended."""
        self.answer, self.failure = answer, failure
        self._done.set()


# A child that is forked while a worker starts would keep the worker's end of a pipe, so that
# reading from the pipe would last as long as the child: a fork waits for that moment.
STARTING = threading.Lock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=STARTING.acquire,
        after_in_parent=STARTING.release,
        after_in_child=STARTING.release,
    )


class Process:
    """A process that does one job at a time; see `worker.py`."""

    def __init__(self) -> None:
        """Starts it.

        Raises:
            OSError: The system allows no more processes.
        """
        program = Path(__file__).with_name("worker.py")
        with STARTING:
            self._process = subprocess.Popen(
                [sys.executable, "-P", program, str(os.getpid()), *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                process_group=0,  # Ctrl-C is for this process alone
            )

    def do(self, work: bytes) -> tuple[Any, str]:
        """Runs a job; returns the answer and the reason of a failure, which is empty for none.

        Raises:
            OSError, EOFError: The process has ended.
        """
        jobs, answers = cast(IO[bytes], self._process.stdin), cast(IO[bytes], self._process.stdout)
        pickle.dump(work, jobs)
        jobs.flush()
        answer: tuple[Any, str] = pickle.load(answers)
        return answer

    def end(self) -> str:
        """Ends it, also at work, and returns how it ended."""
        self._process.kill()
        code = self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError, ValueError):  # another thread may read from it
                cast(IO[bytes], pipe).close()
        return f"a process ended with exit code {code}"


class Workers:
    """A pool of worker processes."""

    def __init__(self, limit: int | None = None) -> None:
        """Makes a pool without processes; `give` starts them.

        Args:
            limit: The number of processes at a time; None for one per core. With 0 every job fails.
        """
        self._limit = num_cores() if limit is None else limit
        self._reset()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._reset)
        atexit.register(self.stop)

    def _reset(self) -> None:
        """Forgets all processes; those of a parent are not its child's."""
        self._lock = threading.Lock()
        self._cores = threading.Semaphore(self._limit)
        self._num_open = 0  # jobs that are not done
        self._free: list[Process] = []
        self._all: list[Process] = []

    def give(self, job: Job) -> None:
        """Has a job done; it fails if no process can be started."""
        if not self._limit:
            job.finish(failure=NOT_STARTED)
            return
        with self._lock:
            self._num_open += 1
        try:
            threading.Thread(target=self._work_on, args=(job,), daemon=True).start()
        except RuntimeError:  # the system allows no more threads
            self._close(job, None, NOT_STARTED)

    def stop(self) -> None:
        """Ends all processes, also those at work, and starts no more."""
        self._limit = 0
        for process in self._all[:]:
            process.end()

    def _work_on(self, job: Job) -> None:
        for earlier in job.after:
            earlier.wait()
        with self._cores:
            self._close(job, *self._done(job))

    def _done(self, job: Job) -> tuple[Any, str]:
        """Runs a job; returns the answer and the reason of a failure, which is empty for none."""
        try:
            process = self._process()
        except OSError:
            return None, NOT_STARTED
        try:
            answer = process.do(job.work)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            self._all.remove(process)
            return None, process.end()
        self._free.append(process)
        return answer

    def _process(self) -> Process:
        """Returns a free process."""
        try:
            return self._free.pop()
        except IndexError:
            self._all.append(Process())
            return self._all[-1]

    def _close(self, job: Job, answer: Any, failure: str) -> None:
        job.finish(answer, failure)
        with self._lock:
            self._num_open -= 1
            while self._free and not self._num_open:
                self._all.remove(process := self._free.pop())
                process.end()
