"""The arrays of N tables of one game, in one place."""

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np

from fudaba.common.checks import check_flag
from fudaba.common.errors import UserError
from fudaba.common.languages import translator

from ..contract.game import Game
from ..contract.options import Options
from ..kit.seats import NOBODY
from .loops import ALL_SOUND, NO_ACTION, Loops, loops
from .one_thread import OneThread, by_one_thread
from .playing import CompiledPolicy, RandomSeats, playing_on, playing_on_at_random
from .remembering import AFTER_DEAL, Memories, next_actions_of

_, _n = translator("core")

ROUNDS_AT_ONCE = 16  # of random seats, for which numbers are drawn ahead


class Batch:
    """The state, observation and reward arrays of N tables.

    The batch alone owns these arrays; `Tables` and the PettingZoo env are interfaces to it. P is
    the game's largest table, D the length of the observation, A the number of actions.

    Attributes:
        game: The game.
        states: The state records, shape [N].
        views: View records of the seats to move, shape [N].
        observations: The same memory as [N, D].
        masks: int8[N, A], 1 for an action that the seat to move may take.
        to_move: int64[N], the seat to move, or NOBODY.
        scores: float64[N, P], points won so far in the present game.
        rewards: float64[N, P], points won by the last step.
        dones: bool[N], whether the last step ended a game.
        lengths: int64[N], the decisions taken in the present game.
        limits: int64[N], the most that a game may take: the `max_decisions` of its house rules.
        redeal_finished: Whether a table starts its next game as soon as one ends.
        ended_states, ended_scores, ended_lengths: The last finished game of each table, which its
            next one has replaced; empty without `redeal_finished`.
        memories: What every seat has seen and done; None where nobody asked for it.
        loops: The generic loops, compiled for the game.
        one_thread: The lock that an interface to the batch holds while it works. Without it a
            kernel could meet a table in the middle of another thread's step and use bad indices.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        num_tables: int,
        redeal_finished: bool = False,
        memory: bool = False,
    ) -> None:
        """Makes the arrays without a deal."""
        self.game = game
        self.states = np.zeros(num_tables, game.state_dtype)
        options.write(self.states[0])
        self.states[:] = self.states[0]
        self.states["to_move"] = NOBODY
        self.views = np.zeros(num_tables, game.view_dtype)
        self.masks = np.zeros((num_tables, game.num_actions), np.int8)
        self.to_move = np.full(num_tables, NOBODY, np.int64)
        self.scores = np.zeros((num_tables, game.max_players))
        self.rewards = np.zeros((num_tables, game.max_players))
        self.dones = np.zeros(num_tables, bool)
        self.lengths = np.zeros(num_tables, np.int64)
        self.limits = np.full(num_tables, options.max_decisions(), np.int64)
        self.redeal_finished = redeal_finished
        num_ended = num_tables if redeal_finished else 0
        self.ended_states = np.zeros(num_ended, game.state_dtype)
        self.ended_scores = np.zeros((num_ended, game.max_players))
        self.ended_lengths = np.zeros(num_ended, np.int64)
        self.memories = Memories(game, num_tables) if check_flag("memory", memory) else None
        self.one_thread = OneThread()
        self._connect()

    def _connect(self) -> None:
        self.observations = self.game.flat(self.views)
        self.loops: Loops = loops(self.game)

    @by_one_thread
    def __getstate__(self) -> dict[str, Any]:
        """Returns the pickled attributes: all but the compiled loops and views of other arrays.

        The arrays are copies, because a step could change them while they are pickled.
        """
        left_out = ("observations", "loops")
        copied = {
            name: _copied(value) if isinstance(value, np.ndarray) else value
            for name, value in self.__dict__.items()
            if name not in left_out
        }
        return copied | {"memories": copy.copy(self.memories)}

    def __setstate__(self, contents: dict[str, Any]) -> None:
        """Restores a copy, whose arrays are its own."""
        self.__dict__.update(contents)
        self._connect()

    def set_rules(self, rules: Sequence[Options]) -> None:
        """Gives each of the N tables its own house rules; a deal must follow."""
        for table, options in enumerate(rules):
            options.write(self.states[table])
            self.limits[table] = options.max_decisions()

    def deal(self, tables: np.ndarray, starts: np.ndarray) -> None:
        """Starts a game at each table of int64[K] from the random streams uint64[K].

        Raises:
            UserError: The game has a fault: nobody has a decision, or nothing is legal.
        """
        faulty = self.loops.deal_tables(
            self.states,
            self.views,
            self.masks,
            self.to_move,
            self.scores,
            self.lengths,
            tables,
            starts,
        )
        self.rewards[tables] = 0.0
        self.dones[tables] = False
        self._check_sound(faulty)
        if (self.to_move[tables] == NOBODY).any():
            raise UserError(
                _(
                    "nobody has a decision after a deal of {game}: that is a fault of the game; "
                    "its deal must deal again, or leave somebody to move.",
                    game=self.game.name,
                )
            )
        self.remember(tables)

    def remember(self, tables: np.ndarray) -> None:
        """Begins the memories, if there are any, at tables int64[K] with the present views."""
        if self.memories is not None:
            self.memories.begin(self.states, tables)

    def _check_sound(self, faulty: int) -> None:
        """Raises `UserError` for a table whose game has a fault."""
        if faulty != ALL_SOUND:
            self.game.check_playable(self.states[faulty])
            raise UserError(
                _(
                    "{game} goes on after {number} decisions, the most that its max_decisions "
                    "allows: that is a fault of the game.",
                    game=self.game.name,
                    number=int(self.limits[faulty]),
                )
            )

    def first_illegal(self, actions: np.ndarray) -> int:
        """Returns the first table whose action of int64[N] is not legal, or ALL_LEGAL."""
        return int(self.loops.first_illegal(self.masks, actions, 0, len(actions)))

    def step(self, actions: np.ndarray, first: int, last: int) -> None:
        """Carries out the legal actions of int64[N] at the tables first..last-1.

        Raises:
            UserError: The game has a fault: a seat is to move, and nothing is legal or it has taken
                all decisions that `max_decisions` allows.
        """
        self._step(actions, self.redeal_finished, first, last)

    def _step(self, actions: np.ndarray, redeal_finished: bool, first: int, last: int) -> None:
        movers = None if self.memories is None else self.to_move.copy()
        faulty = self.loops.step_tables(
            self.states,
            self.views,
            self.masks,
            self.to_move,
            self.scores,
            self.rewards,
            self.dones,
            self.lengths,
            self.limits,
            actions,
            redeal_finished,
            self.ended_states,
            self.ended_scores,
            self.ended_lengths,
            first,
            last,
        )
        self._check_sound(faulty)
        if self.memories is not None and movers is not None:
            if redeal_finished:
                movers[self.dones] = AFTER_DEAL
            rows = first + np.flatnonzero(actions[first:last] != NO_ACTION)
            self.memories.follow(self.states, rows, movers, actions)

    def keep_ended(self, tables: np.ndarray) -> None:
        """Keeps the finished games at tables int64[K], as a step does that deals the next ones."""
        self.ended_states[tables] = self.states[tables]
        self.ended_scores[tables] = self.scores[tables]
        self.ended_lengths[tables] = self.lengths[tables]

    def play_on(
        self,
        advice: CompiledPolicy,
        actions: np.ndarray,
        is_advised: np.ndarray,
        takes_forced: bool,
        first: int,
        last: int,
    ) -> None:
        """Plays on at the tables first..last-1 with an advice; see `playing.py`.

        Raises:
            UserError: The game has a fault; see `step`.
        """
        if self.memories is not None:
            self._play_on_by_steps(advice, actions, is_advised, takes_forced, first, last)
            return
        faulty = playing_on(advice.game, advice.observe_partial, advice.choose)(
            self.states,
            self.views,
            self.masks,
            self.to_move,
            self.scores,
            self.rewards,
            self.dones,
            self.lengths,
            self.limits,
            actions,
            is_advised,
            advice.weights,
            takes_forced,
            first,
            last,
        )
        self._check_sound(faulty)

    def _play_on_by_steps(
        self,
        advice: CompiledPolicy,
        actions: np.ndarray,
        is_advised: np.ndarray,
        takes_forced: bool,
        first: int,
        last: int,
    ) -> None:
        """Plays on as `play_on` does, one decision after the other, each of which is remembered."""
        next_actions = next_actions_of(self.game, advice.choose)
        won, dones, actions = np.zeros_like(self.rewards), np.zeros_like(self.dones), actions.copy()
        while True:
            asked = self.views, self.masks, self.to_move, is_advised, advice.weights
            if not next_actions(*asked, takes_forced, actions, first, last):
                break
            self._step(actions, False, first, last)
            won += self.rewards
            dones |= self.dones
            actions[:] = NO_ACTION
        self.rewards[:], self.dones[:] = won, dones

    def play_on_at_random(
        self,
        advice: CompiledPolicy,
        actions: np.ndarray,
        is_advised: np.ndarray,
        takes_forced: bool,
        random_seats: RandomSeats,
    ) -> None:
        """Plays on at all tables with an advice and with seats that choose at random.

        The stream of these seats is left as if each had drawn its numbers alone.

        Raises:
            UserError: The game has a fault; see `step`.
        """
        play = playing_on_at_random(advice.game, advice.observe_partial, advice.choose)
        is_random, rng = random_seats
        num_tables = len(self.states)
        has_moved = np.zeros(num_tables, bool)
        while True:
            start = rng.bit_generator.state
            draws = rng.random(ROUNDS_AT_ONCE * num_tables)
            used, waiting, faulty = play(
                self.states,
                self.views,
                self.masks,
                self.to_move,
                self.scores,
                self.rewards,
                self.dones,
                self.lengths,
                self.limits,
                actions,
                is_advised,
                advice.weights,
                takes_forced,
                is_random,
                draws,
                has_moved,
            )
            rng.bit_generator.state = start
            rng.random(used)
            self._check_sound(faulty)
            if not waiting:
                return
            actions = np.full(num_tables, NO_ACTION)

    def information_states(
        self, tables: np.ndarray, seats: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Returns the streams of seats and their lengths; see `Tables.information_states`.

        Raises:
            UserError: Nobody asked for memories.
        """
        if self.memories is None:
            raise UserError("there are no information states with memory=False; allowed: True.")
        return self.memories.of(tables, seats)

    def observe(self, tables: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Returns the observations of seat `seats[k]` of table `tables[k]`: [K, D], new memory."""
        views = np.zeros(len(tables), self.game.view_dtype)
        self.loops.observe_seats(self.states, views, tables, seats)
        return self.game.flat(views)


def _copied(array: np.ndarray) -> np.ndarray:
    """Returns a copy of all bytes; `copy` leaves random bytes between the fields of a record."""
    return array.view(np.uint8).copy().view(array.dtype)
