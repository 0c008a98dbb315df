"""The benchmark: a frozen list, the command that measures, and the entries of the leaderboard."""

import json
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from benchmarks import baselines, figures
from benchmarks.leaderboard.__main__ import OVERVIEW, tables
from benchmarks.leaderboard.check import ENTRIES, SCHEMA, check_entry, read_entry, schema
from fudaba.cli.main import main
from fudaba.envs import UserError
from fudaba.evaluation.benchmark import Entry, Task, read_benchmark
from fudaba.evaluation.benchmark.tasks import check_fingerprint, is_held_out
from fudaba.evaluation.match import Chunk, MatchRunner
from fudaba.evaluation.report.numbers import UNKNOWN
from fudaba.training.config import check_config

from ..cli.terminal import refusal

FROZEN = "c54a110379566f4b566661e382189e134a5e52184bf5e632bf4e01f7035ef9c4"
BENCH = read_benchmark()
TASKS = {task.name: task for task in BENCH.tasks}
PATHS = sorted(ENTRIES.glob("*.json"))


# The list


def test_the_list_is_frozen() -> None:
    assert BENCH.sha256 == FROZEN


@pytest.mark.parametrize("task", BENCH.tasks, ids=TASKS)
def test_this_version_plays_the_tasks_of_the_list(task: Task) -> None:
    check_fingerprint(BENCH, task)
    assert task.group != "mixes" or all(map(is_held_out, task.options))


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
    ("agent", "tasks", "options", "score"),
    [
        ("random", ["makhup", "makhup-rung"], ["--quick"], 0.0),
        ("policy:best", ["makhup"], [], 1.0),
    ],
)
def test_the_ends_of_the_scale_have_their_scores_again(
    agent: str, tasks: list[str], options: list[str], score: float, played: list[Chunk]
) -> None:
    words = ["benchmark", agent, *tasks, *options, "--output", "run"]
    assert main(words) == 0
    first = Path("run/entry.json").read_bytes()
    entry = Entry.from_json(first)
    assert [result.task for result in entry.results] == tasks
    assert [result.score.mean for result in entry.results] == pytest.approx([score] * len(tasks))
    if not entry.quick:
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


# The leaderboard


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_entries_are_right_and_fit_the_schema(path: Path) -> None:
    entry = read_entry(path, BENCH)
    jsonschema.validate(json.loads(path.read_bytes()), json.loads(SCHEMA.read_text("utf-8")))
    assert entry.note


def test_the_tables_are_those_of_the_entries() -> None:
    assert SCHEMA.read_text("utf-8") == schema()
    made = tables({path.stem: read_entry(path, BENCH) for path in PATHS}, BENCH)
    for name, (headings, rows) in made.items():
        shown = json.loads((figures.FOLDER / f"{name}.json").read_text("utf-8"))
        assert shown["headings"] == [*headings], "run: python -m benchmarks.leaderboard"
        assert shown["rows"] == rows, "run: python -m benchmarks.leaderboard"


def test_means_are_over_the_tasks_that_all_entries_of_a_group_have() -> None:
    entry = read_entry(PATHS[0].with_name("random.json"), BENCH)
    results = {result.task: result for result in entry.results}
    few = entry.model_copy(update={"results": (results["sevens"], results["seki"])})
    other = entry.model_copy(update={"results": (results["seki"], results["niekhi-rung"])})
    headings, rows = tables({"few": few, "other": other}, BENCH)[OVERVIEW]
    assert headings[3:] == ("whole games (1)", "rungs (1)", "house rules (0)")
    assert [row[3:] for row in rows] == [["0.00", "0.00", UNKNOWN], ["0.00", UNKNOWN, UNKNOWN]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"quick": True}, "quick can't be true; allowed: false, the regime of the leaderboard."),
        ({"tasks_sha256": "0"}, "tasks_sha256 can't be 0; allowed: "),
        ({"budget": "large"}, "budget can't be large; its trainings make it none."),
    ],
)
def test_an_entry_that_is_changed_is_refused(change: dict[str, str], message: str) -> None:
    entry = read_entry(PATHS[0].with_name("random.json"), BENCH)
    with pytest.raises(UserError) as refused:
        check_entry(entry.model_copy(update=change), BENCH)
    assert str(refused.value).startswith(message)


def test_a_score_that_does_not_follow_is_refused() -> None:
    entry = read_entry(PATHS[0].with_name("random.json"), BENCH)
    first = entry.results[0].model_copy(update={"scores": (0.5,)})
    with pytest.raises(UserError, match=f"task {first.task} has score 0.5; what was reached is "):
        check_entry(entry.model_copy(update={"results": (first,)}), BENCH)


# The baselines


@pytest.mark.parametrize("algorithm", baselines.ALGORITHMS)
def test_the_baselines_have_settings_for_every_task(algorithm: str, tmp_path: Path) -> None:
    for name in baselines.TASKS:
        config = baselines.config_of(TASKS[name], algorithm, tmp_path, 3)
        assert (config.seed, config.game) == (3, TASKS[name].game)
        assert config.total_steps < BENCH.budgets["small"]
        assert config.held_out == (config.mixes is not None) == (TASKS[name].group == "mixes")
        assert config.mixes or config.house_rules == TASKS[name].options[0]
