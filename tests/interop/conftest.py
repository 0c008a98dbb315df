"""What the tests of all pages share."""

import math
from collections.abc import Iterator
from typing import Any

import pytest
import torch

from fudaba.envs import find_game

from .pages import Run, run_page
from .witness import Witness


@pytest.fixture
def witness(monkeypatch: pytest.MonkeyPatch) -> Iterator[Witness]:
    """Watches tables and optimisers."""
    witness = Witness(monkeypatch)
    yield witness
    witness.stop()


@pytest.fixture
def run(game: str, witness: Witness, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a page and checks what every page promises; returns the script's names."""

    def run(page: str, steps: int) -> dict[str, Any]:
        names = run_page(page, game, steps, monkeypatch)
        witness.check_tables(find_game(game))
        return names

    torch.set_num_threads(1)
    return run


@pytest.fixture
def train(game: str, run: Run, witness: Witness) -> Run:
    """Runs a page that trains, and ends with the arena."""

    def train(page: str, steps: int) -> dict[str, Any]:
        names = run(page, steps)
        witness.check_learning()
        assert names["result"].game.name == game
        assert all(math.isfinite(standing.reward.mean) for standing in names["result"].standings)
        return names

    return train
