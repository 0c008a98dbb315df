"""Playing ahead: the next rollout is played while the network learns from the last one."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from copy import deepcopy

import torch

from .network import TablePolicy
from .rollout import Rollout

Play = Callable[[TablePolicy, Rollout, torch.Generator], int]


class PlayingAhead:
    """A thread with a copy of the network and a rollout of its own.

    The copy has the weights from before the last rollout was learned from. PPO's ratios take that
    into account: they compare with the probabilities by which the actions were drawn.
    """

    def __init__(self, policy: TablePolicy, rollout: Rollout) -> None:
        """Makes copies of a network and of an empty rollout."""
        self._policy, self._spare = deepcopy(policy), deepcopy(rollout)
        self._random = torch.Generator(policy.device)
        self._thread = ThreadPoolExecutor(1, "rollouts")
        self._coming: Future[int] | None = None

    def forget(self, seed: int, first_deal: int) -> None:
        """Waits until nobody plays, forgets what was played, and draws anew from a seed."""
        if self._coming is not None:
            self._coming.exception()
            self._coming = None
        self._random.manual_seed((seed + first_deal) % 2**63)

    def take(self, play: Play, policy: TablePolicy, learned: Rollout) -> tuple[Rollout, int]:
        """Returns the rollout that was played ahead, and begins the next one with present weights.

        Args:
            play: Fills a rollout with a network; returns the number of the deal after it.
            policy: The network that learns.
            learned: The last rollout, which is filled anew.

        Returns:
            The rollout, and the number of the deal after it.

        Raises:
            UserError: The network has diverged.
        """
        coming = self._coming or self._begin(play, policy)
        next_deal = coming.result()
        played, self._spare = self._spare, learned
        self._coming = self._begin(play, policy)
        return played, next_deal

    def _begin(self, play: Play, policy: TablePolicy) -> Future[int]:
        self._policy.load_state_dict(policy.state_dict())
        return self._thread.submit(play, self._policy, self._spare, self._random)
