"""Whole runs: the folder they leave, stopping, going on, and learning."""

import csv
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from fudaba.agents.model_card import LOGITS, OTHERWISE, model_card, results_under
from fudaba.agents.policy import PolicyAgent, read_card
from fudaba.envs import UserError
from fudaba.evaluation.statistics import Interval
from fudaba.training.config import TRAININGS, AnyTraining
from fudaba.training.dmc.learner import DeepMonteCarlo
from fudaba.training.ppo.learner import TablePPO
from fudaba.training.train import Run, claim_folder, train

from .tiny import CONTENT, CONTENTS, DMC_CONTENT, GAME, tiny_config, tiny_file

DEFAULTS = GAME.options.read(GAME.name, {})
SEPARATELY = {"time/steps", "evaluation/random", "evaluation/random_low", "evaluation/random_high"}


@pytest.fixture(scope="module", params=[*((name, 1) for name in TRAININGS), ("ppo", 2)])
def finished(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AnyTraining:
    """A run that went to its end, by each algorithm and playing ahead; tests leave it as it is."""
    algorithm, threads = request.param
    output = str(tmp_path_factory.mktemp("finished") / "run")
    config = tiny_config(algorithm, output=output, threads=threads)
    train(config)
    return config


def started(config: AnyTraining, resume: bool = False) -> Run:
    run = Run(config)
    run.start(resume)
    return run


def steps_of_rows(folder: Path) -> list[float]:
    with (folder / "curves.csv").open(newline="") as file:
        return [float(row["time/steps"]) for row in csv.DictReader(file)]


def timeless(folder: Path) -> list[dict[str, str]]:
    """The learning curves without the times, which no two runs share."""
    with (folder / "curves.csv").open(newline="") as file:
        return [row | {"time/seconds": "", "sha256": ""} for row in csv.DictReader(file)]


def assert_curves_are_in_order(folder: Path, total: int, algorithm: str = "ppo") -> None:
    """One row at the start and one per rollout.

    Of its 512 decisions PPO counts those whose outcome is known; deep Monte Carlo goes on until
    as many are of games that have ended, and 32 games of up to 64 decisions may end at once.
    """
    least, most = {"ppo": (400, 512), "dmc": (511, 512 + 32 * 64)}[algorithm]
    rows = steps_of_rows(folder)
    assert rows[0] == 0
    assert all(least < after - before < most for before, after in pairwise(rows))
    assert total <= rows[-1] < total + most


def test_a_run_leaves_the_folder_it_promises(finished: AnyTraining) -> None:
    folder = finished.output
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    boards = {name for name in names if name.startswith("tensorboard/")}
    assert len(boards) == 1
    assert names - boards == {
        "config.yaml", "curves.csv", "checkpoint.safetensors",
        "final/card.json", "final/policy.safetensors", "final/README.md",
    }  # fmt: skip
    assert yaml.safe_load((folder / "config.yaml").read_text()) == finished.model_dump(mode="json")
    assert_curves_are_in_order(folder, 4096, finished.algorithm)


def test_the_published_card_says_how_it_was_made_and_how_good_it_is(finished: AnyTraining) -> None:
    card = read_card(finished.output / "final")
    assert card.training["steps"] == steps_of_rows(finished.output)[-1]
    assert card.training["seconds"] > 0
    assert card.training["config"] == finished.model_dump(mode="json")
    otherwise = results_under(OTHERWISE, card.evaluation)
    assert otherwise.keys() == ({"random"} if card.output == LOGITS else set())
    assert card.evaluation.keys() == {"random", *([OTHERWISE] if otherwise else [])}
    measured = card.evaluation["random"]
    assert measured["deals"] == 10
    assert measured["low"] <= measured["mean_reward"] <= measured["high"]
    policy = PolicyAgent.load(finished.output / "final", GAME, DEFAULTS)
    assert policy.output == card.output == {"ppo": "logits", "dmc": "values"}[finished.algorithm]
    page = (finished.output / "final" / "README.md").read_text()
    assert page == model_card(card, GAME)
    assert (
        f"| steps | {card.training['steps']:,} |" in page
        and f"| random | {measured['mean_reward']:+.3f} |" in page
    )


def test_evaluations_have_their_columns(finished: AnyTraining) -> None:
    with (finished.output / "curves.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert SEPARATELY <= rows[0].keys()
    measured = [row for row in rows if row["evaluation/random"]]
    assert measured[0] is rows[0] and float(rows[0]["time/steps"]) == 0
    steps = steps_of_rows(finished.output)
    crossed = [b for a, b in pairwise(steps) if b // 2048 > a // 2048]
    assert [float(row["time/steps"]) for row in measured[1:]] == crossed
    assert len(measured) >= 3 and measured[-1] is rows[-1]
    low, mean, high = (
        float(measured[0][f"evaluation/random{end}"]) for end in ("_low", "", "_high")
    )
    assert low <= mean <= high


def policy_bytes(folder: Path) -> bytes:
    return (folder / "final" / "policy.safetensors").read_bytes()


def test_the_same_seed_learns_the_same(finished: AnyTraining, tmp_path: Path) -> None:
    train(finished.model_copy(update={"output": tmp_path / "run"}))
    assert policy_bytes(tmp_path / "run") == policy_bytes(finished.output)
    train(finished.model_copy(update={"output": tmp_path / "other", "seed": 2}))
    assert policy_bytes(tmp_path / "other") != policy_bytes(finished.output)


def refusal(config: AnyTraining, resume: bool) -> str:
    with pytest.raises(UserError) as caught:
        train(config, resume)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_an_existing_run_is_not_overwritten(finished: AnyTraining) -> None:
    before = (finished.output / "checkpoint.safetensors").read_bytes()
    assert refusal(finished, resume=False) == (
        f"{finished.output} holds a run already; go on with --resume, or give another --output."
    )
    assert (finished.output / "checkpoint.safetensors").read_bytes() == before


def test_a_missing_run_is_not_resumed(tmp_path: Path) -> None:
    config = tiny_config(output=str(tmp_path / "run"))
    assert "holds no run to resume; leave out --resume" in refusal(config, resume=True)
    assert not (tmp_path / "run").exists()


CHANGES: list[tuple[str, Any]] = [
    ("seed", 2),
    ("tables", 16),
    ("options", {"pass_limit": 2}),
    ("ppo", CONTENT["ppo"] | {"hidden": [8]}),
    ("dmc", DMC_CONTENT["dmc"] | {"epsilon": 0.5}),
    ("checkpoint_every", 2048),
    ("opponents", {"agents": {"greedy": 0.7}}),
    ("warm_start", {"decisions": 5}),
    ("residual", False),
]


def test_a_run_is_resumed_as_it_was_begun(finished: AnyTraining) -> None:
    for key, value in CHANGES:
        if key in type(finished).model_fields:
            changed = tiny_config(finished.algorithm, output=str(finished.output), **{key: value})
            assert_not_resumed(finished, changed, key)


def test_a_run_that_names_no_algorithm_is_one_of_ppo(tmp_path: Path) -> None:
    config = tiny_config(output=str(tmp_path))
    written = config.model_dump(mode="json")
    del written["algorithm"]
    (tmp_path / "config.yaml").write_text(yaml.safe_dump(written))
    claim_folder(config, resume=True)
    assert yaml.safe_load((tmp_path / "config.yaml").read_text())["algorithm"] == "ppo"


def test_a_run_is_not_resumed_by_another_algorithm(finished: AnyTraining) -> None:
    (other,) = {"ppo", "dmc"} - {finished.algorithm}
    assert_not_resumed(finished, tiny_config(other, output=str(finished.output)), "algorithm")


def assert_not_resumed(finished: AnyTraining, changed: AnyTraining, key: str) -> None:
    assert refusal(changed, resume=True).startswith(f"{key} can't change when a run is resumed: ")
    written = yaml.safe_load((finished.output / "config.yaml").read_text())
    assert written == finished.model_dump(mode="json")


@pytest.mark.parametrize("text", ["", "- 1\n", "{", "\x00"])
def test_a_damaged_config_of_a_run(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.yaml").write_text(text)
    assert "is damaged; start a new run" in refusal(tiny_config(output=str(tmp_path)), resume=True)


@pytest.mark.parametrize(
    "change",
    [
        {"evaluation": CONTENT["evaluation"] | {"against": ["genius"]}},
        {"opponents": {"agents": {"random": 1, "genius": 1}}},
    ],
    ids=["evaluation", "opponents"],
)
def test_an_agent_that_does_not_exist_is_named_before_anything_is_written(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    config = tiny_config(output=str(tmp_path / "run"), **change)
    assert refusal(config, resume=False).startswith("there is no agent 'genius'; allowed: ")
    assert not (tmp_path / "run").exists()


def test_a_run_can_be_made_longer(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    train(tiny_config(output=str(folder), total_steps=1024))
    assert_curves_are_in_order(folder, 1024)
    train(tiny_config(output=str(folder)), resume=True)
    assert_curves_are_in_order(folder, 4096)
    assert read_card(folder / "final").training["steps"] == steps_of_rows(folder)[-1]


class Killed(BaseException):
    """The end of a process that may not write anything more."""


@contextmanager
def ending(monkeypatch: pytest.MonkeyPatch, how: type[BaseException]) -> Iterator[Any]:
    """Ends a run within the first rollout after 2,600 decisions."""
    learn = Run._learn

    def end(run: Run) -> None:
        if run.learner.steps > 2600:
            run.learner.collect()
            raise how
        learn(run)

    with monkeypatch.context() as stopping, pytest.raises(how) as caught:
        stopping.setattr(Run, "_learn", end)
        yield caught


def test_a_resumed_run_is_the_run_that_was_never_stopped(
    finished: AnyTraining, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    config = finished.model_copy(update={"output": folder})
    with ending(monkeypatch, Killed):
        train(config)
    stopped_at = steps_of_rows(folder)[-1]
    again = started(config, resume=True)
    assert 2048 <= again.learner.steps == again.progress.steps < stopped_at
    assert max(row["time/steps"] for row in again.curves.rows) <= again.progress.steps
    again.finish()
    assert timeless(folder) == timeless(finished.output)
    assert policy_bytes(folder) == policy_bytes(finished.output)


@pytest.mark.parametrize("algorithm", TRAININGS)
def test_ctrl_c_keeps_what_the_last_rollout_reached(
    algorithm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    config = tiny_config(algorithm, output=str(folder), checkpoint_every=10**6)
    with ending(monkeypatch, KeyboardInterrupt) as caught:
        train(config)
    rows = steps_of_rows(folder)
    where = f"{folder}/checkpoint.safetensors was taken after {int(rows[-1]):,} decisions"
    assert caught.value.__notes__ == [f"{where}; --resume continues from there."]
    again = started(config, resume=True)
    assert again.learner.steps == rows[-1] > 2600
    again.finish()
    assert steps_of_rows(folder)[: len(rows)] == rows
    assert_curves_are_in_order(folder, 4096, algorithm)


def test_ctrl_c_while_the_policy_is_rated_loses_nothing(
    finished: AnyTraining, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(run: Run, deals: int) -> dict[str, Interval]:
        if run.learner.steps >= 4096:
            raise KeyboardInterrupt
        return {}

    config = finished.model_copy(update={"output": tmp_path / "run"})
    rarely = finished.evaluation.model_copy(update={"every": 10**6})
    with monkeypatch.context() as stopping, pytest.raises(KeyboardInterrupt):
        stopping.setattr(Run, "evaluate", interrupted)
        train(config.model_copy(update={"evaluation": rarely}))
    train(config, resume=True)
    assert policy_bytes(config.output) == policy_bytes(finished.output)


def test_the_warm_start_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fudaba.training.ppo.warm_start.TRIALS_AT_A_TIME", 512)
    config, other = (
        tiny_config(output=str(tmp_path / name), total_steps=1024, warm_start={"decisions": 1000})
        for name in ("run", "other")
    )
    train(other)
    started(config)  # and then a power cut
    monkeypatch.delattr(TablePPO, "prepare")
    train(config, resume=True)
    assert policy_bytes(config.output) == policy_bytes(other.output)


def test_ctrl_c_in_the_warm_start_says_that_nothing_is_kept(
    finished: AnyTraining, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(learner: Any, executor: Any) -> None:
        raise KeyboardInterrupt

    config = finished.model_copy(update={"output": tmp_path / "run"})
    with monkeypatch.context() as stopping, pytest.raises(KeyboardInterrupt) as caught:
        for learner in (TablePPO, DeepMonteCarlo):
            stopping.setattr(learner, "prepare", interrupted)
        train(config)
    assert caught.value.__notes__ == [
        "nothing is learned yet that could be kept; --resume begins anew."
    ]
    train(config, resume=True)
    assert policy_bytes(config.output) == policy_bytes(finished.output)


def test_a_run_that_can_not_begin_leaves_its_folder_free(tmp_path: Path) -> None:
    folder, nowhere = tmp_path / "run", str(tmp_path / "nowhere")
    with pytest.raises(UserError, match="nowhere"):
        train(tiny_config("ppo", output=str(folder), init_from=nowhere))
    assert not list(folder.iterdir())
    claim_folder(tiny_config("ppo", output=str(folder), init_from=nowhere), resume=False)
    with pytest.raises(UserError, match="nowhere"):
        train(tiny_config("ppo", output=str(folder), init_from=nowhere), resume=True)
    assert (folder / "config.yaml").exists(), "what an earlier command began"


def test_making_a_run_trains_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(TablePPO, "prepare", lambda learner, executor: pytest.fail("trained"))
        run = Run(tiny_config(output=str(tmp_path / "run"), warm_start={"decisions": 1000}))
    assert run.learner.steps == 0 and not run.folder.exists()


DIVERGED = r"diverged after \d+ decisions: .*learning rate\.$"


@pytest.mark.parametrize("algorithm", TRAININGS)
def test_a_run_that_diverges_ends_with_a_sentence_and_keeps_its_checkpoint(
    algorithm: str, tmp_path: Path
) -> None:
    wild = {algorithm: CONTENTS[algorithm][algorithm] | {"learning_rate": 1e30}}
    run = started(tiny_config(algorithm, output=str(tmp_path / "run"), **wild))
    before = (run.folder / "checkpoint.safetensors").read_bytes()
    with pytest.raises(UserError, match=DIVERGED):
        run.finish()
    assert (run.folder / "checkpoint.safetensors").read_bytes() == before
    assert not (run.folder / "final").exists()


def test_a_warm_start_that_diverges_is_not_kept(tmp_path: Path) -> None:
    wild = {"decisions": 40_000, "learning_rate": 1e30}
    config = tiny_config(output=str(tmp_path / "run"), warm_start=wild)
    with pytest.raises(UserError, match=DIVERGED):
        started(config)
    assert not (config.output / "checkpoint.safetensors").exists()


def start(path: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "fudaba.cli.main", "train", str(path), *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("algorithm", "warm_start"), [("ppo", {"warm_start": {"decisions": 40_000}}), ("dmc", {})]
)
def test_a_run_survives_being_killed_at_any_moment(
    algorithm: str, warm_start: dict[str, Any], tmp_path: Path
) -> None:
    path = tiny_file(tmp_path, algorithm, total_steps=10**7, **warm_start)
    folder, rng = tmp_path / "run", random.Random(4)
    for _ in range(2):
        process = start(path, *(["--resume"] if (folder / "config.yaml").exists() else []))
        while not (folder / "config.yaml").exists() and process.poll() is None:
            time.sleep(0.05)
        time.sleep(rng.uniform(0.5, 3.0))
        process.kill()
        process.communicate()
    before = steps_of_rows(folder) if (folder / "curves.csv").exists() else [0.0]
    total = int(before[-1]) + 10_000  # how far the run has come depends on the machine
    process = start(path, "--resume", "--total-steps", str(total))
    output, errors = process.communicate()
    assert process.returncode == 0, errors
    assert f"published: policy:{folder}/final" in output.replace("\n", "")
    PolicyAgent.load(folder / "final", GAME, DEFAULTS)
    assert_curves_are_in_order(folder, total, algorithm)


def test_self_play_learns(tmp_path: Path) -> None:
    # Passes without limit cost a player who wanders nearly every game, until it has learned.
    config = tiny_config(
        output=str(tmp_path / "run"),
        options={"num_players": 2, "pass_limit": "none"},
        residual=False,
        total_steps=40_000,
        tables=128,
        checkpoint_every=10**6,
        ppo={"n_steps": 32, "batch_size": 1024, "learning_rate": 0.003, "hidden": [32]},
        opponents={"agents": {"random": 1}},
        evaluation={"every": 10**6, "final_deals": 300, "against": ["random"]},
    )
    run = started(config)
    before = run.evaluate(300)["random"]
    after = run.finish()["random"]
    assert before.high < 0 < after.low


def test_damaged_curves_are_refused_before_anything_is_trained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tiny_config(output=str(tmp_path / "run"))
    claim_folder(config, resume=False)  # a run that was stopped before its first checkpoint
    (tmp_path / "run" / "curves.csv").write_text("time/steps\nmany\n")
    before = {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()}
    monkeypatch.setattr(TablePPO, "prepare", lambda learner, executor: pytest.fail("learned"))
    assert "curves.csv is damaged" in refusal(config, resume=True)
    assert {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()} == before


@pytest.mark.parametrize("algorithm", TRAININGS)
def test_a_training_of_one_rollout_is_refused_with_the_number_that_would_do(
    algorithm: str,
) -> None:
    with pytest.raises(UserError, match=r"total_steps can't be 1023: .*; allowed: from 1024, or"):
        tiny_config(algorithm, total_steps=1023)
    assert tiny_config(algorithm, total_steps=1024).rollout == 512


def test_a_run_whose_first_games_are_all_of_it_publishes_nothing(tmp_path: Path) -> None:
    """Deep Monte Carlo learns from whole games, here from more decisions than the run has."""
    config = tiny_config("dmc", output=str(tmp_path), total_steps=64, tables=32, dmc={"n_steps": 1})
    assert config.rollout == 32
    with pytest.raises(UserError, match=r"total_steps can't be 64: .* have \d+ decisions already"):
        train(config)
    assert not (tmp_path / "final").exists()
