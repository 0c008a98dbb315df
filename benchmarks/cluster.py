"""Measures the speed of a cluster and its bounds: python -m benchmarks.cluster.

Measures the cost of a chunk for the worker and for the driver, and the cost of a task for Ray.
Predicts from these the speed of many processors. Checks the prediction with workers that sleep
instead of playing.
"""

import logging
import pickle
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

import ray
import tyro

from fudaba.agents import make_agent
from fudaba.envs import find_game
from fudaba.evaluation import cluster
from fudaba.evaluation.match import (
    CHUNK_DEALS,
    Chunk,
    ChunkResult,
    Executor,
    LocalExecutor,
    MatchRunner,
    chunks_of,
)
from fudaba.evaluation.store import ResultStore

LINE_UP = (0, 1, 1, 1)
PROCESSORS = (1, 2, 10, 100, 1000)
NETWORK = 125e6  # bytes a second: one gigabit
NAPS = (0.0, 0.016, 0.1)  # seconds
SLEEPERS = 8
PLAYED, SEARCHED, NAPPED = 20, 8, 1000  # chunks
SEARCH = "montecarlo:budget=64"


class Cost(NamedTuple):
    """The cost of a chunk, in processor seconds and in bytes.

    Attributes:
        play: Seconds to play it.
        keep: Seconds to unpack its result and write it into SQLite.
        size: Bytes of its result on the network.
    """

    play: float
    keep: float
    size: int


def main(game: Annotated[str, tyro.conf.arg(help="The game's id.")] = "sevens_v0") -> None:
    """Measures and prints; takes a minute or two."""
    print(f"{SEARCH}, a thread here: {searched(game, LocalExecutor(1), 1):.2f} chunks/s")
    for workers in (1, 2):
        _start(workers)
        rate = searched(game, cluster.RayExecutor(), workers)
        print(f"{SEARCH}, {workers} workers: {rate:.2f} chunks/s")
        ray.shutdown()
    _start(SLEEPERS)
    costs = {word: cost_of(game, word) for word in ("greedy", SEARCH)}
    for word, cost in costs.items():
        print(f"{word}: a chunk takes {1000 * cost.play:.1f} ms to play, {1000 * cost.keep:.2f} ms "
              f"to keep, {cost.size:,} bytes")  # fmt: skip
    executor = cluster.RayExecutor()
    napping(game, executor, 0.0)  # its processes start
    cluster.MOST_CHUNKS = 1  # so that a task is a nap
    naps = {nap: napping(game, executor, nap) for nap in NAPS}
    task = min(seconds for _, seconds in naps.values())
    print(f"a task costs the driver {1000 * task:.2f} ms")
    for nap, (rate, seconds) in naps.items():
        most = min(SLEEPERS / nap if nap else float("inf"), 1 / seconds)
        print(f"{SLEEPERS} workers that sleep {1000 * nap:.0f} ms: {rate:,.0f} tasks/s, "
              f"at most {most:,.0f} predicted")  # fmt: skip
    for word, cost in costs.items():
        print(f"{word}: " + "; ".join(f"{count:,} processors {describe(cost, task, count)}"
                                      for count in PROCESSORS))  # fmt: skip


def describe(cost: Cost, task: float, count: int) -> str:
    """Returns the predicted speed of `count` processors in chunks per second, and its bound."""
    chunks_a_task = max(1.0, cluster.TASK_SECONDS / cost.play)
    bounds = {
        "players": count / cost.play,
        "driver and SQLite": 1 / (cost.keep + task / chunks_a_task),
        "network": NETWORK / cost.size,
    }
    bound = min(bounds, key=lambda name: bounds[name])
    return f"{bounds[bound]:,.1f} chunks/s ({bound})"


def players_of(game: str, words: Sequence[str]) -> MatchRunner:
    """Returns the players of a game under its default house rules."""
    the_game = find_game(game)
    rules = the_game.options()
    agents = [make_agent(word, the_game, rules) for word in words]
    return MatchRunner(the_game, rules, list(words), agents, seed=0)


def cost_of(game: str, word: str) -> Cost:
    """Measures the cost of chunks in which one agent plays among random ones."""
    players = players_of(game, (word, "random"))
    chunks = chunks_of(LINE_UP, PLAYED * CHUNK_DEALS)
    players.play(chunks[0])
    start = time.thread_time()
    played = list(LocalExecutor(1).play(players, MatchRunner.play, chunks))
    play = time.thread_time() - start
    packed = [pickle.dumps(result, protocol=5) for _, result in played]
    with tempfile.TemporaryDirectory() as folder, ResultStore(Path(folder) / "r.sqlite") as store:
        stored = store.line_up(store.run_of(players), LINE_UP, [word])
        start = time.thread_time()
        for (chunk, _), content in zip(played, packed, strict=True):
            stored.add(chunk, pickle.loads(content))
        keep = time.thread_time() - start
    return Cost(play / PLAYED, keep / PLAYED, sum(map(len, packed)) // PLAYED)


def searched(game: str, executor: Executor, workers: int) -> float:
    """Measures the chunks per second of some workers, after a first chunk each."""
    players = players_of(game, (SEARCH, "random"))
    chunks = chunks_of(LINE_UP, (workers + SEARCHED) * CHUNK_DEALS)
    list(executor.play(players, MatchRunner.play, chunks[:workers]))  # its processes start
    start = time.perf_counter()
    list(executor.play(players, MatchRunner.play, chunks[workers:]))
    return SEARCHED / (time.perf_counter() - start)


def _start(workers: int) -> None:
    ray.init("local", num_cpus=workers, log_to_driver=False, logging_level=logging.ERROR)


def sleep(players: MatchRunner, chunk: Chunk, result: ChunkResult, seconds: float) -> ChunkResult:
    """Sleeps instead of playing a chunk; returns a given result."""
    time.sleep(seconds)
    return result


def napping(game: str, executor: Executor, seconds: float) -> tuple[float, float]:
    """Lets workers sleep; returns tasks per second, and seconds of this process per task."""
    players = players_of(game, ("random",))
    result = players.play(Chunk((0,) * len(LINE_UP), 0, 0))
    how: Callable[[MatchRunner, Chunk], ChunkResult] = partial(
        sleep, result=result, seconds=seconds
    )
    start, worked = time.perf_counter(), time.process_time()
    count = sum(1 for _ in executor.play(players, how, chunks_of(LINE_UP, NAPPED * CHUNK_DEALS)))
    return count / (time.perf_counter() - start), (time.process_time() - worked) / count


if __name__ == "__main__":
    tyro.cli(main)
