"""Self-play as a stable-baselines3 VecEnv: one learner seat per table, the pool in the others."""

from fudaba.common.extras import need

need("train")

from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from fudaba.adapters.single_agent import LearnerTables, OpponentPool
from fudaba.common.errors import shown
from fudaba.envs import Game, Options, UserError
from fudaba.envs.core.api.spaces import view_space


class SelfPlayVecEnv(VecEnv):
    """N tables as N single-agent environments: `LearnerTables` as an SB3 VecEnv.

    Observation: int8[D], or int16[D] in a game that needs it. Action: `Discrete(A)`.
    `env_method("action_masks")` gives the masks.

    Attributes:
        learners: The tables; set `learners.pool` to change the opponents of the next games.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        num_tables: int,
        pool: OpponentPool,
        seed: int = 0,
        first_deal: int = 0,
        render_mode: str | None = None,
    ) -> None:
        """Makes the tables.

        Args:
            game: The game.
            options: Its house rules.
            num_tables: How many tables, N.
            pool: The opponents.
            seed: The seed of the deals and of the opponents.
            first_deal: The number of the first deal, for resumed runs.
            render_mode: None, or `rgb_array`: `get_images` gives pictures, and `render` one of
                all of them, which stable-baselines3 also shows with `render("human")`.

        Raises:
            UserError: There is no such mode, or a number is out of its range.
        """
        self.learners = LearnerTables(game, options, num_tables, pool)
        self.learners.seed(seed, first_deal)
        if render_mode not in (None, "rgb_array"):
            raise UserError(f"render_mode can't be {shown(render_mode)}; allowed: None, rgb_array.")
        self.render_mode = render_mode  # the base class asks for it
        super().__init__(num_tables, view_space(game), spaces.Discrete(game.num_actions))
        self.metadata: dict[str, Any] = {"render_modes": ["human", "rgb_array"], "render_fps": 1}
        self._actions = np.zeros(num_tables, np.int64)
        self._returns = np.zeros(num_tables)
        self._lengths = np.zeros(num_tables, np.int64)

    def reset(self) -> np.ndarray:
        """Starts a new game at every table: after `seed`, the first games of that seed.

        Returns:
            int8 or int16 [N, D], the learner's first decisions.
        """
        if self._seeds[0] is not None:
            self.learners.seed(self._seeds[0])
        self._reset_seeds()
        self.learners.start(np.arange(self.num_envs))
        self._returns[:] = 0.0
        self._lengths[:] = 0
        return self.learners.observations

    def step_async(self, actions: np.ndarray) -> None:
        """Takes the learner's actions, int[N]."""
        self._actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Carries out the learner's actions and plays on to its next decisions.

        Returns:
            Observations [N, D], rewards float32[N], dones bool[N], and infos; a finished game's
            info holds `terminal_observation` and `episode` (reward `r`, length `l`).
        """
        rewards, dones, last_views = self.learners.step(self._actions)
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for table, view in zip(np.flatnonzero(dones).tolist(), last_views, strict=True):
            infos[table] = self._end(table, view)
        return self.learners.observations, rewards.astype(np.float32), dones, infos

    def _end(self, table: int, last_view: np.ndarray) -> dict[str, Any]:
        """Returns the info of a finished game as stable-baselines3 expects it."""
        episode = {"r": float(self._returns[table]), "l": int(self._lengths[table]), "t": 0.0}
        self._returns[table], self._lengths[table] = 0.0, 0
        return {
            "terminal_observation": last_view,
            "TimeLimit.truncated": False,
            "episode": episode,
        }

    def action_masks(self) -> np.ndarray:
        """Returns the masks of the learner's present decisions, int8[N, A]."""
        return self.learners.action_masks

    def get_images(self) -> list[Any]:
        """Returns a picture of the learner's view per table, uint8[600, 900, 3], or None each."""
        return self.learners.show(self.render_mode)

    def env_method(
        self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
    ) -> list[Any]:
        """Returns the rows of `action_masks`, the only method that MaskablePPO calls here."""
        if method_name != "action_masks":
            raise AttributeError(f"there is no method {method_name!r}; allowed: action_masks.")
        return list(self.action_masks()[list(self._get_indices(indices))])

    def has_attr(self, attr_name: str) -> bool:
        """Returns whether the environments have an attribute."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Returns an attribute, once for each table."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Raises AttributeError: tables share the attributes of the VecEnv."""
        raise AttributeError("the tables of a SelfPlayVecEnv have no attributes of their own.")

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Returns False for every table."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Does nothing: the tables hold no resources that need closing."""
