"""Compiles what the tests run, once, so that tests that run side by side find it on the disk.

`python -m tests.warm_up` takes every game of the registry, the largest first, as many at a time as
there are cores; with the id of a game it takes that one. It fails if a kernel of a game's contract
is compiled for more than one signature. What is on the disk already is not compiled, nor are the
calls inside it seen, so the answer is worth what an empty cache folder makes it.
"""

import hashlib
import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import numpy as np
import tyro

from fudaba.adapters.single_agent import OpponentPool, SeatEnv, SeatVectorEnv
from fudaba.envs import Game, find_game, game_names
from fudaba.envs.core.compiling.kernel import Kernel
from fudaba.evaluation.balance import measure_balance
from fudaba.testing.mixes import mixes
from fudaba.training.learner_tables import LearningTables

from .fingerprint import play, play_tables

AGENTS = ("random", "greedy", "montecarlo:budget=2")


def use_everything(game: Game) -> None:
    """Plays a little with each kernel, from Python, in the generic loops and by each agent."""
    rng, digest = random.Random(1), hashlib.sha256()
    play(game, mixes(game)[0], rng, digest)
    play_tables(game, mixes(game)[0], rng, digest)
    game.kernels.settled_points(np.zeros(1, game.state_dtype)[0], 0)
    greedy = OpponentPool.read("greedy", game, game.options())
    LearningTables(game, game.options(), 2, greedy, alone=1).start(np.arange(2))
    for env in (SeatEnv, SeatVectorEnv):
        env(game.name, opponents="random").reset(seed=1)
    for factor in (None, *game.balance.swaps) if game.balance else ():
        measure_balance(game.name, AGENTS, 12, {}, {}, seed=1, rotate=factor)


def kernels_of(game: Game) -> list[Kernel]:
    """The kernels of a game's contract, with those of its balance reports."""
    kernels = [*vars(game.kernels).values()]
    if ask := game.balance:
        kernels += [ask.measure_deal, ask.measure_game, ask.lead_value, *ask.swaps.values()]
    return kernels


def check_signatures(game: Game) -> None:
    """Each kernel of the contract was compiled, and for one signature alone.

    From Python and from other kernels it is called with the same types.
    """
    for kernel in kernels_of(game):
        name = kernel.py_func.__qualname__
        signatures = {*kernel.signatures, *kernel.linked.signatures}
        assert len(signatures) == 1, f"{game.name}: {name} has {signatures}"


def warm_up(name: str) -> bool:
    """Whether a game compiles, warnings being errors; says what went wrong."""
    start = time.perf_counter()
    command = [sys.executable, "-W", "error", "-m", "tests.warm_up", name]
    run = subprocess.run(command, capture_output=True, text=True)
    print(f"{name} compiled in {time.perf_counter() - start:.0f} s")
    print(run.stderr, end="", file=sys.stderr)
    return run.returncode == 0


def size(name: str) -> int:
    """The bytes of a game's sources: the longer they are, the longer it compiles."""
    folder = find_game(name).rules.parent
    return sum(file.stat().st_size for file in folder.glob("**/*.py"))


def main(name: Annotated[str, tyro.conf.Positional] = "") -> None:
    """Warms up a game, or all without a name."""
    if name:
        game = find_game(name)
        use_everything(game)
        check_signatures(game)
    else:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            sys.exit(not all(list(pool.map(warm_up, sorted(game_names(), key=size, reverse=True)))))


if __name__ == "__main__":
    tyro.cli(main)
