"""One seat as a Gymnasium environment: `gymnasium.make("fudaba/Sevens-v0")`."""

from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from fudaba.agents import Agent
from fudaba.agents.agent import choose
from fudaba.agents.greedy import advice
from fudaba.common.checks import UINT64_RANGE, check_flag, check_whole
from fudaba.common.errors import shown
from fudaba.envs import (
    NO_ACTION,
    NOBODY,
    IllegalActionError,
    RandomSeats,
    UserError,
    Worlds,
    find_game,
)
from fudaba.envs.core.api.showing import RENDER_MODES, check_render_mode, show
from fudaba.envs.core.api.spaces import masked_space, view_space
from fudaba.envs.core.kit.rng import stream_start
from fudaba.envs.core.stepping.batch import Batch
from fudaba.envs.core.stepping.one_thread import by_one_thread
from fudaba.envs.core.stepping.results import results_of
from fudaba.envs.core.stepping.tables import no_advice

from .checks import check_illegal, check_seat
from .learner_tables import infos_of_results
from .opponents import OpponentPool, Opponents

THE_TABLE = np.zeros(1, np.int64)


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat at one table; agents play the others.

    A step carries out the seat's action and lets the others play to its next decision. The reward
    is everything that the seat earned since its last decision; the first reward of a game includes
    earnings before the first decision. The rewards of a game add up to the seat's points.

    A game that ends before the seat's first decision is never shown: `reset` deals another one.
    Mean returns are therefore means over the games in which the seat has a decision.

    Observation: int8[D] (int16[D] in a game that needs it), the view of the seat; with
    `mask_in_observation` a dict of `observation` and `action_mask`.

    Action: one id, `Discrete(A)`. `action_masks()` and every info's `action_mask`, int8[A], mark
    the legal ones; at the end none is legal. The last info of a game also has `scores` and
    `places`, float64[P] by seat, its `length` in decisions of all seats, and the learner's `seat`.

    One thread at a time may use an env: a second one gets a `UserError`.

    Attributes:
        game: The game.
        options: The house rules in force.
        pool: The opponents.
        seat: The learner's seat in the present game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium's type
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        opponents: Opponents = "greedy",
        seat: int | None = None,
        mask_in_observation: bool = False,
        illegal: str = "lose",
        render_mode: str | None = None,
        skip_forced: bool = False,
        memory: bool = False,
        **options: Any,
    ) -> None:
        """Makes the env; call `reset` before anything else.

        Args:
            game: The game's id, for instance `sevens_v0`; `gymnasium.make` fills it in.
            opponents: An agent's spec as `greedy`, specs with their shares as
                `{"greedy": 0.75, "random": 0.25}`, or an agent. Drawn anew for every game.
            seat: The learner's seat; None for a new seat in each game.
            mask_in_observation: Whether an observation is a dict that holds the mask too.
            illegal: The effect of an illegal action: `lose` ends the game with the lowest possible
                points (`Options.lowest_points`), `raise` raises an error.
            render_mode: None, `ansi` (render returns text), `human` (render prints it) or
                `rgb_array` (render returns a picture), always of the learner's view.
            skip_forced: Whether decisions with one legal action are carried out for every seat;
                then a step ends at the learner's next choice.
            memory: Whether the env follows what every seat sees and does, for `information_state`.
            **options: House rules by name; missing ones take their defaults.

        Raises:
            UserError: An unknown game, agent, option or mode, or a wrong value.
        """
        self.game = find_game(game)
        self.options = self.game.options.of_keywords(self.game.name, **options)
        self.pool = OpponentPool.read(opponents, self.game, self.options)
        self._fixed_seat = check_seat(seat, self.options.num_players)
        self._illegal = check_illegal(illegal)
        self.render_mode = check_render_mode(render_mode)
        self._mask_in_observation = check_flag("mask_in_observation", mask_in_observation)
        self._skip_forced = check_flag("skip_forced", skip_forced)
        self.observation_space = (masked_space if mask_in_observation else view_space)(self.game)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self.seat = NOBODY
        self._earned_before = 0.0  # earnings before the first decision, paid by the first step
        self._batch = Batch(self.game, self.options, 1, memory=memory)
        self.one_thread = self._batch.one_thread
        self._action = np.zeros(1, np.int64)
        self._players: list[Agent] = []
        self._is_advised = np.zeros((1, self.game.max_players), bool)
        self._is_random = np.zeros((1, self.game.max_players), bool)
        self._has_random = False
        self._connect()

    def _connect(self) -> None:
        """Looks up the compiled heuristic, which can't be pickled."""
        self._advice = (advice if self.pool.is_advised.any() else no_advice)(self.game)

    def __getstate__(self) -> dict[str, Any]:
        """Returns the attributes to pickle: all but the compiled heuristic."""
        return {name: value for name, value in self.__dict__.items() if name != "_advice"}

    def __setstate__(self, contents: dict[str, Any]) -> None:
        """Restores a copy."""
        self.__dict__.update(contents)
        self._connect()

    @by_one_thread
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deals a new game and plays to the learner's first decision.

        Args:
            seed: 0..2**64-1: the deal that table 0 of `fudaba.envs.tables(seed=seed)` plays
                first, and all chance after it. None continues the present random stream.
            options: Ignored; house rules are fixed when the env is made.

        Raises:
            UserError: The seed is no such number.
        """
        if seed is not None:
            seed = check_whole("seed", seed, 0, UINT64_RANGE - 1)
        super().reset(seed=seed)
        first = None if seed is None else stream_start(np.uint64(seed), np.uint64(0))
        self._begin(self._draw_start() if first is None else first)
        while self._mover == NOBODY:
            self._begin(self._draw_start())
        return self._observation(), self._info()

    def _draw_start(self) -> np.uint64:
        return np.uint64(self.np_random.integers(UINT64_RANGE, dtype=np.uint64))

    def _begin(self, start: np.uint64) -> None:
        """Starts a game from a random stream, and plays to the learner's first decision."""
        num_players, rng = self.options.num_players, self.np_random
        drawn = int(rng.integers(num_players))
        self.seat = drawn if self._fixed_seat is None else self._fixed_seat
        self._sit_down(self.pool.draw(num_players, rng))
        self._batch.deal(THE_TABLE, np.array([start]))
        self._earned_before = self._play(NO_ACTION)

    def _sit_down(self, drawn: np.ndarray) -> None:
        """Seats the agents with these positions in the pool; the learner's is not asked."""
        self._players = [self.pool.agents[number] for number in drawn]
        self._is_advised[0, : len(drawn)] = self.pool.is_advised[drawn]
        self._is_random[0, : len(drawn)] = self.pool.is_random[drawn]
        self._is_advised[0, self.seat] = self._is_random[0, self.seat] = False
        self._has_random = bool(self._is_random.any()) and self._batch.memories is None

    @by_one_thread
    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carries out the learner's action, and lets the others play to its next decision.

        Returns:
            The learner's observation, its reward, whether the game is over, False, and the info.

        Raises:
            IllegalActionError: The rules don't allow the action, and `illegal` is `raise`.
            ResetNeeded: No game is under way (Gymnasium's error).
            UserError: The action is no whole number.
        """
        if self._mover == NOBODY:
            raise ResetNeeded("no game is under way: call reset before step.")
        number = self._read(action)
        if not 0 <= number < self.game.num_actions or not self._batch.masks[0, number]:
            reward = self._lose(number)
        else:
            reward = self._play(number)
        reward += self._earned_before
        self._earned_before = 0.0
        return self._observation(), reward, self._mover == NOBODY, False, self._info()

    def _read(self, action: Any) -> int:
        try:
            return index(action)
        except TypeError:
            raise UserError(f"the action must be a whole number, not {shown(action)}.") from None

    def _lose(self, number: int) -> float:
        """Ends the game after an illegal action; returns the change to the lowest points."""
        if self._illegal == "raise":
            raise IllegalActionError(self.game.refusal(self._batch.states[0], number))
        self._batch.to_move[0] = NOBODY
        self._batch.masks[0] = 0
        return self.options.lowest_points() - float(self._batch.scores[0, self.seat])

    def _play(self, action: int) -> float:
        """Carries out an action, if any, and lets the others play to the learner's turn or the end.

        Returns:
            The learner's reward.
        """
        earned = self._play_on(action)
        while (mover := self._mover) not in (NOBODY, self.seat):
            earned += self._play_on(self._ask(mover))
        return earned

    def _play_on(self, action: int) -> float:
        """Carries out an action, if any, and then those of greedy and random players.

        Returns:
            The learner's reward.
        """
        self._action[0] = action
        if self._has_random:
            seats = RandomSeats(self._is_random, self.np_random)
            self._batch.play_on_at_random(
                self._advice, self._action, self._is_advised, self._skip_forced, seats
            )
        else:
            self._batch.play_on(
                self._advice, self._action, self._is_advised, self._skip_forced, 0, 1
            )
        return float(self._batch.rewards[0, self.seat])

    def _ask(self, mover: int) -> int:
        """Returns the legal action of a player that is not played in compiled code."""
        batch = self._batch
        observations, masks = batch.observations.copy(), batch.masks.copy()
        chosen = choose(self._players[mover], observations, masks, self._worlds, self.np_random)
        number = int(chosen[0])
        if number >= self.game.num_actions or not batch.masks[0, number]:
            raise IllegalActionError(self.game.refusal(batch.states[0], number))
        return number

    def _worlds(self) -> Worlds:
        return Worlds(self.game, self._batch.states)

    @property
    def _mover(self) -> int:
        """The seat to move, or NOBODY."""
        return int(self._batch.to_move[0])

    def _observation(self) -> Any:
        """Returns the learner's present observation, in new memory."""
        if self._mover == NOBODY:
            view = self._batch.observe(THE_TABLE, np.array([self.seat]))[0]
        else:
            view = self._batch.observations[0].copy()
        if not self._mask_in_observation:
            return view
        return {"observation": view, "action_mask": self._batch.masks[0].copy()}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._batch.masks[0].copy()}
        if self._mover == NOBODY:
            batch = self._batch
            scores = batch.scores.copy()
            if batch.states["to_move"][0] != NOBODY:  # lost by an illegal action
                scores[0, self.seat] = self.options.lowest_points()
            results = results_of(self.game, THE_TABLE, batch.states, scores, batch.lengths.copy())
            told = infos_of_results(np.array([self.seat]), results)
            info |= {key: rows[0] for key, rows in told.items()}
        return info

    @by_one_thread
    def information_state(self) -> np.ndarray:
        """Returns all that the learner has seen and done in this game, with perfect recall.

        Returns:
            int16[L, 3], the rows that `Tables.information_states` describes, in new memory.

        Raises:
            ResetNeeded: Nothing was dealt yet (Gymnasium's error).
            UserError: The env has no memory.
        """
        if self.seat == NOBODY:
            raise ResetNeeded("nothing was dealt yet: call reset before information_state.")
        return self._batch.information_states(THE_TABLE, np.array([self.seat]))[0][0]

    @by_one_thread
    def action_masks(self) -> np.ndarray:
        """Returns the learner's action mask, int8[A], in new memory; sb3-contrib calls this."""
        return self._batch.masks[0].copy()

    @by_one_thread
    def render(self) -> Any:
        """Renders the table as the learner sees it.

        Returns:
            The text with `ansi`; with `rgb_array` uint8[600, 900, 3], red, green and blue; None
            with `human`, which prints the text.

        Raises:
            ResetNeeded: Nothing was dealt yet (Gymnasium's error).
        """
        if self.seat == NOBODY:
            raise ResetNeeded("nothing was dealt yet: call reset before render.")
        return show(self.game, self._batch.states[0], self.seat, self.render_mode)
