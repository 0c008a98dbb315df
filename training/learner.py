"""The interface between a training run and its algorithm."""

from fudaba.common.extras import need

need("train")

from typing import Protocol

import torch
from stable_baselines3.common.logger import Logger
from torch import nn

from fudaba.agents.policy import PolicyAgent
from fudaba.evaluation.match import Executor

from .config import AnyTraining, PPOTraining
from .dmc.learner import DeepMonteCarlo
from .learner_tables import LearningTables
from .ppo.learner import TablePPO


class Learner(Protocol):
    """A network that plays at tables and learns from the results.

    Attributes:
        tables: The tables at which it plays.
        reward_scale: The factor of points before the network sees them.
        steps: Decisions learned from so far.
        epochs: Passes over rollouts so far, which the learning curves count.
        next_deal: The number of the deal after the last rollout.
    """

    tables: LearningTables
    reward_scale: float
    steps: int
    epochs: int
    next_deal: int

    @property
    def network(self) -> nn.Module:
        """The network, with the scales of its inputs."""
        ...

    @property
    def optimizer(self) -> torch.optim.Optimizer:
        """The optimiser of the network."""
        ...

    def set_logger(self, logger: Logger) -> None:
        """Sets the logger of the learning curves."""
        ...

    def prepare(self, executor: Executor) -> None:
        """Calibrates the scales and does all training that precedes self-play.

        Args:
            executor: Plays the moves of positions out, if the learner learns from that.

        Raises:
            UserError: The network has diverged.
        """
        ...

    def begin(self, seed: int, first_deal: int) -> None:
        """Starts all tables from a deal of a seed and forgets games under way."""
        ...

    def collect(self) -> None:
        """Plays one rollout.

        Raises:
            UserError: The network has diverged.
        """
        ...

    def learn_from_rollout(self, progress: float) -> None:
        """Learns from the last rollout.

        Args:
            progress: The part of the run that is done, 0..1.

        Raises:
            UserError: The network has diverged.
        """
        ...

    def export(self) -> PolicyAgent:
        """Returns a copy of the present policy, which later learning does not change."""
        ...


def make_learner(config: AnyTraining) -> Learner:
    """Returns a new learner for a configuration; its weights depend only on the seed.

    Raises:
        UserError: An opponent does not exist.
    """
    return TablePPO.of(config) if isinstance(config, PPOTraining) else DeepMonteCarlo.of(config)
