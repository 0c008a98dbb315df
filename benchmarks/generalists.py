"""Measures generalists under their house rules: the table of docs/training.md.

`python -m benchmarks.generalists` writes `docs/figures/generalists.json`. With games it only prints
them. Each policy plays alone among greedy players: the game's specialist and the generalist under
the usual rules, and the generalist under random mixes of the rules that varied in its training.
"""

from pathlib import Path

import numpy as np
import tyro

from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.packaged import place_of_generalist, place_of_specialist
from fudaba.agents.policy import CARD_FILE, PolicyAgent, read_card
from fudaba.envs import Game, Options, find_game, game_names
from fudaba.evaluation.asking import read_game
from fudaba.evaluation.match import reward_against
from fudaba.evaluation.report import numbers
from fudaba.evaluation.statistics import Interval, clear_of_chance, clustered_mean
from fudaba.training.option_sampler import OptionSampler

from . import figures
from .measure import markdown_table

SEED = 1_000_081  # of deals that no training and no evaluation plays
HEADINGS = (
    *("game", "specialist, usual rules", "generalist, usual rules", "generalist, random mixes"),
    *("mixes clearly above greedy", "mixes clearly below"),
)
SAMPLE = (2, 4, 2)


def main(
    games: tyro.conf.Positional[tuple[str, ...]] = (),
    generalist: Path | None = None,
    mixes: int = 40,
    deals: int = 1000,
    mix_deals: int = 250,
) -> None:
    """Measures, and prints or writes the table; takes minutes.

    Args:
        games: The games to measure and print; without them all that have a generalist are measured
            and written.
        generalist: The folder of the generalist, for a single game; the packaged ones by default.
        mixes: The number of random mixes.
        deals: Deals under the usual rules.
        mix_deals: Deals under each mix.
    """
    names = [read_game(word).name for word in games]
    if names:
        rows = [row(name, generalist, mixes, deals, mix_deals) for name in names]
        print(markdown_table(HEADINGS, rows))
        return
    names = [name for name in game_names() if place_of_generalist(find_game(name)).is_dir()]
    players = (
        f"Mean reward of a policy alone among greedy players, with 95 % intervals: {deals:,} deals "
        f"under the usual rules, {mix_deals:,} under each of {mixes} mixes; counted are mixes "
        "whose reward clearly differs from 0 (Holm's correction)"
    )
    rows = [row(name, None, mixes, deals, mix_deals) for name in names]
    sample = [row(name, None, *SAMPLE) for name in names]
    figures.write("generalists", HEADINGS, rows, players, sample)


def _lead(game: Game, options: Options, folder: Path, deals: int) -> Interval:
    """Returns the mean reward of a policy alone among greedy players."""
    policy = PolicyAgent.load(folder, game, options)
    return reward_against(game, options, policy, GreedyAgent(game), deals, SEED)


def _draw(folder: Path, count: int) -> list[Options]:
    """Returns random mixes of the house rules that varied in the training of a policy."""
    config = read_card(folder).training["config"]  # of its day, whose other keys may be gone
    mixes = OptionSampler.read(find_game(config["game"]), config["vary"], config["options"], False)
    if mixes is None:
        raise SystemExit(f"{folder} is no generalist: no house rule varied in its training.")
    return mixes.draw(count, np.random.default_rng(SEED))


def row(name: str, generalist: Path | None, mixes: int, deals: int, mix_deals: int) -> list[str]:
    """Returns a game's row: the mean over the mixes, and how many are clearly above or below 0."""
    game = find_game(name)
    folder = generalist or place_of_generalist(game)
    specialist = place_of_specialist(game)
    places = [specialist] * (specialist / CARD_FILE).exists() + [folder]
    usual = [_lead(game, game.options(), place, deals) for place in places]
    found = [_lead(game, rules, folder, mix_deals) for rules in _draw(folder, mixes)]
    mean = clustered_mean([lead.mean for lead in found], np.arange(len(found)))
    is_clear = clear_of_chance([lead.p_value for lead in found])
    above, below = (
        sum(clear and sign * lead.mean > 0 for clear, lead in zip(is_clear, found, strict=True))
        for sign in (1, -1)
    )
    cells = [numbers.give_or_take(lead, "reward") for lead in (*usual, mean)]
    return [game.title, *["\u2013"] * (3 - len(cells)), *cells, f"{above}", f"{below}"]


if __name__ == "__main__":
    tyro.cli(main)
