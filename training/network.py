"""The learner's network, from stable-baselines3 to a published policy."""

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from fudaba.agents.policy import Layer, PolicyAgent
from fudaba.agents.uniform import UniformAgent

from .config import TrainConfig
from .selfplay import SelfPlayVecEnv

# The checks of torch's distributions cost a tenth of an update and find nothing: masks keep one
# action legal.
torch.distributions.Distribution.set_default_validate_args(False)


SURVEY_DECISIONS = 50_000
SMALLEST_SPREAD = 0.1


class StandardisedObservation(BaseFeaturesExtractor):
    """Shifts and scales every element of the observation to mean 0 and spread 1.

    The elements' ranges say little: a count that may reach 127 seldom passes 3.
    """

    mean: torch.Tensor
    scale: torch.Tensor

    def __init__(self, observation_space: spaces.Box, mean: np.ndarray, spread: np.ndarray) -> None:
        """Takes the mean and the standard deviation of every element, float[D] each."""
        super().__init__(observation_space, features_dim=len(mean))
        self.register_buffer("mean", torch.as_tensor(mean, dtype=torch.float32))
        self.register_buffer("scale", torch.as_tensor(1.0 / spread, dtype=torch.float32))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """float32[B, D] to float32[B, D]."""
        return (observations - self.mean) * self.scale


def survey_observations(env: SelfPlayVecEnv, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Mean and standard deviation of the observation while the learner plays at random.

    Returns:
        Two arrays float64, one element per element of the observation; the spread is at least
        0.1.
    """
    agent, rng = UniformAgent(), np.random.default_rng(seed)
    seen = [env.reset()]
    for _ in range(SURVEY_DECISIONS // env.num_envs):
        env.step_async(agent.act(seen[-1], env.action_masks(), rng))
        seen.append(env.step_wait()[0])
    observations = np.concatenate(seen)
    return observations.mean(axis=0), np.maximum(observations.std(axis=0), SMALLEST_SPREAD)


def make_model(config: TrainConfig, env: SelfPlayVecEnv) -> MaskablePPO:
    """A fresh MaskablePPO learner."""
    ppo = config.ppo
    mean, spread = survey_observations(env, config.seed)
    return MaskablePPO(
        "MlpPolicy",
        env,
        learning_rate=lambda remaining: ppo.learning_rate * max(remaining, 0.0),
        n_steps=ppo.n_steps,
        batch_size=min(ppo.batch_size, ppo.n_steps * config.tables),
        n_epochs=ppo.n_epochs,
        gamma=ppo.gamma,
        gae_lambda=ppo.gae_lambda,
        clip_range=ppo.clip_range,
        ent_coef=ppo.ent_coef,
        vf_coef=ppo.vf_coef,
        max_grad_norm=ppo.max_grad_norm,
        policy_kwargs={
            "net_arch": list(ppo.hidden),
            "activation_fn": nn.Tanh,
            "features_extractor_class": StandardisedObservation,
            "features_extractor_kwargs": {"mean": mean, "spread": spread},
        },
        stats_window_size=2000,
        seed=config.seed % 2**32,
        device="cpu",
    )


def export_policy(model: MaskablePPO, sample: bool = False) -> PolicyAgent:
    """The learner's policy as it is now; the standardising goes into the first layer."""
    policy: Any = model.policy
    modules = [layer for layer in policy.mlp_extractor.policy_net if isinstance(layer, nn.Linear)]
    layers = [
        Layer(module.weight.detach().numpy().copy(), module.bias.detach().numpy().copy())
        for module in [*modules, policy.action_net]
    ]
    mean, scale = (
        buffer.numpy()
        for buffer in (policy.features_extractor.mean, policy.features_extractor.scale)
    )
    weight = layers[0].weight * scale
    layers[0] = Layer(weight, layers[0].bias - weight @ mean)
    return PolicyAgent(layers, sample)
