"""A warm start: the network first learns to play as a given agent does, and to value its games.

Self-play from scratch spends most of its time on what a few lines of advice already say. A
network that imitates the advice starts from there.
"""

from dataclasses import dataclass

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from fudaba.agents import Agent, choose_actions
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import Game, Tables
from fudaba.envs.core.options import Options

NUM_TABLES = 512
WANDER = 0.1  # share of random moves, so that the network sees positions the agent avoids
VALUE_WEIGHT = 0.5


@dataclass(frozen=True)
class Demonstrations:
    """K decisions of an agent in games among copies of itself.

    Attributes:
        observations: int8 or int16 [K, D].
        masks: int8[K, A].
        actions: int64[K], what the agent chose.
        returns: float32[K], what the seat to move earned from there to the end of the game.
    """

    observations: np.ndarray
    masks: np.ndarray
    actions: np.ndarray
    returns: np.ndarray


def demonstrate(
    game: Game, options: Options, agent: Agent, decisions: int, seed: int
) -> Demonstrations:
    """Lets an agent play in all seats and notes its decisions.

    Now and then a random move is played instead of the agent's; what is noted is the agent's.

    Args:
        game: The game.
        options: Its house rules.
        agent: Whom to imitate.
        decisions: About how many decisions to note.
        seed: The seed of the deals and of the random moves.
    """
    # Every table plays at least one game to its end; what is left unfinished can't be noted.
    longest = options.max_decisions()
    num_tables = min(NUM_TABLES, max(1, decisions // longest))
    tables = Tables(game, options, num_tables, seed)
    rng, wanderer = np.random.default_rng(seed), UniformAgent()
    everybody = np.zeros((num_tables, game.max_players), np.int64)
    observations, masks, actions, movers, rewards, dones = [], [], [], [], [], []
    for _ in range(max(longest, decisions // num_tables)):
        chosen = choose_actions(tables, [agent], everybody, rng)
        observations.append(tables.observations.copy())
        masks.append(tables.action_masks.copy())
        actions.append(chosen)
        movers.append(tables.to_move.copy())
        wandered = wanderer.act(tables.observations, tables.action_masks, rng)
        tables.step(np.where(rng.random(num_tables) < WANDER, wandered, chosen))
        rewards.append(tables.rewards.copy())
        dones.append(tables.dones.copy())
    returns, is_known = returns_to_go(np.stack(movers), np.stack(rewards), np.stack(dones))
    known = is_known.ravel()
    return Demonstrations(
        np.concatenate(observations)[known],
        np.concatenate(masks)[known],
        np.concatenate(actions)[known],
        returns.ravel()[known],
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


def imitate(
    model: MaskablePPO, shown: Demonstrations, epochs: int, batch_size: int, seed: int
) -> float:
    """Fits the model's policy and value to demonstrations, with the model's own optimiser.

    Args:
        model: The learner.
        shown: What to imitate.
        epochs: Passes over the demonstrations.
        batch_size: Decisions per gradient step.
        seed: The seed of the order.

    Returns:
        The share of decisions of the last epoch to whose action the network gave more than half.
    """
    order = np.random.default_rng(seed)
    agreement = 0.0
    model.policy.set_training_mode(True)
    for _ in range(epochs):
        batches = np.array_split(
            order.permutation(len(shown.actions)), max(1, len(shown.actions) // batch_size)
        )
        agreement = float(np.mean([_fit(model, shown, batch) for batch in batches]))
    return agreement


def _fit(model: MaskablePPO, shown: Demonstrations, batch: np.ndarray) -> float:
    """One gradient step; returns the share to whose action the network gave more than half."""
    observations = torch.as_tensor(shown.observations[batch])
    actions = torch.as_tensor(shown.actions[batch])
    values, log_probabilities, _ = model.policy.evaluate_actions(
        observations, actions, action_masks=shown.masks[batch]
    )
    errors = values.flatten() - torch.as_tensor(shown.returns[batch])
    loss = -log_probabilities.mean() + VALUE_WEIGHT * errors.square().mean()
    model.policy.optimizer.zero_grad()
    torch.autograd.backward(loss)
    model.policy.optimizer.step()
    return float((log_probabilities.detach().exp() > 0.5).float().mean())
