"""Numba's private names stand in one file, and without them everything plays, with one warning."""

import ast
import re
import runpy
from pathlib import Path

import numba
import pytest

from fudaba.envs.core.compiling import numba_names
from fudaba.envs.core.compiling.numba_names import ATTRIBUTES, MISSING, OF_KERNELS

from ..processes import python
from ..project import ROOT, TOP
from .lacking import take_away

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")

FOLDER, FILE = Path(__file__).parent, Path(numba_names.__file__)
NAMES = [
    *re.findall(r'_named\("([\w.]+)"\)', FILE.read_text("utf-8")),
    *(f"{owner}.{name}" for owner, names in ATTRIBUTES.items() for name in names.split()),
]
ROOTS = [name for name in NAMES if name.count(".") == 1]
LACKING = """
import pytest
from lacking import take_away

take_away({names}, pytest.MonkeyPatch())
"""
PLAYS = """
import hashlib

from fudaba.agents import make_agent
from fudaba.envs import find_game, tables
from fudaba.evaluation.match import play_match

game, digest = find_game("makhup_v0"), hashlib.sha256()
together = tables(game.name, 8, seed=1, num_threads=2)
for _ in range(300):
    together.step(together.action_masks.argmax(axis=1))
    for array in together.observations, together.action_masks, together.rewards:
        digest.update(array.tobytes())
words = "montecarlo:budget=4", "policy:best", "greedy", "random"
agents = [make_agent(word, game, game.options()) for word in words]
match = play_match(game, game.options(), agents, [(0, 1, 2, 3)], deals=1, seed=2)
print(digest.hexdigest(), match)
"""


def test_this_numba_has_all_names() -> None:
    assert MISSING == []


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_is_missing_is_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    take_away([name], monkeypatch)
    with pytest.warns(RuntimeWarning, match=f"has no numba.core.{name}.* allows") as told:
        found = runpy.run_path(str(FILE))
    assert len(told) == 1
    assert f"numba.core.{name}" in found["MISSING"]


def test_no_other_file_uses_private_names() -> None:
    declared = {part for name in NAMES for part in name.split(".")} | {*OF_KERNELS.split()}
    used, own = set(), {"_exit"}  # of `os`
    for path in (path for folder in TOP for path in (ROOT / folder).rglob("*.py")):
        source = path.read_text("utf-8")
        assert path == FILE or "numba.core" not in source, path
        if path.parent != FILE.parent:
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Attribute):
                (used if isinstance(node.ctx, ast.Load) else own).add(node.attr)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                own.add(node.name)
    private = {name for name in used if name.startswith("_") and not name.startswith("__")}
    assert private - own <= declared


@pytest.mark.slow
@pytest.mark.parametrize("names", [ROOTS, ["dispatcher._FunctionCompiler._customize_flags"]])
def test_without_them_games_searches_and_policies_play_the_same(names: list[str]) -> None:
    without = python("-c", LACKING.format(names=names) + PLAYS, cwd=FOLDER)
    assert without.stdout == python("-c", PLAYS).stdout
    assert without.stderr.count("Warning: ") == 1
