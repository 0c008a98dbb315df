"""Counts the seats that never had a choice among greedy players: `python -m benchmarks.idle_seats`.

For each game, and for 1 to 3 seasons of those that have them, `docs/figures/idle_seats.json` gets
the share of seats without a choice, and the median number of choices of a seat.
"""

import numpy as np
import tyro

from fudaba.agents import make_agent
from fudaba.agents.agent import choose
from fudaba.envs import Tables, find_game, game_names

from . import figures

NUM_GAMES = 2000
MOST_SEASONS = 3
HEADINGS = ("game", "seasons", "seats without a choice", "choices of a seat, median")
SAMPLE = (50,)
NONE = "0.00 %"


def choices(name: str, seasons: int | None, num_games: int) -> np.ndarray:
    """Returns the number of choices of each seat, int64[games, players]."""
    game = find_game(name)
    options = game.options.read(game.name, {} if seasons is None else {"seasons": seasons})
    tables = Tables(game, options, num_games, seed=1)
    agent, rng = make_agent("greedy", game, options), np.random.default_rng(0)
    found = np.zeros((num_games, options.num_players), np.int64)
    is_first = np.ones(num_games, bool)  # whether the first game of the table still runs
    while is_first.any():
        masks = tables.action_masks
        chooses = np.flatnonzero(is_first & (masks.sum(axis=1) > 1))
        found[chooses, tables.to_move[chooses]] += 1
        tables.step(choose(agent, tables.observations, masks, None, rng))
        is_first &= ~tables.dones.astype(bool)
    return found


def rows_of(name: str, num_games: int) -> list[list[str]]:
    """Returns a game's rows of the table."""
    game = find_game(name)
    lengths = range(1, MOST_SEASONS + 1) if "seasons" in game.options.model_fields else [None]
    rows = []
    for seasons in lengths:
        found = choices(name, seasons, num_games)
        idle = f"{100 * (found == 0).mean():.2f} %"
        rows.append([game.title, str(seasons or ""), idle, f"{np.median(found):.0f}"])
    return rows


def main() -> None:
    """Measures the games, and writes a table of those in which a seat had no choice."""
    of_games = [rows_of(name, NUM_GAMES) for name in game_names()]
    rows = [row for rows in of_games if rows[0][2] != NONE for row in rows]
    sample = [row for name in game_names() for row in rows_of(name, *SAMPLE)]
    players = (
        f"Greedy in every seat under the default house rules, {NUM_GAMES:,} games of each row; "
        "games in which every seat had a choice are left out"
    )
    figures.write("idle_seats", HEADINGS, rows, players, sample)


if __name__ == "__main__":
    tyro.cli(main)
