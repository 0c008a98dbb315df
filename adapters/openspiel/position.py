"""One table with its history since the deal, or since a sampled world, and each seat's memory.

A seat remembers all that it has seen and done: the stream that `Tables.information_states`
describes. Exact values (`fudaba.evaluation.exact`) mean the same by an information
set.
"""

import copy
from collections.abc import Callable
from typing import Any, Self

import numpy as np

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
MOMENT, ELEMENT, VALUE = range(3)  # the columns of a stream


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
        """Takes a batch of one table with a memory, which has a game under way."""
        self.game, self.options, self.start, self.deal = batch.game, options, start, deal
        self.actions: list[int] = []
        self._batch = batch

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
        """Returns a copy."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._batch = copy.copy(self._batch)
        other.actions = self.actions[:]
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

    def observation(self, seat: int) -> np.ndarray:
        """Returns the view of a seat: int8[D] or int16[D]."""
        if seat == self.to_move:
            return self._batch.observations[0]
        return self._batch.observe(THE_TABLE, np.array([seat]))[0]

    def memory(self, seat: int) -> np.ndarray:
        """Returns everything that a seat remembers, int16[L, 3]: its stream."""
        return self._batch.information_states(THE_TABLE, np.array([seat]))[0][0]

    def memory_text(self, seat: int) -> str:
        """Returns everything that a seat remembers, as lines.

        There is a line for each moment: `me 7` if the seat took action 7, and the elements of its
        view that are new then, as `index:value`.
        """
        own, moments = self.game.observation_size, list[list[str]]()
        for moment, element, value in self.memory(seat).tolist():
            if moment == len(moments):
                moments.append([])
            moments[-1].append(f"me {value}" if element == own else f"{element}:{value}")
        return "\n".join([player_name(seat), *map(" ".join, moments)])

    def memory_rows(self, seat: int) -> np.ndarray:
        """Returns everything that a seat remembers, float32[R, A + D]; see `memory_shape`.

        A row is an own action, one of A elements is 1, and the view after it. Where somebody else
        has changed what the seat sees, there is no own action; zeros follow the last row.
        """
        stream, own = self.memory(seat), self.game.observation_size
        memory = np.zeros(memory_shape(self.game, self.options), np.float32)
        actions, views = np.split(memory, [self.game.num_actions], axis=1)
        for moment in range(stream[-1, MOMENT] + 1):
            views[moment] = views[max(moment - 1, 0)]
            news = stream[stream[:, MOMENT] == moment]
            is_own = news[:, ELEMENT] == own
            actions[moment, news[is_own, VALUE]] = 1
            views[moment, news[~is_own, ELEMENT]] = news[~is_own, VALUE]
        return memory

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
        if self._batch.memories is not None and other._batch.memories is not None:
            other._batch.memories.take_over(seat, self._batch.memories)
        return other

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
    position = Position.dealt(Batch(game, options, 1, memory=True), options, read.rng)
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
    table = Batch(game, options, 1, memory=True)
    return _played(Position.listed(table, options, number), actions)


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
    batch.remember(THE_TABLE)
    return batch


def is_over(position: Position) -> bool:
    """Returns whether the game is over."""
    return position.to_move == NOBODY
