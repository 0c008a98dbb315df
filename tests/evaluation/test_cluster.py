"""Chunks played by a cluster: the same results, whatever is lost on the way."""

import logging
import os
import signal
import sqlite3
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from fudaba.agents import Agent, make_agent
from fudaba.agents.policy import Layer, PolicyAgent
from fudaba.cli.main import main
from fudaba.envs import UserError, find_game
from fudaba.evaluation.arena import compare
from fudaba.evaluation.balance import measure_balance
from fudaba.evaluation.counting import Count
from fudaba.evaluation.match import (
    CHUNK_DEALS,
    Chunk,
    ChunkResult,
    LocalExecutor,
    MatchRunner,
    chunks_of,
)

from ..results_files import num_chunks

ray = pytest.importorskip("ray", reason="the extra cluster is not installed")
cluster_utils = pytest.importorskip("ray.cluster_utils")
cluster = pytest.importorskip("fudaba.evaluation.cluster")

GAME = find_game("cyclic_v0")
RULES = GAME.options()
FOR_TWO = GAME.options(num_players=2)
SLOW = "montecarlo:budget=4"  # half a second a chunk at a table for two
CHUNKS = 12
ONE_PROCESSOR = {"num_cpus": 1, "object_store_memory": 100_000_000, "include_dashboard": False}


@pytest.fixture(scope="module")
def machines() -> Iterator[Any]:
    """A cluster of three machines: one hands out, two play."""
    machines = cluster_utils.Cluster(True, head_node_args=ONE_PROCESSOR | {"num_cpus": 0})
    for _ in range(2):
        machines.add_node(**ONE_PROCESSOR)
    ray.init(machines.address, log_to_driver=False, logging_level=logging.ERROR)
    yield machines
    ray.shutdown()
    machines.shutdown()


def players_of(*words: str) -> MatchRunner:
    agents = [make_agent(word, GAME, FOR_TWO) for word in words]
    return MatchRunner(GAME, FOR_TWO, words, agents, seed=5, count=Count(None))


def assert_same(played: dict[Chunk, ChunkResult], expected: dict[Chunk, ChunkResult]) -> None:
    assert played.keys() == expected.keys()
    for chunk, result in expected.items():
        np.testing.assert_array_equal(played[chunk].points, result.points)
        np.testing.assert_array_equal(played[chunk].actions, result.actions)


def rows(path: Path) -> list[str]:
    with sqlite3.connect(path) as connection:
        return list(connection.iterdump())


def a_policy() -> PolicyAgent:
    """A network that lies in no folder."""
    rng = np.random.default_rng(0)
    sizes = (GAME.num_actions, GAME.observation_size)
    return PolicyAgent([Layer(rng.normal(size=sizes), rng.normal(size=sizes[0]))])


def test_a_comparison_is_the_same_from_the_cluster(machines: Any, tmp_path: Path) -> None:
    class LastLegal:
        """Known to no other machine."""

        identity = "last legal"

        def act(
            self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
        ) -> np.ndarray:
            return np.asarray(masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1))

    agents: dict[str, Agent] = {
        "last": LastLegal(),
        "policy": a_policy(),
        **{word: make_agent(word, GAME, RULES) for word in ("random", "greedy")},
    }

    def run(name: str, executor: Any) -> tuple[Any, list[str], str, Any]:
        counts: list[tuple[int, int, int, str]] = []
        result = compare(
            GAME.name, agents, deals=100, results=tmp_path / f"{name}.sqlite", executor=executor,
            records=tmp_path / f"{name}.jsonl", progress=lambda *told: counts.append(told),
        )  # fmt: skip
        records = (tmp_path / f"{name}.jsonl").read_text()
        return result.standings, rows(tmp_path / f"{name}.sqlite"), records, counts[-1]

    assert run("far", cluster.RayExecutor()) == run("here", None)


@pytest.mark.slow
def test_a_balance_report_is_the_same_from_the_cluster(machines: Any, tmp_path: Path) -> None:
    def run(name: str, executor: Any) -> tuple[str, list[str]]:
        path = tmp_path / f"{name}.sqlite"
        result = measure_balance(
            GAME.name, ["greedy", "random"], 2000, ladder=["greedy", "random"], ladder_deals=64,
            results=path, executor=executor,
        )  # fmt: skip
        return result.model_dump_json(), rows(path)

    assert run("far", cluster.RayExecutor()) == run("here", None)


@pytest.mark.slow
def test_no_more_is_under_way_than_keeps_the_cluster_busy(
    machines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way, most = 0, 0
    task, result_of = cluster.TASK, cluster._result_of

    def remote(*arguments: Any) -> Any:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        return task.remote(*arguments)

    def counted_result_of(future: Any) -> Any:
        nonlocal under_way
        under_way -= 1
        return result_of(future)

    monkeypatch.setattr(cluster, "TASK", Namespace(remote=remote))
    monkeypatch.setattr(cluster, "_result_of", counted_result_of)
    players, chunks = players_of("random", "greedy"), chunks_of((0, 1), 6400)
    played = dict(cluster.RayExecutor().play(players, MatchRunner.play, chunks))
    assert played.keys() == set(chunks)
    assert most == 2 * cluster.TASKS_PER_PROCESSOR


@pytest.mark.slow
def test_a_lost_machine_loses_nothing(machines: Any) -> None:
    players, chunks = players_of(SLOW, "greedy"), chunks_of((0, 1), CHUNKS * CHUNK_DEALS)
    expected = dict(LocalExecutor(1).play(players, MatchRunner.play, chunks))
    decisions = players.count.decisions if players.count else 0
    vanishing = [machines.add_node(**ONE_PROCESSOR)]
    again = replace(players, count=Count(None))
    played = {}
    for chunk, result in cluster.RayExecutor().play(again, MatchRunner.play, chunks):
        played[chunk] = result
        if vanishing:
            machines.remove_node(vanishing.pop(), allow_graceful=False)
    assert_same(played, expected)
    assert again.count is not None
    assert again.count.decisions == decisions


@pytest.mark.slow
def test_a_stopped_process_loses_nothing(machines: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray waits for ever for a process that is stopped and not killed."""
    monkeypatch.setattr(cluster, "QUIET_SECONDS", 3.0)
    stopped: list[int] = []
    playing = ray.remote(num_cpus=1)(lambda: os.getpid())
    players, chunks = players_of(SLOW, "random"), chunks_of((0, 1), CHUNKS * CHUNK_DEALS)
    played = {}
    for chunk, result in cluster.RayExecutor().play(players, MatchRunner.play, chunks):
        played[chunk] = result
        if not stopped:  # one that has played, and will again
            stopped.append(ray.get(playing.remote()))
            os.kill(stopped[0], signal.SIGSTOP)
    assert_same(played, dict(LocalExecutor(1).play(players, MatchRunner.play, chunks)))
    with pytest.raises(ProcessLookupError):
        os.kill(stopped[0], 0)


@pytest.mark.slow
def test_a_stopped_and_a_killed_driver_lose_nothing_that_was_written(
    machines: Any, tmp_path: Path
) -> None:
    def words(name: str) -> list[str]:
        deals = ("--deals", f"{CHUNKS * CHUNK_DEALS}", "--options", "num_players=2")
        files = ("--results", f"{tmp_path}/{name}.sqlite", "--page", f"{tmp_path}/{name}.html")
        return ["arena", "cyclic", SLOW, "greedy", *deals, *files]

    results = tmp_path / "far.sqlite"

    def stop_in_the_middle(by: signal.Signals) -> tuple[int, str, int]:
        before = num_chunks(results)
        command = [sys.executable, "-m", "fudaba.cli.main", *words("far"), "--executor", "ray"]
        driver = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=surroundings)
        while num_chunks(results) <= before:
            assert driver.poll() is None
            time.sleep(0.05)
        driver.send_signal(by)
        said = driver.communicate()[1]
        return driver.returncode, said, num_chunks(results)

    surroundings = os.environ | {"RAY_ADDRESS": machines.address}
    code, said, written = stop_in_the_middle(signal.SIGTERM)
    assert code == 143
    assert said.endswith("fudaba: interrupted; what was written before is kept.\n")
    code, said, more = stop_in_the_middle(signal.SIGKILL)
    assert code == -signal.SIGKILL
    assert 0 < written < more
    assert [main(words(name)) for name in ("far", "here")] == [0, 0]
    assert more < num_chunks(results), "the kill came after the last chunk"
    assert rows(results) == rows(tmp_path / "here.sqlite")
    assert (tmp_path / "far.html").read_bytes() == (tmp_path / "here.html").read_bytes()


def test_what_is_wrong_with_an_agent_is_said_as_it_is_here(machines: Any) -> None:
    class Cheat:
        def act(
            self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
        ) -> np.ndarray:
            return np.asarray(masks.argmin(axis=1))

    def sentence(executor: Any) -> str:
        with pytest.raises(UserError) as caught:
            compare(GAME.name, {"cheat": Cheat()}, deals=1, executor=executor)
        return str(caught.value)

    assert sentence(cluster.RayExecutor()) == sentence(None)


def test_a_machine_with_another_edition_is_refused(
    machines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = cluster.edition_of(GAME)
    monkeypatch.setattr(cluster, "edition_of", lambda game: ours._replace(sources="0123"))
    with pytest.raises(UserError, match=rf"can't help: .* {ours.sources}, not .* with 0123;"):
        list(
            cluster.RayExecutor().play(
                players_of("random"), MatchRunner.play, chunks_of((0,) * 2, 64)
            )
        )


def test_a_machine_without_the_module_of_a_bot_is_told_of(
    machines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Bot:
        def act(
            self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
        ) -> np.ndarray:
            return np.asarray(masks.argmax(axis=1))

    Bot.__module__, Bot.__qualname__ = "module_of_a_bot", "Bot"
    module = ModuleType("module_of_a_bot")
    vars(module)["Bot"] = Bot
    monkeypatch.setitem(sys.modules, "module_of_a_bot", module)
    with pytest.raises(UserError, match="can't read a chunk: No module named 'module_of_a_bot'"):
        compare(GAME.name, {"bot": Bot()}, deals=64, executor=cluster.RayExecutor())
