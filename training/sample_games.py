"""Sample games: positions to learn from, and the scales of rewards and inputs."""

from typing import NamedTuple

import numpy as np

from fudaba.agents import Agent, choose_actions
from fudaba.agents.greedy import greedy_or_random
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import Game, Options, Tables

from .option_sampler import OptionSampler

NUM_TABLES = 256
WANDER = 0.1  # share of random moves, which lead to positions that greedy players avoid
GAMES_TO_MEASURE, POSITIONS_TO_MEASURE = 256, 256 * NUM_TABLES
SMALLEST_SPREAD = 0.1


class SampleGames:
    """Tables at which greedy, or another agent, plays all seats, with occasional random moves.

    Attributes:
        tables: The tables.
    """

    def __init__(
        self, game: Game, options: Options, seed: int, mixes: OptionSampler | None = None
    ) -> None:
        """Deals the first games.

        Args:
            game: The game.
            options: Its house rules.
            seed: The seed of the deals, the moves and the mixes.
            mixes: The house rules that vary from table to table; None if all have `options`.
        """
        self.tables = Tables(game, options, NUM_TABLES, seed)
        self._agents: list[Agent] = [greedy_or_random(game)]
        self._seating = np.zeros((NUM_TABLES, game.max_players), np.int64)
        self._wanderer = UniformAgent()
        self._rng = np.random.default_rng(seed)
        if mixes is not None:
            self.tables.reset(rules=mixes.draw(NUM_TABLES, self._rng))

    def seat(self, agent: Agent, share: float) -> None:
        """Gives all seats of a share of the tables to an agent, from its next move on.

        Args:
            agent: The agent; it takes the place of the one that was given last.
            share: The share of the tables, 0..1; greedy keeps the others.
        """
        self._agents[1:] = [agent]
        self._seating[:] = 0
        self._seating[: round(share * NUM_TABLES)] = 1

    def step(self) -> None:
        """Plays a move at every table."""
        tables, rng = self.tables, self._rng
        chosen = choose_actions(tables, self._agents, self._seating, rng)
        wandered = self._wanderer.act(tables.observations, tables.action_masks, rng)
        tables.step(np.where(rng.random(NUM_TABLES) < WANDER, wandered, chosen))


class Scales(NamedTuple):
    """Scales of a game's observations and rewards.

    Attributes:
        mean: float64[D], of every element of the observation.
        spread: float64[D], its standard deviation, at least SMALLEST_SPREAD.
        reward_scale: The factor by which the points of a game get standard deviation 1.
    """

    mean: np.ndarray
    spread: np.ndarray
    reward_scale: float


def calibrate(games: SampleGames) -> Scales:
    """Returns the scales of a network's inputs and of the rewards, measured in sample games."""
    tables, won, num_games = games.tables, np.zeros_like(games.tables.scores), 0
    is_taken = np.arange(tables.game.max_players) < tables.num_players[:, None]
    sums, squares = np.zeros((2, tables.observations.shape[1]), np.int64)
    num_seen = 0
    finals: list[np.ndarray] = []
    while num_games < GAMES_TO_MEASURE or num_seen < POSITIONS_TO_MEASURE:
        sums += tables.observations.sum(axis=0, dtype=np.int64)
        squares += np.square(tables.observations, dtype=np.int64).sum(axis=0)
        num_seen += NUM_TABLES
        games.step()
        won += tables.rewards
        finals.append(won[tables.dones][is_taken[tables.dones]])
        won[tables.dones] = 0.0
        num_games += int(tables.dones.sum())
    mean = sums / num_seen
    variance = np.maximum(squares / num_seen - mean**2, 0.0)
    points = max(float(np.concatenate(finals).std()), SMALLEST_SPREAD)
    return Scales(mean, np.maximum(np.sqrt(variance), SMALLEST_SPREAD), 1.0 / points)
