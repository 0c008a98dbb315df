"""Measures the decisions per second of the games, in compiled loops and from Python."""

import random
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec

import numpy as np

from fudaba.agents.uniform import UniformAgent, choose_uniformly
from fudaba.envs import Game, Tables, find_game, make
from fudaba.envs.core.api.aec import CardGameEnv
from fudaba.envs.core.compiling.kernel import Kernel, specialise, unbound
from fudaba.envs.core.kit.rng import draw_below
from fudaba.envs.core.stepping.loops import nth_legal, update_scores_of

from .measure import Row, rates

COMPILED_DECISIONS = 1_000_000
NUM_TABLES, TABLE_STEPS = 4096, 100
SEARCH_TABLES = 16
PYTHON_DECISIONS = 20_000
SLOW_GAMES = 20


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
    return specialise(
        _play_uniformly, game.name, **vars(game.kernels), update_scores=update_scores_of(game)
    )


def compiled_play(name: str) -> Row:
    """Measures random legal play in one compiled loop, with mask and view at every decision."""
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

    return Row(f"{name}: compiled random play, one core", rates(run), "decisions/s")


def stepped_tables(name: str, num_threads: int) -> Row:
    """Measures `Tables.step` from Python with random legal actions, including their choice."""
    game = find_game(name)
    tables = Tables(game, game.options(), NUM_TABLES, num_threads=num_threads)
    actions = np.empty(NUM_TABLES, np.int64)
    draws = np.random.default_rng(0).random((TABLE_STEPS, NUM_TABLES))

    def run() -> int:
        for step in range(TABLE_STEPS):
            choose_uniformly(tables.action_masks, draws[step], actions)
            tables.step(actions)
        return TABLE_STEPS * NUM_TABLES

    what = f"{name}: Tables.step, {NUM_TABLES:,} tables, {num_threads} thread"
    return Row(what + "s" * (num_threads > 1), rates(run), "decisions/s", "choosing included")


def aec_play(name: str, wrapped: bool) -> Row:
    """Measures `last()` and `step()` of the AEC env, with the first legal action each time."""
    game = find_game(name)
    env = make(name) if wrapped else CardGameEnv(game, {})

    def run() -> int:
        decisions = 0
        while decisions < PYTHON_DECISIONS:
            env.reset()
            observation, _, terminated, _, _ = env.last()
            while not terminated:
                env.step(int(observation["action_mask"].argmax()))
                decisions += 1
                observation, _, terminated, _, _ = env.last()
        return decisions

    kind = "env(), standard wrappers" if wrapped else "raw_env()"
    return Row(f"{name}: {kind}, last() + step()", rates(run), "decisions/s")


def other_libraries() -> list[Row]:
    """Measures OpenSpiel and RLCard through their Python interfaces, if they are installed."""
    players: list[tuple[str, str, Callable[[], Callable[[], int]]]] = [
        ("pyspiel", "OpenSpiel crazy_eights, observation and mask", _open_spiel),
        ("rlcard", "RLCard uno, observation and legal actions", _rlcard),
    ]
    return [
        Row(what, rates(make_run()), "decisions/s")
        for module, what, make_run in players
        if find_spec(module)
    ]


def _open_spiel() -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game("crazy_eights(players=4)")
    chance = np.random.default_rng(0)

    def run() -> int:
        decisions = 0
        for _ in range(SLOW_GAMES):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choice(outcomes, p=odds))
                    continue
                player = state.current_player()
                state.observation_tensor(player)
                mask = state.legal_actions_mask(player)
                state.apply_action(random.choice(np.flatnonzero(mask).tolist()))
                decisions += 1
        return decisions

    return run


def _rlcard() -> Callable[[], int]:
    import rlcard

    env = rlcard.make("uno", config={"seed": 0})

    def run() -> int:
        decisions = 0
        for _ in range(SLOW_GAMES):
            observation, _ = env.reset()
            while not env.is_over():
                action = random.choice(list(observation["legal_actions"]))
                observation, _ = env.step(action)
                decisions += 1
        return decisions

    return run


def search_decisions(name: str, budget: int) -> Row:
    """Measures the decisions of montecarlo in all stages of greedy games, without forced moves."""
    from fudaba.agents import choose_actions, make_agent

    game = find_game(name)
    options = game.options()
    tables = Tables(game, options, SEARCH_TABLES)
    seating = np.zeros((SEARCH_TABLES, game.max_players), np.int64)
    rng = np.random.default_rng(0)
    greedy = make_agent("greedy", game, options)
    searcher = make_agent(f"montecarlo:budget={budget}", game, options)
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

    row = Row(f"{name}: montecarlo:budget={budget}, one thread", rates(run), "decisions/s")
    return replace(row, note=f"{1000 / row.median:.1f} ms a decision")


def greedy_games(name: str) -> Row:
    """Measures whole games among greedy players, as the arena plays them, on two threads."""
    from fudaba.agents import choose_actions, make_agent

    game = find_game(name)
    options = game.options()
    tables = Tables(game, options, NUM_TABLES, num_threads=2)
    agents = [make_agent("greedy", game, options), UniformAgent()]
    seating = np.zeros((NUM_TABLES, game.max_players), np.int64)
    rng = np.random.default_rng(0)

    def run() -> int:
        finished = 0
        while finished < NUM_TABLES:  # long matches end at about the same time at all tables
            tables.step(choose_actions(tables, agents, seating, rng))
            finished += int(tables.dones.sum())
        return finished * 60

    return Row(f"{name}: games among greedy, two threads", rates(run), "games/min")
