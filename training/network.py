"""Layers and checks that the networks of all learners share."""

from fudaba.common.extras import need

need("train")

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from fudaba.agents.policy import Layer
from fudaba.agents.uniform import UniformAgent
from fudaba.common.languages import translator
from fudaba.envs import UserError

from .config import Device, Precision
from .sample_games import SampleGames

_, _n = translator("training")

STEPS_TO_WATCH = 512


def device_of(wanted: Device) -> torch.device:
    """Returns the device on which networks compute.

    Raises:
        UserError: It is `cuda`, and PyTorch finds none.
    """
    has_cuda = torch.cuda.is_available()
    if wanted == "cuda" and not has_cuda:
        raise UserError(
            _("device can't be cuda: PyTorch finds no CUDA device here; allowed: cpu, auto.")
        )
    return torch.device("cuda" if wanted != "cpu" and has_cuda else "cpu")


def input_type(precision: Precision, device: torch.device) -> torch.dtype:
    """Returns the type of the hidden layers' inputs, in which they are multiplied.

    Args:
        precision: `auto` takes bfloat16 where the device has instructions for it (a processor's
            are AVX-512 BF16), which halves the time; elsewhere bfloat16 is computed too, only
            slowly.
        device: Where they are multiplied.
    """
    if precision == "auto":
        if device.type == "cuda":
            has_instructions = torch.cuda.is_bf16_supported(including_emulation=False)
        else:
            has_instructions = getattr(torch.cpu, "_is_avx512_bf16_supported", bool)()
        return torch.bfloat16 if has_instructions else torch.float32
    return torch.bfloat16 if precision == "bfloat16" else torch.float32


def varying_elements(games: SampleGames) -> np.ndarray:
    """Returns whether each element of the observation changes in a game, bool[D].

    Under the house rules of a run many never do, those of absent seats for instance. A network
    would multiply them in vain. Half of the games are random, because a learner comes to positions
    that greedy players avoid.
    """
    games.seat(UniformAgent(), share=0.5)
    first = games.tables.observations[0].copy()
    varies = np.zeros(len(first), bool)
    for _ in range(STEPS_TO_WATCH):
        varies |= (games.tables.observations != first).any(axis=0)
        games.step()
    return varies


class StandardisedObservation(BaseFeaturesExtractor):
    """Selects elements of the observation, and shifts and scales them to mean 0 and spread 1.

    The elements' ranges say little: a count that may reach 127 seldom passes 3.

    Attributes:
        columns: int64[K], the selected elements.
        mean: float32[D], the mean of every element, selected or not.
        scale: float32[D], the factor of every element after its mean is subtracted.
    """

    columns: Tensor
    mean: Tensor
    scale: Tensor

    def __init__(
        self,
        observation_space: spaces.Box,
        dtype: torch.dtype = torch.float32,
        varies: np.ndarray | None = None,
    ) -> None:
        """Leaves the elements as they are until `standardise` is called.

        Args:
            observation_space: The observations, int8 or int16 [D].
            dtype: The type of the output, and so of the hidden layers' products.
            varies: bool[D], whether an element is selected; None for all.
        """
        size = observation_space.shape[0]
        columns = np.arange(size) if varies is None else np.flatnonzero(varies)
        super().__init__(observation_space, features_dim=len(columns))
        self._dtype = dtype
        self.register_buffer("columns", torch.from_numpy(columns))
        self.register_buffer("mean", torch.zeros(size))
        self.register_buffer("scale", torch.ones(size))

    def standardise(self, mean: np.ndarray, spread: np.ndarray) -> None:
        """Sets the mean and the standard deviation of every element, float[D] each."""
        self.mean.copy_(torch.from_numpy(mean))
        self.scale.copy_(torch.from_numpy(1.0 / spread))

    def forward(self, observations: Tensor) -> Tensor:
        """Returns the input of the hidden layers on their device, float32 or bfloat16 [B, K]."""
        if self.columns.is_cuda:
            selected = observations.to(self.columns.device).index_select(1, self.columns)
        else:  # NumPy selects columns of whole numbers several times as fast as PyTorch.
            selected = torch.from_numpy(observations.numpy().take(self.columns.numpy(), axis=1))
        mean, scale = self.mean[self.columns], self.scale[self.columns]
        return selected.float().sub_(mean).mul_(scale).to(self._dtype)


class Tanh(nn.Module):
    """The hyperbolic tangent, in half the time of PyTorch's."""

    def forward(self, inputs: Tensor) -> Tensor:
        """Returns the tangents, in the precision of the inputs."""
        function: Any = _Tanh
        tangents: Tensor = function.apply(inputs)
        return tangents


class _Tanh(torch.autograd.Function):
    """Computes tangents from sigmoids, for which PyTorch has the faster kernel."""

    @staticmethod
    def forward(ctx: Any, inputs: Tensor) -> Tensor:
        sigmoids = inputs.float().mul(2.0).sigmoid_()
        tangents = sigmoids.mul_(2.0).sub_(1.0).to(inputs.dtype)
        ctx.save_for_backward(tangents)
        return tangents

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Tensor:
        (tangents,) = ctx.saved_tensors
        of_inputs: Tensor = torch.ops.aten.tanh_backward(gradients[0], tangents)
        return of_inputs


def tanh_layers(widths: Sequence[int]) -> nn.Sequential:
    """Returns layers that lead from each width to the next, with a tangent after each."""
    layers = nn.Sequential()
    for inputs, outputs in pairwise(widths):
        layers.extend([nn.Linear(inputs, outputs), Tanh()])
    return layers


def same_precision(inputs: Tensor) -> torch.autocast:
    """Returns a context in which layers with float32 weights compute in the inputs' precision."""
    is_rounded = inputs.dtype == torch.bfloat16
    return torch.autocast(inputs.device.type, torch.bfloat16, enabled=is_rounded)


def published_layers(
    standardised: StandardisedObservation, modules: Sequence[nn.Linear]
) -> list[Layer]:
    """Returns copies of affine layers; the first one takes the whole raw observation."""
    layers = [
        Layer(*(array.detach().numpy(force=True).copy() for array in (module.weight, module.bias)))
        for module in modules
    ]
    columns, mean, scale = (
        array.numpy(force=True)
        for array in (standardised.columns, standardised.mean, standardised.scale)
    )
    first = layers[0]
    weight = np.zeros((len(first.bias), len(mean)), np.float32)
    weight[:, columns] = first.weight * scale[columns]
    layers[0] = Layer(weight, first.bias - weight @ mean)
    return layers


@torch.no_grad()
def take_published_layers(
    standardised: StandardisedObservation, modules: Sequence[nn.Linear], layers: Sequence[Layer]
) -> None:
    """Gives affine layers published weights: the inverse of `published_layers`.

    An element that is not selected has its mean, which goes into the bias.
    """
    for module, layer in zip(modules[1:], layers[1:], strict=True):
        module.weight.copy_(torch.from_numpy(layer.weight))
        module.bias.copy_(torch.from_numpy(layer.bias))
    columns = standardised.columns
    weight, bias = (
        torch.from_numpy(array).to(columns.device) for array in (layers[0].weight, layers[0].bias)
    )
    modules[0].weight.copy_(weight[:, columns] / standardised.scale[columns])
    modules[0].bias.copy_(bias + weight @ standardised.mean)


def check_finite(steps: int, *said: Tensor) -> None:
    """Checks that the outputs of a network are finite.

    Raises:
        UserError: The network has diverged.
    """
    if not all(numbers.isfinite().all() for numbers in said):
        raise diverged(steps, _("its outputs are not finite"))


def diverged(steps: int, why: str) -> UserError:
    """Returns the error of a network that has diverged.

    Args:
        steps: The decisions that it learned from.
        why: What shows it.
    """
    return UserError(
        _(
            "the network has diverged after {steps} decisions: {why}; try a lower learning rate.",
            steps=steps,
            why=why,
        )
    )
