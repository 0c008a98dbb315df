"""A rollout: decisions at every table, to be learned from in batches."""

from collections.abc import Iterator

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.buffers import MaskableRolloutBufferSamples

from ..advantages import Trace, advantages_by_seat


class Rollout:
    """T decisions at each of N tables, with the interface of a buffer of `MaskablePPO.train`.

    Attributes:
        inputs: float32 or bfloat16 [T, N, K], the views as the network takes them. They are
            learned from several times, but standardised once.
        action_masks: int8[T, N, A], marked (`TablePolicy.marked`).
        actions: int64[T, N].
        log_probs: float32[T, N], of the actions when they were drawn.
        trace: The seats, rewards, game ends and values of the decisions.
        values: float32[K], the network's values at the K decisions to learn from.
        returns: float32[K], the targets of these values.
    """

    def __init__(
        self,
        buffer_size: int,
        observation_space: spaces.Box,
        action_space: spaces.Discrete,
        device: torch.device,
        gamma: float,
        gae_lambda: float,
        n_envs: int,
        num_seats: int,
        num_inputs: int,
        dtype: torch.dtype,
    ) -> None:
        """Allocates the arrays; takes stable-baselines3's arguments, P, K and the inputs' type."""
        shape = buffer_size, n_envs
        self._gamma, self._gae_lambda = gamma, gae_lambda
        self._device = device
        self.inputs = torch.zeros((*shape, num_inputs), dtype=dtype, device=device)
        self.action_masks = np.zeros((*shape, int(action_space.n)), np.int8)
        self.actions = np.zeros(shape, np.int64)
        self.log_probs = np.zeros(shape, np.float32)
        self.trace = Trace(
            seats=np.zeros(shape, np.int64),
            points=np.zeros((*shape, num_seats)),
            dones=np.zeros(shape, bool),
            values=np.zeros(shape, np.float32),
        )

    def close(self, next_seats: np.ndarray, next_values: np.ndarray) -> None:
        """Computes advantages and returns; see `advantages_by_seat`."""
        advantages, is_known = advantages_by_seat(
            self.trace, next_seats, next_values, self._gamma, self._gae_lambda
        )
        self._known = np.flatnonzero(is_known)
        self._advantages = advantages.ravel()[self._known]
        self.values = self.trace.values.ravel()[self._known]
        self.returns = self.values + self._advantages

    def __len__(self) -> int:
        """Returns K, the number of decisions to learn from."""
        return len(self._known)

    def get(self, batch_size: int) -> Iterator[MaskableRolloutBufferSamples]:
        """Yields all K decisions in random order, in batches of nearly `batch_size`."""
        inputs = self.inputs.flatten(end_dim=1)
        masks, actions, log_probs = (
            self._moved(array.reshape(-1, *array.shape[2:]))
            for array in (self.action_masks, self.actions, self.log_probs)
        )
        values, advantages, returns, known = map(
            self._moved, (self.values, self._advantages, self.returns, self._known)
        )
        order = torch.randperm(len(self)).to(self._device)
        for rows in order.chunk(max(1, len(self) // batch_size)):
            chosen = known[rows]
            yield MaskableRolloutBufferSamples(
                observations=inputs.index_select(0, chosen),
                actions=actions[chosen],
                old_values=values[rows],
                old_log_prob=log_probs[chosen],
                advantages=advantages[rows],
                returns=returns[rows],
                action_masks=masks.index_select(0, chosen),
            )

    def _moved(self, array: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(array).to(self._device)
