"""The benchmark: a frozen list, the command that measures, and the entries of the leaderboard."""

import json
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from benchmarks import baselines
from benchmarks.leaderboard.check import SCHEMA, check_entry
from fudaba.cli.main import main
from fudaba.envs import UserError
from fudaba.evaluation.benchmark import Entry, Task, read_benchmark
from fudaba.evaluation.benchmark.tasks import check_fingerprint, is_held_out
from fudaba.evaluation.match import Chunk, MatchRunner
from fudaba.training.config import check_config

from ..cli.terminal import refusal

FROZEN = "c54a110379566f4b566661e382189e134a5e52184bf5e632bf4e01f7035ef9c4"
BENCH = read_benchmark()
TASKS = {task.name: task for task in BENCH.tasks}


# The list


def test_the_list_is_frozen() -> None:
    assert BENCH.sha256 == FROZEN


@pytest.mark.parametrize("task", BENCH.tasks, ids=TASKS)
def test_this_version_plays_the_tasks_of_the_list(task: Task) -> None:
    check_fingerprint(BENCH, task)
    assert all(map(is_held_out, task.options)) == (task.group == "mixes")


def test_other_weights_of_the_pool_are_found_out() -> None:
    pool = {**BENCH.pool["makhup_v0"], "sharp": BENCH.pool["makhup_v0"]["timid"]}
    changed = BENCH.model_copy(update={"pool": {"makhup_v0": pool}})
    with pytest.raises(UserError, match="task makhup is no longer that of fudaba-bench-1"):
        check_fingerprint(changed, TASKS["makhup"])


def test_trainings_leave_out_the_mixes_that_are_tested() -> None:
    task = TASKS["sevens-mixes"]
    config = check_config("x", {"game": task.game, "vary": task.vary, "held_out": True})
    assert config.mixes is not None
    drawn = config.mixes.draw(300, np.random.default_rng(0))
    assert len(set(drawn)) > 100 and not any(map(is_held_out, drawn))


# The command


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Chunk]:
    """The chunks that commands play, which write into the present folder."""
    monkeypatch.chdir(tmp_path)
    chunks: list[Chunk] = []
    play = MatchRunner.play

    def counted(players: MatchRunner, chunk: Chunk) -> object:
        chunks.append(chunk)
        return play(players, chunk)

    monkeypatch.setattr(MatchRunner, "play", counted)
    return chunks


@pytest.mark.parametrize(
    ("agent", "tasks", "score"),
    [("random", ["makhup", "makhup-rung"], 0.0), ("policy:best", ["makhup"], 1.0)],
)
def test_the_ends_of_the_scale_have_their_scores_again(
    agent: str, tasks: list[str], score: float, played: list[Chunk]
) -> None:
    words = ["benchmark", agent, *tasks, "--quick", "--output", "run"]
    assert main(words) == 0
    first = Path("run/entry.json").read_bytes()
    entry = Entry.from_json(first)
    assert [result.task for result in entry.results] == tasks
    assert [result.score.mean for result in entry.results] == pytest.approx([score] * len(tasks))
    check_entry(entry, BENCH)
    jsonschema.validate(json.loads(first), json.loads(SCHEMA.read_text("utf-8")))
    assert "<svg" in Path("run/benchmark.html").read_text("utf-8")
    # The same command plays nothing again but the fingerprints, and writes the same file.
    num_played = len(played)
    assert main(words) == 0
    assert len(played) == num_played + len(tasks)
    assert Path("run/entry.json").read_bytes() == first


def test_several_seeds_have_an_interval_over_the_seeds(played: list[Chunk]) -> None:
    Path("bots.py").write_text(
        "class First:\n"
        "    def act(self, observations, masks, rng):\n"
        "        return masks.argmax(axis=1)\n"
        "class Last:\n"
        "    def act(self, observations, masks, rng):\n"
        "        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)\n"
        "bot1, bot2 = First, Last\n",
        encoding="utf-8",
    )
    words = ["python:bots.py:bot{seed}", "makhup", "--quick", "--seeds", "2", "--output", "run"]
    assert main(["benchmark", *words]) == 0
    [result] = Entry.from_json(Path("run/entry.json").read_bytes()).results
    assert result.interval == "seeds" and len(set(result.scores)) == 2
    assert result.score.mean == pytest.approx(sum(result.scores) / 2)
    assert result.score.low < min(result.scores) and result.score.high > max(result.scores)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["greedy", "makhub"], "there is no task 'makhub'; allowed: games, rungs, mixes, "),
        (["greedy", "namto-rung-1", "--quick"], "there is no task 'namto-rung-1'; allowed: "),
        (["policy:best", "rungs"], "task cyclic-rung: policy "),
        (["policy:runs/{seed}", "makhup"], "task makhup: "),
        (["greedy", "--seeds", "0"], "seeds can't be 0; allowed: "),
    ],
)
def test_what_is_refused_is_refused_before_anything_is_played(
    words: list[str], sentence: str, played: list[Chunk], capsys: pytest.CaptureFixture[str]
) -> None:
    assert refusal(["benchmark", *words], capsys).startswith(sentence)
    assert played == [] and [*Path().iterdir()] == []


# The baselines


@pytest.mark.parametrize("algorithm", baselines.ALGORITHMS)
def test_the_baselines_have_settings_for_every_task(algorithm: str, tmp_path: Path) -> None:
    for name in baselines.TASKS:
        config = baselines.config_of(TASKS[name], algorithm, tmp_path, 3)
        assert (config.seed, config.game) == (3, TASKS[name].game)
        assert config.total_steps < BENCH.budgets["small"]
        assert config.held_out == (config.mixes is not None) == (TASKS[name].group == "mixes")
        assert config.mixes or config.house_rules == TASKS[name].options[0]
