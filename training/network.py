"""The learner's network, from stable-baselines3 to a published policy."""

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from fudaba.agents.policy import Layer, PolicyAgent

from .config import TrainConfig
from .selfplay import SelfPlayVecEnv

# The checks of torch's distributions cost a tenth of an update and find nothing: masks keep one
# action legal.
torch.distributions.Distribution.set_default_validate_args(False)


class ScaledObservation(BaseFeaturesExtractor):  # type: ignore[misc]
    """Divides every element of the observation by the largest size it can have."""

    def __init__(self, observation_space: spaces.Box) -> None:
        """Takes the bounds of the space."""
        size = int(np.prod(observation_space.shape))
        super().__init__(observation_space, features_dim=size)
        largest = np.maximum(np.abs(observation_space.low), np.abs(observation_space.high))
        self.register_buffer(
            "scale", torch.as_tensor(1.0 / np.maximum(largest, 1), dtype=torch.float32)
        )

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """float32[B, D] to float32[B, D]."""
        return observations * self.scale


def make_model(config: TrainConfig, env: SelfPlayVecEnv) -> MaskablePPO:
    """A fresh MaskablePPO learner."""
    ppo = config.ppo
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
            "features_extractor_class": ScaledObservation,
        },
        seed=config.seed % 2**32,
        device="cpu",
    )


def export_policy(model: MaskablePPO, sample: bool = False) -> PolicyAgent:
    """The learner as it is now, as an agent of its own; the scaling goes into the first layer."""
    policy: Any = model.policy
    modules = [layer for layer in policy.mlp_extractor.policy_net if isinstance(layer, nn.Linear)]
    layers = [
        Layer(module.weight.detach().numpy().copy(), module.bias.detach().numpy().copy())
        for module in [*modules, policy.action_net]
    ]
    scale = policy.features_extractor.scale.numpy()
    layers[0] = Layer(layers[0].weight * scale, layers[0].bias)
    return PolicyAgent(layers, sample)
