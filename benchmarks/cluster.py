"""What a cluster brings, and what bounds it: python -m benchmarks.cluster.

Measures what a chunk costs whoever plays it, what it costs the process that asks, and what a task
costs Ray; works out the speed of so many processors from these; and looks whether workers that
sleep instead of playing are handed out as many tasks as predicted.
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
    Players,
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
    """What a chunk costs, in seconds of a processor and in bytes.

    Attributes:
        play: To play it.
        keep: To unpack its result and write it into SQLite.
        size: The bytes of its result on the network.
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
    print(f"a task takes the process that asks {1000 * task:.2f} ms")
    for nap, (rate, seconds) in naps.items():
        most = min(SLEEPERS / nap if nap else float("inf"), 1 / seconds)
        print(f"{SLEEPERS} workers that sleep {1000 * nap:.0f} ms: {rate:,.0f} tasks/s, "
              f"at most {most:,.0f} predicted")  # fmt: skip
    for word, cost in costs.items():
        print(f"{word}: " + "; ".join(f"{count:,} processors {describe(cost, task, count)}"
                                      for count in PROCESSORS))  # fmt: skip


def describe(cost: Cost, task: float, count: int) -> str:
    """The speed of so many processors in chunks a second, and what bounds it."""
    chunks_a_task = max(1.0, cluster.TASK_SECONDS / cost.play)
    bounds = {
        "players": count / cost.play,
        "driver and SQLite": 1 / (cost.keep + task / chunks_a_task),
        "network": NETWORK / cost.size,
    }
    bound = min(bounds, key=lambda name: bounds[name])
    return f"{bounds[bound]:,.1f} chunks/s ({bound})"


def players_of(game: str, words: Sequence[str]) -> Players:
    """The players of a game under its usual house rules."""
    the_game = find_game(game)
    rules = the_game.options()
    agents = [make_agent(word, the_game, rules) for word in words]
    return Players(the_game, rules, list(words), agents, seed=0)


def cost_of(game: str, word: str) -> Cost:
    """What chunks of an agent alone among random ones cost."""
    players = players_of(game, (word, "random"))
    chunks = chunks_of(LINE_UP, PLAYED * CHUNK_DEALS)
    players.play(chunks[0])
    start = time.thread_time()
    played = list(LocalExecutor(1).play(players, Players.play, chunks))
    play = time.thread_time() - start
    packed = [pickle.dumps(result, protocol=5) for _, result in played]
    with tempfile.TemporaryDirectory() as folder, ResultStore(Path(folder) / "r.sqlite") as store:
        number = store.line_up(store.run_of(players), [word], [word])
        start = time.thread_time()
        for (chunk, _), content in zip(played, packed, strict=True):
            store.add(number, chunk, pickle.loads(content))
        keep = time.thread_time() - start
    return Cost(play / PLAYED, keep / PLAYED, sum(map(len, packed)) // PLAYED)


def searched(game: str, executor: Executor, workers: int) -> float:
    """Chunks a second of so many workers, once they have begun."""
    players = players_of(game, (SEARCH, "random"))
    chunks = chunks_of(LINE_UP, (workers + SEARCHED) * CHUNK_DEALS)
    list(executor.play(players, Players.play, chunks[:workers]))  # its processes start
    start = time.perf_counter()
    list(executor.play(players, Players.play, chunks[workers:]))
    return SEARCHED / (time.perf_counter() - start)


def _start(workers: int) -> None:
    ray.init("local", num_cpus=workers, log_to_driver=False, logging_level=logging.ERROR)


def sleep(players: Players, chunk: Chunk, result: ChunkResult, seconds: float) -> ChunkResult:
    """Stands for playing a chunk."""
    time.sleep(seconds)
    return result


def napping(game: str, executor: Executor, seconds: float) -> tuple[float, float]:
    """Lets workers sleep; tasks a second, and seconds of this process for one."""
    players = players_of(game, ("random",))
    result = players.play(Chunk((0,) * len(LINE_UP), 0))
    how: Callable[[Players, Chunk], ChunkResult] = partial(sleep, result=result, seconds=seconds)
    start, worked = time.perf_counter(), time.process_time()
    count = sum(1 for _ in executor.play(players, how, chunks_of(LINE_UP, NAPPED * CHUNK_DEALS)))
    return count / (time.perf_counter() - start), (time.process_time() - worked) / count


if __name__ == "__main__":
    tyro.cli(main)
