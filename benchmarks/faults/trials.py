"""Runs commands in processes of a fork server, which has all modules loaded."""

import multiprocessing
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path

from .commands import Command, Outcome
from .instants import Meet, counter, kill, run_out_of_space, stop, watch

ENDED, REFUSED, KILLED = 0, 2, -signal.SIGKILL
STOPPED_SECONDS = 1.0  # for which one of two processes is stopped while the other works
TEN_YEARS = 315_000_000.0  # seconds
FORKING = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(["benchmarks.faults.preloaded"])

Prepare = Callable[[], object]


@dataclass(frozen=True)
class Ending:
    """The end of a process.

    Attributes:
        code: Its exit code; -9 if it was killed.
        stderr: Its output to standard error.
    """

    code: int
    stderr: str

    @property
    def is_refusal(self) -> bool:
        """Whether it ended with exit code 2 and one error line; sweeps print other lines before."""
        lines = [line for line in self.stderr.splitlines() if not line.startswith("trained: ")]
        return self.code == REFUSED and len(lines) == 1 and lines[0].startswith("fudaba: ")


@dataclass
class Trial:
    """A process that runs a command in a folder.

    Attributes:
        process: The process.
        errors: The file of its standard error.
    """

    process: BaseProcess
    errors: Path

    def end(self) -> Ending:
        """Waits until the process ends."""
        self.process.join()
        assert self.process.exitcode is not None
        return Ending(self.process.exitcode, self.errors.read_text())

    def wait_until_stopped(self) -> None:
        """Waits until the process has stopped itself or ended."""
        while self.process.is_alive() and _state(self.process.pid) != "T":
            time.sleep(0.01)

    def go_on(self) -> None:
        """Continues a process that has stopped itself."""
        if self.process.is_alive() and self.process.pid:
            os.kill(self.process.pid, signal.SIGCONT)


def _state(pid: int | None) -> str:
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]


def start(words: list[str], folder: Path, prepare: Prepare | None = None, number: int = 0) -> Trial:
    """Starts a command in a folder, in a new process.

    Args:
        words: The arguments of `fudaba`.
        folder: The working folder; files there take the process's output.
        prepare: Called in the process before the command; must be picklable.
        number: Distinguishes processes that run in one folder at the same time.
    """
    process = FORKING.Process(target=_run, args=(words, str(folder), prepare, number))
    process.start()
    return Trial(process, folder / f"errors-{number}.txt")


def run(words: list[str], folder: Path, prepare: Prepare | None = None) -> Ending:
    """Runs a command in a folder to its end; see `start`."""
    return start(words, folder, prepare).end()


def _run(words: list[str], folder: str, prepare: Prepare | None, number: int) -> None:
    os.chdir(folder)
    for stream, name in ((1, "output"), (2, "errors")):
        file = os.open(f"{name}-{number}.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(file, stream)
    sys.stdout = open(1, "w", buffering=1, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    from fudaba.cli.main import main

    if prepare is not None:
        prepare()
    code = main(words)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def killed_at(number: int) -> Prepare:
    """Returns a preparation that kills the process at an instant, counted from 1."""
    return partial(_act, number, kill, True)


def full_from(number: int) -> Prepare:
    """Returns a preparation that makes the disk full from an instant on."""
    return partial(_act, number, run_out_of_space, False)


def stopped_at(number: int) -> Prepare:
    """Returns a preparation that stops the process at an instant; `Trial.go_on` continues it."""
    return partial(_act, number, stop, True)


def _act(number: int, act: Meet, is_once: bool) -> None:
    watch(Path.cwd(), counter(number, act, is_once))


def counted() -> None:
    """Writes the number of the process's instants into a file beside its folder."""
    count, file = 0, os.open("../instants.txt", os.O_WRONLY | os.O_CREAT, 0o644)

    def meet(kind: str) -> None:
        nonlocal count
        count += 1
        os.pwrite(file, str(count).encode(), 0)

    watch(Path.cwd(), meet)


def jumping(seed: int) -> Prepare:
    """Returns a preparation after which every reading of the clock is off by up to ten years."""
    return partial(_jump, seed)


def _jump(seed: int) -> None:
    chance, clock = random.Random(seed), time.time
    time.time = lambda: clock() + chance.uniform(-TEN_YEARS, TEN_YEARS)
    time.time_ns = lambda: int(1e9 * time.time())


@dataclass
class Reference:
    """An uninterrupted run.

    Attributes:
        outcome: Its outcome.
        instants: The number of instants at which it changed files.
    """

    outcome: Outcome
    instants: int


def reference_of(command: Command, folder: Path) -> Reference:
    """Runs a command without interruption in a new folder."""
    command.prepare(folder / "whole")
    ending = run(command.words_in(folder / "whole"), folder / "whole", counted)
    assert ending.code == ENDED, ending.stderr
    instants = int((folder / "instants.txt").read_text())
    return Reference(command.outcome(folder / "whole"), instants)


@dataclass
class Findings:
    """The findings from interrupting a command.

    Attributes:
        interruptions: The number of interruptions.
        after_saving: The number of interruptions after work was saved.
        endings: The number of times that the command ended.
        failures: Descriptions of the failures.
    """

    interruptions: int = 0
    after_saving: int = 0
    endings: int = 0
    failures: list[str] = field(default_factory=list)

    def compare(self, what: str, command: Command, reference: Reference, folder: Path) -> None:
        """Compares the outcome in a folder with that of an uninterrupted run."""
        self.endings += 1
        outcome = command.outcome(folder)
        for name, expected in reference.outcome.items():
            if outcome.get(name) != expected:
                self.failures.append(f"{what}: {name} differs")


def interrupt(
    how: Callable[[int], Prepare],
    command: Command,
    reference: Reference,
    folder: Path,
    chance: random.Random,
    found: Findings,
) -> None:
    """Interrupts a command at random instants until it ends, and compares.

    Args:
        how: `killed_at` or `full_from`.
        command: The command.
        reference: The same command without interruption.
        folder: A new folder.
        chance: Draws the instants.
        found: The findings to add to.
    """
    command.prepare(folder)
    numbers: list[int] = []
    while True:
        numbers.append(chance.randint(1, reference.instants))
        ending = run(command.words_in(folder), folder, how(numbers[-1]))
        if ending.code == ENDED:
            break
        what = f"{how.__name__} {numbers}"
        if ending.code != KILLED and not ending.is_refusal:
            found.failures.append(f"{what}: exit code {ending.code}: {ending.stderr}")
            return
        found.interruptions += 1
        found.after_saving += command.has_saved(folder)
    found.compare(f"{how.__name__} {numbers}", command, reference, folder)


def run_two_at_once(
    command: Command, reference: Reference, folder: Path, at: int, found: Findings
) -> list[Ending]:
    """Runs a command twice in one folder: the first is stopped while the second works.

    Either process may refuse, but not both. The outcome must be that of one run.

    Args:
        command: The command.
        reference: The same command alone.
        folder: A new folder.
        at: The instant at which the first is stopped for a while.
        found: The findings to add to.

    Returns:
        The endings of both.
    """
    command.prepare(folder)
    first = start(command.words_in(folder), folder, stopped_at(at))
    first.wait_until_stopped()
    second = start(command.words_in(folder), folder, number=1)
    second.process.join(STOPPED_SECONDS)
    first.go_on()
    endings = [first.end(), second.end()]
    for ending in endings:
        if ending.code != ENDED and not ending.is_refusal:
            found.failures.append(f"two, at {at}: exit code {ending.code}: {ending.stderr}")
    if all(ending.code != ENDED for ending in endings):
        found.failures.append(
            f"two, at {at}: neither ended: {endings[0].stderr}{endings[1].stderr}"
        )
    else:
        found.compare(f"two, at {at}", command, reference, folder)
    found.interruptions += 1
    return endings


def run_with_jumping_clock(
    command: Command, reference: Reference, folder: Path, seed: int, found: Findings
) -> None:
    """Kills a command half-way and resumes it, while the clock jumps."""
    command.prepare(folder)
    half = reference.instants // 2
    run(command.words_in(folder), folder, partial(_jump_and_die, seed, half))
    ending = run(command.words_in(folder), folder, jumping(seed + 1))
    found.interruptions += 1
    if ending.code != ENDED:
        found.failures.append(f"jumping, {seed}: exit code {ending.code}: {ending.stderr}")
    else:
        found.compare(f"jumping, {seed}", command, reference, folder)


def _jump_and_die(seed: int, at: int) -> None:
    _jump(seed)
    _act(at, kill, True)
