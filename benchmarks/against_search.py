"""Measures the packaged policies beside a search: the second table of docs/agents.md.

`python -m benchmarks.against_search GAME ...` writes the rows of these games into
`docs/figures/against_search.json`, each with its commit, and leaves the other rows as they are. The
games are kept in a file, so a run that was stopped goes on, and a longer one adds deals.
"""

from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from typing import Annotated

import tyro

from fudaba.agents import make_agent
from fudaba.envs import find_game, game_names
from fudaba.evaluation.arena import compare
from fudaba.evaluation.asking import read_game
from fudaba.evaluation.report import numbers
from fudaba.evaluation.statistics import Interval
from fudaba.training.sample_games import SampleGames, calibrate

from . import figures

NAME = "against_search"
POLICY, SEARCH = "policy:best", "montecarlo:budget=1024"
HEADINGS = ("game", "deals", "spread", "the policy alone", "the search alone", "commit")
PLAYERS = (
    f"Mean reward a game of `{POLICY}` alone among three `{SEARCH}`, and of the search alone among "
    "three such policies, in spreads: the standard deviation of a seat's points; 95 % intervals, "
    "clustered on the deal; each row was measured at the commit in its last column"
)
SEED = 1_000_117  # of deals that no training and no evaluation plays
LONG = "daifugo_v0"  # a deal takes minutes


def row(name: str, deals: int, minutes: float, kept: Path) -> list[str]:
    """Returns a game's row of the table."""
    game = find_game(name)
    rules = game.options()
    agents = {word: make_agent(word, game, rules) for word in (POLICY, SEARCH)}
    spread = 1.0 / calibrate(SampleGames(game, rules, SEED)).reward_scale
    result = compare(
        name, agents, {}, deals, seed=SEED, results=kept, minutes=minutes, num_threads=2
    )
    order = sorted((0, 1), key=lambda place: result.standings[place].agent != POLICY)
    meetings = [result.pairwise[place][1 - place] for place in order]
    rewards = [meeting.reward for meeting in meetings if meeting]
    return [
        game.title,
        f"{result.deals:,}",
        f"{spread:.2f}",
        *(numbers.give_or_take(in_spreads(reward, spread), "reward") for reward in rewards),
        figures.commit(),
    ]


def in_spreads(reward: Interval, spread: float) -> Interval:
    """Returns a reward in standard deviations of a seat's points."""
    ends = {end: getattr(reward, end) / spread for end in ("mean", "low", "high")}
    return replace(reward, **ends)


def main(
    games: Annotated[tuple[str, ...], tyro.conf.Positional] = (),
    deals: int = 600,
    minutes: float = 10,
    kept: Path = Path("build/against_search.sqlite"),
) -> None:
    """Measures games, and writes their rows; takes hours.

    Args:
        games: The games; without them all but Daifugo.
        deals: Deals, each played once from every seat in both ways.
        minutes: The time of a game, after which the deals count that were played.
        kept: The file of the games.
    """
    usual = [name for name in game_names() if name != LONG]
    for name in [read_game(word).name for word in games] or usual:
        new = row(name, deals, minutes, kept)
        others = [old for old in figures.rows_of(NAME) if old[0] != new[0]]
        figures.write(NAME, HEADINGS, sorted([*others, new], key=itemgetter(0)), PLAYERS)


if __name__ == "__main__":
    tyro.cli(main)
