"""One table with its history since the deal, or since a sampled world, and each seat's memory.

A seat remembers all that it has seen and done: its views, one for each step that changed what it
sees, and its own actions. Exact values (`fudaba.evaluation.exact`) mean the same by an information
set.
"""

import copy
from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np

from fudaba.agents.seat_histories import history_lines
from fudaba.common.checks import check_whole
from fudaba.envs import (
    NOBODY,
    Game,
    GameRecord,
    Options,
    UserError,
    player_name,
    registered_game,
)
from fudaba.envs.core.stepping.batch import Batch
from fudaba.envs.core.stepping.loops import observe_mover_of, update_scores_of

from .deals import listed_deals

THE_TABLE = np.zeros(1, np.int64)
OWN = "me:"  # begins the line of an own move
NO_ACTION = -1

Row = tuple[int, np.ndarray]  # an own action or NO_ACTION, and the view after it


class Position:
    """One table, and the moves and announcements since its start.

    Attributes:
        game: The game.
        options: The house rules.
        start: The start of the random stream, of which the deal and all later chance follow; None
            if no stream has dealt the cards.
        deal: The number of the deal in the list of all deals; None if it is not from there.
        actions: The actions since the start.
    """

    def __init__(
        self,
        batch: Batch,
        options: Options,
        start: int | None = None,
        deal: int | None = None,
    ) -> None:
        """Takes a batch of one table, which has a game under way."""
        self.game, self.options, self.start, self.deal = batch.game, options, start, deal
        self.actions: list[int] = []
        self._batch = batch
        self._states = [self._present()]  # before each action, and after the last one
        self._num_heard = [0] * options.num_players  # the actions that each seat's memory has
        nothing = np.zeros(self.game.observation_size, self.game.observation_dtype)
        views = [self._view(self.state, seat) for seat in self._seats()]
        self._rows: list[list[Row]] = [[(NO_ACTION, view)] for view in views]
        self._lines = [[_changes(nothing, view)] for view in views]

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
    def listed(cls, empty: Batch, options: Options, number: int) -> Self:
        """Deals a game from the list of all deals.

        Args:
            empty: A batch of one table with the house rules written into it; it is copied.
            options: The house rules.
            number: The number of the deal.
        """
        states, _ = listed_deals(empty.game, options)
        return cls(_holding(empty, states[number : number + 1]), options, deal=number)

    @classmethod
    def in_world(cls, table: Batch, options: Options, world: np.ndarray) -> Self:
        """Starts from a sampled world; the memory of each seat begins with its view of that world.

        Args:
            table: A batch of one table of the game; it is copied.
            options: The house rules.
            world: The state record, shape [1].
        """
        batch = _holding(table, world)
        batch.rewards[:] = 0.0
        return cls(batch, options)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Returns a copy; it shares the earlier states, which never change."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._batch = copy.copy(self._batch)
        other.actions, other._states = self.actions[:], self._states[:]
        other._lines = [lines[:] for lines in self._lines]
        other._rows = [rows[:] for rows in self._rows]
        other._num_heard = self._num_heard[:]
        return other

    def __reduce__(self) -> tuple[Callable[..., "Position"], tuple[Any, ...]]:
        """Pickles as the record of the game, or as its deal and actions, to be played again.

        Raises:
            UserError: It began with a sampled world.
        """
        if self.deal is not None:
            return replayed_deal, (self.game.name, self.options.plain(), self.deal, self.actions)
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
            UserError: It is not legal, or a listed deal goes on by chance.
        """
        if not (0 <= action < self.game.num_actions and self._batch.masks[0, action]):
            raise UserError(self.game.refusal(self.state, action))
        stream = int(self.state["rng"])
        self._batch.step(np.array([action]), 0, 1)
        if self.deal is not None and self.state["rng"] != stream:
            raise UserError(
                f"chance can't be 'deals' in {self.game.name} under these house rules, because it "
                "draws by lot after the deal; allowed: seed."
            )
        self.actions.append(action)
        self._states.append(self._present())

    def observation(self, seat: int) -> np.ndarray:
        """Returns the view of a seat: int8[D] or int16[D]."""
        if seat == self.to_move:
            return self._batch.observations[0]
        return self._batch.observe(THE_TABLE, np.array([seat]))[0]

    def memory(self, seat: int) -> str:
        """Returns everything that a seat remembers, as lines.

        They are its views, its moves, and what it heard, in the words that players of text read. A
        view is told by the elements that have changed since the one before it, as `index:value`;
        the first one by the elements that are not 0.
        """
        self._remember(seat)
        return "\n".join([player_name(seat), *self._lines[seat]])

    def memory_rows(self, seat: int) -> np.ndarray:
        """Returns everything that a seat remembers, float32[R, A + D]; see `memory_shape`.

        A row is an own action, one of A elements is 1, and the view after it. Where somebody else
        has changed what the seat sees, there is no own action; zeros follow the last row.
        """
        self._remember(seat)
        memory = np.zeros(memory_shape(self.game, self.options), np.float32)
        for row, (action, view) in zip(memory, self._rows[seat], strict=False):
            if action != NO_ACTION:
                row[action] = 1
            row[self.game.num_actions :] = view
        return memory

    def _remember(self, seat: int) -> None:
        """Adds the latest actions to what a seat remembers."""
        lines, rows = self._lines[seat], self._rows[seat]
        for number in range(self._num_heard[seat], len(self.actions)):
            before, after = self._states[number : number + 2]
            action, is_own = self.actions[number], before["to_move"] == seat
            if is_own:
                lines.append(f"{OWN} {self.game.words.describe(before, action)}")
            lines += history_lines(self.game, before, action, after, seat)
            seen, view = rows[-1][1], self._view(after, seat)
            has_changed = not np.array_equal(seen, view)
            if has_changed:
                lines.append(_changes(seen, view))
            if is_own or has_changed:
                rows.append((action if is_own else NO_ACTION, view))
        self._num_heard[seat] = len(self.actions)

    def _view(self, state: np.void, seat: int) -> np.ndarray:
        return np.frombuffer(self.game.view(state, seat).tobytes(), self.game.observation_dtype)

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
        self._remember(seat)
        other._lines[seat], other._rows[seat] = self._lines[seat][:], self._rows[seat][:]
        return other

    def _seats(self) -> Sequence[int]:
        return range(self.options.num_players)

    def _present(self) -> np.void:
        """Returns a copy of the present state, which later moves do not change."""
        return np.frombuffer(self._batch.states.tobytes(), self.game.state_dtype)[0]

    def record(self) -> GameRecord:
        """Returns the record of the game so far.

        Raises:
            UserError: It began with a sampled world, or with a listed deal.
        """
        if self.deal is not None:
            raise UserError(
                "a state of a game with chance=deals has no record, because no seed has dealt its "
                "cards; allowed: a state of a game with chance=seed."
            )
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
    game = registered_game(read.game)
    options = game.options.read(game.name, read.options)
    position = Position.dealt(Batch(game, options, 1), options, read.rng)
    return _played(position, read.actions)


def replayed_deal(name: str, rules: dict[str, Any], deal: int, actions: list[int]) -> Position:
    """Plays a game from the list of all deals again.

    Raises:
        UserError: There is no such game, rule or deal, or an action is not legal.
    """
    game = registered_game(name)
    options = game.options.read(game.name, rules)
    most = len(listed_deals(game, options)[1]) - 1
    number = check_whole("deal", deal, 0, most)
    return _played(Position.listed(Batch(game, options, 1), options, number), actions)


def _played(position: Position, actions: list[int]) -> Position:
    """Returns a position after some actions."""
    for action in actions:
        position.step(action)
    return position


def memory_shape(game: Game, options: Options) -> tuple[int, int]:
    """Returns the shape of `Position.memory_rows`: the steps of the longest game, and of a row."""
    return options.max_decisions() + 1, game.num_actions + game.observation_size


def _holding(table: Batch, world: np.ndarray) -> Batch:
    """Returns a copy of a batch of one table that holds another world, of shape [1]."""
    batch, game = copy.copy(table), table.game
    batch.states[:] = world
    observe_mover_of(game)(batch.states[0], batch.views[0], batch.masks[0])
    batch.to_move[0] = batch.states[0]["to_move"]
    update_scores_of(game)(batch.states[0], batch.scores, batch.rewards, 0)
    return batch


def is_over(position: Position) -> bool:
    """Returns whether the game is over."""
    return position.to_move == NOBODY


def _changes(before: np.ndarray, view: np.ndarray) -> str:
    """Returns the elements of a view that have changed: `view 1:1 11:1 389:12`."""
    places = np.flatnonzero(view != before)
    pairs = zip(places.tolist(), view[places].tolist(), strict=True)
    return " ".join(["view", *(f"{place}:{value}" for place, value in pairs)])
