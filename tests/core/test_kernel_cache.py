"""Compiled code on a disk that was damaged, is full or can't be read: told once, compiled again."""

import errno
import gc
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

from fudaba.agents import choose_actions, make_agent
from fudaba.envs import Tables, find_game, game_names
from fudaba.envs.core.compiling import kernel_cache
from fudaba.envs.core.compiling.kernel_cache import KernelCache, seal, unsealed, write_whole
from fudaba.envs.core.compiling.sources import SOURCE_ROOT

from ..processes import python

COMPILING = "fudaba: compiling "
TWICE = """
from fudaba.envs.core.compiling.kernel import kernel

@kernel
def half(value):
    return value // 2

@kernel
def twice(value):
    return half(value) * 4

print(twice(21), sum(twice.stats.cache_hits.values()))
"""


RECORDS = """
import sys
import numpy as np
from fudaba.envs.core.compiling.kernel import kernel

@kernel
def value_of(records, place):
    for other in range(place, len(records)):  # long enough not to be inlined
        if records[other]["value"] < 0:
            return value_of(records, other + 1)
    return records[place]["value"]

@kernel
def first_value(records):
    return value_of(records, 0)

for width in map(int, sys.argv[1:]):
    records = np.zeros(1, [("before", np.int8, width), ("value", np.int8)])
    records["value"] = 7
    print(first_value(records), end=" ")
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with kernels; beside it a folder in which they are kept."""
    file = tmp_path_factory.mktemp("kernels") / "twice.py"
    file.write_text(TWICE, encoding="utf-8")
    assert start(file, file.parent) == ("40 0\n", "")
    assert start(file, file.parent) == ("40 1\n", "")
    return file


@pytest.fixture
def cache(script: Path, tmp_path: Path) -> Path:
    """A copy of that folder."""
    return Path(shutil.copytree(script.parent / "kept", tmp_path / "kept"))


def start(script: Path, folder: Path, *words: str) -> tuple[str, str]:
    """What a process with kernels prints, on standard output and standard error.

    Without the notices of compilation, which depend on how busy the machine is.
    """
    settings = {"NUMBA_CACHE_DIR": str(folder / "kept"), "NUMBA_DISABLE_JIT": "0"}
    done = python(script, *words, **settings)
    errors = done.stderr.splitlines(keepends=True)
    return done.stdout, "".join(line for line in errors if not line.startswith(COMPILING))


def files_in(cache: Path) -> list[Path]:
    return sorted(cache.glob("kernels-*/*"))


def flip(content: bytes) -> bytes:
    place = len(content) // 2
    return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]


def test_what_two_processes_compiled_for_two_games_is_told_apart_in_a_third(tmp_path: Path) -> None:
    script = tmp_path / "records.py"
    script.write_text(RECORDS, encoding="utf-8")
    for widths, printed in ((["2"], "7 "), (["3"], "7 "), (["2", "3"], "7 7 ")):
        assert start(script, tmp_path, *widths) == (printed, "")


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "a bit in the middle": flip,
    "cut in half": lambda content: content[: len(content) // 2],
    "empty": lambda content: b"",
    "a pickle that fails": lambda content: seal(b"no pickle"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_told_in_one_sentence_and_only_that_file_is_made_again(
    script: Path, cache: Path, damage: str
) -> None:
    files = files_in(cache)
    before = {file: file.read_bytes() for file in files}
    damaged = next(file for file in files if file.name.startswith("twice"))
    damaged.write_bytes(DAMAGES[damage](before[damaged]))
    others = {file: file.stat().st_mtime_ns for file in files if file != damaged}
    told = f"fudaba: compiled code in {cache} is damaged: it is removed and compiled again.\n"
    assert start(script, cache.parent) == ("40 0\n", told)
    assert len(others) > 0 and others == {file: file.stat().st_mtime_ns for file in others}
    assert files_in(cache) == files
    assert unsealed(damaged.read_bytes())


def test_nothing_is_unpickled_before_the_digest_is_right() -> None:
    rng = random.Random(4)
    content = rng.randbytes(500)
    assert bytes(unsealed(seal(content))) == content
    for length in range(len(seal(content))):
        with pytest.raises(ValueError, match="damaged"):
            unsealed(seal(content)[:length])
    for place in range(len(seal(content))):
        sealed = bytearray(seal(content))
        sealed[place] ^= 1 << rng.randrange(8)
        with pytest.raises(ValueError, match="damaged"):
            unsealed(bytes(sealed))


FULL = """
import errno, os
from pathlib import Path

def full(self, content):
    with open(self, "wb") as file:
        file.write(content[:99])
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

Path.write_bytes = full
"""


def test_on_a_full_disk_a_run_goes_on_and_leaves_nothing(tmp_path: Path) -> None:
    script = tmp_path / "full.py"
    script.write_text(FULL + TWICE, encoding="utf-8")
    told = (
        f"fudaba: compiled code in {tmp_path / 'kept'} can't be kept (No space left on device): "
        "later starts compile again.\n"
    )
    assert start(script, tmp_path) == ("40 0\n", told)
    assert files_in(tmp_path / "kept") == []


def test_what_can_not_be_read_is_left_and_told(script: Path, cache: Path) -> None:
    for file in files_in(cache):
        file.unlink()
        file.mkdir()
    out, err = start(script, cache.parent)
    assert out == "40 0\n"
    assert "can't be read (Is a directory): it is compiled again.\n" in err
    assert "can't be kept (Is a directory): later starts compile again.\n" in err
    assert len(err.splitlines()) == 2 and all(file.is_dir() for file in files_in(cache))


STRIDED = """
import numpy as np
from fudaba.envs.core.compiling.kernel import wait_for_compile, kernel

EVERY_OTHER = np.arange(6)[::2]

@wait_for_compile
@kernel
def find(number):
    return EVERY_OTHER[number]

print(find(1))
"""


def test_a_kernel_that_can_not_be_kept_is_told(tmp_path: Path) -> None:
    """Numba compiles the address of an array that is not contiguous."""
    script = tmp_path / "strided.py"
    script.write_text(STRIDED, encoding="utf-8")
    said = (
        "fudaba: find is compiled in each process, because it holds an address of this one; "
        "global arrays must be contiguous and at most a megabyte large.\n"
    )
    for _ in range(2):
        assert start(script, tmp_path) == ("2\n", said)


@pytest.mark.parametrize("name", game_names())
def test_all_kernels_of_a_game_can_be_kept(name: str) -> None:
    game = find_game(name)
    played = Tables(game, game.options(), 2)
    search = make_agent("montecarlo:budget=2", game, game.options())
    seating, rng = np.zeros((2, game.max_players), np.int64), np.random.default_rng(0)
    played.step(choose_actions(played, [search], seating, rng))
    folder = SOURCE_ROOT / "envs" / name.removesuffix("_v0")
    forms = [
        (kernel.py_func.__qualname__, form.library.has_dynamic_globals)
        for kernel in gc.get_objects()
        if issubclass(type(kernel), Dispatcher)  # `isinstance` would follow dead weak references
        if isinstance(kernel._cache, KernelCache)
        if any(folder in Path(file).parents for file in kernel.sources)
        for form in (*kernel.overloads.values(), *kernel.linked.forms.values())
    ]
    assert forms and [lost for lost, is_lost in forms if is_lost] == []


def test_a_file_is_replaced_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new" / "file"
    write_whole(path, b"first")

    def fail(*_: object) -> None:
        raise OSError(errno.EXDEV, "no renaming here")

    monkeypatch.setattr(kernel_cache.os, "replace", fail)
    with pytest.raises(OSError, match="no renaming here"):
        write_whole(path, b"second")
    assert path.read_bytes() == b"first" and list(path.parent.iterdir()) == [path]


def one(value: int) -> int:
    return value


def other(value: int) -> int:
    return value


class Codegen:
    """Stands for a processor."""

    def __init__(self, name: str) -> None:
        self._name = name

    def magic_tuple(self) -> tuple[str, ...]:
        return ("x86_64", self._name, "+avx2")


def test_files_differ_by_function_signature_processor_and_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def path(function: Callable[[int], int], sig: object, processor: str) -> Path:
        return KernelCache(function, tmp_path)._path(sig, Codegen(processor))

    whole, real = (numba.types.int64,), (numba.types.float64,)
    paths = [path(one, whole, "a"), path(other, whole, "a"), path(one, real, "a")]
    paths.append(path(one, whole, "b"))
    assert path(one, whole, "a") == paths[0]
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", True, raising=False)
    paths.append(path(one, whole, "a"))
    assert len(set(paths)) == 5 and len({str(place).lower() for place in paths}) == 5
