"""MaskablePPO that learns at tables, from the decisions of all seats that it plays."""

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from torch import nn

from fudaba.envs import UserError
from fudaba.envs.core.spaces import view_space

from .config import PPOConfig
from .network import StandardisedObservation, TablePolicy
from .rollout import Rollout
from .tables import LearningTables


class TablePPO(MaskablePPO):
    """sb3-contrib's MaskablePPO, with rollouts from `LearningTables` in the place of a VecEnv.

    What differs from its `collect_rollouts`: the seat that decides changes from step to step, so
    advantages follow each seat, and decisions whose outcome is not known yet are left out.

    Attributes:
        tables: Where it plays.
        reward_scale: What points are multiplied with before the network sees them.
    """

    policy: TablePolicy
    rollout_buffer: Rollout  # type: ignore[assignment] # stands in for sb3-contrib's

    def __init__(
        self, tables: LearningTables, ppo: PPOConfig, seed: int, residual: bool = False
    ) -> None:
        """Makes a fresh learner for the tables; a residual one changes greedy's advice."""
        no_env: Any = None
        buffer: Any = Rollout
        super().__init__(
            TablePolicy,
            no_env,
            n_steps=ppo.n_steps,
            batch_size=ppo.batch_size,
            n_epochs=ppo.n_epochs,
            gamma=ppo.gamma,
            gae_lambda=ppo.gae_lambda,
            clip_range=ppo.clip_range,
            vf_coef=ppo.vf_coef,
            max_grad_norm=ppo.max_grad_norm,
            learning_rate=lambda remaining: ppo.learning_rate * max(remaining, 0.0),
            policy_kwargs={
                "net_arch": list(ppo.hidden),
                "activation_fn": nn.Tanh,
                "features_extractor_class": StandardisedObservation,
                "optimizer_kwargs": {"fused": True},
                "advised_game": tables.game.name if residual else None,
            },
            rollout_buffer_class=buffer,
            rollout_buffer_kwargs={"num_seats": tables.game.max_players},
            seed=seed % 2**32,
            device="cpu",
            _init_setup_model=False,
        )
        self.tables = tables
        self.reward_scale = 1.0
        self._ppo = ppo
        self.n_envs = tables.num_tables
        self.observation_space = view_space(tables.game)
        self.action_space = spaces.Discrete(tables.game.num_actions)
        self._setup_model()

    def collect(self) -> None:
        """Plays a rollout: `n_steps` decisions at every table."""
        self.policy.set_training_mode(False)
        rollout, tables = self.rollout_buffer, self.tables
        for step in range(self.n_steps):
            rollout.observations[step] = tables.observations
            rollout.action_masks[step] = self._marked_masks()
            rollout.trace.seats[step] = tables.seats
            rollout.actions[step], rollout.trace.values[step], rollout.log_probs[step] = (
                self._decide(rollout.observations[step], rollout.action_masks[step])
            )
            points, rollout.trace.dones[step] = tables.advance(rollout.actions[step])
            rollout.trace.points[step] = points * self.reward_scale
        _, next_values, _ = self._decide(tables.observations, self._marked_masks())
        rollout.close(tables.seats, next_values)
        self.num_timesteps += len(rollout)

    def _marked_masks(self) -> np.ndarray:
        return self.policy.marked(self.tables.observations, self.tables.action_masks)

    @torch.no_grad()
    def _decide(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, ...]:
        actions, values, log_probs = self.policy.decide(torch.from_numpy(observations), masks)
        self._check_finite(values, log_probs)
        return actions.numpy(), values.numpy(), log_probs.numpy()

    @torch.no_grad()
    def check(self) -> None:
        """Asks the network at the tables, without a draw.

        Raises:
            UserError: It has diverged.
        """
        observations = torch.from_numpy(self.tables.observations)
        logs, values = self.policy.log_probabilities(observations, self._marked_masks())
        self._check_finite(values, logs)

    def _check_finite(self, *said: torch.Tensor) -> None:
        if not all(numbers.isfinite().all() for numbers in said):
            raise UserError(
                f"the network has diverged after {self.num_timesteps} decisions: what it says is "
                "not finite any more; try a lower learning rate."
            )

    def learn_from_rollout(self, progress: float) -> None:
        """Updates the network from the last rollout.

        Args:
            progress: How much of the run is behind, 0 to 1.

        Raises:
            UserError: The network has diverged.
        """
        self._current_progress_remaining = 1.0 - progress
        start, end = self._ppo.ent_coef, self._ppo.ent_coef_end
        self.ent_coef = start + (end - start) * progress
        self.train()
        self._decide(self.tables.observations, self._marked_masks())  # finds it diverged

    @property
    def epochs(self) -> int:
        """Passes over rollouts so far; stable-baselines3 calls them updates."""
        return self._n_updates

    @epochs.setter
    def epochs(self, count: int) -> None:
        self._n_updates = count

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "tables"]
