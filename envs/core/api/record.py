"""Game records: a deal and the actions taken, enough to play the game again."""

import json
from collections.abc import Iterator
from typing import Annotated, Any, Self

import numpy as np
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

from fudaba.common.errors import UserError
from fudaba.common.validation import read_json

from ..contract.game import Game, check_game
from ..kit.rng import NO_KEY
from ..kit.seats import NOBODY
from ..stepping.loops import NO_ACTION
from ..stepping.remembering import AFTER_DEAL, Memories

UINT64_MAX = 2**64 - 1

Word = Annotated[int, Field(strict=True, ge=0, le=UINT64_MAX)]
Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class RecordedRemark(BaseModel):
    """A remark of an agent about one of its moves.

    Attributes:
        step: The index of the move among the actions of the record.
        comment: Its words; empty for none.
        evaluation: Its estimate of the position, in points; None for none.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    step: int = Field(ge=0)
    comment: str = ""
    evaluation: Annotated[float, Field(allow_inf_nan=False)] | None = None


class GameRecord(BaseModel):
    """One game, finished or not. A line of JSON holds one record.

    Attributes:
        game: The game's id.
        options: Every house rule by name.
        rng: The start of the table's random stream (uint64); with its key and the options it is
            the deal.
        rng_key: The key of the stream, two uint64. Zeros, a stream without one, are not written.
        actions: The action ids in the order they were taken.
        points: The points per player after the last action.
        agents: The agent in each seat; empty if unknown.
        names: What the person in each seat is called, empty for no name; not written without any.
        remarks: What agents said about their moves; not written without any.
        seconds: The time from each action's predecessor to the action, in seconds; None if it is
            unknown, as for the first action. Not written without any.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    game: str
    options: dict[str, Any]
    rng: int = Field(ge=0, le=UINT64_MAX)
    actions: list[int]
    points: list[float]
    agents: list[str] = []
    names: list[str] = []
    remarks: list[RecordedRemark] = []
    seconds: list[Seconds | None] = []
    rng_key: tuple[Word, Word] = NO_KEY

    @model_serializer(mode="wrap")
    def _without_empty_fields(self, serialised: SerializerFunctionWrapHandler) -> dict[str, Any]:
        content: dict[str, Any] = serialised(self)
        if self.rng_key == NO_KEY:
            del content["rng_key"]
        for field in ("names", "remarks", "seconds"):
            if not content[field]:
                del content[field]
        return content

    @model_validator(mode="after")
    def _has_a_time_for_each_action(self) -> Self:
        if self.seconds and len(self.seconds) != len(self.actions):
            raise ValueError(f"{len(self.seconds)} seconds for {len(self.actions)} actions")
        return self

    def to_json(self) -> str:
        """Returns the record as one line of JSON."""
        return json.dumps(self.model_dump())

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Reads a record.

        Raises:
            UserError: The text is no game record.
        """
        return read_json(cls, text, "this is no game record")

    def positions(self, game: Game) -> Iterator[tuple[np.void, int | None]]:
        """Plays the game again.

        Args:
            game: The game of the record.

        Yields:
            The state before each action and that action; at last the state after all actions
            and None. The state is one record that changes from step to step: copy what you keep.

        Raises:
            UserError: The record is of another game, has an illegal action, or ends with other
                points than it says.
        """
        check_game(game)
        if game.name != self.game:
            raise UserError(f"the record is of {self.game}, not of {game.name}.")
        state = np.zeros(1, game.state_dtype)[0]
        game.options.read(game.name, self.options).write(state)
        state["rng"], state["rng_key"] = self.rng, self.rng_key
        game.kernels.deal(state)
        for number, action in enumerate(self.actions, start=1):
            if state["to_move"] == NOBODY or action not in game.legal_actions(state):
                raise UserError(
                    f"the record is damaged, or of another version of {game.name}: "
                    f"action {action}, number {number} of {len(self.actions)}, is not legal."
                )
            yield state, action
            game.kernels.apply(state, action)
        self._check_points(game, state)
        yield state, None

    def information_states(self, game: Game) -> list[tuple[np.ndarray, np.ndarray]]:
        """Returns what every seat has seen and done, with perfect recall; plays the game again.

        Args:
            game: The game of the record.

        Returns:
            For each seat its stream after the last action, int16[L, 3], whose rows
            `Tables.information_states` describes, and the rows that it had at each of the seat's T
            decisions, int64[T].

        Raises:
            UserError: See `positions`.
        """
        check_game(game)
        memories, table = Memories(game, 1), np.zeros(1, np.int64)
        lengths: list[list[int]] = [[] for _ in self.points]
        before = AFTER_DEAL, NO_ACTION
        for state, action in self.positions(game):
            states = np.array([state], game.state_dtype)
            memories.follow(states, table, *(np.array([number]) for number in before))
            if action is not None:
                before = mover, _ = int(state["to_move"]), action
                lengths[mover].append(int(memories.lengths[0, mover]))
        whole = (memories.of(table, np.array([seat]))[0][0] for seat in range(len(lengths)))
        return [*zip(whole, map(np.array, lengths), strict=True)]

    def _check_points(self, game: Game, state: np.void) -> None:
        points = np.zeros(game.max_players)
        game.kernels.score(state, points)
        points = points[: int(state["num_players"])]
        if len(points) != len(self.points) or not np.allclose(points, self.points):
            raise UserError(
                f"the record is damaged, or of another version of {game.name}: it says points "
                f"{self.points}, the game gives {points.tolist()}."
            )


class SavedGame(BaseModel):
    """A position of a PettingZoo env.

    Attributes:
        record: The game so far.
        dead_steps: The number of agents that have left since the game was over.
        illegal_reward: What the seat to move got for an illegal action with which the wrapper of
            PettingZoo ended the game; None if it did not.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    record: GameRecord
    dead_steps: int = Field(strict=True, ge=0)
    illegal_reward: Annotated[float, Field(allow_inf_nan=False)] | None = None
