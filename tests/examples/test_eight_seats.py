"""Old Maid with as many players as the layer has bits for."""

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fudaba.testing.forms import check_forms
from fudaba.testing.positions import positions
from fudaba.testing.secrecy import check_arrangements, check_redeal

from ..project import ROOT


def module_for(most: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Returns the module of Old Maid for up to `most` players."""
    source = (ROOT / "examples/games/old_maid.py").read_text(encoding="utf-8")
    name = f"old_maid_of_{most}"
    wider = source.replace("le=6", f"le={most}").replace("old_maid_v0", f"{name}_v0")
    (folder / f"{name}.py").write_text(wider, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    return importlib.import_module(name)


def test_the_eighth_seat_keeps_its_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = module_for(8, tmp_path, monkeypatch).GAME
    for mix in (True, False):
        rules = {**game.options().plain(), "num_players": 8, "mix": mix}
        check_forms(game, rules)
        check_redeal(game, rules)
        check_arrangements(game, rules)
        for state in positions(game, rules, 1):
            first, last = game.view(state, 0), game.view(state, 7)
            assert last["aside"].tolist() == first["aside"].tolist()
            assert np.count_nonzero(last["hands"][0]) == last["hands_size"][0]


def test_a_ninth_seat_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="8 players are the most"):
        module_for(9, tmp_path, monkeypatch)
