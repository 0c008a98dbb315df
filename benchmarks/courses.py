"""Measures how every game goes among greedy players: the table of docs/measures.md.

`python -m benchmarks.courses` writes `docs/figures/courses.json`. With games it only prints them.
"""

from typing import Annotated

import tyro

from fudaba.envs import find_game, game_names
from fudaba.evaluation.asking import read_game
from fudaba.evaluation.balance import measure_balance
from fudaba.evaluation.report.numbers import give_or_take

from . import figures
from .measure import markdown_table

COURSE = {
    "minutes at a table": "minutes",
    "drama, the severity with which the winner was behind": "drama",
    "decisions with the winner behind": "winner behind",
    "share of the game left when the winner leads for good": "left when leading for good",
    "comebacks, the winner was last in the second half": "comebacks",
}
PLAYED_OUT = ("decisiveness", "uncertainty", "kingmaking", "out of contention")
HEADINGS = ("game", *COURSE.values(), *PLAYED_OUT)
SAMPLE = (40, 2)


def row(name: str, games: int, games_played_out: int) -> list[str]:
    """Returns a game's row of the table."""
    words = [measure.replace(" ", "-") for measure in PLAYED_OUT]
    [usual] = measure_balance(name, games=games).variants
    [played_out] = measure_balance(name, games=games_played_out, measures=words).variants
    found = {finding.quantity: finding for finding in played_out.of("game")}
    found |= {finding.quantity: finding for finding in usual.of("game")}
    cells = [give_or_take(found[key].interval, found[key].form) for key in (*COURSE, *PLAYED_OUT)]
    return [find_game(name).title, *cells]


def main(
    games: Annotated[tuple[str, ...], tyro.conf.Positional] = (),
    num_games: int = 4000,
    played_out: int = 300,
) -> None:
    """Measures, and prints or writes the table; takes minutes.

    Args:
        games: The games to measure and print; without them all are measured and written.
        num_games: Games of each for the course of the game.
        played_out: Games of each whose positions are played out.
    """
    names = [read_game(word).name for word in games] or game_names()
    rows = [row(name, num_games, played_out) for name in names]
    if games:
        print(markdown_table(HEADINGS, rows))
        return
    players = (
        f"Greedy in every seat under the default house rules: {num_games:,} games of each up to "
        f"the comebacks, {played_out:,} for the last four columns, with 95 % intervals"
    )
    sample = [row(name, *SAMPLE) for name in game_names()]
    figures.write("courses", HEADINGS, rows, players, sample)


if __name__ == "__main__":
    tyro.cli(main)
