"""Advantages that follow the seats, and the batches that are learned from."""

import numpy as np
import pytest
import torch
from gymnasium import spaces
from stable_baselines3.common.buffers import RolloutBuffer

from fudaba.training.advantages import Trace, advantages_by_seat
from fudaba.training.ppo.rollout import Rollout


def test_advantages_by_hand() -> None:
    # One table. Seats 0, 1, 0 decide in a game that ends after the third decision; then seats
    # 1, 0, 2, 0 in one that goes on, where seat 1 is to decide next and 0 and 2 wait.
    points = np.array(
        [[1, -1, 0], [2, -2, 0], [-4, 3, 1], [5, -5, 0], [0, 6, -6], [7, 8, 9], [9, 1, 2.0]]
    )
    trace = Trace(
        seats=np.array([[0], [1], [0], [1], [0], [2], [0]]),
        points=points[:, None],
        dones=np.array([[step == 2] for step in range(7)]),
        values=np.array([[0.5], [0.25], [2.0], [1.0], [4.0], [8.0], [16.0]], np.float32),
    )
    advantages, is_known = advantages_by_seat(
        trace, next_seats=np.array([1]), next_values=np.array([3.0]), gamma=0.5, gae_lambda=0.5
    )
    last = -4 - 2.0  # seat 0's second decision: what it won, and nothing follows
    assert advantages[2, 0] == pytest.approx(last)
    assert advantages[1, 0] == pytest.approx(-2 + 3 - 0.25)
    assert advantages[0, 0] == pytest.approx(1 + 2 + 0.5 * 2.0 - 0.5 + 0.25 * last)
    # Seat 1 won -5, 6, 8 and 1 until its next decision, of which 3 is expected.
    assert advantages[3, 0] == pytest.approx(-5 + 6 + 8 + 1 + 0.5 * 3.0 - 1.0)
    # Seat 0 won 0 and 7 until its last decision, which says no more than its value.
    assert advantages[4, 0] == pytest.approx(0 + 7 + 0.5 * 16.0 - 4.0)
    assert is_known[:, 0].tolist() == [True, True, True, True, True, False, False]


@pytest.mark.parametrize(("gamma", "gae_lambda"), [(1.0, 0.9), (0.9, 1.0), (0.97, 0.0)])
def test_one_seat_alone_has_the_advantages_of_stable_baselines3(
    gamma: float, gae_lambda: float
) -> None:
    rng, shape = np.random.default_rng(0), (40, 7)
    rewards, dones = rng.normal(size=shape), rng.random(shape) < 0.2
    values, next_values = rng.normal(size=shape).astype(np.float32), rng.normal(size=7)
    trace = Trace(np.zeros(shape, np.int64), rewards[:, :, None], dones, values)
    advantages, is_known = advantages_by_seat(
        trace, np.zeros(7, np.int64), next_values, gamma, gae_lambda
    )
    box = spaces.Box(0, 1, (1,))
    theirs = RolloutBuffer(40, box, spaces.Discrete(2), "cpu", gae_lambda, gamma, 7)
    theirs.rewards[:], theirs.values[:] = rewards, values
    theirs.episode_starts[1:] = dones[:-1]
    theirs.compute_returns_and_advantage(torch.as_tensor(next_values), dones[-1])
    assert is_known.all()
    assert advantages == pytest.approx(theirs.advantages, abs=1e-5)


def filled(num_steps: int = 6, num_tables: int = 5) -> Rollout:
    """A rollout whose inputs tell the decisions' numbers."""
    box, moves = spaces.Box(0, 99, (3,), np.int16), spaces.Discrete(3)
    rollout = Rollout(
        num_steps, box, moves, torch.device("cpu"), 1.0, 0.9, num_tables, 4, 2, torch.float32
    )
    rng = np.random.default_rng(1)
    numbers = np.arange(num_steps * num_tables).reshape(num_steps, num_tables)
    rollout.inputs[:] = torch.as_tensor(numbers)[..., None]
    rollout.actions[:], rollout.log_probs[:] = numbers % 3, -numbers
    rollout.action_masks[..., 1] = numbers % 2
    rollout.trace.values[:] = numbers
    rollout.trace.seats[:] = rng.integers(4, size=numbers.shape)
    rollout.trace.points[:] = rng.normal(size=rollout.trace.points.shape)
    rollout.close(rng.integers(4, size=num_tables), rng.normal(size=num_tables))
    return rollout


def test_every_decision_whose_outcome_is_known_is_learned_from_once() -> None:
    rollout = filled()
    _, is_known = advantages_by_seat(rollout.trace, np.zeros(5, np.int64), np.zeros(5), 1.0, 0.9)
    batches = list(rollout.get(4))
    assert len(batches) == len(rollout) // 4 and 0 < len(rollout) < 30
    assert max(len(batch.actions) for batch in batches) <= 6
    seen = torch.cat([batch.observations[:, 0] for batch in batches]).long()
    assert sorted(seen.tolist()) == rollout._known.tolist() != list(range(len(rollout)))
    assert seen.tolist() != sorted(seen.tolist())
    assert is_known.sum() <= len(rollout) + 5
    for batch in batches:
        numbers = batch.observations[:, 0]
        assert (batch.actions == numbers % 3).all() and (batch.old_log_prob == -numbers).all()
        assert (batch.action_masks[:, 1] == numbers % 2).all()
        assert (batch.old_values == numbers).all()
        assert torch.allclose(batch.returns, batch.old_values + batch.advantages)
