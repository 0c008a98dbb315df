"""Compiling and caching: the folder and its name, and copies that keep apart."""

import os
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from fudaba.envs import find_game
from fudaba.envs.core.compiling import kernel as module
from fudaba.envs.core.compiling.kernel import (
    UNUSED_DAYS,
    always_inline,
    kernel,
    no_refcount,
    prepare_cache_folder,
    remove_unused_folders,
    specialise,
)
from fudaba.envs.core.stepping.loops import loops

from ..processes import python


@pytest.fixture
def parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for cache folders."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_the_folder_is_named_by_the_key_and_lies_where_the_variable_says(parent: Path) -> None:
    assert prepare_cache_folder("0123") == parent / "kernels-0123"
    assert (parent / "kernels-0123").is_dir()


def test_without_the_variable_it_lies_in_the_user_s_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(module.platformdirs, "user_cache_dir", lambda name: f"/no/such/{name}")
    monkeypatch.setattr(Path, "mkdir", lambda self, **_: asked.append(self))
    asked: list[Path] = []
    assert prepare_cache_folder("0123") is None
    assert asked == [Path("/no/such/fudaba/kernels-0123")]


def make_unused(folder: Path, days: float) -> Path:
    """A folder with a file in it that was last asked for so long ago."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "inside").touch()
    then = time.time() - days * 24 * 60 * 60
    os.utime(folder, (then, then))
    return folder


def test_folders_go_when_nobody_asked_for_them_in_a_month_however_many(parent: Path) -> None:
    kept = [make_unused(parent / f"kernels-{days:016x}", days) for days in range(UNUSED_DAYS)]
    other = make_unused(parent / "somebody-else", 2 * UNUSED_DAYS)
    make_unused(parent / "kernels-old", UNUSED_DAYS + 1)
    remove_unused_folders(parent)
    assert sorted(parent.iterdir()) == sorted([*kept, other])


def test_a_folder_in_use_again_stays(parent: Path) -> None:
    own = make_unused(parent / "kernels-0123", 2 * UNUSED_DAYS)
    assert prepare_cache_folder("0123") == own
    remove_unused_folders(parent)
    assert (own / "inside").exists()


def test_two_processes_may_clean_up_at_once(parent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_unused(parent / "kernels-old", 2 * UNUSED_DAYS)
    monkeypatch.setattr(Path, "glob", lambda self, _: [self / "kernels-gone", self / "kernels-old"])
    remove_unused_folders(parent)
    assert not list(parent.iterdir())
    remove_unused_folders(parent / "missing")


def test_where_nothing_can_be_written_there_is_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "below"))
    assert prepare_cache_folder("0123") is None
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert prepare_cache_folder("0123") is None


def test_without_a_folder_kernels_compile_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_cache_folder", lambda _: None)

    @kernel
    def twice(value: int) -> int:
        return 2 * value

    assert twice(21) == 42


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_a_borrowing_kernel_counts_no_references(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_cache_folder", lambda _: None)

    def width(rows: np.ndarray) -> int:
        return len(rows[0])

    @no_refcount
    def width_without_counting(rows: np.ndarray) -> int:
        return len(rows[0])

    counts = []
    for function in (width, width_without_counting):
        compiled: Any = kernel(function)
        assert compiled(np.zeros((2, 3))) == 3
        (made,) = compiled.overloads.values()
        counts.append(made.target_context.enable_nrt)
    assert counts == [True, False]


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_callers_contain_a_merging_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_cache_folder", lambda _: None)

    def twice(value: int) -> int:
        return 2 * value

    @always_inline
    def thrice(value: int) -> int:
        return 3 * value

    contained = []
    for function in (twice, thrice):
        compiled: Any = kernel(function)
        assert compiled(7) == function(7)
        (text,) = compiled.inspect_llvm().values()
        contained.append("alwaysinline" in text)
    assert contained == [False, True]


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_the_mark_of_a_template_goes_to_its_copies() -> None:
    made: Any = specialise(no_refcount(lambda rows: len(rows)), "marked")
    assert made.py_func.is_borrowing


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_a_state_and_a_view_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_cache_folder", lambda _: None)

    def show(state: np.ndarray, view: np.ndarray) -> None:
        view[0] = state[0]

    def show_again(source: np.ndarray, view: np.ndarray) -> None:
        view[0] = source[0]

    rows, told = np.ones(2), []
    for function in (show, show_again):
        compiled: Any = kernel(function)
        compiled(rows, rows.copy())
        (text,) = compiled.inspect_llvm().values()
        head = next(line for line in text.splitlines() if f"{function.__name__}" in line and
                    line.startswith("define"))  # fmt: skip
        told.append(head.count("noalias"))
    assert told[0] > told[1]


def test_numba_s_own_settings_are_left_alone() -> None:
    before = dict(vars(numba.config))

    @kernel
    def twice(value: int) -> int:
        return 2 * value

    @kernel
    def wrong(value: int) -> int:
        return value + "no number"

    @kernel
    def four_times(value: int, is_wrong: bool) -> int:
        return wrong(value) if is_wrong else twice(twice(value))

    with pytest.raises((numba.TypingError, TypeError)):
        four_times(3, True)
    assert vars(numba.config) == before


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
from fudaba.envs.core.compiling.kernel import kernel, specialise

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
    printed = [python(script, **settings).stdout for _ in range(2)]
    assert printed == ["[14, -6] [0, 0]\n", "[14, -6] [1, 1]\n"]


CELL = """
import sys
import numpy as np
from fudaba.envs.core.compiling.kernel import generate, kernel, specialise

def template(values):
    total = 0
    for value in values:
        total += rule(value)
    return total

cell = {"__name__": "__main__"}
exec(compile(f"def rule(value): return {sys.argv[1]} * value", "<cell 3>", "exec"), cell)
rule = kernel(cell["rule"])
lines = ["def call(value):", "    return rule(value)"]
print(specialise(template, "sums", rule=rule)(np.arange(4)),
      generate(lines, "calls", {"rule": rule})(7))
"""


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is cached")
def test_loops_over_a_rule_without_a_file_notice_its_edits(tmp_path: Path) -> None:
    script = tmp_path / "notebook.py"
    script.write_text(CELL, encoding="utf-8")
    printed = [
        python(script, factor, NUMBA_CACHE_DIR=str(tmp_path / "cache")).stdout
        for factor in ("2", "3")
    ]
    assert printed == ["12 14\n", "18 21\n"]


SIX, EIGHT, UP, DOWN = 6, 8, True, False


@kernel
def half(value: int, up: bool) -> int:
    return (value + up) // 2


@kernel
def call_half(values: np.ndarray) -> int:
    return half(SIX, UP) + half(EIGHT, DOWN) + half(values[0], values[0] > 0)


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_a_kernel_is_compiled_once_for_all_constants_and_widths() -> None:
    assert call_half(np.array([11], np.int8)) == 3 + 4 + 6
    assert call_half(np.array([11], np.int16)) == 3 + 4 + 6
    assert half(SIX, UP) == 3  # where its callers came out of the cache it is compiled here
    assert half.signatures == [(numba.int64, numba.boolean)]


@kernel
def largest(value: np.uint64) -> np.uint64:
    return value >> np.uint64(63)


@kernel
def call_largest(values: np.ndarray) -> np.uint64:
    return largest(values[0])


def test_unsigned_numbers_stay_unsigned() -> None:
    assert call_largest(np.array([2**64 - 1], np.uint64)) == 1


REACHING = """
from fudaba.envs.core.compiling.kernel import wait_for_compile, kernel

from .{below} import {name}


@wait_for_compile
@kernel
def {function}(value):
    return {name}(value) + 1
"""
BOTTOM = """
from fudaba.envs.core.compiling.kernel import wait_for_compile, kernel


@wait_for_compile
@kernel
def bottom(value):
    return value * {factor}
"""
ASK = """
import sys

sys.path.insert(0, sys.argv[1])
from game.rules import top

print(top(10), sum(top.stats.cache_hits.values()))
"""


def test_an_edit_two_files_further_on_is_noticed_and_one_in_the_words_is_not(
    tmp_path: Path,
) -> None:
    """Numba itself looks only at the file that holds the kernel."""
    game = tmp_path / "game"
    game.mkdir()
    (game / "__init__.py").touch()
    top = REACHING.format(below="middle", name="middle", function="top")
    (game / "rules.py").write_text(top)
    middle = REACHING.format(below="bottom", name="bottom", function="middle")
    (game / "middle.py").write_text(middle)
    (game / "bottom.py").write_text(BOTTOM.format(factor=2))
    settings = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    printed = []
    for name, source in [
        ("text.py", ""),
        ("text.py", "'other words'"),
        ("bottom.py", BOTTOM.format(factor=3)),
    ]:
        (game / name).write_text(source)
        printed.append(python("-c", ASK, tmp_path, **settings).stdout)
    assert printed == ["22 0\n", "22 1\n", "32 0\n"]


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is cached")
def test_a_loop_reaches_what_its_kernels_reach() -> None:
    game = find_game("sevens_v0")
    assert (
        loops(game).step_tables.sources > game.kernels.apply.sources | game.kernels.observe.sources
    )


BEYOND_A_FIELD = """
import numpy as np
from fudaba.envs.core.compiling.kernel import wait_for_compile, kernel

@wait_for_compile
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
    run = python(script, check=False, NUMBA_BOUNDSCHECK="1", **settings)
    assert run.stdout == "0\n" and "IndexError" in run.stderr
