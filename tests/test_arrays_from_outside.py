"""Arrays from outside are copied first: what is checked is what kernels read, in one form."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest

from fudaba.adapters.single_agent import OpponentPool, SeatVectorEnv
from fudaba.agents.greedy import GreedyAgent, advice
from fudaba.agents.perfect import PerfectAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import RandomSeats, Tables, UserError, Worlds, find_game
from fudaba.envs.core.compiling.ahead import number_compiled
from fudaba.testing.positions import fields_of

N = 8
GAME = find_game("sevens_v0")
RULES = GAME.options(num_players=2, jokers=0, tunnel="none")
ROWS = np.arange(N)
# What reads an array that it was given
READERS = {"read_array", "check_actions", "check_indices", "check_masks", "read_views", "__init__"}

Door = Callable[[np.ndarray], Any]  # returns the outcome, for `plainly`


def dealt() -> Tables:
    return Tables(GAME, RULES, N, seed=3)


def played_on(actions: np.ndarray, is_advised: np.ndarray, is_random: np.ndarray) -> np.ndarray:
    tables = dealt()
    random_seats = RandomSeats(is_random, np.random.default_rng(1))
    tables.play_on(actions, advice(GAME), is_advised, False, random_seats)
    return tables.states


def after(method: str, *arguments: Any) -> np.ndarray:
    tables = dealt()
    getattr(tables, method)(*arguments)
    return tables.states


def vector_env() -> SeatVectorEnv:
    env = SeatVectorEnv("sevens_v0", N, illegal="raise", **RULES.plain())
    env.reset(seed=3)
    return env


def self_play() -> Any:
    from fudaba.training.selfplay import SelfPlayVecEnv

    env = SelfPlayVecEnv(GAME, RULES, N, OpponentPool.read("greedy", GAME, RULES), seed=3)
    env.reset()
    return env


FIRST, SEEN = dealt().action_masks.argmax(axis=1), dealt().observations.copy()
MASKS, STATES = dealt().action_masks.copy(), dealt().states.copy()
NOBODY = np.zeros((N, GAME.max_players), bool)
LEARNED = vector_env().action_masks().argmax(axis=1)
GREEDY, RNG = GreedyAgent(GAME), np.random.default_rng
# A good array and what it holds later, after a check
DOORS: dict[str, tuple[np.ndarray, Any, Door]] = {
    "Tables.step": (FIRST, 10**7, lambda a: after("step", a)),
    "Tables.deal, tables": (ROWS, N, lambda a: after("deal", a, ROWS)),
    "Tables.deal, deals": (ROWS, -1, lambda a: after("deal", ROWS, a)),
    "Tables.observe, tables": (ROWS, N, lambda a: dealt().observe(a, ROWS * 0)),
    "Tables.observe, seats": (ROWS * 0, 9, lambda a: dealt().observe(ROWS, a)),
    "Tables.worlds": (ROWS, N, lambda a: dealt().worlds(a).sample(0, ROWS)),
    "Tables.play_on, actions": (FIRST, 10**7, lambda a: played_on(a, NOBODY, NOBODY)),
    "Tables.play_on, advised": (NOBODY, True, lambda a: played_on(FIRST, a, NOBODY)),
    "Tables.play_on, random": (NOBODY, True, lambda a: played_on(FIRST, NOBODY, a)),
    "SeatVectorEnv.step": (LEARNED, 10**7, lambda a: vector_env().step(a)[0]),
    "SeatVectorEnv.reset": (ROWS < 3, True, lambda a: reset_at(a)),
    "SelfPlayVecEnv.step": (LEARNED, 10**7, lambda a: self_play().step(a)[0]),
    "Worlds": (STATES, np.zeros(1, STATES.dtype)[0], lambda a: Worlds(GAME, a).sample(1, ROWS)),
    "Worlds.sample": (ROWS, -1, lambda a: Worlds(GAME, STATES).sample(1, a)),
    "greedy, observations": (SEEN, 99, lambda a: GREEDY.act(a, MASKS, RNG(1))),
    "greedy, masks": (MASKS, 0, lambda a: GREEDY.act(SEEN, a, RNG(1))),
    "greedy, marks": (MASKS, 5, lambda a: GREEDY.mark(SEEN, a)),
    "perfect": (SEEN, 99, lambda a: PerfectAgent(GAME, RULES).winning(a)),
    "random": (MASKS, 0, lambda a: UniformAgent().act(SEEN, a, RNG(1))),
}


def reset_at(mask: np.ndarray) -> np.ndarray:
    env = vector_env()
    env.reset(options={"reset_mask": mask})
    return env.learners.states


def plainly(outcome: np.ndarray) -> Any:
    """The numbers of an array, without the bytes between the fields of records."""
    return [fields_of(each) for each in outcome] if outcome.dtype.names else outcome.tolist()


@pytest.fixture(params=DOORS)
def door(request: pytest.FixtureRequest) -> tuple[np.ndarray, Any, Door]:
    if request.param.startswith("SelfPlay"):
        pytest.importorskip("stable_baselines3")
    return DOORS[request.param]


def test_an_array_may_change_as_soon_as_it_was_checked(
    door: tuple[np.ndarray, Any, Door], monkeypatch: pytest.MonkeyPatch
) -> None:
    good, later, go_through = door
    wanted = go_through(good.copy())
    array = good.copy()

    def write(frame: FrameType, event: str, _: object) -> None:
        is_read = event == "return" and frame.f_code.co_name in READERS
        if is_read and any(value is array for value in frame.f_locals.values()):
            array[...] = later

    sys.setprofile(write)
    try:
        found = go_through(array)
    finally:
        sys.setprofile(None)
    assert (array == later).all()
    assert plainly(found) == plainly(wanted)


def in_other_forms(array: np.ndarray) -> list[np.ndarray]:
    """The same numbers, read-only, with gaps, in Fortran's order and in the other byte order."""
    fixed, wide = array.copy(), np.repeat(array, 2, axis=0)
    fixed.flags.writeable = False
    forms = [fixed, wide[::2], np.asfortranarray(array), array[::-1].copy()[::-1]]
    if array.dtype.kind == "i":
        forms.append(array.astype(array.dtype.newbyteorder()))
    return forms


def test_every_form_of_an_array_is_the_same_and_compiles_nothing(
    door: tuple[np.ndarray, Any, Door],
) -> None:
    good, _, go_through = door
    wanted = plainly(go_through(good))

    def try_all() -> None:
        for form in in_other_forms(good):
            assert plainly(go_through(form)) == wanted

    assert number_compiled(try_all) == 0


def test_what_no_kernel_may_read_is_refused(door: tuple[np.ndarray, Any, Door]) -> None:
    good, later, go_through = door
    wrong: list[Any] = [good[None], np.full(good.shape, "x"), None, Path()]
    if good.dtype.kind == "i":
        large = np.full(good.shape, 400) if good is SEEN else np.full(good.shape, later)
        wrong += [np.full(good.shape, np.nan), large]
    if good.dtype.kind == "i" and later != -1:  # a seed may be as large
        wrong.append(np.full(good.shape, 2**64 - 1, np.uint64))
    for each in wrong:
        with pytest.raises(UserError):
            go_through(each)
