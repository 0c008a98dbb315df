"""Measures the packaged policies: the table of docs/agents.md.

`python -m benchmarks.policies` writes `docs/figures/policies.json`. With games it only prints them.
"""

from typing import Annotated

import tyro

from fudaba.agents import make_agent
from fudaba.agents.packaged import place_of_policy
from fudaba.agents.policy import read_card
from fudaba.envs import find_game, game_names
from fudaba.evaluation.asking import read_game
from fudaba.evaluation.match import reward_against
from fudaba.evaluation.report import numbers

from . import figures
from .measure import markdown_table

HEADINGS = (
    *("policy", "positions played out", "decisions of PPO"),
    *("among random", "among greedy", "greedy among three of it"),
)
SEED = 1_000_003  # of deals that no training and no evaluation plays
SAMPLE = (4,)
LONG = {"daifugo_v0"}  # whose matches have hundreds of decisions


def row(name: str, deals: int) -> list[str]:
    """Returns a game's row of the table."""
    game = find_game(name)
    rules = game.options()
    training = read_card(place_of_policy(game)).training
    policy, greedy, random = (
        make_agent(word, game, rules) for word in ("best", "greedy", "random")
    )
    played = deals // 4 if name in LONG else deals
    rewards = (
        reward_against(game, rules, one, others, played, SEED)
        for one, others in ((policy, random), (policy, greedy), (greedy, policy))
    )
    return [
        f"`policy:{name.rsplit('_', 1)[0]}`",
        f"{training['config']['warm_start']['decisions']:,}",
        f"{training['steps']:,}",
        *(numbers.give_or_take(reward, "reward") for reward in rewards),
    ]


def main(games: Annotated[tuple[str, ...], tyro.conf.Positional] = (), deals: int = 1000) -> None:
    """Measures, and prints or writes the table; takes minutes.

    Args:
        games: The games to measure and print; without them all are measured and written.
        deals: Deals, each played once from every seat; a quarter of them in Daifugo.
    """
    names = [read_game(word).name for word in games] or game_names()
    rows = [row(name, deals) for name in names]
    if games:
        print(markdown_table(HEADINGS, rows))
        return
    players = (
        f"Mean reward a game of one player alone among others, with 95 % intervals: {deals:,} "
        f"deals from every seat, {deals // 4:,} in Daifugo, with today's greedy"
    )
    sample = [row(name, *SAMPLE) for name in game_names()]
    figures.write("policies", HEADINGS, rows, players, sample)


if __name__ == "__main__":
    tyro.cli(main)
