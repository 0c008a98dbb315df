"""Processor time of agents' decisions, measured on the same positions."""

import time
from collections.abc import Iterable, Mapping
from statistics import median

import numpy as np

from fudaba.agents import Agent
from fudaba.agents.agent import FollowingAgent, choose_at
from fudaba.agents.greedy import greedy_or_random
from fudaba.envs import NO_ACTION, Game, Options, Tables
from fudaba.envs.core.compiling.kernel import MANY_TABLES

POSITIONS, ROUNDS = MANY_TABLES, 5  # so many wait for compiled code
SEED = 0


def decision_times(game: Game, options: Options, agents: Mapping[str, Agent]) -> dict[str, float]:
    """Returns the processor time of each agent for a decision with a choice.

    All agents decide in the same 64 positions of games among greedy players, all positions at
    once, as in a match; the median of five measurements counts. Agents that follow their games
    have followed these ones; what they do once for each step before the position does not count.

    Args:
        game: The game.
        options: Its house rules.
        agents: The agents by name.

    Returns:
        Seconds of processor time by name, without the time that an agent spends in threads of its
        own.
    """
    tables = tables_with_a_choice(game, options, agents.values())
    return {name: _seconds(agent, tables) for name, agent in agents.items()}


def tables_with_a_choice(game: Game, options: Options, agents: Iterable[Agent] = ()) -> Tables:
    """Returns tables with a choice, each some decisions farther than the one before.

    Args:
        game: The game.
        options: Its house rules.
        agents: Those of them that follow their games follow these in all seats.
    """
    tables = Tables(game, options, POSITIONS, SEED)
    for agent in agents:
        if isinstance(agent, FollowingAgent):
            agent.follow(tables, np.ones((POSITIONS, game.max_players), bool))
    greedy, nobody = greedy_or_random(game), np.random.default_rng(SEED)
    num_made, wanted = np.zeros(POSITIONS, np.int64), np.arange(POSITIONS)
    while True:
        waiting = (num_made >= wanted) & (tables.action_masks.sum(axis=1) > 1)
        if waiting.all():
            return tables
        actions = greedy.act(tables.observations, tables.action_masks, nobody)
        tables.step(np.where(waiting, NO_ACTION, actions))
        num_made += ~waiting


def _seconds(agent: Agent, tables: Tables) -> float:
    """Returns the processor time of a decision at one of the tables."""
    everywhere = np.arange(tables.num_tables)

    def ask() -> float:
        started = time.thread_time()
        choose_at(agent, tables, everywhere, np.random.default_rng(SEED))
        return (time.thread_time() - started) / tables.num_tables

    ask()  # the first call compiles and loads, and does not count
    return median(ask() for _ in range(ROUNDS))
