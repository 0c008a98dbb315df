"""Kills processes of a cluster: python -m benchmarks.faults.cluster.

Kills the driver of `fudaba arena` and `fudaba train` with `--executor ray` at random instants at
which it changes files, and its workers at random times. Every outcome is compared with that of one
process without Ray.
"""

import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Annotated

import tyro
from ray.cluster_utils import Cluster
from tyro.conf import arg

from .commands import Command, files, has_rows, training, with_rows
from .trials import ENDED, Findings, Reference, interrupt, killed_at, reference_of, start

PLAYING = b"ray::_play_bundle"  # Ray's name for a process that plays chunks
MOST_SECONDS = 8.0  # between two kills of workers: each loads all rules first
COMMANDS = {
    "arena": Command(
        (
            *("arena", "cyclic", "montecarlo:budget=2", "greedy", "--options", "num_players=2"),
            *("--deals", "1280", "--results", "games.sqlite", "--page", "page.html"),
            *("--records", "games.jsonl"),
        ),
        with_rows(files("games.jsonl", "page.html"), "games.sqlite"),
        has_rows("games.sqlite"),
    ),
    "train": training("ppo"),
}


def main(
    kills: Annotated[int, arg(help="Kills of each kind after a first save.")] = 200,
    seed: Annotated[int, arg(help="The seed of the instants and the times.")] = 0,
) -> int:
    """Interrupts and compares; the exit code is 1 if an outcome differs."""
    chance, has_failed = random.Random(seed), False
    with tempfile.TemporaryDirectory() as path, cluster():
        for (name, command), (kind, trial) in product(COMMANDS.items(), KINDS.items()):
            folder, found = Path(path) / name / kind, Findings()
            reference = reference_of(command, folder)
            while found.after_saving < kills and not found.failures:
                trial(command, reference, folder / f"{found.endings}", chance, found)
            print(
                f"{name}, {kind}: {found.interruptions} kills, {found.after_saving} of them after "
                f"something was saved; {found.endings} endings, {len(found.failures)} wrong.",
                *found.failures,
                sep="\n  ",
                flush=True,
            )
            has_failed |= bool(found.failures)
    return int(has_failed)


@contextmanager
def cluster() -> Iterator[None]:
    """Starts a cluster of two processors on this machine; `RAY_ADDRESS` holds its address."""
    size = {"num_cpus": 2, "object_store_memory": 100_000_000, "include_dashboard": False}
    machines = Cluster(initialize_head=True, head_node_args=size)
    os.environ["RAY_ADDRESS"] = machines.address
    try:
        yield
    finally:
        machines.shutdown()


def far(command: Command) -> Command:
    """Returns a command that plays on the cluster."""
    return replace(command, words=(*command.words, "--executor", "ray"))


def kill_drivers(
    command: Command, reference: Reference, folder: Path, chance: random.Random, found: Findings
) -> None:
    """Kills drivers at random instants until one ends, and compares."""
    interrupt(killed_at, far(command), reference, folder, chance, found)


def kill_workers(
    command: Command, reference: Reference, folder: Path, chance: random.Random, found: Findings
) -> None:
    """Kills workers one after another until the driver ends, and compares."""
    command.prepare(folder)
    driver = start(far(command).words_in(folder), folder)
    while driver.process.is_alive():
        time.sleep(chance.uniform(0.0, MOST_SECONDS))
        if driver.process.is_alive() and (playing := playing_processes()):
            with suppress(ProcessLookupError):  # it has ended already
                os.kill(chance.choice(playing), signal.SIGKILL)
                found.interruptions += 1
                found.after_saving += command.has_saved(folder)
    ending = driver.end()
    if ending.code != ENDED:
        found.failures.append(f"workers killed: exit code {ending.code}: {ending.stderr}")
    else:
        found.compare("workers killed", command, reference, folder)


KINDS = {"drivers": kill_drivers, "workers": kill_workers}


def playing_processes() -> list[int]:
    """Returns the process ids of this cluster's workers."""
    parents, playing = dict[int, int](), list[int]()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            process = int(folder.name)
            stat = (folder / "stat").read_text(encoding="utf-8", errors="replace")
            parents[process] = int(stat.rpartition(")")[2].split()[1])
            if (folder / "cmdline").read_bytes().startswith(PLAYING):
                playing.append(process)
    return [process for process in playing if is_below(process, parents)]


def is_below(process: int, parents: dict[int, int]) -> bool:
    """Returns whether a process is a descendant of this process."""
    while process in parents and process != os.getpid():
        process = parents[process]
    return process == os.getpid()


if __name__ == "__main__":
    sys.exit(tyro.cli(main))
