"""Checkpoints: everything comes back exactly, and nothing else is taken for one."""

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import save
from stable_baselines3.common.logger import Logger

from fudaba.envs import UserError
from fudaba.training.checkpoints import (
    FORMAT,
    RunProgress,
    checksum,
    load_checkpoint,
    take_checkpoint,
)
from fudaba.training.learner import Learner

from ..agents.test_policy import Trap
from .tiny import CONTENT, tiny_dmc, tiny_model

PROGRESS = RunProgress(steps=512, next_deal=77, seconds=1.25, epochs=3)


def practised(learner: Learner) -> Learner:
    """One that has learned a little, so that its optimiser remembers something."""
    learner.set_logger(Logger(None, []))
    learner.collect()
    learner.learn_from_rollout(0.5)
    return learner


@pytest.fixture(scope="module")
def learner() -> Learner:
    return practised(tiny_model())


@pytest.fixture
def path(learner: Learner, tmp_path: Path) -> Path:
    take_checkpoint(learner, PROGRESS).write(tmp_path / "checkpoint.safetensors")
    return tmp_path / "checkpoint.safetensors"


def assert_equal(one: Any, other: Any) -> None:
    """Compares nested dictionaries of tensors."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_equal(one[key], other[key])
    elif isinstance(one, torch.Tensor):
        assert one.dtype == other.dtype and torch.equal(one, other)
    else:
        assert one == other


def refusal(path: Path) -> str:
    """The one sentence with which a file is refused; the learner is a new one."""
    with pytest.raises(UserError) as caught:
        load_checkpoint(path, tiny_model())
    message = str(caught.value)
    assert str(path) in message and "\n" not in message
    return message


@pytest.mark.parametrize("make", [tiny_model, tiny_dmc])
def test_everything_comes_back_exactly(make: Callable[..., Learner], tmp_path: Path) -> None:
    learner, other = practised(make()), make(seed=9)
    other.reward_scale = 7.0
    take_checkpoint(learner, PROGRESS).write(tmp_path / "checkpoint")
    assert load_checkpoint(tmp_path / "checkpoint", other) == (PROGRESS, None)
    assert other.steps == PROGRESS.steps and other.epochs == PROGRESS.epochs
    assert other.next_deal == PROGRESS.next_deal
    assert other.reward_scale == learner.reward_scale != 7.0
    assert_equal(other.network.state_dict(), learner.network.state_dict())
    moments = learner.optimizer.state_dict()["state"]
    learned = [each for each in learner.network.parameters() if each.requires_grad]
    assert len(moments) == len(learned)
    assert_equal(other.optimizer.state_dict()["state"], moments)


@pytest.mark.parametrize("make", [tiny_model, tiny_dmc])
def test_the_best_network_comes_back_beside_the_present_one(
    make: Callable[..., Learner], tmp_path: Path
) -> None:
    learner, best, other = make(), make(seed=9).network.state_dict(), make(seed=9)
    take_checkpoint(learner, PROGRESS, best).write(tmp_path / "checkpoint")
    assert_equal(load_checkpoint(tmp_path / "checkpoint", other)[1], best)
    assert_equal(other.network.state_dict(), learner.network.state_dict())


def test_a_best_network_that_does_not_fit_is_damage(learner: Learner, path: Path) -> None:
    wider = tiny_model(ppo=CONTENT["ppo"] | {"hidden": [24]}).policy.state_dict()
    take_checkpoint(learner, PROGRESS, wider).write(path)
    assert "is damaged or no checkpoint of a training run." in refusal(path)


def test_a_fresh_learner_has_a_checkpoint_too(tmp_path: Path) -> None:
    start = RunProgress(0, 0, 0.0)
    take_checkpoint(tiny_model(), start).write(tmp_path / "start")
    assert load_checkpoint(tmp_path / "start", tiny_model(seed=9)) == (start, None)


def test_an_older_checkpoint_is_replaced_whole(path: Path) -> None:
    later = RunProgress(1024, 99, 2.5)
    take_checkpoint(tiny_model(), later).write(path)
    assert load_checkpoint(path, tiny_model()) == (later, None)
    assert os.listdir(path.parent) == [path.name]


def test_missing_or_a_folder(tmp_path: Path) -> None:
    assert "can't be read" in refusal(tmp_path / "nothing")
    assert "can't be read" in refusal(tmp_path)


def test_a_folder_that_cannot_be_written(learner: Learner, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="can't be written"):
        take_checkpoint(learner, PROGRESS).write(tmp_path / "file" / "checkpoint")


def test_truncated(path: Path) -> None:
    content = path.read_bytes()
    for length in (0, 5, 300, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:length])
        assert "is damaged or no checkpoint of a training run." in refusal(path)


def test_of_another_network(path: Path) -> None:
    for other in (tiny_model(ppo=CONTENT["ppo"] | {"hidden": [24]}), tiny_dmc()):
        with pytest.raises(UserError, match="is a checkpoint of another network than configured"):
            load_checkpoint(path, other)


def rewrite(path: Path, metadata: dict[str, str], drop: str = "none", **more: Any) -> None:
    """Writes the file's tensors anew with other metadata, without some, with more."""
    with safe_open(path, framework="pt") as file:
        names = file.keys()
        tensors = {name: file.get_tensor(name) for name in names}
    kept = {name: value for name, value in tensors.items() if not name.startswith(drop)}
    tensors = kept | more
    seal = {"sha256": checksum(tensors, metadata.get("progress", ""))}
    path.write_bytes(save(tensors, metadata | seal))


GOOD = {"format": FORMAT, "progress": '{"steps": 1, "next_deal": 2, "seconds": 3.0}'}


@pytest.mark.parametrize(
    "metadata",
    [
        {},
        {"format": "pt"},
        {"format": FORMAT},
        GOOD | {"progress": "{"},
        GOOD | {"progress": "{}"},
        GOOD | {"progress": "[1]"},
        GOOD | {"progress": '{"steps": 1, "next_deal": 2, "seconds": 3, "more": 4}'},
    ],
    ids=range(7),
)
def test_of_something_else(path: Path, metadata: dict[str, str]) -> None:
    rewrite(path, metadata)
    assert "no checkpoint of a training run." in refusal(path)


def test_the_rewritten_file_is_refused_for_its_metadata_alone(path: Path) -> None:
    rewrite(path, GOOD)
    assert load_checkpoint(path, tiny_model()) == (RunProgress(1, 2, 3.0), None)


@pytest.mark.parametrize(
    ("drop", "more", "said"),
    [
        ("none", {"weights": torch.zeros(2)}, "damaged or no checkpoint"),
        ("reward_scale", {}, "damaged or no checkpoint"),
        ("policy", {}, "another network"),
    ],
)
def test_of_other_tensors(drop: str, more: dict[str, Any], said: str, path: Path) -> None:
    rewrite(path, GOOD, drop, **more)
    assert said in refusal(path)


@pytest.mark.parametrize("write", [pickle.dump, torch.save], ids=["pickle", "torch"])
def test_a_pickle_is_refused_and_not_opened(
    path: Path, tmp_path: Path, write: Callable[..., None]
) -> None:
    with path.open("wb") as file:
        write(Trap(tmp_path / "sprung"), file)
    assert "damaged or no checkpoint" in refusal(path)
    assert not (tmp_path / "sprung").exists()
