"""Compares search budgets: python -m benchmarks.search cyclic_v0 montecarlo:budget=256 ....

Lets each agent play alone among greedy players on the same deals. Prints its mean reward and the
processor time of its decisions, without forced ones.
"""

import time
from typing import Annotated

import numpy as np
import tyro
from rich.console import Console
from rich.table import Table

from fudaba.agents import Agent, make_agent
from fudaba.agents.agent import FollowingAgent, choose_at
from fudaba.envs import Tables, find_game
from fudaba.evaluation.match import reward_against

SEED, COMPILING_SEED = 1, 2


class Timed:
    """An agent whose decisions are counted and timed.

    Attributes:
        decisions: The number of decisions, without forced ones.
        seconds: Processor time of the decisions.
    """

    def __init__(self, agent: Agent) -> None:
        """Starts the counters at zero."""
        self._agent = agent
        self.decisions, self.seconds = 0, 0.0

    def follow(self, tables: Tables, is_own: np.ndarray) -> None:
        """Lets an agent that follows its games do so; see `FollowingAgent`."""
        if isinstance(self._agent, FollowingAgent):
            self._agent.follow(tables, is_own)

    def choose_at(self, tables: Tables, rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Returns the agent's actions; see `FollowingAgent`."""
        start = time.thread_time()
        actions = choose_at(self._agent, tables, rows, rng)
        self.seconds += time.thread_time() - start
        self.decisions += int((tables.action_masks[rows].sum(axis=1) > 1).sum())
        return actions


def main(
    game: Annotated[str, tyro.conf.Positional],
    agents: Annotated[tuple[str, ...], tyro.conf.Positional],
    deals: int = 200,
) -> None:
    """Plays and prints the table.

    Args:
        game: The game's id.
        agents: Words for agents, at least one.
        deals: The number of deals, each played from every seat.
    """
    the_game = find_game(game)
    options = the_game.options()
    greedy = make_agent("greedy", the_game, options)
    table = Table(title=f"{the_game.name}: alone among greedy players, {deals:,} deals")
    for heading in ("agent", "mean reward", "95 %", "decisions", "ms a decision"):
        table.add_column(heading, justify="left" if heading == "agent" else "right")
    for word in agents:
        agent = make_agent(word, the_game, options)
        reward_against(the_game, options, agent, greedy, 1, COMPILING_SEED)
        timed = Timed(agent)
        reward = reward_against(the_game, options, timed, greedy, deals, SEED)
        half = (reward.high - reward.low) / 2
        taken = 1000 * timed.seconds / timed.decisions
        table.add_row(
            word, f"{reward.mean:+.3f}", f"± {half:.3f}", f"{timed.decisions:,}", f"{taken:.3g}"
        )
    Console(width=130).print(table)


if __name__ == "__main__":
    tyro.cli(main)
