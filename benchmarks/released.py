"""Records the released games: `python -m benchmarks.released` writes docs/figures/released.json.

They are kept as commands and fingerprints, for everybody can record them again: docs/datasheet.md.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import tyro

from fudaba.envs import find_game, game_names
from fudaba.evaluation.dataset.datasets import SeatDatasets
from fudaba.evaluation.dataset.recording import Recording
from fudaba.evaluation.dataset.storage import content_of
from fudaba.evaluation.match import LocalExecutor

from . import figures

GAMES, SAMPLE = 1000, 20
NAME = "fudaba-greedy-1"
SHOWN = 16  # digits of a fingerprint
HEADINGS = ("game", "decisions", "SHA-256 of all episodes, its beginning")


def main() -> None:
    """Records all games twice, the second time a few of each, and writes the table."""
    rows, sample = ([row(game, number) for game in game_names()] for number in (GAMES, SAMPLE))
    players = f"{GAMES:,} games of greedy players in all seats under the default rules, seed 0"
    figures.write("released", HEADINGS, rows, players, sample)


def row(name: str, games: int) -> list[str]:
    """Returns the row of a game."""
    game = find_game(name)
    with _own_folder():
        datasets = SeatDatasets(Recording(game, ("greedy",), games=games, name=NAME))
        with datasets.claimed():
            datasets.played.play(LocalExecutor(1), lambda *_: None)
            sizes = datasets.write(lambda *_: None)
    decisions = sum(size.decisions for size in sizes)
    return [game.title, f"{decisions:,}", content_of(sizes)[:SHOWN]]


@contextmanager
def _own_folder() -> Iterator[None]:
    """Lets Minari's datasets go to a folder that is removed afterwards."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINARI_DATASETS_PATH", str(Path(folder)))
        yield


if __name__ == "__main__":
    tyro.cli(main)
