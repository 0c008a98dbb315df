"""Small kernels of the generic loops, and the threads that share their work."""

import threading

import numpy as np
import pytest

from fudaba.envs.core.stepping.loops import nth_legal
from fudaba.envs.core.stepping.threads import Threads

# The number-th legal action


@pytest.mark.parametrize("size", [1, 7, 8, 9, 16, 69, 398])
def test_the_nth_legal_action_is_found_in_words_and_behind_them(size: int) -> None:
    rng = np.random.default_rng(size)
    for share in (0.05, 0.5, 1.0):
        mask = (rng.random(size) < share).astype(np.int8)
        found = [nth_legal(mask, number) for number in range(int(mask.sum()))]
        assert found == np.flatnonzero(mask).tolist()


def test_a_marked_action_counts_twice() -> None:
    mask = np.array([0, 1, 2, 0, 1, 1, 0, 1, 2, 1], np.int8)  # 2 as in greedy's marks
    found = [nth_legal(mask, number) for number in range(int(mask.sum()))]
    assert found == [1, 2, 2, 4, 5, 7, 8, 8, 9]


# Threads


@pytest.mark.parametrize("num_threads", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 2, 10])
def test_spans_cover_all_rows_once(num_threads: int, count: int) -> None:
    times = np.zeros(count, int)

    def work(first: int, last: int) -> None:
        times[first:last] += 1

    Threads(num_threads).share(count, work)
    assert (times == 1).all()


@pytest.mark.parametrize(
    ("count", "sizes"),
    [(0, [0]), (9, [9]), (19, [19]), (20, [10, 10]), (29, [14, 15]), (31, [10, 10, 11])],
)
def test_a_thread_is_woken_for_enough_rows_only(count: int, sizes: list[int]) -> None:
    spans: list[tuple[int, int]] = []
    Threads(3).share(count, lambda *span: spans.append(span), least=10)
    assert [last - first for first, last in sorted(spans)] == sizes


def test_the_calling_thread_works_too_and_an_error_waits_for_the_others() -> None:
    others_done, caller = threading.Event(), threading.current_thread()

    def work(first: int, last: int) -> None:
        if threading.current_thread() is caller:
            raise ValueError("own span")
        threading.Event().wait(0.05)
        others_done.set()

    with pytest.raises(ValueError, match="own span"):
        Threads(2).share(2, work)
    assert others_done.is_set()


def test_an_error_of_another_thread_is_raised() -> None:
    def work(first: int, last: int) -> None:
        if first > 0:
            raise ValueError("other span")

    with pytest.raises(ValueError, match="other span"):
        Threads(2).share(2, work)
