"""Making the policies that come with the package: what is missing, and nothing worse."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fudaba.agents import packaged
from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.policy import CARD_FILE, Layer, PolicyAgent
from fudaba.envs import find_game
from fudaba.training import packaged as making
from fudaba.training.config import AnyTraining

GAME = find_game("cyclic_v0")
LAYER = Layer(np.zeros((GAME.num_actions, GAME.observation_size)), np.zeros(GAME.num_actions))
NEVER_ADVISED = Layer(LAYER.weight, -10.0 * np.arange(GAME.num_actions))
FILES = ["README.md", "__init__.py", CARD_FILE, "policy.safetensors"]


class FakeTraining:
    """Publishes greedy, as a network without an opinion of its own, where a run would."""

    def __init__(self) -> None:
        self.asked = list[tuple[str, bool]]()

    def __call__(self, config: AnyTraining, resume: bool) -> None:
        self.asked.append((config.game, resume))
        publish(config.output / "final")
        (config.output / "config.yaml").touch()


def publish(folder: Path, layer: Layer = LAYER, **training: Any) -> None:
    PolicyAgent([layer], advice=GreedyAgent(GAME)).save(folder, GAME, GAME.options(), training)


@pytest.fixture
def training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeTraining:
    """Runs in the present folder, for a package without policies and with one game."""
    fake = FakeTraining()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(packaged, "POLICIES", tmp_path / "policies")
    monkeypatch.setattr(making, "every_game", lambda: [GAME])
    monkeypatch.setattr(making, "train", fake)
    return fake


def in_place() -> str:
    return PolicyAgent.load("policies/cyclic", GAME, GAME.options()).identity


def test_missing_policies_are_trained_once_and_put_in_their_places(training: FakeTraining) -> None:
    greedy = PolicyAgent([LAYER], advice=GreedyAgent(GAME))
    assert making.main([]) == 0 and in_place() == greedy.identity
    for place in (Path("policies/cyclic"), Path("policies/cyclic/any")):
        assert sorted(path.name for path in place.iterdir() if path.is_file()) == FILES
    assert making.main([]) == making.main(["cyclic"]) == 0
    assert training.asked == [(GAME.name, False)] * 2


def test_no_specialist_is_missing_where_a_generalist_plays(training: FakeTraining) -> None:
    assert making.main(["cyclic/any"]) == making.main([]) == 0
    assert training.asked == [(GAME.name, False)]


def test_a_stopped_run_goes_on_and_a_damaged_policy_is_made_again(training: FakeTraining) -> None:
    assert making.main(["cyclic/any"]) == 0
    Path("policies/cyclic/any", CARD_FILE).write_text("{}", encoding="utf-8")
    Path("runs/cyclic/any/final", CARD_FILE).unlink()
    assert making.main(["cyclic/any"]) == 0 and making.Product(GAME, "any").fits()
    assert training.asked == [(GAME.name, False), (GAME.name, True)]


@pytest.mark.usefixtures("training")
def test_a_worse_policy_does_not_take_the_place(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "DEALS", 40)
    assert making.main(["cyclic"]) == 0
    before = in_place()
    publish(Path("runs/cyclic/ppo/final"), NEVER_ADVISED)
    assert making.main(["cyclic_v0"]) == 2 and in_place() == before
    said = capsys.readouterr().err
    assert re.fullmatch(
        r"fudaba: policy runs/cyclic/ppo/final earns -\d\.\d{3} \(-\d\.\d{3} to -\d\.\d{3}\) alone "
        f"among copies of the one in {Path.cwd()}/policies/cyclic; remove that one to install the "
        r"worse policy\.\n",
        said,
    )
    publish(Path("policies/cyclic"), NEVER_ADVISED)
    publish(Path("runs/cyclic/ppo/final"))
    assert making.main(["cyclic"]) == 0 and in_place() == before, "a better one does"


@pytest.mark.usefixtures("training")
def test_what_ended_a_training_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    match = {"mean_reward": 0.0, "low": -0.1, "high": 0.1, "deals": 9}
    curve = [{"steps": 7_000_000, "policy": match, "search": match}]
    notes = {"opponent": "ismcts:budget=8", "spread": 1.0, "ended_by": "criterion", "curve": curve}
    publish(Path("runs/cyclic/ppo/final"), criterion=notes)
    assert making.main(["cyclic"]) == 0
    told = "cyclic/ppo: the training ended because the criterion was met, at 7,000,000 decisions.\n"
    assert capsys.readouterr().out == told


def test_what_is_no_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert making.main(["chess"]) == 2
    assert capsys.readouterr().err.startswith(
        "fudaba: there is no game 'chess'; allowed: cyclic_v0"
    )
