"""Self-play as a stable-baselines3 VecEnv: one learner seat per table, the pool in the others."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from fudaba.agents import Agent, choose_actions
from fudaba.agents.agent import check_agent
from fudaba.envs import Game, Tables, UserError
from fudaba.envs.core.checks import read_array
from fudaba.envs.core.errors import shown
from fudaba.envs.core.options import Options

LEARNER = -1


class OpponentPool:
    """The agents that sit in the other seats, with their weights.

    Attributes:
        agents: The agents.
        weights: float[len(agents)], how often each is drawn; they add up to 1.
    """

    def __init__(self, agents: Sequence[Agent], weights: Sequence[float]) -> None:
        """Makes a pool; the weights need not add up to 1.

        Raises:
            UserError: There are no agents, or not one weight for each, or a weight is negative or
                not finite, or all are 0.
        """
        if not isinstance(agents, Sequence) or not agents:
            raise UserError(f"agents can't be {shown(agents)}; allowed: a list of agents.")
        for number, agent in enumerate(agents):
            check_agent(f"agent {number}", agent)
        shares = read_array("weights", weights, np.float64)
        is_finite = shares.shape == (len(agents),) and np.isfinite(shares).all()
        if not is_finite or (shares < 0).any() or not shares.any():
            raise UserError(
                f"weights can't be {shown(weights)}; allowed: one finite number from 0 for each "
                f"of {len(agents)} agents, and not 0 for all."
            )
        self.agents = list(agents)
        self.weights = shares / shares.sum()

    def draw(self, count: int, rng: np.random.Generator) -> np.ndarray:
        """Draws agents, int64[count], as positions in `agents`."""
        return rng.choice(len(self.agents), size=count, p=self.weights)


class SelfPlayVecEnv(VecEnv):
    """N tables as N single-agent environments.

    At each table the learner has one seat, which moves on by one from game to game, and the
    pool's agents, drawn anew for every game, play the others. What the learner sees after its
    action is its own next decision, and the reward is all that it earned until then.

    Observation: int8[D], or int16[D] in a game that needs it. Action: `Discrete(A)`.
    `env_method("action_masks")` gives the masks.

    Attributes:
        pool: The opponents; set it to change them from the next games on.
        learner_seats: int64[N], where the learner sits.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        num_tables: int,
        pool: OpponentPool,
        seed: int = 0,
        first_deal: int = 0,
    ) -> None:
        """Makes the tables and plays on to the learner's first decision at each.

        Args:
            game: The game.
            options: Its house rules.
            num_tables: How many tables, N.
            pool: The opponents.
            seed: The seed of the deals and of the opponents.
            first_deal: The number of the first deal; a resumed run goes on where it was.
        """
        self._tables = Tables(game, options, num_tables, seed, redeal_finished=False)
        low, high = game.observation_bounds
        self.render_mode = None  # the base class asks for it
        super().__init__(
            num_tables,
            spaces.Box(low, high, dtype=game.observation_dtype.type),
            spaces.Discrete(game.num_actions),
        )
        self.pool = pool
        self.next_deal = first_deal
        self._num_players = options.num_players
        self._rng = np.random.default_rng([seed, first_deal])
        self._agents: list[Agent] = []
        self._seating = np.full((num_tables, game.max_players), LEARNER, np.int64)
        self.learner_seats = np.arange(num_tables) % self._num_players
        self._actions = np.zeros(num_tables, np.int64)
        self._returns = np.zeros(num_tables)
        self._lengths = np.zeros(num_tables, np.int64)

    def reset(self) -> np.ndarray:
        """Starts a new game at every table.

        Returns:
            int8 or int16 [N, D], the learner's first decisions.
        """
        self._start_games(np.arange(self.num_envs))
        return self._tables.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        """Takes the learner's actions, int[N]."""
        self._actions = np.asarray(actions, np.int64)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Carries out the learner's actions and plays on to its next decisions.

        Returns:
            Observations [N, D], rewards float32[N], dones bool[N], and infos; a finished game's
            info holds `terminal_observation` and `episode` (reward `r`, length `l`).
        """
        rewards = np.zeros(self.num_envs)
        self._tables.step(self._actions)
        self._collect(rewards)
        self._lengths += 1
        self._play_opponents(rewards)
        self._returns += rewards
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        dones = self._tables.to_move < 0
        finished = np.flatnonzero(dones)
        if len(finished):
            self._report(finished, infos)
            self._start_games(finished)
        return self._tables.observations.copy(), rewards.astype(np.float32), dones, infos

    def _collect(self, rewards: np.ndarray) -> None:
        rewards += self._tables.rewards[np.arange(self.num_envs), self.learner_seats]

    def _play_opponents(self, rewards: np.ndarray) -> None:
        """Steps the opponents until every table waits for the learner or its game is over.

        Adds what the learner earns meanwhile to rewards float[N].
        """
        while True:
            actions = choose_actions(self._tables, self._agents, self._seating, self._rng)
            if (actions < 0).all():
                return
            self._tables.step(actions)
            self._collect(rewards)

    def _start_games(self, tables: np.ndarray) -> None:
        """Deals new games, moves the learner on by a seat and draws its opponents.

        What the learner earns before its first decision is due to nothing it did, and is left
        out; a game that ends before that decision is followed by another.
        """
        while len(tables):
            self.learner_seats[tables] = (self.learner_seats[tables] + 1) % self._num_players
            self._draw_opponents(tables)
            self._tables.deal(tables, self.next_deal + np.arange(len(tables)))
            self.next_deal += len(tables)
            self._returns[tables] = 0.0
            self._lengths[tables] = 0
            self._play_opponents(np.zeros(self.num_envs))
            tables = tables[self._tables.to_move[tables] < 0]

    def _draw_opponents(self, tables: np.ndarray) -> None:
        """Seats agents of the present pool; agents of games under way stay until those end."""
        offset = self._forget_unused_agents()
        drawn = self.pool.draw(len(tables) * self._num_players, self._rng)
        self._seating[tables, : self._num_players] = offset + drawn.reshape(len(tables), -1)
        self._seating[tables, self.learner_seats[tables]] = LEARNER

    def _forget_unused_agents(self) -> int:
        """Makes `_agents` end with the pool's; returns where those begin."""
        pool = self.pool.agents
        if self._agents[-len(pool) :] != pool:
            kept = [number for number in range(len(self._agents)) if number in self._seating]
            renumbered = np.full(len(self._agents) + 1, LEARNER)  # its last entry is LEARNER's
            renumbered[kept] = np.arange(len(kept))
            self._seating = renumbered[self._seating]
            self._agents = [self._agents[number] for number in kept] + pool
        return len(self._agents) - len(pool)

    def _report(self, finished: np.ndarray, infos: list[dict[str, Any]]) -> None:
        last_views = self._tables.observe(finished, self.learner_seats[finished])
        for table, view in zip(finished, last_views, strict=True):
            infos[table] = {
                "terminal_observation": view,
                "TimeLimit.truncated": False,
                "episode": {
                    "r": float(self._returns[table]),
                    "l": int(self._lengths[table]),
                    "t": 0.0,
                },
            }

    def action_masks(self) -> np.ndarray:
        """The masks of the learner's present decisions, int8[N, A]."""
        return self._tables.action_masks.copy()

    def env_method(
        self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
    ) -> list[Any]:
        """MaskablePPO asks for `action_masks` here: one row per table."""
        if method_name != "action_masks":
            raise AttributeError(f"there is no method {method_name!r}; allowed: action_masks.")
        return list(self.action_masks()[list(self._get_indices(indices))])

    def has_attr(self, attr_name: str) -> bool:
        """Whether the environments have an attribute."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, once for each table."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Tables share their attributes; set them on the VecEnv itself."""
        raise AttributeError("the tables of a SelfPlayVecEnv have no attributes of their own.")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """No table is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing to free."""
