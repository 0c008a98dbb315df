"""A second thread is refused, and nothing that it was refused has changed anything."""

import copy
import os
import pickle
import threading
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

from fudaba.adapters.single_agent import OpponentPool
from fudaba.adapters.single_agent.learner_tables import LearnerTables
from fudaba.envs import UserError, sevens_v0, tables
from fudaba.envs.core.stepping.one_thread import OneThread, by_one_thread
from fudaba.training.learner_tables import LearningTables


class Held:
    """Holds a mark in another thread for as long as the block lasts."""

    def __init__(self, mark: OneThread) -> None:
        self._mark = mark
        self._is_held, self._may_end = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._hold)

    def _hold(self) -> None:
        self._mark.acquire()
        self._is_held.set()
        self._may_end.wait()
        self._mark.release()

    def __enter__(self) -> None:
        self._thread.start()
        self._is_held.wait()

    def __exit__(self, *_: object) -> None:
        self._may_end.set()
        self._thread.join()


def make_env() -> Any:
    env = sevens_v0.raw_env()
    env.reset(seed=1)
    return env


def make_seat() -> Any:
    env = gymnasium.make("fudaba/Sevens-v0").unwrapped
    env.reset(seed=1)
    return env


def make_learners() -> LearnerTables:
    game = sevens_v0.raw_env().game
    pool = OpponentPool.read("greedy", game, game.options())
    learners = LearnerTables(game, game.options(), 2, pool)
    learners.start(np.arange(2))
    return learners


def make_learning() -> LearningTables:
    game = sevens_v0.raw_env().game
    pool = OpponentPool.read("greedy", game, game.options())
    learning = LearningTables(game, game.options(), 2, pool, alone=1)
    learning.begin(0, 0)
    return learning


ONE, ZERO = np.zeros(1, np.int64), np.zeros(2, np.int64)
USES: dict[str, tuple[Callable[[], Any], dict[str, tuple[Any, ...]]]] = {
    "Tables": (
        lambda: tables("sevens_v0", 2, seed=1),
        {
            "reset": (),
            "deal": (ONE, ONE),
            "rotate": ("seat", ZERO),
            "step": (ZERO,),
            "play_on": (ZERO, None, None, False),
            "observe": (ONE, ONE),
            "worlds": (ONE,),
        },
    ),
    "CardGameEnv": (
        make_env,
        {
            "reset": (),
            "step": (0,),
            "last": (),
            "observe": ("player_0",),
            "state": (),
            "snapshot": (),
            "worlds": (),
            "describe": (0,),
            "parse": ("",),
            "record": (),
            "save": (),
            "load": (b"",),
            "render": (),
        },
    ),
    "SeatEnv": (make_seat, {"reset": (), "step": (0,), "action_masks": (), "render": ()}),
    "LearnerTables": (
        make_learners,
        {"seed": (0,), "start": (ONE,), "step": (ZERO,), "show": ("ansi",)},
    ),
    "LearningTables": (make_learning, {"begin": (0, 0), "advance": (ZERO,)}),
}


@pytest.mark.parametrize("name", USES)
def test_every_use_is_refused_while_another_thread_is_in_one(name: str) -> None:
    make, calls = USES[name]
    used = make()
    before = pickle.dumps(used)
    with Held(used.one_thread):
        for method, arguments in calls.items():
            with pytest.raises(UserError, match=f"another thread is using this {name}; allowed:"):
                getattr(used, method)(*arguments)
    assert pickle.dumps(used) == before


@pytest.mark.parametrize("name", USES)
def test_copies_and_pickles_have_marks_of_their_own(name: str) -> None:
    make, _ = USES[name]
    used = make()
    copies = [copy.deepcopy(used), pickle.loads(pickle.dumps(used))]
    for made in copies:
        with Held(used.one_thread):
            made.one_thread.acquire(blocking=False)
            made.one_thread.release()


@pytest.mark.parametrize("make", [USES["Tables"][0], make_env])
def test_nobody_copies_tables_in_the_middle_of_a_step(make: Callable[[], Any]) -> None:
    used = make()
    with Held(used.one_thread):
        for take in (copy.deepcopy, pickle.dumps):
            with pytest.raises(UserError, match="another thread is using this Batch"):
                take(used)


class Nested:
    """Calls itself, and fails where it is asked to."""

    def __init__(self) -> None:
        self.one_thread = OneThread()

    @by_one_thread
    def count(self, depth: int, fails: bool = False) -> int:
        """Counts the calls."""
        if fails:
            raise ZeroDivisionError
        return 1 + self.count(depth - 1) if depth else 1


def test_the_thread_that_is_in_may_go_on_and_an_error_lets_go() -> None:
    nested = Nested()
    assert nested.count(3) == 4
    with pytest.raises(ZeroDivisionError):
        nested.count(0, fails=True)
    counted: list[int] = []
    thread = threading.Thread(target=lambda: counted.append(nested.count(0)))
    thread.start()
    thread.join()
    assert counted == [1]


def step_on(used: Any, num_steps: int, refused: list[str], together: threading.Barrier) -> None:
    """Takes steps; what is refused is written down."""
    together.wait()
    for _ in range(num_steps):
        try:
            used.step(used.action_masks.argmax(axis=1))
        except UserError as error:
            refused.append(str(error).split(";")[0])


def test_two_threads_that_step_without_asking_leave_tables_whole() -> None:
    used = tables("niekhi_v0", 200, seed=5, num_threads=2)
    refused: list[str] = []
    together = threading.Barrier(2)
    threads = [
        threading.Thread(target=step_on, args=(used, 200, refused, together)) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    before = used.observations.tobytes(), used.action_masks.tobytes()
    everywhere = np.arange(used.num_tables)
    assert used.observe(everywhere, used.to_move).tobytes() == before[0]
    # One thread may also have chosen while the other stepped: such an action may be illegal.
    assert all("another thread" in words or "not legal" in words for words in refused)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_that_was_forked_in_the_middle_of_a_step_is_told_so() -> None:
    used = tables("sevens_v0", 2, seed=1)
    with Held(used.one_thread):
        child = os.fork()
        if child == 0:
            try:
                used.reset()
            except UserError:
                os._exit(7)
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
