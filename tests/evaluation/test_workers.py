"""Threads that work together: the order of what they bring, and that they stop."""

import gc
import signal
import threading
import time
from contextlib import suppress

import pytest

from fudaba.envs import UserError
from fudaba.evaluation.match import work_through
from fudaba.evaluation.workers import Stopped, _stop


@pytest.mark.parametrize("num_threads", [1, 2, 5])
def test_results_come_in_the_order_of_the_items(num_threads: int) -> None:
    def work(item: int) -> int:
        time.sleep(0.001 * (item % 3))
        return item * item

    items = list(range(40))
    assert list(work_through(work, items, num_threads)) == [(item, item**2) for item in items]


def working() -> set[threading.Thread]:
    return set(threading.enumerate())


def only_remain(threads: set[threading.Thread]) -> bool:
    """Whether all others stop, given a minute on busy cores."""
    for _ in range(60_000):
        if working() <= threads:
            return True
        time.sleep(0.001)
    return False


def endless() -> int:
    while True:
        time.sleep(0.001)


def test_an_error_in_one_thread_stops_all() -> None:
    def fail() -> None:
        raise UserError("an agent is ill.")

    before = working()
    results = work_through(lambda item: fail() if item == 0 else endless(), range(100), 4)
    with pytest.raises(UserError, match="an agent is ill"):
        list(results)
    assert only_remain(before)


def test_a_thread_that_has_ended_is_not_stopped_in_the_person_of_another() -> None:
    """An unfinished run that was thrown away stopped threads that had got the numbers of its own.

    The system gives the number of a thread that has ended to the next one.
    """

    def go_on() -> None:
        with suppress(Stopped):
            endless()

    ended, going = threading.Thread(target=int), threading.Thread(target=go_on, daemon=True)
    for thread in (ended, going):
        thread.start()
    ended.join()
    vars(ended)["_ident"] = going.ident
    _stop(ended)
    going.join(0.1)
    assert going.is_alive()
    _stop(going)
    going.join(60)
    assert not going.is_alive()


def test_ctrl_c_does_not_wait_for_the_work() -> None:
    gc.collect()  # runs that other tests left unfinished would swallow it when they are thrown away

    is_over = threading.Event()

    def press(item: int) -> None:
        # Again and again: what is thrown away at that moment may swallow the first one.
        while item == 3 and not is_over.wait(1):
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        endless()

    before = working()
    try:
        with pytest.raises(KeyboardInterrupt):
            list(work_through(press, range(100), 4))
    finally:
        is_over.set()
    assert only_remain(before)


def test_who_takes_no_more_results_stops_the_work() -> None:
    before = working()
    results = work_through(lambda item: item if item == 0 else endless(), range(100), 4)
    assert next(results) == (0, 0)
    results.close()
    assert only_remain(before)
