"""Random play, games of greedy players and searches, each as a function to be timed.

Only what users call is called here, so that the same functions time other revisions.
"""

import random
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from fudaba.agents import choose_actions, make_agent
from fudaba.agents.uniform import choose_uniformly
from fudaba.envs import find_game, make, tables

from .measure import Run

COMPILED_DECISIONS = 500_000
PYTHON_DECISIONS = 5_000
NUM_TABLES, TABLE_STEPS = 4096, 50
NUM_SEATS, SEAT_STEPS = 256, 40
SEARCH_TABLES = 16
COMPILED, TABLES, RAW, WRAPPED = "compiled loop", "`Tables`", "`raw_env()`", "`env()`"
ONE_SEAT, MANY_SEATS = "`gymnasium.make`", "`make_vec`"
GREEDY, SEARCH = "greedy", "montecarlo:budget=1000"
PRINTED = (COMPILED, TABLES, RAW, WRAPPED, GREEDY, SEARCH)
"""The ways to play, as a table names them, and those in the tables of docs/speed.md."""


def runs_of(name: str, uniform_play: Any, ways: Iterable[str]) -> dict[str, Run]:
    """Returns functions to be timed, by the way to play.

    Args:
        name: The game's id.
        uniform_play: The function of that name in `games.py` of the revision to measure.
        ways: The ways to play.
    """
    makers: dict[str, Callable[[], Run]] = {
        COMPILED: lambda: compiled_play(name, uniform_play),
        TABLES: lambda: stepped_tables(name),
        RAW: lambda: aec_play(import_module(f"fudaba.envs.{name}").raw_env(), PYTHON_DECISIONS),
        WRAPPED: lambda: aec_play(make(name), PYTHON_DECISIONS),
        ONE_SEAT: lambda: one_seat(name),
        MANY_SEATS: lambda: many_seats(name),
        GREEDY: lambda: greedy_games(name),
        SEARCH: lambda: search_decisions(name, SEARCH),
    }
    return {way: makers[way]() for way in ways}


def compiled_play(name: str, uniform_play: Any, num_decisions: int = COMPILED_DECISIONS) -> Run:
    """Returns random play in one compiled loop, with mask and view at every decision."""
    game = find_game(name)
    table = tables(name, 1)
    masks = np.zeros((1, game.num_actions), np.int8)
    views = np.zeros(1, game.view_dtype)
    scores, rewards = np.zeros((2, 1, game.max_players))
    chooser = np.zeros(1, game.state_dtype)
    play = uniform_play(game)

    def run() -> int:
        play(table.states, views, masks, scores, rewards, chooser, num_decisions)
        return num_decisions

    return run


def stepped_tables(name: str) -> Run:
    """Returns random play by `Tables.step` on one thread; the choice of the actions counts."""
    many = tables(name, NUM_TABLES)
    actions = np.empty(NUM_TABLES, np.int64)
    draws = np.random.default_rng(0).random((TABLE_STEPS, NUM_TABLES))

    def run() -> int:
        for step in range(TABLE_STEPS):
            choose_uniformly(many.action_masks, draws[step], actions)
            many.step(actions)
        return TABLE_STEPS * NUM_TABLES

    return run


def aec_play(env: AECEnv, num_decisions: int) -> Run:
    """Returns random play of at least so many decisions by `last()` and `step()`."""

    def run() -> int:
        decisions = 0
        while decisions < num_decisions:
            env.reset()
            observation, _, terminated, truncated, _ = env.last()
            while not (terminated or truncated):
                legal = np.flatnonzero(observation["action_mask"]).tolist()
                env.step(random.choice(legal))
                decisions += 1
                observation, _, terminated, truncated, _ = env.last()
        return decisions

    return run


def one_seat(name: str) -> Run:
    """Returns a learner's random decisions among random players, at one table of Gymnasium."""
    env = gymnasium.make(_gymnasium_id(name), opponents="random")

    def run() -> int:
        decisions = 0
        while decisions < PYTHON_DECISIONS:
            _, info = env.reset()
            over = False
            while not over:
                legal = np.flatnonzero(info["action_mask"]).tolist()
                *_, over, _, info = env.step(random.choice(legal))
                decisions += 1
        return decisions

    return run


def many_seats(name: str) -> Run:
    """Returns the same at many tables, in a vector env of Gymnasium."""
    env: Any = gymnasium.make_vec(
        _gymnasium_id(name), NUM_SEATS, "vector_entry_point", opponents="random"
    )
    masks = env.reset(seed=0)[1]["action_mask"]
    actions = np.empty(NUM_SEATS, np.int64)
    draws = np.random.default_rng(0).random((SEAT_STEPS, NUM_SEATS))

    def run() -> int:
        nonlocal masks
        for step in range(SEAT_STEPS):
            choose_uniformly(masks, draws[step], actions)
            masks = env.step(actions)[-1]["action_mask"]
        return SEAT_STEPS * NUM_SEATS

    return run


def _gymnasium_id(name: str) -> str:
    plain = f"fudaba/{name.replace('_', '').removesuffix('v0')}-v0"
    return next(known for known in gymnasium.registry if known.lower() == plain)


def greedy_games(name: str) -> Run:
    """Returns whole games among greedy players, as the arena plays them, on one thread."""
    game = find_game(name)
    options = game.options()
    many = tables(name, NUM_TABLES)
    agents = [make_agent("greedy", game, options)]
    seating = np.zeros((NUM_TABLES, game.max_players), np.int64)
    rng = np.random.default_rng(0)

    def run() -> int:
        finished = 0
        while finished < NUM_TABLES:  # long matches end at about the same time at all tables
            many.step(choose_actions(many, agents, seating, rng))
            finished += int(many.dones.sum())
        return finished

    return run


def search_decisions(name: str, word: str) -> Run:
    """Returns the decisions of a search in all stages of greedy games, without forced moves."""
    game = find_game(name)
    options = game.options()
    many = tables(name, SEARCH_TABLES)
    seating = np.zeros((SEARCH_TABLES, game.max_players), np.int64)
    rng = np.random.default_rng(0)
    greedy, searcher = (make_agent(agent, game, options) for agent in ("greedy", word))
    for _ in range(options.max_decisions()):
        many.step(choose_actions(many, [greedy], seating, rng))

    def run() -> int:
        many.step(choose_actions(many, [greedy], seating, rng))
        seating[:] = -1
        seating[many.action_masks.sum(axis=1) > 1] = 0
        choose_actions(many, [searcher], seating, rng)
        choices = int((seating[:, 0] == 0).sum())
        seating[:] = 0
        return choices

    return run
