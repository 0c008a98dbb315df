"""Compiling and caching: the folder and its name, and copies that keep apart."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from fudaba.envs.core import kernel as module
from fudaba.envs.core.kernel import (
    CACHE_FOLDERS_KEPT,
    kernel,
    prepare_cache_folder,
    source_hash,
    specialise,
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small tree of sources."""
    for name in ("envs/game/rules.py", "envs/core/rng.py", "agents/greedy.py", "cli/main.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    return tmp_path


@pytest.fixture
def parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for cache folders."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.mark.parametrize("name", ["envs/game/rules.py", "envs/core/rng.py", "agents/greedy.py"])
def test_an_edit_in_any_kernel_source_changes_the_hash(tree: Path, name: str) -> None:
    before = source_hash(tree)
    (tree / name).write_text("other")
    assert source_hash(tree) != before
    (tree / name).write_text(name)
    assert source_hash(tree) == before


def test_a_new_or_renamed_source_changes_the_hash(tree: Path) -> None:
    before = source_hash(tree)
    (tree / "envs/core/rng.py").rename(tree / "envs/core/zufall.py")
    renamed = source_hash(tree)
    (tree / "agents/new.py").touch()
    assert len({before, renamed, source_hash(tree)}) == 3


def test_other_files_do_not_change_the_hash(tree: Path) -> None:
    before = source_hash(tree)
    (tree / "cli/main.py").write_text("other")
    (tree / "envs/game/RULES.md").write_text("other")
    assert source_hash(tree) == before and len(before) == 16


def test_the_folder_is_named_by_the_hash_and_lies_where_the_variable_says(parent: Path) -> None:
    assert prepare_cache_folder() == parent / f"kernels-{source_hash()}"
    assert (parent / f"kernels-{source_hash()}").is_dir()


def test_without_the_variable_it_lies_in_the_user_s_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(module.platformdirs, "user_cache_dir", lambda name: f"/no/such/{name}")
    monkeypatch.setattr(Path, "mkdir", lambda self, **_: asked.append(self))
    asked: list[Path] = []
    assert prepare_cache_folder() is None
    assert asked == [Path(f"/no/such/fudaba/kernels-{source_hash()}")]


def test_only_the_newest_folders_stay(parent: Path) -> None:
    for age in range(CACHE_FOLDERS_KEPT + 3):
        old = parent / f"kernels-{age:016x}"
        (old / "inside").mkdir(parents=True)
        os.utime(old, (1000 - age, 1000 - age))
    (parent / "somebody-else").mkdir()
    own = prepare_cache_folder()
    assert own is not None
    kept = [parent / f"kernels-{age:016x}" for age in range(CACHE_FOLDERS_KEPT - 1)]
    assert sorted(parent.iterdir()) == sorted([*kept, own, parent / "somebody-else"])


def test_a_folder_in_use_again_is_the_newest(parent: Path) -> None:
    own = prepare_cache_folder()
    assert own is not None
    os.utime(own, (1, 1))
    for age in range(CACHE_FOLDERS_KEPT):
        (parent / f"kernels-{age:016x}").mkdir()
    assert prepare_cache_folder() == own and own.is_dir()


def test_where_nothing_can_be_written_there_is_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "below"))
    assert prepare_cache_folder() is None
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert prepare_cache_folder() is None


def test_without_a_folder_kernels_compile_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CACHE_FOLDER", None)

    @kernel
    def twice(value: int) -> int:
        return 2 * value

    assert twice(21) == 42


def test_numba_s_own_setting_is_left_alone() -> None:
    before = numba.config.CACHE_DIR

    @kernel
    def twice(value: int) -> int:
        return 2 * value

    assert numba.config.CACHE_DIR == before and twice(21) == 42


def rule(value: int) -> int:
    raise RuntimeError("not bound")


def template(values: np.ndarray) -> int:
    """Adds up what the rule makes of the values."""
    total = 0
    for value in values:
        total += rule(value)
    return total


@kernel
def square(value: int) -> int:
    return value * value


@kernel
def negative(value: int) -> int:
    return -value


def test_specialised_copies_keep_apart() -> None:
    squares = specialise(template, "squares", rule=square)
    negatives = specialise(template, "negatives", rule=negative)
    values = np.arange(4)
    assert (squares(values), negatives(values), squares(values)) == (14, -6, 14)
    assert squares.__doc__ == template.__doc__
    with pytest.raises(RuntimeError, match="not bound"):
        template(values)


TWO_COPIES = """
import numpy as np
from fudaba.envs.core.kernel import kernel, specialise

def template(values):
    total = 0
    for value in values:
        total += rule(value)
    return total

@kernel
def square(value):
    return value * value

@kernel
def negative(value):
    return -value

copies = [specialise(template, "squares", rule=square),
          specialise(template, "negatives", rule=negative)]
print([int(copy(np.arange(4))) for copy in copies],
      [sum(copy.stats.cache_hits.values()) for copy in copies])
"""


def test_copies_are_found_again_on_the_disk(tmp_path: Path) -> None:
    """Numba's cache goes by file and qualified name, so the copies must not share one."""
    script = tmp_path / "two_copies.py"
    script.write_text(TWO_COPIES)
    settings = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    printed = [
        subprocess.run(
            [sys.executable, str(script)],
            env={**os.environ, **settings},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for _ in range(2)
    ]
    assert printed == ["[14, -6] [0, 0]\n", "[14, -6] [1, 1]\n"]


BEYOND_A_FIELD = """
import numpy as np
from fudaba.envs.core.kernel import kernel

@kernel
def held(state, seat):
    return state["hand"][seat]

state = np.zeros(1, [("hand", np.int8, 4)])[0]
print(held(state, 3))
held(state, 4)
"""


def test_an_index_beyond_a_field_is_found_where_indices_are_checked(tmp_path: Path) -> None:
    """As in `make test-bounds`; otherwise a kernel reads whatever lies there."""
    script = tmp_path / "beyond_a_field.py"
    script.write_text(BEYOND_A_FIELD)
    settings = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    run = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, **settings, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
    )
    assert run.stdout == "0\n" and "IndexError" in run.stderr
