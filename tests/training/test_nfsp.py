"""The baseline NFSP: what follows a decision, and what both networks learn from it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from benchmarks import nfsp
from fudaba.agents.policy import read_card
from fudaba.evaluation.curves import learned_by
from fudaba.training.config import DMCTraining, check_config

from .test_dmc import Wheel
from .tiny import DMC_CONTENT, GAME

SIZE = GAME.observation_size


def test_what_follows_a_decision_by_hand() -> None:
    # At one table seats 0, 1, 0, 1 decide, then the game ends, and seat 2 begins the next one.
    waiting = nfsp.Waiting(GAME, 1)
    points = [[1.0, 2, 4], [0, 0, 1], [8, -2, 0], [5, -3, -2], [1, 1, 1]]
    found = []
    for step, seat in enumerate([0, 1, 0, 1, 2]):
        view, mask = np.full((1, SIZE), step, np.int8), np.full((1, GAME.num_actions), 1, np.int8)
        found.append(waiting.follow(view, mask, np.array([seat]), np.array([10 + step])))
        paid = np.zeros((1, GAME.max_players))
        paid[0, :3] = points[step]
        found.append(waiting.pay(paid, np.array([step == 3])))
    rows = np.concatenate(found)
    assert rows["action"].tolist() == [10, 11, 12, 13]
    # Seat 0 wins 1 and 0 until it decides again, seat 1 0 and -2; then 8 and 5, and -3.
    assert rows["reward"].tolist() == [1.0, -2.0, 13.0, -3.0]
    assert (rows["observation"] == np.arange(4)[:, None]).all()
    assert rows["next_observation"][:2, 0].tolist() == [2, 3]
    assert rows["next_mask"].any(axis=1).tolist() == [True, True, False, False]


def test_a_full_memory_forgets_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nfsp, "BATCH", 200)
    memory = nfsp.Memory([("number", np.int64)], 5)
    for start in (0, 4):
        memory.add(np.array([(number,) for number in range(start, start + 4)], [("number", int)]))
    (drawn,) = memory.draw(np.random.default_rng(0))
    assert len(memory) == 5 and set(drawn.tolist()) == {3, 4, 5, 6, 7}


class Twice(Wheel):
    """The wheel without its third seat, whose decision and points are the first one's."""

    @property
    def seats(self) -> np.ndarray:
        return np.full(64, self.turn % 2)

    def advance(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        points, dones = super().advance(actions)
        points[:, 0] += points[:, 2]
        points[:, 2] = 0.0
        return points, dones


def test_values_become_exact_and_the_average_policy_takes_the_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wheel: Any = Twice()
    wheel.begin(0, 0)
    monkeypatch.setattr(nfsp, "LearningTables", lambda *_: wheel)
    monkeypatch.setattr(nfsp, "EPSILON", 1.0)  # falls to 0, so that all is tried and the best kept
    config = check_config("wheel", DMC_CONTENT | {"dmc": {"hidden": [16]}, "tables": 64})
    assert isinstance(config, DMCTraining)
    play = nfsp.FictitiousPlay(config)
    for step in range(400):
        play.play(step / 400)
        play.learn()
    views = np.zeros((3, SIZE), np.int8)
    views[range(3), range(3)] = 1
    with torch.no_grad():
        said = play.values(torch.from_numpy(views)).numpy()[:, [2, 5, 8]] / play._reward_scale
    chances = np.array([0.2, 0.5, 0.8])
    last = 3 * chances - 0.5  # of seat 0, which pays .5 in each of the three turns
    exact = np.array([chances - 1.0 + last.max(), 2 * chances, last])
    assert said == pytest.approx(exact, abs=0.2)
    masks = np.zeros((3, GAME.num_actions), np.int8)
    masks[:, [2, 5, 8]] = 1
    drawn = play.export().probabilities(views, masks)
    assert (drawn[:, 8] > 2 * drawn[:, 2]).all()


def test_a_run_publishes_its_average_policy_and_its_curve(tmp_path: Path) -> None:
    config = check_config("tiny", DMC_CONTENT | {"output": str(tmp_path)})
    assert isinstance(config, DMCTraining)
    nfsp.train(config)
    card = read_card(tmp_path / "final")
    assert card.sample and card.training["steps"] == 4096
    assert [steps for steps, _ in learned_by(tmp_path / "final")["random"]] == [0, 2048, 4096]
