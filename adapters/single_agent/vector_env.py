"""One seat at many tables as a vector env: `gymnasium.make_vec("fudaba/Sevens-v0")`."""

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fudaba.common.checks import check_flag, read_array
from fudaba.common.errors import shown
from fudaba.envs import UserError, find_game
from fudaba.envs.core.api.showing import RENDER_MODES, check_render_mode
from fudaba.envs.core.api.spaces import masked_space, view_space

from .learner_tables import LearnerTables, Outcome, infos_of_results
from .opponents import OpponentPool, Opponents


class SeatVectorEnv(VectorEnv[Any, np.ndarray, np.ndarray]):
    """One seat at each of N tables, stepped together; agents play the others.

    Each table behaves like a `SeatEnv`. A new game starts as `autoreset_mode` says:

    * `SameStep`, in the step in which one ends. Then `infos["final_obs"]` holds the last
      observations of the old games, zeros in the other rows, and `infos["final_info"]` the infos of
      their last steps.
    * `NextStep`, in the step after it, which ignores the action and pays nothing.
    * `Disabled`, by `reset` with a `reset_mask`.

    Observation: int8[N, D] (int16[N, D] in a game that needs it); with `mask_in_observation` a
    dict of `observation` and `action_mask`.

    Action: whole numbers [N]. `action_masks()` and every `infos["action_mask"]`, int8[N, A], mark
    the legal ones.

    Attributes:
        learners: The tables.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's type
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponents: Opponents = "greedy",
        seat: int | None = None,
        mask_in_observation: bool = False,
        illegal: str = "lose",
        render_mode: str | None = None,
        skip_forced: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        memory: bool = False,
        **options: Any,
    ) -> None:
        """Makes the tables; call `reset` before anything else.

        Args:
            game: The game's id; `gymnasium.make_vec` fills it in.
            num_envs: The number of tables, N.
            opponents: See `SeatEnv`, also for the arguments below.
            seat: The learner's seat; None moves it on by one seat with each game.
            mask_in_observation: Whether an observation is a dict that holds the mask too.
            illegal: The effect of an illegal action: `lose` its game, or `raise` an error.
            render_mode: None, `ansi`, `human` or `rgb_array`.
            skip_forced: See `SeatEnv`.
            autoreset_mode: When a new game starts: a mode of Gymnasium or its value, `SameStep`,
                `NextStep` or `Disabled`.
            memory: Whether the tables follow what every seat sees and does, for
                `information_states`.
            **options: House rules by name; missing ones take their defaults.

        Raises:
            UserError: An unknown game, agent, option or mode, or a wrong value.
        """
        rules = find_game(game)
        house_rules = rules.options.of_keywords(rules.name, **options)
        pool = OpponentPool.read(opponents, rules, house_rules)
        self.learners = LearnerTables(
            rules,
            house_rules,
            num_envs,
            pool,
            seat,
            illegal,
            skip_forced=skip_forced,
            memory=memory,
        )
        self.learners.seed(secrets.randbits(64))
        self.num_envs = self.learners.num_tables
        self.render_mode = check_render_mode(render_mode)
        self._mask_in_observation = check_flag("mask_in_observation", mask_in_observation)
        self.autoreset_mode = _checked_mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self._is_over = np.zeros(self.num_envs, bool)
        self._is_dealt = False
        self.single_observation_space = (masked_space if mask_in_observation else view_space)(rules)
        self.single_action_space = spaces.Discrete(rules.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deals a new game at every table and plays to the learner's first decisions.

        Args:
            seed: 0..2**64-1: table i plays deal i of the seed first. A list has a seed for each
                table, which then plays the deal of `SeatEnv.reset` first. None continues with the
                next deals.
            options: `reset_mask`, bool[N], starts new games at some tables only. House rules
                are fixed when the env is made.

        Raises:
            UserError: The seed is no such number, or the mask has a wrong shape or type.
        """
        tables = _tables_of(options, self.num_envs)
        if seed is not None:
            self.learners.seed(seed)
            super().reset(seed=seed[0] if isinstance(seed, list | tuple) else seed)
            self._is_over[:] = False
        self._is_over[tables] = False
        self.learners.start(tables)
        self._is_dealt = True
        return self._observations(), self._infos()

    def step(
        self, actions: np.ndarray
    ) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Carries out the learner's actions, and lets the others play to its next decisions.

        Args:
            actions: Whole numbers [N].

        Returns:
            Observations, rewards float64[N], terminations bool[N], truncations bool[N] (always
            False), and the infos.

        Raises:
            IllegalActionError: An action is not legal, and `illegal` is `raise`; then no table
                has changed.
            ResetNeeded: Nothing was dealt yet, or the mode is `Disabled` and a game is over
                (Gymnasium's error).
            UserError: The array has the wrong shape or type.
        """
        if not self._is_dealt:
            raise ResetNeeded("nothing was dealt yet: call reset before step.")
        mode, waiting = self.autoreset_mode, self._is_over
        if mode is AutoresetMode.DISABLED and waiting.any():
            raise ResetNeeded(
                f"the game of table {waiting.argmax()} is over: call reset with a reset_mask."
            )
        outcome = self.learners.play(actions, waiting)
        if mode is AutoresetMode.SAME_STEP:
            self.learners.start(outcome.results.tables)
        else:
            self.learners.start(np.flatnonzero(waiting))
            self._is_over = outcome.dones.copy()
        infos = self._infos()
        if outcome.dones.any():
            infos |= self._final_infos(outcome)
        observations = self._observations()
        return observations, outcome.rewards, outcome.dones, np.zeros(self.num_envs, bool), infos

    def _observations(self) -> Any:
        """Returns the present observations, with the last ones where no new game has begun."""
        views = self.learners.observations
        if self._is_over.any():
            views[self._is_over] = self.learners.last_views(np.flatnonzero(self._is_over))
        if not self._mask_in_observation:
            return views
        return {"observation": views, "action_mask": self.action_masks()}

    def _infos(self) -> dict[str, Any]:
        """Returns each key with a row per table, and flags of its valid rows, as in Gymnasium."""
        return {"action_mask": self.action_masks(), "_action_mask": np.ones(self.num_envs, bool)}

    def _final_infos(self, outcome: Outcome) -> dict[str, Any]:
        """Returns what ended games left: now in the infos, or in those of games that are gone."""
        results = self._by_table(infos_of_results(outcome.seats, outcome.results), outcome)
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            return results
        masks = np.zeros((len(outcome.seats), self.learners.game.num_actions), np.int8)
        final = self._by_table({"action_mask": masks}, outcome)
        views = self._by_table({"observation": outcome.last_views}, outcome)["observation"]
        masked = {"observation": views, "action_mask": final["action_mask"]}
        return {
            "final_obs": masked if self._mask_in_observation else views,
            "_final_obs": outcome.dones.copy(),
            "final_info": final | results,
            "_final_info": outcome.dones.copy(),
        }

    def _by_table(self, infos: dict[str, np.ndarray], outcome: Outcome) -> dict[str, Any]:
        """Returns arrays with a row for each table, and flags of the tables whose games ended."""
        told: dict[str, Any] = {}
        for key, rows in infos.items():
            told[key] = np.zeros((self.num_envs, *rows.shape[1:]), rows.dtype)
            told[key][outcome.dones] = rows
            told[f"_{key}"] = outcome.dones.copy()
        return told

    def information_states(self) -> tuple[np.ndarray, np.ndarray]:
        """Returns all that the learner has seen and done in the present games.

        Returns:
            int16[N, L, 3], the streams, and int64[N], their lengths; see
            `Tables.information_states`.

        Raises:
            ResetNeeded: Nothing was dealt yet (Gymnasium's error).
            UserError: The env has no memory.
        """
        if not self._is_dealt:
            raise ResetNeeded("nothing was dealt yet: call reset before information_states.")
        return self.learners.information_states()

    def action_masks(self) -> np.ndarray:
        """Returns the learner's action masks, int8[N, A], in new memory; 0 after a game's end."""
        masks = self.learners.action_masks
        masks[self._is_over] = 0
        return masks

    def render(self) -> tuple[Any, ...] | None:
        """Renders every table as the learner sees it; see `SeatEnv.render`.

        Returns:
            A text or picture for each table; None with `human`, which prints the texts.
        """
        if not self._is_dealt:
            raise ResetNeeded("nothing was dealt yet: call reset before render.")
        shown = self.learners.show(self.render_mode)
        return None if self.render_mode in (None, "human") else tuple(shown)


def _checked_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        allowed = ", ".join(each.value for each in AutoresetMode)
        raise UserError(f"autoreset_mode can't be {shown(mode)}; allowed: {allowed}.") from None


def _tables_of(options: dict[str, Any] | None, num_tables: int) -> np.ndarray:
    """Returns the tables that `reset_mask` selects, int64[K]; all tables without a mask."""
    mask = read_array("reset_mask", (options or {}).get("reset_mask", np.ones(num_tables, bool)))
    if mask.shape != (num_tables,) or mask.dtype != bool:
        raise UserError(
            f"reset_mask can't be {mask.dtype} of shape {mask.shape}; "
            f"allowed: bool of shape ({num_tables},)."
        )
    return np.flatnonzero(mask)
