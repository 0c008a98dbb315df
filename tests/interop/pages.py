"""The scripts of docs/trainers.

Each game is on at least one page of every door: all seats (PettingZoo), one seat (`make`), one
seat of many tables (`make_vec`). Pages that take long have it on fewer.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fudaba.envs import game_names, gymnasium_id

PAGES = Path(__file__).parents[2] / "docs" / "trainers"
BLOCK = re.compile(r"^```python[^\n]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BY_GYMNASIUM = '"FUDABA_GAME", "fudaba/'

Run = Callable[[str, int], dict[str, Any]]


def games(*names: str) -> Any:
    """Tries a page with these games, by default with all."""
    return pytest.mark.parametrize("game", names or game_names())


def run_page(page: str, game: str, steps: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Runs a page's script as it stands; returns its names."""
    path = PAGES / page
    text = path.read_text(encoding="utf-8")
    monkeypatch.setenv("FUDABA_GAME", gymnasium_id(game) if BY_GYMNASIUM in text else game)
    monkeypatch.setenv("FUDABA_STEPS", str(steps))
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start(1))
        exec(compile("\n" * line + block[1], path, "exec"), names)
    return names


def check_better_than_random(names: dict[str, Any]) -> None:
    """What the page trained wins, alone among random players, beyond chance.

    It was trained among these. What a random player earns among several of what was trained is
    another question: with more than two players no training promises that it loses.
    """
    rewards = {standing.agent: standing.reward for standing in names["result"].standings}
    assert rewards["trained"].low > 0
