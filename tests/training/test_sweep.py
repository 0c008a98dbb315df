"""Sweeps: every setting with every seed, gone on with after a stop, and what comes of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from fudaba.cli import sweep
from fudaba.cli.main import main
from fudaba.evaluation.curves import FINAL_FOLDER
from fudaba.training import sweep as training_sweep
from fudaba.training.sweep import PlannedRun, plan_runs, result_of
from fudaba.training.train import train

from ..cli.test_japanese import ENGLISH_SENTENCE
from ..test_glossaries import foreign_words
from .tiny import CONTENTS, tiny_file

EVALUATION = {"every": 1024, "deals": 10, "final_deals": 10, "against": ["random"]}
SHORT = {"total_steps": 2048, "residual": False, "evaluation": EVALUATION | {"final_deals": 40}}
TWO_BY_TWO = ("--seeds", "3,4", "--grid", "ppo.ent_coef=0.0,0.5")


def weights(folder: Path) -> bytes:
    return (folder / FINAL_FOLDER / "policy.safetensors").read_bytes()


def planned(folder: Path, grid: dict[str, list[Any]], seeds: list[int]) -> list[PlannedRun]:
    content = CONTENTS["ppo"] | SHORT | {"output": str(folder)}
    return plan_runs("tiny", content, grid, seeds, resume=False)


def test_every_setting_is_trained_with_every_seed_as_it_would_be_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []

    def counted(config: Any, *more: Any) -> Any:
        begun.append(config.output)
        if len(begun) == 3:
            raise KeyboardInterrupt
        return train(config, *more)

    monkeypatch.setattr(training_sweep, "train", counted)
    command = ["train", str(tiny_file(tmp_path, **SHORT)), *TWO_BY_TWO]
    assert main(command) == 130
    assert main([*command, "--resume"]) == 0
    assert len(begun) == 5, "two runs had ended"
    folder = tmp_path / "run"
    numbers = json.loads((folder / "sweep.json").read_text())
    assert [(run["setting"], run["seed"]) for run in numbers["runs"]] == [
        ("ppo.ent_coef=0.0", 3), ("ppo.ent_coef=0.0", 4),
        ("ppo.ent_coef=0.5", 3), ("ppo.ent_coef=0.5", 4),
    ]  # fmt: skip
    means = [run["rewards"]["random"]["mean"] for run in numbers["runs"]]
    spread = numbers["settings"]["ppo.ent_coef=0.5"]["random"]
    assert spread["mean"] == pytest.approx((means[2] + means[3]) / 2)
    assert (spread["low"], spread["high"]) == (min(means[2:]), max(means[2:]))
    best = numbers["runs"][means.index(max(means))]["folder"]
    assert numbers["best"] == f"{best}/final"
    shown = capsys.readouterr().out
    assert f"best against random: policy:{best}/final" in "".join(shown.splitlines())
    page = (folder / "sweep.html").read_text()
    assert page.count("<svg") == 2 and "ppo.ent_coef=0.5" in page

    alone = ["--ppo.ent-coef", "0.5", "--seed", "4", "--output", str(tmp_path / "alone")]
    assert main([*command[:2], *alone]) == 0
    assert weights(tmp_path / "alone") == weights(folder / "ppo.ent_coef-0.5" / "seed-4")


def test_a_run_that_was_stopped_early_is_no_result(tmp_path: Path) -> None:
    (run,) = planned(tmp_path, {}, [7])
    assert not run.has_begun and not run.has_ended
    run.config.output.mkdir(parents=True)
    (run.config.output / training_sweep.STOPPED_FILE).write_text("")
    assert run.has_ended
    result = result_of([run])
    assert result.best is None and result.settings() == {"": []}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--seeds 0,x", "--seeds can't be '0,x'; allowed: whole numbers, such as 0,1,2."),
        ("--seeds 1,1", "a seed or a value is given twice; each is allowed once."),
        ("--grid x", "a key can't be 'x'; write NAME=VALUE, as ppo.ent_coef=0.003,0.01."),
        (
            "--grid tables=1 --grid tables=2",
            "key tables is varied twice; write tables=VALUE,VALUE once.",
        ),
        ("--grid seed=1,2", "a grid can't vary seed; use --seeds."),
        ("--grid output=a,b", "a grid can't vary output; use --output."),
        ("--grid tables.x=1", "there is no key tables.x: tables has no keys."),
        ("--grid ppo.entropy=1,2", "there is no key ppo.entropy; allowed: learning_rate"),
        ("--grid ppo.ent_coef=-1", "ppo.ent_coef can't be -1"),
        ("--seeds 0,1 --stop-early", "--stop-early compares runs; it needs --executor ray and"),
        ("--executor ray --stop-early", "--stop-early compares runs; it needs --executor ray and"),
    ],
)
def test_a_sweep_that_can_t_be_is_refused(
    words: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["train", str(tiny_file(tmp_path)), *words.split()]
    assert main(command) == 2
    errors = capsys.readouterr().err
    assert sentence in errors and errors.count("\n") == 1
    assert main([*command, "--language", "ja"]) == 2
    assert not ENGLISH_SENTENCE.search(capsys.readouterr().err)
    assert not (tmp_path / "run").exists()


def test_a_sweep_begins_no_run_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (run,) = planned(tmp_path / "run", {}, [0])
    run.config.output.mkdir(parents=True)
    (run.config.output / "config.yaml").write_text("seed: 9\n")
    command = ["train", str(tiny_file(tmp_path, **SHORT)), "--seeds", "0"]
    assert main(command) == 2
    assert "holds a run already; go on with --resume" in capsys.readouterr().err
    assert main([*command, "--resume"]) == 2
    assert "can't change when a run is resumed" in capsys.readouterr().err


@pytest.mark.slow
def test_a_cluster_trains_the_same_policies(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="the extra cluster is not installed")
    command = ["train", str(tiny_file(tmp_path, **SHORT)), "--output"]
    far, here = tmp_path / "far", tmp_path / "here"
    assert main([*command, str(far), "--seeds", "3,4", "--executor", "ray", "--stop-early"]) == 0
    assert (far / sweep.PAGE_FILE).exists()
    runs = json.loads((far / sweep.NUMBERS_FILE).read_text())["runs"]
    published = {run["seed"]: Path(run["folder"]) for run in runs if run["is_published"]}
    assert published
    assert main([*command, str(here), "--seeds", ",".join(map(str, published))]) == 0
    for seed, folder in published.items():
        assert weights(folder) == weights(here / f"seed-{seed}")


def test_runs_too_short_to_learn_anything_have_no_best(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without playouts a short training changes none of greedy's moves, whatever its seed."""
    against = {"every": 1024, "deals": 10, "final_deals": 10, "against": ["greedy"]}
    file = tiny_file(tmp_path, total_steps=1024, evaluation=against)
    command = ["train", str(file), "--seeds", "0,1"]
    assert main(command) == 0
    assert "none is the best against greedy: 2 runs earn the same +0.000" in capsys.readouterr().out
    assert json.loads((tmp_path / "run" / "sweep.json").read_text())["best"] is None
    page = (tmp_path / "run" / "sweep.html").read_text()
    assert "None of 2 finished runs is the best: 2 earn the same against greedy." in page
    assert main([*command, "--resume", "--language", "ja"]) == 0
    shown, *_ = capsys.readouterr().out.partition("保存先\N{FULLWIDTH COLON}")
    assert "2回の学習のうち2回が完了" in shown and foreign_words(shown, {"greedy"}) == []
