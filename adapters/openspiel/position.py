"""One table with its history since the deal, or since a sampled world, and each seat's memory."""

import copy
from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np

from fudaba.agents.seat_histories import history_lines
from fudaba.envs import NOBODY, GameRecord, Options, UserError, find_game, player_name
from fudaba.envs.core.stepping.batch import Batch
from fudaba.envs.core.stepping.loops import observe_mover_of, update_scores_of

THE_TABLE = np.zeros(1, np.int64)
OWN = "me:"  # begins the line of an own move


class Position:
    """One table, and the moves and announcements since its start.

    Attributes:
        game: The game.
        options: The house rules.
        start: The start of the random stream, of which the deal and all later chance follow; None
            for a sampled world, whose cards no stream has dealt.
        actions: The actions since the start.
    """

    def __init__(self, batch: Batch, options: Options, start: int | None) -> None:
        """Takes a batch of one table, which has a game under way."""
        self.game, self.options, self.start = batch.game, options, start
        self.actions: list[int] = []
        self._batch = batch
        self._states = [self._present()]  # before each action, and after the last one
        self._lines: list[list[str]] = [[] for _ in self._seats()]  # what each seat remembers
        self._num_heard = [0] * options.num_players  # the actions that the lines tell
        nothing = np.zeros(self.game.observation_size, self.game.observation_dtype)
        self._views = [nothing for _ in self._seats()]  # as the lines tell them

    @classmethod
    def dealt(cls, empty: Batch, options: Options, start: int) -> Self:
        """Deals a game.

        Args:
            empty: A batch of one table with the house rules written into it; it is copied.
            options: The house rules.
            start: 0..2**64-1, the start of the random stream.
        """
        batch = copy.copy(empty)
        batch.deal(THE_TABLE, np.array([start], np.uint64))
        update_scores_of(batch.game)(batch.states[0], batch.scores, batch.rewards, 0)
        return cls(batch, options, start)

    @classmethod
    def in_world(cls, table: Batch, options: Options, world: np.ndarray) -> Self:
        """Starts from a sampled world; the memory of each seat begins with its view of that world.

        Args:
            table: A batch of one table of the game; it is copied.
            options: The house rules.
            world: The state record, shape [1].
        """
        batch, game = copy.copy(table), table.game
        batch.states[:] = world
        observe_mover_of(game)(batch.states[0], batch.views[0], batch.masks[0])
        batch.to_move[0] = batch.states[0]["to_move"]
        update_scores_of(game)(batch.states[0], batch.scores, batch.rewards, 0)
        batch.rewards[:] = 0.0
        position = cls(batch, options, None)
        for seat in position._seats():
            position._see(seat, game.view(batch.states[0], seat))
        return position

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Returns a copy; it shares the earlier states, which never change."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._batch = copy.copy(self._batch)
        other.actions, other._states = self.actions[:], self._states[:]
        other._lines = [lines[:] for lines in self._lines]
        other._num_heard, other._views = self._num_heard[:], self._views[:]
        return other

    def __reduce__(self) -> tuple[Callable[[str], "Position"], tuple[str]]:
        """Pickles the record of the game; unpickling plays it again.

        Raises:
            UserError: It began with a sampled world.
        """
        return replayed, (self.record().to_json(),)

    @property
    def state(self) -> np.void:
        """The state record, with all that is hidden."""
        return self._batch.states[0]

    @property
    def to_move(self) -> int:
        """The seat to move, or NOBODY once the game is over."""
        return int(self._batch.to_move[0])

    @property
    def points(self) -> list[float]:
        """The points won so far, by seat."""
        return self._by_seat(self._batch.scores)

    @property
    def rewards(self) -> list[float]:
        """The points won by the last action, or by the deal before the first action, by seat."""
        return self._by_seat(self._batch.rewards)

    def _by_seat(self, numbers: np.ndarray) -> list[float]:
        by_seat: list[float] = numbers[0, : self.options.num_players].tolist()
        return by_seat

    def legal_actions(self) -> list[int]:
        """Returns the legal action ids of the seat to move, in rising order."""
        legal: list[int] = np.flatnonzero(self._batch.masks[0]).tolist()
        return legal

    def step(self, action: int) -> None:
        """Carries out an action of the seat to move.

        Raises:
            UserError: It is not legal.
        """
        if not (0 <= action < self.game.num_actions and self._batch.masks[0, action]):
            raise UserError(self.game.refusal(self.state, action))
        self._batch.step(np.array([action]), False, 0, 1)
        self.actions.append(action)
        self._states.append(self._present())

    def observation(self, seat: int) -> np.ndarray:
        """Returns the view of a seat: int8[D] or int16[D]."""
        if seat == self.to_move:
            return self._batch.observations[0]
        return self._batch.observe(THE_TABLE, np.array([seat]))[0]

    def memory(self, seat: int) -> str:
        """Returns everything that a seat remembers, as lines.

        They are its view at each of its decisions and now, its own moves, and the lines that it
        read of other moves, as players of text read them. A view is written as the elements that
        have changed since the one before it, `index:value`; the first one as all nonzero elements.
        """
        lines = self._remembered(seat)
        view = _changes(self._views[seat], self.observation(seat))
        return "\n".join([player_name(seat), *lines, view])

    def _remembered(self, seat: int) -> list[str]:
        """Returns the lines that a seat remembers, after adding those of the latest actions."""
        for number in range(self._num_heard[seat], len(self.actions)):
            before, after = self._states[number : number + 2]
            action = self.actions[number]
            if before["to_move"] == seat:
                self._see(seat, self.game.view(before, seat))
                self._lines[seat].append(f"{OWN} {self.game.words.describe(before, action)}")
            self._lines[seat] += history_lines(self.game, before, action, after, seat)
        self._num_heard[seat] = len(self.actions)
        return self._lines[seat]

    def _see(self, seat: int, record: np.void) -> None:
        """Adds a view to a seat's memory, as its difference from the view before."""
        view = np.frombuffer(record.tobytes(), self.game.observation_dtype)
        self._lines[seat].append(_changes(self._views[seat], view))
        self._views[seat] = view

    def redealt(self, seat: int, start: int) -> Self:
        """Returns a random world that a seat can't exclude.

        The seat keeps its memory. The memories of the others hold only their view of the new world,
        because their older memories could reveal the cards that they really hold.

        Args:
            seat: The seat.
            start: 0..2**64-1; the same start deals the same world.
        """
        world = self._batch.states.copy()
        world["rng"] = start
        self.game.kernels.redeal(world[0], seat)
        other = type(self).in_world(self._batch, self.options, world)
        other._lines[seat], other._views[seat] = self._remembered(seat)[:], self._views[seat]
        return other

    def _seats(self) -> Sequence[int]:
        return range(self.options.num_players)

    def _present(self) -> np.void:
        """Returns a copy of the present state, which later moves do not change."""
        return np.frombuffer(self._batch.states.tobytes(), self.game.state_dtype)[0]

    def record(self) -> GameRecord:
        """Returns the record of the game so far.

        Raises:
            UserError: It began with a sampled world.
        """
        if self.start is None:
            raise UserError(
                "a state from resample_from_infostate has no record, because its cards were not "
                "dealt at the start of a game; allowed: a state that was played from the deal."
            )
        return GameRecord(
            game=self.game.name,
            options=self.options.plain(),
            rng=self.start,
            actions=self.actions[:],
            points=self.points,
        )


def replayed(record: str) -> Position:
    """Plays the game of a record again.

    Raises:
        UserError: The text is no record, or has an action that is not legal.
    """
    read = GameRecord.from_json(record)
    game = find_game(read.game)
    options = game.options.read(game.name, read.options)
    position = Position.dealt(Batch(game, options, 1), options, read.rng)
    for action in read.actions:
        position.step(action)
    return position


def is_over(position: Position) -> bool:
    """Returns whether the game is over."""
    return position.to_move == NOBODY


def _changes(before: np.ndarray, view: np.ndarray) -> str:
    """Returns the elements of a view that have changed: `view 1:1 11:1 389:12`."""
    places = np.flatnonzero(view != before)
    pairs = zip(places.tolist(), view[places].tolist(), strict=True)
    return " ".join(["view", *(f"{place}:{value}" for place, value in pairs)])
