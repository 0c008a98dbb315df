"""Measures generalists under their house rules, as a table in Markdown.

`python -m benchmarks.generalists sevens killer_sevens` makes the table of `docs/agents.md`. Each
policy plays alone among greedy players: the game's specialist and the generalist under the usual
rules, and the generalist under random mixes of the rules that varied in its training.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import tyro

from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.packaged import place_of_generalist, place_of_policy
from fudaba.agents.policy import PolicyAgent, read_card
from fudaba.envs import Game, find_game
from fudaba.envs.core.api.registry import games_called
from fudaba.envs.core.contract.options import Options
from fudaba.evaluation.match import reward_against
from fudaba.evaluation.report import numbers
from fudaba.evaluation.statistics import Interval, clear_of_chance, clustered_mean
from fudaba.training.config import check_config

SEED = 1_000_081  # of deals that no training and no evaluation plays
HEAD = """| game | specialist, usual | generalist, usual | generalist, mixes | above | below |
|---|---|---|---|---:|---:|"""


def main(
    games: tyro.conf.Positional[tuple[str, ...]],
    generalist: Path | None = None,
    mixes: int = 40,
    deals: int = 1000,
    mix_deals: int = 250,
) -> None:
    """Prints the table.

    Args:
        games: Names of games.
        generalist: The folder of the generalist, for a single game; the packaged ones by default.
        mixes: The number of random mixes.
        deals: Deals under the usual rules.
        mix_deals: Deals under each mix.
    """
    print(HEAD, flush=True)
    for name in games:
        game = find_game((games_called(name) or [name])[0])
        folder = generalist or place_of_generalist(game)
        usual = [
            _lead(game, game.options(), place, deals) for place in (place_of_policy(game), folder)
        ]
        found = [_lead(game, rules, folder, mix_deals) for rules in _draw(folder, mixes)]
        print(_row(name, usual, found), flush=True)


def _lead(game: Game, options: Options, folder: Path, deals: int) -> Interval:
    """Returns the mean reward of a policy alone among greedy players."""
    policy = PolicyAgent.load(folder, game, options)
    return reward_against(game, options, policy, GreedyAgent(game), deals, SEED)


def _draw(folder: Path, count: int) -> list[Options]:
    """Returns random mixes of the house rules that varied in the training of a policy."""
    mixes = check_config(str(folder), read_card(folder).training["config"]).mixes()
    if mixes is None:
        raise SystemExit(f"{folder} is no generalist: no house rule varied in its training.")
    return mixes.draw(count, np.random.default_rng(SEED))


def _row(name: str, usual: Sequence[Interval], found: Sequence[Interval]) -> str:
    """Returns a game's row: the mean over the mixes, and how many are clearly above or below 0."""
    mean = clustered_mean([lead.mean for lead in found], np.arange(len(found)))
    is_clear = clear_of_chance([lead.p_value for lead in found])
    above, below = (
        sum(clear and sign * lead.mean > 0 for clear, lead in zip(is_clear, found, strict=True))
        for sign in (1, -1)
    )
    cells = [_cell(lead) for lead in (*usual, mean)]
    return f"| `{name}` | {' | '.join(cells)} | {above} of {len(found)} | {below} |"


def _cell(interval: Interval) -> str:
    mean, ends = (form(interval, numbers.reward) for form in (numbers.estimate, numbers.ends))
    return f"{mean} ({ends})"


if __name__ == "__main__":
    tyro.cli(main)
