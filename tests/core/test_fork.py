"""Tables with threads in child processes, by every way of starting them."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest
from numba.core.compiler_lock import global_compiler_lock

from fudaba.envs import Tables, tables
from fudaba.envs.core.stepping.threads import Threads

TIMEOUT = 120.0  # a child that hangs fails the test; no other child comes near it
METHODS = multiprocessing.get_all_start_methods()
# A server that forks imports all anew, as what is spawned does.
MARKS = {"forkserver": pytest.mark.slow}
needs_fork = pytest.mark.skipif("fork" not in METHODS, reason="no fork here")


def play(played: Tables, steps: int = 5) -> bytes:
    for _ in range(steps):
        played.step(played.action_masks.argmax(axis=1))
    return played.observations.tobytes()


def answer(answers: "multiprocessing.queues.Queue[bytes]", played: Tables) -> None:
    answers.put(play(played))


def in_child(method: str, played: Tables) -> bytes:
    """What a child makes of tables that it is handed."""
    context = multiprocessing.get_context(method)
    answers = context.Queue()
    child = context.Process(target=answer, args=(answers, played), daemon=True)
    child.start()
    try:
        return answers.get(timeout=TIMEOUT)
    finally:
        child.kill()
        child.join()


@pytest.mark.parametrize("method", [pytest.param(one, marks=MARKS.get(one, ())) for one in METHODS])
def test_tables_with_threads_go_on_in_a_child(method: str) -> None:
    played = tables("sevens_v0", 9, seed=2, num_threads=4)
    play(played)  # the threads have started
    there = in_child(method, played)
    assert there == play(played), "the child's tables are not the parent's"


def forked(work: Callable[[], bool]) -> bool:
    """Whether the work, done in a forked child, returns True there."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if work() else 1
        finally:
            os._exit(code)
    killer = threading.Timer(TIMEOUT, os.kill, (child, signal.SIGKILL))
    killer.start()
    status = os.waitpid(child, 0)[1]
    killer.cancel()
    return status == 0


@needs_fork
def test_a_child_of_a_child_has_threads_too() -> None:
    threads, seen = Threads(3), np.zeros(9)

    def share(times: int) -> bool:
        threads.share(9, count)
        return bool((seen == times).all())

    def count(first: int, last: int) -> None:
        seen[first:last] += 1

    assert share(1)
    assert forked(lambda: share(2) and forked(lambda: share(3)) and share(3))
    assert share(2)


@needs_fork
def test_a_fork_waits_for_a_thread_that_compiles() -> None:
    compiling, released = threading.Event(), []

    def compile_for_a_while() -> None:
        with global_compiler_lock:
            compiling.set()
            time.sleep(0.2)
            released.append(True)

    thread = threading.Thread(target=compile_for_a_while)
    thread.start()
    compiling.wait()
    assert forked(lambda: bool(released) and _can_compile())
    thread.join()


def _can_compile() -> bool:
    with global_compiler_lock:
        return True
