"""Trains a policy on its own playouts: python -m benchmarks.expert_iteration cyclic_v0.

The packaged policy learns again from playouts of every legal move: once with greedy as the playout
policy, as before, and once with itself (expert iteration: a one-move search with the policy is the
teacher of the policy). Prints the reward of the result alone among greedy players, and alone among
copies of the old policy.
"""

import time
from typing import Annotated

import torch
import tyro
from rich.console import Console
from rich.table import Table

from fudaba.agents import make_agent
from fudaba.agents.packaged import place_of_policy
from fudaba.agents.playouts import Playouts
from fudaba.agents.policy import PolicyAgent
from fudaba.envs import Game, find_game
from fudaba.evaluation.match import reward_against
from fudaba.training.config import PPOTraining, WarmStartConfig
from fudaba.training.ppo.learner import TablePPO
from fudaba.training.ppo.network import export_policy, load_weights
from fudaba.training.ppo.warm_start import improve_by_playouts
from fudaba.training.sample_games import SampleGames, calibrate

SEED, SEED_OF_DEALS = 7, 5


def main(
    game: Annotated[str, tyro.conf.Positional],
    decisions: int = 120_000,
    learning_rate: float = 3e-4,
    deals: int = 2000,
) -> None:
    """Trains the policies and prints the table.

    Args:
        game: The game's id.
        decisions: The number of positions to play out, for each playout policy.
        learning_rate: Initial step size; a tenth of that of an untrained network.
        deals: The number of deals of each match, each played from every seat.
    """
    torch.set_num_threads(1)
    the_game = find_game(game)
    rules = the_game.options()
    policy = PolicyAgent.load(place_of_policy(the_game), the_game, rules)
    wanted = WarmStartConfig(decisions=decisions, learning_rate=learning_rate)
    table = Table(title=f"{game}: {decisions:,} decisions, {deals:,} deals")
    for heading in ("played out by", "among greedy", "among what it was", "seconds"):
        table.add_column(heading, justify="left" if heading == "played out by" else "right")
    greedy = make_agent("greedy", the_game, rules)
    players = {
        "nobody": None,
        "greedy": Playouts(the_game),
        "the policy": Playouts(the_game, network=policy.network(the_game)),
    }
    for name, playouts in players.items():
        start = time.thread_time()
        learned = improved(the_game, policy, wanted, playouts) if playouts else policy
        seconds = time.thread_time() - start
        found = [
            reward_against(the_game, rules, learned, others, deals, SEED_OF_DEALS)
            for others in (greedy, policy)
        ]
        cells = [f"{won.mean:+.3f} ({won.low:+.3f} to {won.high:+.3f})" for won in found]
        table.add_row(name, *cells, f"{seconds:,.0f}")
    Console(width=110).print(table)


def improved(
    game: Game, policy: PolicyAgent, wanted: WarmStartConfig, playouts: Playouts
) -> PolicyAgent:
    """Returns the policy after it has learned from playouts of every move."""
    config = PPOTraining(game=game.name, tables=1, threads=1, seed=SEED, residual=True)
    learner = TablePPO.of(config)
    games = SampleGames(game, config.house_rules, SEED)
    mean, spread, reward_scale = calibrate(games)
    learner.policy.features_extractor.standardise(mean, spread)
    load_weights(learner.policy, policy)
    improve_by_playouts(learner.policy, reward_scale, games, wanted, playouts)
    return export_policy(learner.policy)


if __name__ == "__main__":
    tyro.cli(main)
