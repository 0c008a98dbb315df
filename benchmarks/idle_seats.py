"""Counts the seats that never had a choice among greedy players: `python -m benchmarks.idle_seats`.

For each game that is played in seasons, and for 1 to 5 of them, it prints the share of seats
without a choice, and the median number of choices of a seat.
"""

import numpy as np

from fudaba.agents import make_agent
from fudaba.agents.agent import choose
from fudaba.envs import Game, Tables, find_game, game_names

NUM_GAMES = 2000
MOST_SEASONS = 5


def choices(game: Game, seasons: int) -> np.ndarray:
    """Returns the number of choices of each seat, int64[games, players]."""
    options = game.options.read(game.name, {"seasons": seasons})
    tables = Tables(game, options, NUM_GAMES, seed=1)
    agent, rng = make_agent("greedy", game, options), np.random.default_rng(0)
    found = np.zeros((NUM_GAMES, options.num_players), np.int64)
    is_first = np.ones(NUM_GAMES, bool)  # whether the first game of the table still runs
    while is_first.any():
        masks = tables.action_masks
        chooses = np.flatnonzero(is_first & (masks.sum(axis=1) > 1))
        found[chooses, tables.to_move[chooses]] += 1
        tables.step(choose(agent, tables.observations, masks, None, rng))
        is_first &= ~tables.dones.astype(bool)
    return found


def main() -> None:
    """Prints the table."""
    games = [
        game for game in map(find_game, game_names()) if "seasons" in game.options.model_fields
    ]
    for game in games:
        for seasons in range(1, MOST_SEASONS + 1):
            found = choices(game, seasons)
            print(f"{game.name:<12}{seasons}  {(found == 0).mean():7.2%}  {np.median(found):4.0f}")


if __name__ == "__main__":
    main()
