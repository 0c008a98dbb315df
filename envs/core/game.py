"""The contract between a game and everything that is written once for all games."""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np

from .errors import UserError
from .kernel import Kernel
from .options import Options
from .scene import Scene

NOBODY = -1


@dataclass(frozen=True)
class Field:
    """One named piece of an observation.

    Attributes:
        name: Its name in the view record.
        shape: Its shape; `()` for a single number. Axes of length `max_players` run over the
            seats, the viewer first, then clockwise; seats without a player hold zeros.
        low: The smallest value it takes.
        high: The largest value it takes.
        meaning: One line for people.
        private: Whether only the viewer knows it.
    """

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str
    private: bool = False


@dataclass(frozen=True)
class ActionKind:
    """A run of action ids that mean the same kind of move.

    Attributes:
        name: The move's name in the rules.
        first: The first id.
        count: How many ids.
        meaning: One line for people; says what the position in the run stands for.
    """

    name: str
    first: int
    count: int
    meaning: str

    def encode(self, position: int) -> int:
        """The action id of a position (0..count-1) in the run."""
        if not 0 <= position < self.count:
            raise UserError(
                f"{self.name} {position} does not exist; allowed: 0 to {self.count - 1}."
            )
        return self.first + position


@dataclass(frozen=True)
class Measure:
    """One thing that a game knows of each seat, for people who ask whether the game is fair.

    Attributes:
        name: A few words for people, in the plural where it counts: `aces and kings`.
        meaning: One line for people.
        low: The smallest value it takes.
        high: The largest value it takes; 1 with a low of 0 says whether something is so.
        words: What the values 0, 1, ... stand for where they are kinds and no numbers, for
            instance the roles of a game; empty for numbers.
        partial: Whether there are seats that a tally does not apply to, as the turn of something
            that they never did: it is nan for them. A tally with words has a word for that.
    """

    name: str
    meaning: str
    low: float
    high: float
    words: tuple[str, ...] = ()
    partial: bool = False

    @property
    def is_flag(self) -> bool:
        """Whether it says yes (1) or no (0)."""
        return not self.words and (self.low, self.high) == (0, 1)


def no_news(before: np.void, after: np.void, seat: int) -> str:
    """Says nothing, for games whose moves say all that they bring."""
    return ""


@dataclass(frozen=True, eq=False)
class Game:
    """Everything that the generic code knows of a game.

    The kernels work on one state record (`state`) of dtype `state_dtype`, which has at least
    the fields `rng` (uint64, the random stream), `num_players` and `to_move` (the seat with a
    decision, or -1 once the game is over), and one field per option.

    Attributes:
        name: The id, with its version: `sevens_v0`. The version rises when behaviour changes.
        title: The name for people.
        summary: One sentence for people.
        rules: The file of the numbered rules.
        options: The option schema.
        max_players: Seats of the largest table; records and tensors are sized for it.
        state_dtype: The dtype of a table's whole state.
        fields: The observation, piece by piece.
        actions: The action table; its runs follow each other without a gap.
        deal: `deal(state)` starts a game from `rng` and the options.
        legal: `legal(state, mask) -> count` fills the int8 mask of the seat to move.
        apply: `apply(state, action)` carries out one decision of the seat to move, and all that
            follows without a decision.
        observe: `observe(state, seat, view)` fills a view record with what a seat may know.
        redeal: `redeal(state, seat)` replaces all that a seat does not know by a random world
            that it can't exclude.
        score: `score(state, points)` fills the float64 points per seat won so far.
        describe: `describe(state, action) -> str`, what a person would say.
        announce: `announce(state, action) -> str`, what the others see of it; `describe` itself
            where there is nothing to hide.
        why_illegal: `why_illegal(state, action) -> str`, the clause that forbids an action.
        snapshot: `snapshot(state) -> dict`, the open table as plain JSON-able zones.
        draw: `draw(view, seat) -> str`, the table as a seat sees it, as text.
        picture: `picture(view, seat) -> Scene`, the same for `render.draw_scene`.
        max_decisions: `max_decisions(options) -> int`, a bound on the decisions of one game.
        factors: What the deal gave to each seat and may make it win.
        measure_deal: `measure_deal(state, values)` fills float64[F, P] with the factors, right
            after the deal; seats without a player get 0.
        tallies: What became of each seat, beyond its points.
        measure_game: `measure_game(state, values)` fills float64[T, P] with the tallies, once
            the game is over; seats without a player get 0. A partial tally is nan where it does
            not apply, and is left out of the means.
        outlook: `outlook(state, values)` fills float64[P]: how near each seat with a player is
            to winning while the game runs, higher is nearer. Only the order counts.
        zero_sum: Whether the points of all seats always add up to zero.
        swaps: By the name of a factor, `swap(state, seat, other)`: right after the deal it
            exchanges between two seats what they were dealt for this factor. All else stays, the
            other cards and the random stream too; what follows from the factor, for instance who
            begins, is as if it had been dealt so.
        news: `news(before, after, seat) -> str`, what a step brought to a seat beyond the words
            of the move, as one line without a full stop; empty where the move says it all. It is
            given the seat's view before and after the step, so that it can't tell more than those.
    """

    name: str
    title: str
    summary: str
    rules: Path
    options: type[Options]
    max_players: int
    state_dtype: np.dtype[Any]
    fields: tuple[Field, ...]
    actions: tuple[ActionKind, ...]
    deal: Kernel
    legal: Kernel
    apply: Kernel
    observe: Kernel
    redeal: Kernel
    score: Kernel
    describe: Callable[[np.void, int], str]
    announce: Callable[[np.void, int], str]
    why_illegal: Callable[[np.void, int], str]
    snapshot: Callable[[np.void], dict[str, Any]]
    draw: Callable[[np.void, int], str]
    picture: Callable[[np.void, int], Scene]
    max_decisions: Callable[[Any], int]
    factors: tuple[Measure, ...]
    measure_deal: Kernel
    tallies: tuple[Measure, ...]
    measure_game: Kernel
    outlook: Kernel
    zero_sum: bool = True
    swaps: Mapping[str, Kernel] = dataclasses.field(default_factory=dict)
    news: Callable[[np.void, np.void, int], str] = no_news

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """A game never changes: a copy is the game itself."""
        return self

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        """A pickled game is its id; compiled kernels can't travel."""
        from .registry import find_game

        return find_game, (self.name,)

    @cached_property
    def view_dtype(self) -> np.dtype[Any]:
        """The dtype of a view record, with the named fields of the observation, all int8."""
        return view_dtype(self.fields)

    @cached_property
    def num_actions(self) -> int:
        """The number of action ids."""
        return sum(kind.count for kind in self.actions)

    @cached_property
    def observation_size(self) -> int:
        """The length of the observation tensor."""
        return self.view_dtype.itemsize

    @cached_property
    def observation_bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The smallest and largest value of every element of the tensor, int8[D] each."""
        low, high = np.zeros((2, 1), self.view_dtype)
        for field in self.fields:
            low[field.name], high[field.name] = field.low, field.high
        return low.view(np.int8), high.view(np.int8)

    def decode(self, action: int) -> tuple[ActionKind, int]:
        """The kind of an action id and its position in the kind's run.

        Raises:
            UserError: There is no such id.
        """
        for kind in self.actions:
            if kind.first <= action < kind.first + kind.count:
                return kind, int(action) - kind.first
        allowed = f"0 to {self.num_actions - 1}"
        raise UserError(f"{self.name} has no action {action}; allowed: {allowed}.")

    def swap_of(self, factor: str) -> Kernel:
        """The kernel that exchanges a factor between two seats.

        Raises:
            UserError: The game has none for it.
        """
        if factor in self.swaps:
            return self.swaps[factor]
        allowed = ", ".join(self.swaps) or "none, for it has no factor that can be rotated"
        raise UserError(f"{self.name} can't rotate {factor!r}; allowed: {allowed}.")

    def legal_actions(self, state: np.void) -> list[int]:
        """The ids of the legal actions in a position, in rising order."""
        mask = np.zeros(self.num_actions, np.int8)
        self.legal(state, mask)
        return np.flatnonzero(mask).tolist()

    def told(self, state: np.void, action: int, listener: int) -> str:
        """What a seat is told of an action: by its own all, of others what they let see."""
        tell = self.describe if state["to_move"] == listener else self.announce
        return tell(state, action)

    def move_names(self, state: np.void) -> dict[str, int]:
        """The legal actions of a position by what `describe` says, in rising order."""
        return {self.describe(state, action): action for action in self.legal_actions(state)}

    def parse(self, state: np.void, text: str) -> int:
        """Reads a move as `describe` says it.

        Raises:
            UserError: No legal move is called that.
        """
        names = self.move_names(state)
        actions = {folded(name): action for name, action in names.items()}
        if folded(text) in actions:
            return actions[folded(text)]
        raise UserError(f"there is no legal move {text!r}; allowed: {', '.join(names)}.")

    def view(self, state: np.void, seat: int) -> np.void:
        """What a seat may know, as one view record."""
        views = np.zeros(1, self.view_dtype)
        self.observe(state, seat, views[0])
        return views[0]


def folded(text: str) -> str:
    """Words as they are compared: in one case, one space between them."""
    return " ".join(text.split()).casefold()


def view_dtype(fields: tuple[Field, ...]) -> np.dtype[Any]:
    """The dtype of a view record with the given fields."""
    return np.dtype([(field.name, np.int8, field.shape) for field in fields])
