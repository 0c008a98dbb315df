"""Random play, games of greedy players and searches, each as a function to be timed."""

import random

import numpy as np
from pettingzoo import AECEnv

from fudaba.agents.uniform import choose_uniformly
from fudaba.envs import Game, Tables, find_game
from fudaba.envs.core.compiling.kernel import Kernel, awaited, specialise, unbound
from fudaba.envs.core.kit.rng import draw_below
from fudaba.envs.core.stepping.loops import nth_legal, update_scores_of

from .measure import Run

COMPILED_DECISIONS = 500_000
NUM_TABLES, TABLE_STEPS = 4096, 50
SEARCH_TABLES = 16
COMPILED, TABLES, RAW, WRAPPED = "compiled loop", "`Tables`", "`raw_env()`", "`env()`"
"""The ways to play, as a table names them."""

deal = legal = apply = observe = update_scores = unbound


def _play_uniformly(
    states: np.ndarray,
    views: np.ndarray,
    masks: np.ndarray,
    scores: np.ndarray,
    rewards: np.ndarray,
    chooser: np.ndarray,
    num_decisions: int,
) -> int:
    """Plays random legal actions, each equally likely, with mask and view at every decision.

    `chooser` is one record with a field `rng`, for instance another state. Each table takes
    `num_decisions` decisions; finished games are followed by the next.

    Returns:
        The number of finished games.
    """
    games = 0
    for table in range(len(states)):
        state, view, mask = states[table], views[table], masks[table]
        for _ in range(num_decisions):
            wanted = draw_below(chooser[0], legal(state, mask))
            action = nth_legal(mask, wanted)
            observe(state, np.int64(state["to_move"]), view)
            apply(state, action)
            update_scores(state, scores, rewards, table)
            if state["to_move"] < 0:
                games += 1
                deal(state)
                scores[table, :] = 0.0
    return games


def uniform_play(game: Game) -> Kernel:
    """Returns `_play_uniformly`, specialised for a game."""
    loop = specialise(
        _play_uniformly, game.name, **vars(game.kernels), update_scores=update_scores_of(game)
    )
    return awaited(loop)


def compiled_play(name: str) -> Run:
    """Returns random play in one compiled loop, with mask and view at every decision."""
    game = find_game(name)
    tables = Tables(game, game.options(), 1)
    masks = np.zeros((1, game.num_actions), np.int8)
    views = np.zeros(1, game.view_dtype)
    scores, rewards = np.zeros((2, 1, game.max_players))
    chooser = np.zeros(1, game.state_dtype)
    play = uniform_play(game)

    def run() -> int:
        play(tables.states, views, masks, scores, rewards, chooser, COMPILED_DECISIONS)
        return COMPILED_DECISIONS

    return run


def stepped_tables(name: str) -> Run:
    """Returns random play by `Tables.step` on one thread; the choice of the actions counts."""
    game = find_game(name)
    tables = Tables(game, game.options(), NUM_TABLES)
    actions = np.empty(NUM_TABLES, np.int64)
    draws = np.random.default_rng(0).random((TABLE_STEPS, NUM_TABLES))

    def run() -> int:
        for step in range(TABLE_STEPS):
            choose_uniformly(tables.action_masks, draws[step], actions)
            tables.step(actions)
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


def greedy_games(name: str) -> Run:
    """Returns whole games among greedy players, as the arena plays them, on one thread."""
    from fudaba.agents import choose_actions, make_agent

    game = find_game(name)
    options = game.options()
    tables = Tables(game, options, NUM_TABLES)
    agents = [make_agent("greedy", game, options)]
    seating = np.zeros((NUM_TABLES, game.max_players), np.int64)
    rng = np.random.default_rng(0)

    def run() -> int:
        finished = 0
        while finished < NUM_TABLES:  # long matches end at about the same time at all tables
            tables.step(choose_actions(tables, agents, seating, rng))
            finished += int(tables.dones.sum())
        return finished

    return run


def search_decisions(name: str, word: str) -> Run:
    """Returns the decisions of a search in all stages of greedy games, without forced moves."""
    from fudaba.agents import choose_actions, make_agent

    game = find_game(name)
    options = game.options()
    tables = Tables(game, options, SEARCH_TABLES)
    seating = np.zeros((SEARCH_TABLES, game.max_players), np.int64)
    rng = np.random.default_rng(0)
    greedy, searcher = (make_agent(agent, game, options) for agent in ("greedy", word))
    for _ in range(options.max_decisions()):
        tables.step(choose_actions(tables, [greedy], seating, rng))

    def run() -> int:
        tables.step(choose_actions(tables, [greedy], seating, rng))
        seating[:] = -1
        seating[tables.action_masks.sum(axis=1) > 1] = 0
        choose_actions(tables, [searcher], seating, rng)
        choices = int((seating[:, 0] == 0).sum())
        seating[:] = 0
        return choices

    return run
