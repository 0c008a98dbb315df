"""Kuhn poker with a fault, behind every door, for the test of what the doors say.

`NUMBA_DISABLE_JIT=1 python -m tests.faulty_games` prints what each door says, as JSON: every faulty
game would take seconds to compile.
"""

import argparse
import json
from collections.abc import Callable

import numpy as np

from fudaba.adapters.single_agent import LearnerTables, OpponentPool
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import CardGameEnv, Game, Tables, UserError
from fudaba.envs.core.stepping.tables import no_advice
from fudaba.evaluation.match import play_match

from .broken_games import begins_again, broken, nothing_is_legal

PATIENCE = 50  # decisions, more than a game may take

FAULTY = {"endless": broken(apply=begins_again), "stuck": broken(legal=nothing_is_legal)}


class FirstAgent:
    """Takes the first legal action; raises where nothing is legal."""

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        return np.array([np.flatnonzero(mask)[0] for mask in masks])


def step_tables(game: Game) -> None:
    tables = Tables(game, game.options(), 3, redeal_finished=False)
    for _ in range(PATIENCE):
        tables.step(np.where(tables.to_move < 0, -1, tables.action_masks.argmax(axis=1)))


def step_env(game: Game) -> None:
    env = CardGameEnv(game, {})
    env.reset(seed=1)
    for agent in env.agent_iter(PATIENCE):
        mask = env.observe(agent)["action_mask"]
        env.step(None if env.terminations[agent] else int(mask.argmax()))


def learn(game: Game, agent: object) -> None:
    pool = OpponentPool([agent], [1.0])
    learners = LearnerTables(game, game.options(), 3, pool)
    learners.start(np.arange(3))
    for _ in range(PATIENCE):
        learners.step(learners.action_masks.argmax(axis=1))


def play_on(game: Game) -> None:
    tables = Tables(game, game.options(), 3, redeal_finished=False)
    tables.play_on(np.full(3, -1), no_advice(game), np.ones((3, game.max_players), bool), True)


def compare(game: Game) -> None:
    agents = [FirstAgent(), UniformAgent()]
    play_match(game, game.options(), agents, [(0, 1)], deals=3, seed=0)


DOORS: dict[str, Callable[[Game], None]] = {
    "Tables.step": step_tables,
    "Tables.play_on": play_on,
    "the PettingZoo env": step_env,
    "training against an agent": lambda game: learn(game, FirstAgent()),
    "training against random": lambda game: learn(game, UniformAgent()),
    "a match": compare,
}


def said(door: Callable[[Game], None], game: Game) -> str:
    """What a door says of a game; empty if that plays on for ever."""
    try:
        door(game)
    except UserError as error:
        return str(error)
    return ""


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(json.dumps({
        fault: {name: said(door, game) for name, door in DOORS.items()}
        for fault, game in FAULTY.items()
    }))  # fmt: skip
