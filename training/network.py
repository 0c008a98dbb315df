"""What the networks of all learners have in common."""

from collections.abc import Sequence

import numpy as np
import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from fudaba.agents.policy import Layer
from fudaba.envs import UserError

HAS_BFLOAT16 = getattr(torch.cpu, "_is_avx512_bf16_supported", bool)()


class StandardisedObservation(BaseFeaturesExtractor):
    """Shifts and scales every element of the observation to mean 0 and spread 1.

    The elements' ranges say little: a count that may reach 127 seldom passes 3.
    """

    shift: Tensor
    scale: Tensor

    def __init__(self, observation_space: spaces.Box) -> None:
        """Leaves the observation as it is, until `standardise`."""
        size = observation_space.shape[0]
        super().__init__(observation_space, features_dim=size)
        self.register_buffer("shift", torch.zeros(size))
        self.register_buffer("scale", torch.ones(size))

    def standardise(self, mean: np.ndarray, spread: np.ndarray) -> None:
        """Takes the mean and the standard deviation of every element, float[D] each."""
        self.scale = torch.as_tensor(1.0 / spread, dtype=torch.float32)
        self.shift = torch.as_tensor(-mean / spread, dtype=torch.float32)

    def forward(self, observations: Tensor) -> Tensor:
        """Whole numbers [B, D] to the numbers that the hidden layers work with, [B, D]."""
        standard = torch.addcmul(self.shift, observations.float(), self.scale)
        return standard.bfloat16() if HAS_BFLOAT16 else standard


def in_half_precision() -> torch.autocast:
    """A block in which layers are multiplied in bfloat16, where that takes half the time."""
    return torch.autocast("cpu", torch.bfloat16, enabled=HAS_BFLOAT16)


def published_layers(
    standardised: StandardisedObservation, modules: Sequence[nn.Linear]
) -> list[Layer]:
    """Copies of affine layers as they are now; the standardising goes into the first one."""
    layers = [
        Layer(module.weight.detach().numpy().copy(), module.bias.detach().numpy().copy())
        for module in modules
    ]
    first, shift, scale = layers[0], standardised.shift.numpy(), standardised.scale.numpy()
    layers[0] = Layer(first.weight * scale, first.bias + first.weight @ shift)
    return layers


def check_finite(steps: int, *said: Tensor) -> None:
    """Checks what a network says after so many decisions.

    Raises:
        UserError: It has diverged.
    """
    if not all(numbers.isfinite().all() for numbers in said):
        raise UserError(
            f"the network has diverged after {steps} decisions: what it says is not finite any "
            "more; try a lower learning rate."
        )
