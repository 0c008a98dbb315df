"""What a run asks of an algorithm, and which ones there are."""

from typing import Protocol

import torch
from stable_baselines3.common.logger import Logger
from torch import nn

from fudaba.agents.policy import PolicyAgent

from .config import AnyTraining, PPOTraining
from .dmc.learner import DeepMonteCarlo
from .learner_tables import LearningTables
from .ppo.learner import TablePPO


class Learner(Protocol):
    """A network that plays at tables and learns from what it brings.

    Attributes:
        tables: Where it plays.
        reward_scale: What points are multiplied with before the network sees them.
        steps: Decisions so far that were learned from.
        epochs: Passes over what was played so far, which the learning curves count.
    """

    tables: LearningTables
    reward_scale: float
    steps: int
    epochs: int

    @property
    def network(self) -> nn.Module:
        """All that is learned, and what its inputs are scaled by."""
        ...

    @property
    def optimizer(self) -> torch.optim.Optimizer:
        """What learns it."""
        ...

    def set_logger(self, logger: Logger) -> None:
        """Takes the logger that figures of the learning go to."""
        ...

    def prepare(self) -> None:
        """Takes the measure of the game, and learns what comes before the first own decision.

        Raises:
            UserError: The network has diverged.
        """
        ...

    def begin(self, seed: int, first_deal: int) -> None:
        """Starts all tables from a deal of a seed; games under way are left."""
        ...

    def collect(self) -> None:
        """Plays, until there is enough to learn from.

        Raises:
            UserError: The network has diverged.
        """
        ...

    def learn_from_rollout(self, progress: float) -> None:
        """Learns from what was played last.

        Args:
            progress: How much of the run is behind, 0 to 1.

        Raises:
            UserError: The network has diverged.
        """
        ...

    def export(self) -> PolicyAgent:
        """The policy as it is now, which no later learning changes."""
        ...


def make_learner(config: AnyTraining) -> Learner:
    """A fresh learner for a configuration; what it says is a matter of its seed alone.

    Raises:
        UserError: An opponent does not exist, or the game has no greedy advice.
    """
    return TablePPO.of(config) if isinstance(config, PPOTraining) else DeepMonteCarlo.of(config)
