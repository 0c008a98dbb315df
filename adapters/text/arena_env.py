"""All seats of a table behind TextArena's methods: `reset`, `get_observation`, `step`, `close`."""

import secrets
from typing import Any

import numpy as np

from fudaba.agents.seat_histories import history_lines
from fudaba.envs import NOBODY, Tables, UserError, find_game
from fudaba.envs.core.words.position_text import position_text, rules_text
from fudaba.envs.core.words.text_answers import read_answer

from .retries import MOST_RETRIES, asked_again, lost_words

SEED_BITS = 64


class TextArenaEnv:
    """One table as a TextArena environment: every seat reads and writes text.

    It does not import TextArena; `textarena.register(id, entry_point=TextArenaEnv, game=...)` makes
    it known there. An observation is a text, as TextArena's wrappers for language models make it.

    An answer that can't be read is asked for again, up to 3 times in a row. The next one ends the
    game: its player gets the lowest possible points, the others keep what they had won so far.

    Attributes:
        game: The game.
    """

    def __init__(self, game: str, **options: Any) -> None:
        """Makes the env; call `reset` before anything else.

        Args:
            game: The game's id, for instance `sevens_v0`.
            **options: House rules by name, except the number of players.

        Raises:
            UserError: An unknown game or option, or a wrong value.
        """
        self.game = find_game(game)
        self._rules = dict(options)
        self._options = self.game.options.of_keywords(self.game.name, **options)
        self._tables: Tables | None = None

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        """Deals a new game.

        Args:
            num_players: How many play; None for the usual number.
            seed: 0..2**64-1: the deal that table 0 of `fudaba.envs.tables(seed=seed)` plays first,
                and all chance after it. None draws one.

        Raises:
            UserError: A number is out of its range.
        """
        asked = {} if num_players is None else {"num_players": num_players}
        self._options = self.game.options.read(self.game.name, {**self._rules, **asked})
        seed = secrets.randbits(SEED_BITS) if seed is None else seed
        self._tables = Tables(self.game, self._options, 1, seed, redeal_finished=False)
        seats = range(self._options.num_players)
        self._histories = [list[str]() for _ in seats]
        self._are_told = [False for _ in seats]  # who has read the rules
        self._turns, self._unread = [0 for _ in seats], 0
        self._loser, self._player, self._text = NOBODY, NOBODY, ""
        self._write()

    def get_observation(self) -> tuple[int, str]:
        """Returns the seat to move and the text that it reads; the same until the next step.

        After the game it is the last seat that moved, with the results.

        Raises:
            UserError: Nothing was dealt yet.
        """
        self._table()
        return self._player, self._text

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Carries out the move that an answer of the seat to move means, as `read_answer` reads it.

        Returns:
            Whether the game is over, and the info: empty, or with the `problem` if the answer can't
            be read.

        Raises:
            UserError: No game is under way, or the answer is no text.
        """
        tables = self._table()
        if self._is_over(tables):
            raise UserError("the game is over: call reset before step.")
        if not isinstance(action, str):
            read_answer(self.game, tables.states[0], action)  # refuses it
        try:
            number = read_answer(self.game, tables.states[0], action)
        except UserError as problem:
            return self._refuse(str(problem))
        self._carry_out(tables, number)
        self._write()
        return self._is_over(tables), {}

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]:
        """Returns the points of all seats so far, and TextArena's facts about them, by seat.

        The facts are `role`, `invalid_move` (whether the seat has lost by an answer that can't be
        read) and `turn_count`.

        Raises:
            UserError: Nothing was dealt yet.
        """
        points = dict(enumerate(self._table().scores[0, : len(self._turns)].tolist()))
        if self._loser != NOBODY:
            points[self._loser] = self._options.lowest_points()
        facts = {
            seat: {
                "role": f"Player {seat}",
                "invalid_move": seat == self._loser,
                "turn_count": turns,
            }
            for seat, turns in enumerate(self._turns)
        }
        return points, facts

    def _table(self) -> Tables:
        if self._tables is None:
            raise UserError("nothing was dealt yet: call reset first.")
        return self._tables

    def _is_over(self, tables: Tables) -> bool:
        return self._loser != NOBODY or int(tables.to_move[0]) == NOBODY

    def _carry_out(self, tables: Tables, number: int) -> None:
        """Carries out an action and adds to each seat's history what that seat may know of it."""
        before = tables.states[0].copy()
        self._turns[self._player] += 1
        self._unread = 0
        tables.step(np.array([number]))
        for seat, history in enumerate(self._histories):
            history += history_lines(self.game, before, number, tables.states[0], seat)

    def _write(self) -> None:
        """Writes the text for the seat to move; after the game for the seat that moved last."""
        tables = self._table()
        if (mover := int(tables.to_move[0])) != NOBODY:
            self._player = mover
        seat, state = self._player, tables.states[0]
        self._position = position_text(self.game, state, seat, self._histories[seat])
        rules = "" if self._are_told[seat] else f"{rules_text(self.game, self._options)}\n\n"
        self._text = rules + self._position
        self._histories[seat], self._are_told[seat] = [], True

    def _refuse(self, problem: str) -> tuple[bool, dict[str, Any]]:
        """Asks the seat to move again, or ends the game."""
        self._unread += 1
        is_lost = self._unread > MOST_RETRIES
        self._text = lost_words(problem) if is_lost else asked_again(problem, self._position)
        self._loser = self._player if is_lost else NOBODY
        return is_lost, {"problem": problem}
