"""Prints the table of speeds: python -m benchmarks, or of some games: python -m benchmarks seki."""

from importlib.util import find_spec
from typing import Annotated

import tyro

from fudaba.envs import find_game, game_names

from .games import (
    aec_play,
    compiled_play,
    greedy_games,
    other_libraries,
    search_decisions,
    stepped_tables,
)
from .measure import Row, print_table
from .processes import LEARNERS, first_step, training_rate

NAME = "sevens_v0"


def main(games: Annotated[tuple[str, ...], tyro.conf.Positional] = ()) -> None:
    """Measures and prints the table; takes minutes.

    Args:
        games: The games to measure; without them all games, the frame and other libraries.
    """
    names = [find_game(name).name for name in games] or game_names()
    rows = [compiled_play(name) for name in names]
    if not games:
        rows += of_the_frame()
    rows += [greedy_games(name) for name in names]
    rows += [search_decisions(name, 1000) for name in names]
    if find_spec("sb3_contrib"):
        rows += [training_rate(name, learner) for name in names for learner in LEARNERS]
    print_table(rows)


def of_the_frame() -> list[Row]:
    """Returns the rows that do not depend on the game, measured on Sevens; and other libraries."""
    return [
        stepped_tables(NAME, 1),
        stepped_tables(NAME, 2),
        aec_play(NAME, wrapped=False),
        aec_play(NAME, wrapped=True),
        *other_libraries(),
        *first_step(),
    ]


if __name__ == "__main__":
    tyro.cli(main)
