"""Checks every index of the kernels: python -m tests.index_bounds [GAME ...].

A compiled kernel reads and writes beyond an array without notice. This compiles each game with a
check of every index and plays it at random: by `benchmarks.fuzz`, and in the tests over the
registry under a few mixes of house rules. The same sources play the same games again, so a game is
checked only if a source that its kernels reach has changed. `index_bounds.json` holds the hashes of
the sources that passed; it is committed with the kernels.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import tyro

from benchmarks.fuzz_kernels import fuzzing
from fudaba import testing
from fudaba.envs import Game, UserError, find_game, game_names
from fudaba.envs.core.compiling.sources import SOURCES
from fudaba.evaluation.asking import read_game

from .warm_up import kernels_of, size

ROOT = Path(__file__).parents[1]
PASSED = Path(__file__).with_suffix(".json")
FUZZ = ("-m", "benchmarks.fuzz")
# Most of the time is compilation; without any optimisation it takes as long, and callers keep the
# addresses of their callees, so that no other process can use them.
CHECKING = {
    "NUMBA_BOUNDSCHECK": "1",
    "NUMBA_OPT": "1",
    "NUMBA_CACHE_DIR": str(ROOT / "build" / "bounds"),
    "FUDABA_OPTION_ROWS": "6",
}
LONGER = {"seki_v0": ("--decisions", "3000000", "--seed", "1")}  # its rare positions


def sources_of(game: Game) -> set[str]:
    """Returns the files that the kernels of a game reach, and the one that mixes house rules."""
    kernels = [fuzzing(game), *kernels_of(game)]
    reached = {source for kernel in kernels for source in kernel.sources}
    return {*reached, str(Path(testing.__file__).with_name("mixes.py").resolve())}


def key(game: Game) -> str:
    """Returns the hash of the sources that decide how a game is checked."""
    return SOURCES.key(sources_of(game))


def commands(name: str) -> Iterator[tuple[str, ...]]:
    """Yields the arguments of Python for each part of the check of a game."""
    yield (*FUZZ, name)
    if name in LONGER:
        yield (*FUZZ, name, *LONGER[name])
    over_registry = f"{name} and not plain_python"
    yield ("-m", "pytest", "--quiet", "tests/test_conformance.py", "-k", over_registry)


def check(name: str) -> bool:
    """Plays a game with every index checked, prints what was said; returns whether it passed."""
    done = [
        subprocess.run(
            [sys.executable, *words],
            cwd=ROOT,
            env={**os.environ, **CHECKING},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for words in commands(name)
    ]
    print("".join(one.stdout for one in done), flush=True)
    return not any(one.returncode for one in done)


def main(games: Annotated[tuple[str, ...], tyro.conf.Positional] = ()) -> int:
    """Checks games.

    Args:
        games: Their names; without them all that have changed.

    Returns:
        The exit code: 0 if no index was out of bounds, 2 if there is no such game.
    """
    try:
        named = [read_game(word).name for word in games]
    except UserError as error:
        print(f"tests.index_bounds: {error}", file=sys.stderr)
        return 2
    keys = {name: key(find_game(name)) for name in game_names()}
    passed = json.loads(PASSED.read_text(encoding="utf-8")) if PASSED.exists() else {}
    changed = [name for name in keys if passed.get(name) != keys[name]]
    names = named or sorted(changed, key=size, reverse=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        is_sound = dict(zip(names, pool.map(check, names), strict=True))
    now = {name: keys[name] for name in keys if is_sound.get(name, name not in changed)}
    if now != passed:
        PASSED.write_text(json.dumps(now, indent=2) + "\n", encoding="utf-8")
        print(f"tests/{PASSED.name} has changed; commit it with the kernels.")
    print(f"Indexes are checked in {len(now)} of {len(keys)} games, in {len(names)} of them now.")
    return int(not all(is_sound.values()))


if __name__ == "__main__":
    sys.exit(tyro.cli(main))
