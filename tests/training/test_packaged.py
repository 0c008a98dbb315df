"""Making the policies that come with the package: what is missing, and nothing worse."""

import json
from pathlib import Path

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
FILES = ["README.md", "__init__.py", CARD_FILE, "policy.safetensors"]


class FakeTraining:
    """Publishes a policy that earns so much, where a run would."""

    def __init__(self) -> None:
        self.earned, self.asked = 0.2, list[tuple[str, bool]]()

    def __call__(self, config: AnyTraining, resume: bool) -> None:
        self.asked.append((config.game, resume))
        publish(config.output / "final", self.earned)
        (config.output / "config.yaml").touch()


def publish(folder: Path, earned: float) -> None:
    policy = PolicyAgent([LAYER], advice=GreedyAgent(GAME))
    measured = {"mean_reward": earned, "low": earned - 0.01, "high": earned + 0.01}
    policy.save(folder, GAME, GAME.options(), evaluation={"greedy": measured})


@pytest.fixture
def training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeTraining:
    """Runs in the present folder, for a package without policies and with one game."""
    fake = FakeTraining()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(packaged, "POLICIES", tmp_path / "policies")
    monkeypatch.setattr(making, "game_names", lambda: [GAME.name])
    monkeypatch.setattr(making, "train", fake)
    return fake


def in_place() -> float:
    card = json.loads(Path("policies/cyclic", CARD_FILE).read_text(encoding="utf-8"))
    return float(card["evaluation"]["greedy"]["mean_reward"])


def test_a_missing_policy_is_trained_once_and_put_in_its_place(training: FakeTraining) -> None:
    assert making.main([]) == 0 and in_place() == 0.2
    assert sorted(path.name for path in Path("policies/cyclic").iterdir()) == FILES
    assert making.main([]) == making.main(["cyclic"]) == 0
    assert training.asked == [(GAME.name, False)]


def test_a_stopped_run_goes_on_and_a_damaged_policy_is_made_again(training: FakeTraining) -> None:
    assert making.main(["cyclic"]) == 0
    Path("policies/cyclic", CARD_FILE).write_text("{}", encoding="utf-8")
    Path("runs/cyclic/ppo/final", CARD_FILE).unlink()
    assert making.main([]) == 0 and making.fits(GAME)
    assert training.asked == [(GAME.name, False), (GAME.name, True)]


@pytest.mark.usefixtures("training")
def test_a_worse_policy_does_not_take_the_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert making.main(["cyclic"]) == 0
    for earned, code in ((0.185, 0), (0.15, 2), (0.25, 0)):
        publish(Path("runs/cyclic/ppo/final"), earned)
        before = in_place()
        assert making.main(["cyclic_v0"]) == code
        assert in_place() == (before if code else earned)
    assert capsys.readouterr().err == (
        f"fudaba: policy runs/cyclic/ppo/final earns +0.150 against greedy, the one in "
        f"{Path.cwd()}/policies/cyclic +0.185; remove that one to install the worse policy.\n"
    )


@pytest.mark.usefixtures("training")
def test_what_was_not_measured_or_is_no_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    PolicyAgent([LAYER]).save("runs/cyclic/ppo/final", GAME, GAME.options())
    assert making.main(["cyclic"]) == making.main(["chess"]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first.endswith("card.json lacks an interval against greedy.")
    assert second.startswith("fudaba: there is no game 'chess'; allowed: cyclic_v0")
    assert not Path("policies").exists()
