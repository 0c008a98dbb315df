"""One seat as a Gymnasium environment of texts: `gymnasium.make("fudaba/Sevens-text-v0")`."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from fudaba.agents.seat_histories import history_lines
from fudaba.envs import NO_ACTION, NOBODY, IllegalActionError, UserError
from fudaba.envs.core.stepping.one_thread import by_one_thread
from fudaba.envs.core.words.position_text import position_text, rules_text
from fudaba.envs.core.words.text_answers import MOST_CHARACTERS, read_answer

from ..single_agent import SeatEnv
from ..single_agent.checks import check_illegal
from ..single_agent.opponents import Opponents
from .retries import MOST_RETRIES, asked_again, lost_words

LONGEST_TEXT = 200_000  # characters of an observation
PRINTABLE = "".join(map(chr, range(ord(" "), ord("~") + 1)))
CHARACTERS = f"\n{PRINTABLE}·\N{MINUS SIGN}★♠♣♥♦↑↓"  # of all texts of all games
ILLEGAL_EFFECTS = ("retry", "lose", "raise")


class TextSeatEnv(SeatEnv):
    """One seat at one table, for a player that reads and writes text; agents play the others.

    Games, rewards, seeds and opponents are those of `SeatEnv`.

    Observation: `Text`, the position as `position_text` writes it; at the first decision of a game
    the rules in short come before it.

    Action: `Text`, read by `read_answer`; any text may be given.

    Every info's `action_mask`, int8[A], marks the legal action ids, of which the numbered moves
    are the names in rising order. After an answer that can't be read `problem` says why.

    Attributes:
        game: The game.
        options: The house rules in force.
        pool: The opponents.
        seat: The seat of the player in the present game.
    """

    def __init__(
        self,
        game: str,
        opponents: Opponents = "greedy",
        seat: int | None = None,
        illegal: str = "retry",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Makes the env; call `reset` before anything else.

        Args:
            game: The game's id, for instance `sevens_v0`; `gymnasium.make` fills it in.
            opponents: See `SeatEnv`.
            seat: The seat of the player; None for a new seat in each game.
            illegal: The effect of an answer that can't be read or is no legal move: `retry` gives
                the reason and the position as the next observation, with reward 0, up to 3 times
                in a row, then the game is lost; `lose` ends the game with the lowest possible
                points (`Options.lowest_points`), `raise` raises an error.
            render_mode: See `SeatEnv`.
            **options: House rules by name; missing ones take their defaults.

        Raises:
            UserError: An unknown game, agent, option or mode, or a wrong value.
        """
        effect = check_illegal(illegal, ILLEGAL_EFFECTS)
        super().__init__(game, opponents, seat, render_mode=render_mode, **options)
        self._retries = MOST_RETRIES if effect == "retry" else 0
        self._raises = effect == "raise"
        self.observation_space = spaces.Text(LONGEST_TEXT, min_length=0, charset=CHARACTERS)
        self.action_space = spaces.Text(MOST_CHARACTERS, min_length=0, charset=CHARACTERS)
        self._history: list[str] = []  # since the last decision
        self._is_first = False  # whether the next decision is the first of the game
        self._position = ""  # the text of the present decision, without the rules
        self._num_unread = 0  # answers in a row that could not be read

    def _begin(self, start: np.uint64) -> None:
        self._history, self._is_first, self._num_unread = [], True, 0
        super()._begin(start)

    def _sit_down(self, drawn: np.ndarray) -> None:
        """Seats the players; no move is made in compiled code, so the history has each one."""
        super()._sit_down(drawn)
        self._is_advised[:] = self._is_random[:] = False
        self._has_random = False

    def _play_on(self, action: int) -> float:
        before = self._batch.states[0].copy()
        reward = super()._play_on(action)
        if action != NO_ACTION:
            after = self._batch.states[0]
            self._history += history_lines(self.game, before, action, after, self.seat)
        return reward

    def _observation(self) -> str:
        """Returns the text of the present position, and clears the history that it includes."""
        state = self._batch.states[0]
        self._position = position_text(self.game, state, self.seat, self._history)
        self._history = []
        rules = f"{rules_text(self.game, self.options)}\n\n" if self._is_first else ""
        self._is_first = False
        return rules + self._position

    @by_one_thread
    def step(self, action: Any) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Carries out the move that an answer means, and lets the others play to the next decision.

        Args:
            action: The answer, a text.

        Returns:
            The next observation, the reward, whether the game is over, False, and the info.

        Raises:
            IllegalActionError: The answer can't be read, and `illegal` is `raise`.
            ResetNeeded: No game is under way (Gymnasium's error).
            UserError: The answer is no text.
        """
        if self._mover == NOBODY:
            raise ResetNeeded("no game is under way: call reset before step.")
        if not isinstance(action, str):
            read_answer(self.game, self._batch.states[0], action)  # refuses it
        try:
            number = read_answer(self.game, self._batch.states[0], action)
        except UserError as problem:
            return self._unread(fitting(str(problem)))
        self._num_unread = 0
        return super().step(number)

    def _unread(self, problem: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Returns the outcome of an answer that can't be read.

        Raises:
            IllegalActionError: `illegal` is `raise`.
        """
        if self._raises:
            raise IllegalActionError(problem)
        self._num_unread += 1
        reward, text = 0.0, asked_again(problem, self._position)
        if self._num_unread > self._retries:
            reward, text = self._lose(NOBODY) + self._earned_before, lost_words(problem)
            self._earned_before = 0.0
        is_over = self._mover == NOBODY
        return text, reward, is_over, False, {**self._info(), "problem": problem}


def fitting(text: str) -> str:
    """Returns a text with `?` in place of every character that no game's texts contain."""
    return "".join(letter if letter in CHARACTERS else "?" for letter in text)
