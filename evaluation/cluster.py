"""An executor that hands chunks to the processes of a Ray cluster.

A task takes some chunks and returns after about a second with the results of those that it has
played; the others are handed out again. So a task is long compared with Ray's overhead, however
long a chunk takes, and a killed driver loses only the tasks under way. The players are sent once
to each machine as objects, so a policy needs no file there. The result of a chunk depends on the
chunk alone: machine and order don't matter, nor does a chunk that is played twice because a machine
was lost.

    with connect() as executor:
        compare("sevens_v0", agents, executor=executor)
"""

from fudaba.common.extras import need

need("cluster")

import logging
import os
import signal
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from importlib.metadata import version
from math import ceil
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Generic, NamedTuple

import ray
from ray.exceptions import RayError, RaySystemError, RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from fudaba.agents.policy import hold_blas_to_one_thread
from fudaba.common.languages import translator
from fudaba.envs import Game, UserError
from fudaba.envs.core.compiling.sources import SOURCE_ROOT, SOURCES

from .counting import Count
from .database import deciding_sources
from .match import Item, MatchRunner, Result

_, _n = translator("evaluation")

TASK_SECONDS = 1.0  # after this time a task begins no further chunk
TASKS_PER_PROCESSOR = 2  # one that is played, and one that waits
MOST_CHUNKS = 256  # per task
RETRIES = 20  # of a task whose process or machine was lost
SECONDS_BETWEEN_LOOKS = 5.0  # between two looks at the cluster's size
QUIET_SECONDS = 15.0  # without a finished task, until stopped processes are looked for
SECONDS_TO_ANSWER = 10.0  # for the cluster's machine to answer
ADDRESS = "RAY_ADDRESS"
USAGE_STATISTICS = "RAY_USAGE_STATS_ENABLED"  # statistics that Ray would send to its makers


class Edition(NamedTuple):
    """The versions that all machines of a cluster must share.

    Attributes:
        version: The version of fudaba.
        sources: A hash of the sources of the rules, the agents and the evaluation.
    """

    version: str
    sources: str


def edition_of(game: Game) -> Edition:
    """Returns the edition of a game on this machine."""
    counting = map(str, (SOURCE_ROOT / "evaluation").rglob("*.py"))
    return Edition(version("fudaba"), SOURCES.key(deciding_sources(game) | set(counting)))


@dataclass(frozen=True)
class Done(Generic[Result]):
    """The results of a task.

    Attributes:
        results: The results of its first chunks, one each.
        decisions: The number of decisions in them.
        error: The error that stopped it, or None.
    """

    results: list[Result]
    decisions: int
    error: UserError | None = None


class RayExecutor:
    """Plays chunks on the Ray cluster that this process is connected to."""

    def __init__(self) -> None:
        """Makes an executor that has not looked at the cluster yet."""
        self._looked = -SECONDS_BETWEEN_LOOKS
        self._processors = 1

    def play(
        self,
        players: MatchRunner,
        how: Callable[[MatchRunner, Item], Result],
        chunks: Sequence[Item],
    ) -> Iterator[tuple[Item, Result]]:
        """Plays chunks with just enough tasks to keep all processors busy; see `Executor.play`.

        Raises:
            UserError: An agent took an illegal action, a machine has another edition of the
                game, or the cluster fails.
        """
        waiting, pending = deque(chunks), dict[ray.ObjectRef, list[Item]]()
        # Ray's own waits end at Ctrl-C, but can't tell it from SIGTERM.
        finished: SimpleQueue[tuple[ray.ObjectRef, Future[Done[Result]]]] = SimpleQueue()
        edition = edition_of(players.game)
        team = ray.put(replace(players, count=None))
        try:
            while waiting or pending:
                while waiting and len(pending) < TASKS_PER_PROCESSOR * self._count_processors():
                    bundle = self._bundle(waiting)
                    # Within a list the players are not fetched until the edition is known to fit.
                    task = TASK.remote(players.game, edition, [team], how, bundle)
                    pending[task] = bundle
                    task.future().add_done_callback(
                        lambda future, task=task: finished.put((task, future))
                    )
                try:
                    task, future = finished.get(timeout=QUIET_SECONDS)
                except Empty:
                    end_stopped_processes()
                    continue
                bundle, done = pending.pop(task), _result_of(future)
                waiting.extendleft(reversed(bundle[len(done.results) :]))
                if players.count is not None:
                    players.count.decide(done.decisions)
                yield from zip(bundle, done.results, strict=False)
                if done.error is not None:
                    raise done.error
        finally:
            for task in pending:
                with suppress(RayError):
                    ray.cancel(task, force=True)

    def _bundle(self, waiting: deque[Item]) -> list[Item]:
        """Returns the chunks of the next task: fewer towards the end, so that all end together."""
        share = ceil(len(waiting) / (TASKS_PER_PROCESSOR * self._count_processors()))
        return [waiting.popleft() for _ in range(min(share, MOST_CHUNKS))]

    def _count_processors(self) -> int:
        """Returns the number of processors of the cluster, which may grow and shrink."""
        if time.monotonic() - self._looked >= SECONDS_BETWEEN_LOOKS:
            self._processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
            self._looked = time.monotonic()
        return self._processors


def _play_bundle(
    game: Game,
    edition: Edition,
    team: list[Any],
    how: Callable[[MatchRunner, Item], Result],
    bundle: Sequence[Item],
) -> Done[Result]:
    """Plays the first chunks of a bundle; runs on any machine of the cluster."""
    count, results = Count(None), list[Result]()
    end = time.monotonic() + TASK_SECONDS
    try:
        _check_edition(game, edition)
        hold_blas_to_one_thread()
        players = replace(ray.get(team[0]), count=count)
        for chunk in bundle:
            results.append(how(players, chunk))
            if time.monotonic() >= end:
                break
    except UserError as error:
        return Done(results, count.decisions, error)
    return Done(results, count.decisions)


TASK = ray.remote(max_retries=RETRIES)(_play_bundle)


def end_stopped_processes() -> None:
    """Has each machine kill its stopped processes (SIGSTOP); Ray repeats their tasks."""
    for node in ray.nodes():
        if node["Alive"]:
            there = NodeAffinitySchedulingStrategy(node["NodeID"], soft=True)
            END_STOPPED.options(scheduling_strategy=there).remote()


def _end_stopped() -> None:
    """Kills the processes of Ray on this machine that are stopped, as by SIGSTOP; on Linux."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            state, parent = file.read_text(encoding="utf-8").rpartition(")")[2].split()[:2]
            if state == "T" and int(parent) == os.getppid():
                os.kill(int(file.parent.name), signal.SIGKILL)


END_STOPPED = ray.remote(num_cpus=0)(_end_stopped)


def _check_edition(game: Game, wanted: Edition) -> None:
    """Checks that this machine has the edition of the driver's machine.

    Raises:
        UserError: It has another one.
    """
    here = edition_of(game)
    if here != wanted:
        machine = ray.util.get_node_ip_address()
        raise UserError(
            f"machine {machine} can't help: it has fudaba {here.version} with sources "
            f"{here.sources}, not {wanted.version} with {wanted.sources}; install the same "
            "everywhere."
        )


def _result_of(future: Future[Done[Result]]) -> Done[Result]:
    """Returns the results of a finished task.

    Raises:
        UserError: The task was lost too often, or a machine lacks a module.
    """
    try:
        return future.result()
    except RayTaskError as error:
        if isinstance(error.cause, RaySystemError):
            reason = error.cause.client_exc
            raise UserError(
                _("a machine of the cluster can't read a chunk: {reason}.", reason=reason)
            ) from None
        raise  # an error of a user's agent, with its traceback
    except RayError as error:
        reason = str(error).strip().splitlines()[0]
        raise UserError(_("the cluster can't play a chunk: {reason}", reason=reason)) from None


@contextmanager
def connect() -> Iterator[RayExecutor]:
    """Connects to the cluster that `RAY_ADDRESS` names, or starts one here for the block.

    A process that is already connected keeps its connection.

    Raises:
        UserError: The cluster can't be reached.
    """
    if ray.is_initialized():
        yield RayExecutor()
        return
    address = os.environ.get(ADDRESS, "local")
    try:
        with _keeping_sigterm():
            _check_there(address)
            os.environ.setdefault(USAGE_STATISTICS, "0")
            ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:  # Ray raises plain errors too, for instance if it starts too slowly
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise UserError(
            _("cluster {address} can't be joined: {reason}", address=address, reason=reason)
        ) from None
    try:
        yield RayExecutor()
    finally:
        ray.shutdown()


def _check_there(address: str) -> None:
    """Checks that `HOST:PORT` accepts connections; Ray's own retries take minutes.

    Raises:
        OSError: Nothing answers at the address.
    """
    host, _colon, port = address.removeprefix("ray://").rpartition(":")
    if port.isdecimal():
        socket.create_connection((host, int(port)), SECONDS_TO_ANSWER).close()


@contextmanager
def _keeping_sigterm() -> Iterator[None]:
    """Restores the handler of SIGTERM after the block; Ray replaces it by its own."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, before)
