"""The small game on the page *Adding a game* is a module that plays."""

import importlib
from pathlib import Path

import numpy as np
import pytest

from fudaba.envs import Tables

from ..project import ROOT

IMPORTS = "import numpy as np\nfrom pydantic import Field\nfrom fudaba.envs import small\n\n"


def test_the_game_of_the_page_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs/adding_a_game.md").read_text(encoding="utf-8")
    code = page.partition("```py\n")[2].partition("```")[0]
    (tmp_path / "high_of_the_page.py").write_text(IMPORTS + code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    game = importlib.import_module("high_of_the_page").GAME
    tables = Tables(game, game.options(), 1, seed=1)
    rewards = np.zeros(3)
    for _ in range(3):
        tables.step(tables.action_masks.argmax(axis=1))
        rewards += tables.rewards[0][:3]
    assert sorted(rewards) == [-0.5, -0.5, 1.0]
