"""How long agents think: processor time for a decision, all about the same positions."""

import time
from collections.abc import Mapping
from functools import partial
from statistics import median

import numpy as np

from fudaba.agents import Agent
from fudaba.agents.agent import choose
from fudaba.agents.greedy import GreedyAgent
from fudaba.envs import Game, Tables
from fudaba.envs.core.contract.options import Options
from fudaba.envs.core.stepping.loops import LEAVE

POSITIONS, ROUNDS = 64, 5
SEED = 0


def decision_times(game: Game, options: Options, agents: Mapping[str, Agent]) -> dict[str, float]:
    """What a decision costs each agent where there is a choice.

    All are asked about the same 64 positions of games among greedy players, all positions at
    once, as in a match; the median of five times that counts.

    Args:
        game: The game.
        options: Its house rules.
        agents: The agents by name.

    Returns:
        Seconds of processor time by name. Time that an agent spends in other threads than the
        one that asks it is not seen.
    """
    tables = tables_with_a_choice(game, options)
    return {name: _seconds(agent, tables) for name, agent in agents.items()}


def tables_with_a_choice(game: Game, options: Options) -> Tables:
    """Tables at which somebody has a choice, each some decisions farther than the one before."""
    tables = Tables(game, options, POSITIONS, SEED)
    greedy, nobody = GreedyAgent(game), np.random.default_rng(SEED)  # greedy draws nothing
    num_made, wanted = np.zeros(POSITIONS, np.int64), np.arange(POSITIONS)
    while True:
        waiting = (num_made >= wanted) & (tables.action_masks.sum(axis=1) > 1)
        if waiting.all():
            return tables
        actions = greedy.act(tables.observations, tables.action_masks, nobody)
        tables.step(np.where(waiting, LEAVE, actions))
        num_made += ~waiting


def _seconds(agent: Agent, tables: Tables) -> float:
    """What a decision at one of the tables costs."""
    everywhere = np.arange(tables.num_tables)

    def ask() -> float:
        started = time.thread_time()
        choose(
            agent,
            tables.observations,
            tables.action_masks,
            partial(tables.worlds, everywhere),
            np.random.default_rng(SEED),
        )
        return (time.thread_time() - started) / tables.num_tables

    ask()  # what is compiled or loaded at the first call does not count
    return median(ask() for _ in range(ROUNDS))
