"""MaskablePPO that learns at tables."""

from pathlib import Path

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger

from fudaba.agents.greedy import ADVISED
from fudaba.envs import UserError
from fudaba.training.ppo.network import export_policy

from .tiny import CONTENT, random_decisions, tiny_model


def test_plain_sb3_contrib_loads_what_it_saves(tmp_path: Path) -> None:
    model = tiny_model()
    model.save(tmp_path / "model.zip")
    loaded = MaskablePPO.load(tmp_path / "model.zip", device="cpu")
    assert type(loaded) is MaskablePPO
    observations, masks = random_decisions(500)
    expected, _ = model.predict(observations, action_masks=masks, deterministic=True)
    actions, _ = loaded.predict(observations, action_masks=masks, deterministic=True)
    assert (actions == expected).all() and len(set(actions.tolist())) > 5


def test_a_rollout_is_what_happened_at_the_tables() -> None:
    model = tiny_model(alone=16)
    model.reward_scale = 2.0
    first, seats = torch.as_tensor(model.tables.observations), model.tables.seats
    before = model.tables.next_deal
    model.collect()
    rollout = model.rollout_buffer
    assert torch.equal(rollout.inputs[0], model.policy.extract_features(first))
    assert (rollout.trace.seats[0] == seats).all()
    masks = rollout.action_masks
    assert ((masks != 0).sum(axis=2) > 1).all() and ((masks == ADVISED).sum(axis=2) == 1).all()
    assert (np.take_along_axis(masks, rollout.actions[..., None], 2) != 0).all()
    assert rollout.trace.dones.sum() <= model.tables.next_deal - before
    assert 0.8 * 16 * 32 < len(rollout) == model.num_timesteps < 16 * 32
    paid = rollout.trace.points[rollout.trace.dones]
    assert np.abs(paid).max() == pytest.approx(2.0)
    with torch.no_grad():
        values, logs, _ = model.policy.evaluate_actions(
            rollout.inputs[3],
            torch.from_numpy(rollout.actions[3]),
            masks[3],
        )
    assert rollout.trace.values[3] == pytest.approx(values.numpy(), abs=1e-5)
    assert rollout.log_probs[3] == pytest.approx(logs.numpy(), abs=1e-5)


def test_alone_every_decision_is_learned_from() -> None:
    model = tiny_model(alone=32)
    model.collect()
    assert len(model.rollout_buffer) == 16 * 32


def test_rates_fall_as_the_run_goes_on() -> None:
    model = tiny_model()
    model.set_logger(Logger(None, []))
    model.collect()
    seen = []
    for progress in (0.0, 0.5, 1.0):
        model.learn_from_rollout(progress)
        seen.append((model.ent_coef, model.policy.optimizer.param_groups[0]["lr"]))
    assert seen == [pytest.approx(pair) for pair in [(0.3, 3e-3), (0.155, 1.5e-3), (0.01, 0)]]


@pytest.mark.parametrize(
    ("share", "weights"), [(0.0, [0, 0, 0, 1]), (0.5, [0, 1 / 6, 1 / 3, 1 / 2])]
)
def test_the_published_weights_are_the_mean_of_the_last_ones(
    share: float, weights: list[float]
) -> None:
    model = tiny_model(ppo=CONTENT["ppo"] | {"average": share})
    model.set_logger(Logger(None, []))
    seen, views = [export_policy(model.policy).layers], random_decisions(100)[0]
    assert (model.export().outputs(views) == export_policy(model.policy).outputs(views)).all()
    for _ in range(4):
        model.collect()
        model.learn_from_rollout(0.0)
        seen.append(export_policy(model.policy).layers)
    for mean, *layers in zip(model.export().layers, *seen[1:], strict=True):
        expected = sum(w * layer.weight for w, layer in zip(weights, layers, strict=True))
        assert mean.weight == pytest.approx(expected, abs=1e-6)
    assert np.abs(seen[3][0].weight - seen[4][0].weight).max() > 1e-3


def test_a_network_that_is_not_finite_is_noticed_at_once() -> None:
    model = tiny_model()
    model.set_logger(Logger(None, []))
    model.collect()
    model.rollout_buffer.returns[5] = np.nan
    with pytest.raises(UserError, match="has diverged after"):
        model.learn_from_rollout(0.0)
    with pytest.raises(UserError, match="has diverged after"):
        model.collect()
