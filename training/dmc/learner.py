"""Deep Monte Carlo at tables, in all seats: decisions are regressed on their returns."""

from typing import Self

import numpy as np
import torch
from stable_baselines3.common.logger import Logger

from fudaba.adapters.single_agent import OpponentPool
from fudaba.agents.policy import PolicyAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.evaluation.match import Executor

from ..config import DMCTraining
from ..learner_tables import LearningTables
from ..network import check_finite, device_of, input_type
from ..sample_games import SampleGames, calibrate
from .games import Experience, GamesUnderWay, joined
from .network import ActionValues, epsilon_greedy, export_values


class DeepMonteCarlo:
    """A network that predicts the return of every action and plays all seats.

    The return of a decision is the undiscounted sum of the points that its seat wins until the end
    of the game. The network regresses once on the returns of games that have ended. It implements
    `Learner` and has its attributes.
    """

    def __init__(self, tables: LearningTables, config: DMCTraining) -> None:
        """Makes a new learner for tables at which it has all seats."""
        torch.manual_seed(config.seed)
        self.tables = tables
        self.reward_scale = 1.0
        self.steps, self.epochs, self.next_deal = 0, 0, 0
        self._device = device_of(config.device)
        dtype = input_type(config.precision, self._device)
        self.network = ActionValues(tables.game, config.dmc.hidden, dtype).to(self._device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), fused=True)
        self._config = config.dmc
        self._games = SampleGames(tables.game, tables.options, config.seed, tables.mixes)
        self._under_way = GamesUnderWay(tables.game, tables.num_tables)

    @classmethod
    def of(cls, config: DMCTraining) -> Self:
        """Returns a new learner and its tables."""
        nobody = OpponentPool([UniformAgent()], [1.0])  # never seated
        of_run = config.the_game, config.house_rules, config.tables
        tables = LearningTables(*of_run, nobody, 0, config.threads, config.mixes)
        return cls(tables, config)

    def set_logger(self, logger: Logger) -> None:
        """Sets the logger of the learning curves."""
        self._logger = logger

    def prepare(self, executor: Executor) -> None:
        """Calibrates the network's scales; deep Monte Carlo has no training before self-play."""
        mean, spread, self.reward_scale = calibrate(self._games)
        self.network.standardised.standardise(mean, spread)

    def begin(self, seed: int, first_deal: int) -> None:
        """Starts all tables from a deal of a seed and forgets games under way."""
        self.tables.begin(seed, first_deal)
        self._under_way.forget()

    def collect(self) -> None:
        """Plays until games with `n_steps` decisions per table have ended."""
        wanted, ended = self._config.n_steps * self.tables.num_tables, 0
        parts: list[Experience] = []
        while ended < wanted:
            parts.append(self._decide_everywhere())
            ended += len(parts[-1].actions)
        self._experience = joined(parts)
        self.steps += ended
        self.next_deal = self.tables.next_deal

    def _decide_everywhere(self) -> Experience:
        """Takes a decision at every table; returns the decisions of games that have ended."""
        tables = self.tables
        observations, seats = tables.observations, tables.seats
        values = self._values(observations)
        masks = torch.from_numpy(tables.action_masks)
        actions = epsilon_greedy(values, masks, self._config.epsilon).numpy()
        self._under_way.note(observations, seats, actions)
        return self._under_way.pay(*tables.advance(actions))

    @torch.no_grad()
    def _values(self, observations: np.ndarray) -> torch.Tensor:
        values: torch.Tensor = self.network(torch.from_numpy(observations)).cpu()
        check_finite(self.steps, values)
        return values

    def learn_from_rollout(self, progress: float) -> None:
        """Regresses once on the returns of ended games; see `Learner`."""
        rate = self._config.learning_rate * (1.0 - progress)
        self.optimizer.param_groups[0]["lr"] = rate
        observations, actions, returns = map(torch.from_numpy, self._experience)
        wanted = (returns * self.reward_scale).float().to(self._device)
        actions = actions.to(self._device)
        count, error = len(wanted), 0.0
        for rows in torch.randperm(count).chunk(max(1, count // self._config.batch_size)):
            said = self.network(observations[rows]).gather(1, actions[rows, None])[:, 0]
            loss = (said - wanted[rows]).square().mean()
            self.optimizer.zero_grad()
            torch.autograd.backward(loss)
            self.optimizer.step()
            error += float(loss.detach()) * len(rows)
        self.epochs += 1
        self._values(self.tables.observations)  # raises if the network has diverged
        self._logger.record("train/learning_rate", rate)
        self._logger.record("train/loss", error / count)
        self._logger.record("train/n_updates", self.epochs)

    def export(self) -> PolicyAgent:
        """Returns the present policy, which takes the action of the highest value."""
        return export_values(self.network, self.reward_scale)
