"""MaskablePPO that learns at tables, from the decisions of all its seats."""

from typing import Any, Self

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from torch import nn

from fudaba.adapters.single_agent import OpponentPool
from fudaba.agents.greedy import has_heuristic
from fudaba.agents.policy import PolicyAgent
from fudaba.common.languages import translator
from fudaba.envs.core.api.spaces import view_space
from fudaba.evaluation.match import Executor

from ..config import PPOTraining
from ..learner_tables import LearningTables
from ..network import (
    StandardisedObservation,
    check_finite,
    device_of,
    diverged,
    input_type,
    varying_elements,
)
from ..sample_games import SampleGames, calibrate
from .ahead import PlayingAhead
from .network import TablePolicy, Tether, export_average, load_weights
from .rollout import Rollout
from .warm_start import improve_by_playouts

_, _n = translator("training")


class TablePPO(MaskablePPO):
    """sb3-contrib's MaskablePPO with rollouts from `LearningTables` instead of a VecEnv.

    The deciding seat changes from step to step, so, unlike in `collect_rollouts`, advantages follow
    each seat, and decisions of unknown outcome are left out. With two threads the next rollout is
    played while the last one is learned from. It implements `Learner` and has its attributes.
    """

    policy: TablePolicy
    rollout_buffer: Rollout  # type: ignore[assignment] # stands in for sb3-contrib's

    def __init__(self, tables: LearningTables, config: PPOTraining) -> None:
        """Makes a new learner for the tables."""
        ppo = config.ppo
        is_residual = config.residual and has_heuristic(tables.game)
        no_env: Any = None
        buffer: Any = Rollout
        device = device_of(config.device)
        dtype = input_type(config.precision, device)
        of_run = tables.game, tables.options, config.seed, tables.mixes
        varies = varying_elements(SampleGames(*of_run))
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
                "features_extractor_class": StandardisedObservation,
                "features_extractor_kwargs": {"dtype": dtype, "varies": varies},
                "optimizer_kwargs": {"fused": True},
                "advised_game": tables.game.name if is_residual else None,
            },
            rollout_buffer_class=buffer,
            rollout_buffer_kwargs={
                "num_seats": tables.game.max_players,
                "num_inputs": int(varies.sum()),
                "dtype": dtype,
            },
            seed=config.seed % 2**32,
            device=device,
            _init_setup_model=False,
        )
        self.tables = tables
        self.reward_scale = 1.0
        self._config = config
        self._games = SampleGames(*of_run)
        self.n_envs = tables.num_tables
        self.observation_space = view_space(tables.game)
        self.action_space = spaces.Discrete(tables.game.num_actions)
        self._setup_model()
        self._ahead: PlayingAhead | None = None
        if config.threads > 1:
            torch.set_num_threads(config.threads // 2)  # the others play
            self._ahead = PlayingAhead(self.policy, self.rollout_buffer)
        self.next_deal = tables.next_deal

    @classmethod
    def of(cls, config: PPOTraining) -> Self:
        """Returns a new learner and its tables.

        Raises:
            UserError: An opponent does not exist.
        """
        game, options = config.the_game, config.house_rules
        pool = OpponentPool.read(config.opponents.agents, game, options)
        alone = round(config.tables * config.opponents.single_seat_fraction)
        tables = LearningTables(
            game, options, config.tables, pool, alone, config.threads, config.mixes
        )
        return cls(tables, config)

    def prepare(self, executor: Executor) -> None:
        """Calibrates the network's scales and trains on playouts.

        With `init_from` it loads a policy's weights instead.

        Args:
            executor: Plays the moves out.

        Raises:
            UserError: The policy does not fit, or the network has diverged.
        """
        mean, spread, self.reward_scale = calibrate(self._games)
        extractor: Any = self.policy.features_extractor
        extractor.standardise(mean, spread)
        if self._config.init_from is not None:
            game, options = self.tables.game, self.tables.options
            load_weights(self.policy, PolicyAgent.load(self._config.init_from, game, options))
        else:
            improve_by_playouts(
                self.policy,
                self.reward_scale,
                self._games,
                self._config.warm_start,
                executor,
            )
        self.policy.take_into_average(1.0)
        self._check()

    def begin(self, seed: int, first_deal: int) -> None:
        """Starts all tables from a deal of a seed and forgets games under way."""
        if self._ahead is not None:
            self._ahead.forget(seed, first_deal)
        self.next_deal = first_deal
        self.tables.begin(seed, first_deal)

    def collect(self) -> None:
        """Plays a rollout: `n_steps` decisions at every table."""
        if self._ahead is None:
            self.next_deal = self._play(self.policy, self.rollout_buffer)
        else:
            self.rollout_buffer, self.next_deal = self._ahead.take(
                self._play, self.policy, self.rollout_buffer
            )
        self.num_timesteps += len(self.rollout_buffer)

    def _play(
        self, policy: TablePolicy, rollout: Rollout, random: torch.Generator | None = None
    ) -> int:
        """Fills a rollout; returns the number of the deal after it."""
        policy.set_training_mode(False)
        tables = self.tables
        for step in range(self.n_steps):
            rollout.inputs[step] = self._inputs(policy)
            rollout.action_masks[step] = self._marked_masks(policy)
            rollout.trace.seats[step] = tables.seats
            rollout.actions[step], rollout.trace.values[step], rollout.log_probs[step] = (
                self._decide(policy, rollout.inputs[step], rollout.action_masks[step], random)
            )
            points, rollout.trace.dones[step] = tables.advance(rollout.actions[step])
            rollout.trace.points[step] = points * self.reward_scale
        inputs, masks = self._inputs(policy), self._marked_masks(policy)
        _, next_values, _ = self._decide(policy, inputs, masks, random)
        rollout.close(tables.seats, next_values)
        return tables.next_deal

    def _marked_masks(self, policy: TablePolicy) -> np.ndarray:
        return policy.marked(self.tables.observations, self.tables.action_masks)

    def _inputs(self, policy: TablePolicy) -> torch.Tensor:
        observations = torch.from_numpy(self.tables.observations)
        inputs: torch.Tensor = policy.extract_features(observations)
        return inputs

    @torch.no_grad()
    def _decide(
        self,
        policy: TablePolicy,
        inputs: torch.Tensor,
        masks: np.ndarray,
        random: torch.Generator | None = None,
    ) -> tuple[np.ndarray, ...]:
        actions, values, log_probs = (said.cpu() for said in policy.decide(inputs, masks, random))
        check_finite(self.steps, values, log_probs)
        if not torch.as_tensor(masks).gather(1, actions[:, None]).all():
            raise diverged(self.steps, _("its outputs outweigh the masks"))
        return actions.numpy(), values.numpy(), log_probs.numpy()

    @torch.no_grad()
    def _check(self) -> None:
        """Evaluates the network at the tables; raises if it has diverged."""
        observations = torch.from_numpy(self.tables.observations)
        logs, values = self.policy.log_probabilities(observations, self._marked_masks(self.policy))
        check_finite(self.steps, values, logs)

    def learn_from_rollout(self, progress: float) -> None:
        """Updates the network from the last rollout; see `Learner`."""
        self._current_progress_remaining = 1.0 - progress
        start, end = self._config.ppo.ent_coef, self._config.ppo.ent_coef_end
        self.ent_coef = start + (end - start) * progress
        if self._config.ppo.proximal:
            self.policy.tether = Tether(self.policy, self.ent_coef, self._config.ppo.proximal)
            self.ent_coef = 1.0  # the tether has weighted the entropies
        self.train()
        rollouts = self._n_updates / self.n_epochs
        self.policy.take_into_average(1.0 / max(1.0, self._config.ppo.average * rollouts))
        # Raises if the network has diverged. Unlike `_check` it draws: runs depend on that draw.
        last = self.rollout_buffer
        self._decide(self.policy, last.inputs[-1], last.action_masks[-1])

    def export(self) -> PolicyAgent:
        """Returns the policy with the average weights."""
        return export_average(self.policy, bool(self._config.sample))

    @property
    def network(self) -> nn.Module:
        """The network of policy and value."""
        return self.policy

    @property
    def optimizer(self) -> torch.optim.Optimizer:
        """The optimiser of policy and value."""
        return self.policy.optimizer

    @property
    def steps(self) -> int:
        """Decisions learned from so far; stable-baselines3 calls them time steps."""
        return self.num_timesteps

    @steps.setter
    def steps(self, count: int) -> None:
        self.num_timesteps = count

    @property
    def epochs(self) -> int:
        """Passes over rollouts so far; stable-baselines3 calls them updates."""
        return self._n_updates

    @epochs.setter
    def epochs(self, count: int) -> None:
        self._n_updates = count

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "tables", "_config", "_games", "_ahead"]
