"""Which sources a kernel can reach, in small trees and in the real one."""

import shutil
from pathlib import Path

import pytest

from fudaba.envs.core.compiling.sources import SOURCE_ROOT, Sources

TREE = {
    "envs/core/kernel.py": "",
    "envs/core/rng.py": "from .kernel import kernel\n",
    "envs/game/__init__.py": "from . import rules, text\n",
    "envs/game/rules.py": "import numpy\n\nfrom ..core.rng import draw\nfrom . import state as s\n",
    "envs/game/state.py": "from .roles import (\n    hunter,\n    thief,\n)\n",
    "envs/game/roles/__init__.py": "",
    "envs/game/roles/hunter.py": "",
    "envs/game/roles/thief.py": "",
    "envs/game/text.py": "from .rules import CARDS\n",
    "agents/game.py": "from fudaba.envs.game.rules import \\\n    CARDS\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small tree of sources."""
    for name, source in TREE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source)
    return tmp_path


def reachable(root: Path, name: str) -> set[str]:
    return {str(Path(path).relative_to(root)) for path in Sources(root).reachable(root / name)}


def key(root: Path, name: str) -> str:
    """The key of a file in the tree as it is now."""
    sources = Sources(root)
    return sources.key(sources.reachable(root / name))


RULES = {
    "envs/core/kernel.py",
    "envs/core/rng.py",
    "envs/game/rules.py",
    "envs/game/state.py",
    "envs/game/roles/hunter.py",
    "envs/game/roles/thief.py",
}


def test_imports_are_followed_and_nothing_else(tree: Path) -> None:
    assert reachable(tree, "envs/game/rules.py") == RULES
    assert reachable(tree, "agents/game.py") == RULES | {"agents/game.py"}
    assert reachable(tree, "envs/core/rng.py") == {"envs/core/rng.py", "envs/core/kernel.py"}


@pytest.mark.parametrize(
    "statement",
    [
        "from .roles import NAMES, thief",
        "from .roles import *",
        "from .roles import (  # the names\n    NAMES,\n)",
        "import fudaba.envs.game.roles",
        "import numpy, fudaba.envs.game.roles as roles",
    ],
)
def test_a_package_s_own_file_counts_where_a_name_is_its_own(tree: Path, statement: str) -> None:
    (tree / "envs/game/state.py").write_text(statement)
    assert "envs/game/roles/__init__.py" in reachable(tree, "envs/game/rules.py")


def test_imports_in_circles_end(tree: Path) -> None:
    (tree / "envs/game/state.py").write_text("from .rules import CARDS\nfrom . import state\n")
    assert "envs/game/rules.py" in reachable(tree, "envs/game/state.py")


def test_a_game_outside_of_the_project_reaches_its_own_files_and_the_core(
    tree: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    package = tmp_path_factory.mktemp("elsewhere") / "others" / "game"
    package.mkdir(parents=True)
    (package.parent / "__init__.py").touch()
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(
        "from fudaba.envs.core.rng import draw\nfrom others.game.cards import CARDS\n"
        "from . import state\n"
    )
    for name in ("cards", "state"):
        (package / f"{name}.py").touch()
    found = {Path(path) for path in Sources(tree).reachable(package / "rules.py")}
    own = {package / name for name in ("rules.py", "cards.py", "state.py")}
    assert found == own | {tree / "envs/core/rng.py", tree / "envs/core/kernel.py"}


def test_what_cannot_be_read_reaches_nothing(tree: Path) -> None:
    assert Sources(tree).reachable("<ipython-input-1>") == frozenset()
    (tree / "envs/game/state.py").unlink()
    assert "envs/game/roles/thief.py" not in reachable(tree, "envs/game/rules.py")


def test_the_key_follows_contents_and_names(tree: Path) -> None:
    before = key(tree, "envs/game/rules.py")
    (tree / "envs/game/text.py").write_text("other")
    assert key(tree, "envs/game/rules.py") == before and len(before) == 16
    (tree / "envs/game/roles/thief.py").write_text("other")
    edited = key(tree, "envs/game/rules.py")
    (tree / "envs/game/roles/thief.py").rename(tree / "envs/game/roles/dieb.py")
    (tree / "envs/game/state.py").write_text("from .roles import dieb, hunter")
    assert len({before, edited, key(tree, "envs/game/rules.py")}) == 3


KERNELS = [
    "envs/seki/rules/__init__.py",
    "envs/seki/view.py",
    "envs/seki/redeal.py",
    "envs/sevens/rules.py",
    "envs/sevens/view.py",
    "envs/killer_sevens/rules.py",
    "envs/seki/heuristic.py",
    "envs/sevens/heuristic.py",
]
SEVENS = ["envs/sevens/heuristic.py", "envs/sevens/rules.py", "envs/sevens/view.py"]


@pytest.mark.parametrize(
    ("edited", "expected"),
    [
        ("envs/seki/text/words.py", []),
        ("envs/seki/__init__.py", []),
        ("envs/core/api/aec.py", []),
        ("envs/sevens/state.py", SEVENS),
        ("envs/seki/rules/__init__.py", ["envs/seki/rules/__init__.py"]),
        ("envs/core/compiling/kernel.py", KERNELS),
    ],
)
def test_an_edit_in_the_real_tree_changes_what_it_must(
    tmp_path: Path, edited: str, expected: list[str]
) -> None:
    for package in ("envs", "agents", "common"):
        shutil.copytree(SOURCE_ROOT / package, tmp_path / package)
    before = {name: key(tmp_path, name) for name in KERNELS}
    with (tmp_path / edited).open("a") as file:
        file.write("\n# edited\n")
    changed = [name for name in KERNELS if key(tmp_path, name) != before[name]]
    assert sorted(changed) == sorted(expected)


def test_an_edit_of_the_random_stream_changes_all_rules(tmp_path: Path) -> None:
    shutil.copytree(SOURCE_ROOT / "envs", tmp_path / "envs")
    shutil.copytree(SOURCE_ROOT / "common", tmp_path / "common")
    rules = [
        path
        for name in ("rules.py", "rules/__init__.py")
        for path in (tmp_path / "envs").glob(f"*/{name}")
    ]
    names = [str(path.relative_to(tmp_path)) for path in rules]
    before = {name: key(tmp_path, name) for name in names}
    (tmp_path / "envs/core/kit/rng.py").write_text("from ..compiling.kernel import kernel\n")
    assert len(names) >= 3 and all(key(tmp_path, name) != before[name] for name in names)
