"""Self-play as a stable-baselines3 VecEnv: one learner seat per table, the pool in the others."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from fudaba.agents import Agent, choose_actions
from fudaba.envs import Game, Tables
from fudaba.envs.core.options import Options

LEARNER = -1


class OpponentPool:
    """The agents that sit in the other seats, with their weights.

    Attributes:
        agents: The agents.
        weights: float[len(agents)], how often each is drawn; they add up to 1.
    """

    def __init__(self, agents: Sequence[Agent], weights: Sequence[float]) -> None:
        """Makes a pool; the weights need not add up to 1."""
        self.agents = list(agents)
        self.weights = np.asarray(weights, float) / np.sum(weights)

    def draw(self, count: int, rng: np.random.Generator) -> np.ndarray:
        """Draws agents, int64[count], as positions in `agents`."""
        return rng.choice(len(self.agents), size=count, p=self.weights)


class HiddenFields:
    """What a critic may see beyond a seat's view: the private fields of the other seats.

    Attributes:
        bounds: The smallest and largest values of a view with the hidden fields behind it,
            int8[D + K] each. K is 0 where nothing is shown.
    """

    def __init__(self, game: Game, num_players: int, shown: bool) -> None:
        """Finds the private elements in the game's field table."""
        is_private = np.zeros(1, game.view_dtype)
        for field in game.fields:
            is_private[field.name] = field.private and shown
        self._private = np.flatnonzero(is_private.view(np.int8))
        self._others = range(1, num_players if shown else 1)
        self.bounds = tuple(
            np.concatenate([bound, np.tile(bound[self._private], len(self._others))])
            for bound in game.observation_bounds
        )

    def append(
        self, tables: Tables, which: np.ndarray, seats: np.ndarray, views: np.ndarray
    ) -> np.ndarray:
        """Puts the other seats' private fields behind views, clockwise from the viewer.

        Args:
            tables: The tables.
            which: int[B], the tables of the views.
            seats: int[B], the viewers' seats.
            views: int8[B, D].

        Returns:
            int8[B, D + K], new memory.
        """
        num_players = tables.options.num_players
        parts = [views]
        for distance in self._others:
            others = tables.observe(which, (seats + distance) % num_players)
            parts.append(others[:, self._private])
        return np.concatenate(parts, axis=1)


class SelfPlayVecEnv(VecEnv):
    """N tables as N single-agent environments.

    At each table the learner has one seat, which moves on by one from game to game, and the
    pool's agents, drawn anew for every game, play the others. What the learner sees after its
    action is its own next decision, and the reward is all that it earned until then.

    Observation: int8[D + K]: what the learner's seat may know, and after it the private fields of
    the other seats, clockwise. These K elements are for the critic alone; the policy must not
    read them (`network.make_model` sees to that). K is 0 unless `critic_sees_all`.

    Action: `Discrete(A)`. `env_method("action_masks")` gives the masks.

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
        critic_sees_all: bool = False,
    ) -> None:
        """Makes the tables and plays on to the learner's first decision at each.

        Args:
            game: The game.
            options: Its house rules.
            num_tables: N.
            pool: The opponents.
            seed: The seed of the deals and of the opponents.
            first_deal: The number of the first deal; a resumed run goes on where it was.
            critic_sees_all: Whether observations end with the other seats' private fields.
        """
        self._tables = Tables(game, options, num_tables, seed, redeal_finished=False)
        self.hidden = HiddenFields(game, options.num_players, critic_sees_all)
        low, high = self.hidden.bounds
        self.render_mode = None  # the base class asks for it
        super().__init__(
            num_tables,
            spaces.Box(low, high, dtype=np.int8),
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
            int8[N, D], the learner's first decisions.
        """
        self._start_games(np.arange(self.num_envs))
        return self._observe()

    def step_async(self, actions: np.ndarray) -> None:
        """Takes the learner's actions, int[N]."""
        self._actions = np.asarray(actions, np.int64)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Carries out the learner's actions and plays on to its next decisions.

        Returns:
            Observations int8[N, D], rewards float32[N], dones bool[N], and infos; a finished
            game's info holds `terminal_observation` and `episode` (reward `r`, length `l`).
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
        return self._observe(), rewards.astype(np.float32), dones, infos

    def _observe(self) -> np.ndarray:
        """The learner's views of all tables, int8[N, D + K]."""
        everywhere = np.arange(self.num_envs)
        return self.hidden.append(
            self._tables, everywhere, self.learner_seats, self._tables.observations
        )

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
        seats = self.learner_seats[finished]
        last_views = self.hidden.append(
            self._tables, finished, seats, self._tables.observe(finished, seats)
        )
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
