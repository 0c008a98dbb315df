"""A warm start: the network first learns to play as a given agent does, and to value its games.

Learning from scratch spends most of its time on what a few lines of advice already say. A network
that imitates the advice starts from there. Its targets are soft: where an agent always answers
alike, hard ones would leave a network without doubt, and without doubt it explores nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from fudaba.agents import Agent, choose_actions
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import Game, Tables
from fudaba.envs.core.options import Options

from .learner import TablePPO

NUM_TABLES, NUM_STEPS = 256, 256
WANDER = 0.1  # share of random moves, so that the network sees positions the agent avoids
VALUE_WEIGHT = 0.5
SMALLEST_SPREAD = 0.1


@dataclass(frozen=True)
class Demonstrations:
    """K choices of an agent in games among copies of itself.

    Attributes:
        observations: int8 or int16 [K, D].
        masks: int8[K, A], at least two legal actions in each row.
        actions: int64[K], what the agent chose.
        returns: float32[K], what the seat to move earned from there to the end of the game.
    """

    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    returns: np.ndarray


def demonstrations(
    game: Game, options: Options, agent: Agent, seed: int
) -> Iterator[Demonstrations]:
    """Lets an agent play in all seats, and notes its choices, some 50,000 at a time.

    Now and then a random move is played instead of the agent's; what is noted is the agent's.

    Args:
        game: The game.
        options: Its house rules.
        agent: Whom to imitate.
        seed: The seed of the deals and of the random moves.

    Yields:
        Choices in games that have come to their end, without end.
    """
    tables = Tables(game, options, NUM_TABLES, seed)
    rng = np.random.default_rng(seed)
    while True:
        shown = _play(tables, agent, rng)
        if len(shown.actions):
            yield shown


def _play(tables: Tables, agent: Agent, rng: np.random.Generator) -> Demonstrations:
    """Plays on for some steps; leaves out what is forced, and games without an end yet."""
    wanderer = UniformAgent()
    everybody = np.zeros((NUM_TABLES, tables.game.max_players), np.int64)
    observations, masks, actions, movers, rewards, dones = [], [], [], [], [], []
    for _ in range(NUM_STEPS):
        chosen = choose_actions(tables, [agent], everybody, rng)
        observations.append(tables.observations.copy())
        masks.append(tables.action_masks.copy())
        actions.append(chosen)
        movers.append(tables.to_move.copy())
        wandered = wanderer.act(tables.observations, tables.action_masks, rng)
        tables.step(np.where(rng.random(NUM_TABLES) < WANDER, wandered, chosen))
        rewards.append(tables.rewards.copy())
        dones.append(tables.dones.copy())
    returns, is_known = returns_to_go(np.stack(movers), np.stack(rewards), np.stack(dones))
    legal = np.concatenate(masks)
    kept = np.flatnonzero(is_known.ravel() & (legal.sum(axis=1) > 1))
    return Demonstrations(
        np.concatenate(observations)[kept],
        legal[kept],
        np.concatenate(actions)[kept],
        returns.ravel()[kept],
    )


def returns_to_go(
    movers: np.ndarray, rewards: np.ndarray, dones: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """What the seat to move earned from each decision to the end of its game.

    Args:
        movers: int[T, N], the seat to move at each step and table.
        rewards: float[T, N, P], paid by each step.
        dones: bool[T, N], whether a step ended a game.

    Returns:
        float32[T, N], and bool[T, N]: whether the game came to its end within the T steps.
    """
    num_steps, num_tables = movers.shape
    everywhere = np.arange(num_tables)
    ahead = np.zeros(rewards.shape[1:])
    ends = np.zeros(num_tables, bool)
    returns = np.zeros((num_steps, num_tables), np.float32)
    is_known = np.zeros((num_steps, num_tables), bool)
    for step in reversed(range(num_steps)):
        ahead[dones[step]] = 0.0
        ahead += rewards[step]
        ends |= dones[step]
        returns[step] = ahead[everywhere, movers[step]]
        is_known[step] = ends
    return returns, is_known


def take_measure(model: TablePPO, shown: Demonstrations) -> None:
    """Sets what the network's inputs and the rewards are scaled by, from an agent's games."""
    mean, spread = shown.observations.mean(axis=0), shown.observations.std(axis=0)
    extractor: Any = model.policy.features_extractor
    extractor.standardise(mean, np.maximum(spread, SMALLEST_SPREAD))
    model.reward_scale = 1.0 / max(float(shown.returns.std()), SMALLEST_SPREAD)


def imitate(model: TablePPO, shown: Demonstrations, batch_size: int, smoothing: float) -> float:
    """Fits the model's policy and value to demonstrations in one pass, with its own optimiser.

    Args:
        model: The learner.
        shown: What to imitate.
        batch_size: Choices per gradient step.
        smoothing: Share of each target that is spread over all legal actions alike.

    Returns:
        The share of choices to which the network gave more than half.
    """
    model.policy.set_training_mode(True)
    batches = torch.randperm(len(shown.actions)).chunk(max(1, len(shown.actions) // batch_size))
    agreements = [_fit(model, shown, batch.numpy(), smoothing) for batch in batches]
    return float(np.mean(agreements))


def _fit(model: TablePPO, shown: Demonstrations, batch: np.ndarray, smoothing: float) -> float:
    """One gradient step; returns the share of choices to which the network gave more than half."""
    masks = torch.from_numpy(shown.masks[batch])
    logs, values = model.policy.log_probabilities(
        torch.from_numpy(shown.observations[batch]), masks
    )
    chosen = logs.gather(1, torch.from_numpy(shown.actions[batch])[:, None])[:, 0]
    of_all_legal = (logs * masks).sum(dim=1) / masks.sum(dim=1)
    errors = values - torch.from_numpy(shown.returns[batch]) * model.reward_scale
    loss = VALUE_WEIGHT * errors.square().mean()
    loss -= ((1 - smoothing) * chosen + smoothing * of_all_legal).mean()
    model.policy.optimizer.zero_grad()
    torch.autograd.backward(loss)
    model.policy.optimizer.step()
    return float((chosen.detach().exp() > 0.5).float().mean())
