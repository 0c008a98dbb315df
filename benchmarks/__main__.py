"""Prints the table of speeds."""

from importlib.util import find_spec

from fudaba.envs import game_names

from .games import (
    aec_play,
    compiled_play,
    greedy_games,
    other_libraries,
    search_decisions,
    stepped_tables,
)
from .measure import print_table
from .processes import first_step, training_rate

NAME = "sevens_v0"

rows = [
    *[compiled_play(name) for name in game_names()],
    stepped_tables(NAME, 1),
    stepped_tables(NAME, 2),
    aec_play(NAME, wrapped=False),
    aec_play(NAME, wrapped=True),
    *[greedy_games(name) for name in game_names()],
    *[search_decisions(name, 1000) for name in game_names()],
    *other_libraries(),
    *first_step(),
]
if find_spec("sb3_contrib"):
    rows += [training_rate(name) for name in game_names()]
print_table(rows)
