"""Random play in OpenSpiel, RLCard, PettingZoo's classic games and Pgx, if they are installed."""

import os
import random
from importlib import import_module
from importlib.util import find_spec

from .measure import Run
from .runs import RAW, TABLES, WRAPPED, aec_play

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # PettingZoo's games import pygame

DECISIONS = 1_000  # a run, at least
OPEN_SPIEL = (
    "crazy_eights(players=4)", "skat", "gin_rummy",  # C++
    "python_team_dominoes", "python_liars_poker",  # Python
    "fudaba_sevens", "fudaba_seki",  # these games
)  # fmt: skip
RLCARD = ("uno", "gin-rummy", "doudizhu")
CLASSIC = ("texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5")
PGX = ("kuhn_poker", "leduc_holdem")
PGX_TABLES, PGX_STEPS = 4096, 10


def open_spiel(name: str) -> Run:
    """Returns random play in a game of OpenSpiel, with the observation tensor."""
    import pyspiel

    for package in ("open_spiel.python.games", "fudaba.adapters.openspiel"):
        import_module(package)  # registers its games
    game = pyspiel.load_game(name)

    def run() -> int:
        decisions = 0
        while decisions < DECISIONS:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, odds)[0])
                    continue
                state.observation_tensor(state.current_player())
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return run


def rlcard(name: str) -> Run:
    """Returns random play in a game of RLCard, whose steps return observation and legal actions."""
    import rlcard

    env = rlcard.make(name, config={"seed": 0})

    def run() -> int:
        decisions = 0
        while decisions < DECISIONS:
            observation, _ = env.reset()
            while not env.is_over():
                observation, _ = env.step(random.choice(list(observation["legal_actions"])))
                decisions += 1
        return decisions

    return run


def classic(name: str, way: str) -> Run:
    """Returns random play in a classic game of PettingZoo; the way is `RAW` or `WRAPPED`."""
    game = import_module(f"pettingzoo.classic.{name}")
    return aec_play(game.raw_env() if way == RAW else game.env(), DECISIONS)


def pgx(name: str) -> Run:
    """Returns random play at many tables of a game of Pgx, stepped together by compiled code."""
    import jax
    import pgx

    env = pgx.make(name)

    def draw(state: pgx.State, key: jax.Array) -> pgx.State:
        odds = jax.numpy.log(state.legal_action_mask.astype(float))
        after = env.step(state, jax.random.categorical(key, odds), key)
        return jax.lax.cond(after.terminated, lambda: env.init(key), lambda: after)

    step = jax.jit(jax.vmap(draw))
    keys = jax.random.split(jax.random.key(0), PGX_TABLES)
    states = jax.jit(jax.vmap(env.init))(keys)

    def run() -> int:
        nonlocal keys, states
        for _ in range(PGX_STEPS):
            keys = jax.vmap(lambda key: jax.random.split(key)[0])(keys)
            states = step(states, keys)
        jax.block_until_ready(states)
        return PGX_STEPS * PGX_TABLES

    return run


def other_libraries() -> dict[tuple[str, str], Run]:
    """Returns the runs of the libraries that are installed, by row and column."""
    runs: dict[tuple[str, str], Run] = {}
    if find_spec("pyspiel"):
        runs |= {(f"OpenSpiel `{name}`", RAW): open_spiel(name) for name in OPEN_SPIEL}
    if find_spec("rlcard"):
        runs |= {(f"RLCard `{name}`", RAW): rlcard(name) for name in RLCARD}
    if find_spec("shimmy") and find_spec("rlcard"):  # PettingZoo's extra "classic"
        runs |= {
            (f"PettingZoo `{name}`", way): classic(name, way)
            for name in CLASSIC
            for way in (RAW, WRAPPED)
        }
    if find_spec("pgx"):
        runs |= {(f"Pgx `{name}`", TABLES): pgx(name) for name in PGX}
    return runs
