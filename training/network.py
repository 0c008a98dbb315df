"""Layers and checks that the networks of all learners share."""

from collections.abc import Sequence

import numpy as np
import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from fudaba.agents.policy import Layer
from fudaba.envs import UserError

from .config import Precision


def uses_bfloat16(precision: Precision) -> bool:
    """Returns whether hidden layers are multiplied in bfloat16 at this precision.

    Args:
        precision: `auto` takes bfloat16 where the processor has instructions for it (AVX-512
            BF16), which halves the time; elsewhere bfloat16 is computed too, only slowly.
    """
    if precision == "auto":
        return bool(getattr(torch.cpu, "_is_avx512_bf16_supported", bool)())
    return precision == "bfloat16"


class StandardisedObservation(BaseFeaturesExtractor):
    """Shifts and scales every element of the observation to mean 0 and spread 1.

    The elements' ranges say little: a count that may reach 127 seldom passes 3.
    """

    shift: Tensor
    scale: Tensor

    def __init__(self, observation_space: spaces.Box, precision: Precision = "auto") -> None:
        """Leaves the observation as it is until `standardise` is called.

        Args:
            observation_space: The observations, int8 or int16 [D].
            precision: The precision of the output, and so of the hidden layers.
        """
        size = observation_space.shape[0]
        super().__init__(observation_space, features_dim=size)
        self._dtype = torch.bfloat16 if uses_bfloat16(precision) else torch.float32
        self.register_buffer("shift", torch.zeros(size))
        self.register_buffer("scale", torch.ones(size))

    def standardise(self, mean: np.ndarray, spread: np.ndarray) -> None:
        """Sets the mean and the standard deviation of every element, float[D] each."""
        self.scale = torch.as_tensor(1.0 / spread, dtype=torch.float32)
        self.shift = torch.as_tensor(-mean / spread, dtype=torch.float32)

    def forward(self, observations: Tensor) -> Tensor:
        """Returns the input of the hidden layers, float32 or bfloat16 [B, D]."""
        standard = torch.addcmul(self.shift, observations.float(), self.scale)
        return standard.to(self._dtype)


def same_precision(inputs: Tensor) -> torch.autocast:
    """Returns a context in which layers with float32 weights compute in the inputs' precision."""
    return torch.autocast("cpu", torch.bfloat16, enabled=inputs.dtype == torch.bfloat16)


def published_layers(
    standardised: StandardisedObservation, modules: Sequence[nn.Linear]
) -> list[Layer]:
    """Returns copies of affine layers; the first one includes the standardising."""
    layers = [
        Layer(module.weight.detach().numpy().copy(), module.bias.detach().numpy().copy())
        for module in modules
    ]
    first, shift, scale = layers[0], standardised.shift.numpy(), standardised.scale.numpy()
    layers[0] = Layer(first.weight * scale, first.bias + first.weight @ shift)
    return layers


def check_finite(steps: int, *said: Tensor) -> None:
    """Checks that the outputs of a network are finite.

    Raises:
        UserError: The network has diverged.
    """
    if not all(numbers.isfinite().all() for numbers in said):
        raise UserError(
            f"the network has diverged after {steps} decisions: its outputs are not finite; "
            "try a lower learning rate."
        )
