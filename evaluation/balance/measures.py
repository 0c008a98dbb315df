"""Measures of a designer's own: factors of the deal and tallies of the game, in a Python file.

A measure is a function with a decorator of this file, `@factor` or `@tally`. A factor is measured
right after the deal, a tally once the game is over. The function takes

    (state)          of a factor: the state record right after the deal
    (game)           of a tally: the whole game, a `PlayedGame`
    (state, values)  of either: a kernel as in a game's own balance.py, which fills float64[P];
                     of a tally the state is that at the end

and the first two return a number for each seat, or one number with `per_game`. Measured numbers
stand among those of the game: in the tables, the page, the CSV and the JSON file.
"""

import inspect
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from fudaba.agents.errors import is_interruption
from fudaba.agents.python_sources import Source
from fudaba.common.checks import check_kind
from fudaba.common.errors import shown
from fudaba.common.languages import translator
from fudaba.envs import Game, Options, Statistic, UserError

from ..statistics import FloatArray, IntArray

_, _n = translator("evaluation")

FORM = "FILE.py:NAME"
UNBOUNDED = float("inf")
LARGEST = float(np.finfo(np.float32).max)  # samples hold float32

Kind = Literal["factor", "tally"]
Function = Callable[..., Any]
Made = TypeVar("Made")


class MeasureError(UserError):
    """An error inside a designer's own measure.

    Attributes:
        traceback: The traceback within the measure's code.
    """

    def __init__(self, message: str, traceback: str = "") -> None:
        """Stores the message and the traceback."""
        super().__init__(message)
        self.traceback = traceback

    @classmethod
    def of(cls, word: str, error: BaseException) -> Self:
        """Returns the error that reports the failure of a measure.

        Raises:
            BaseException: The error itself, if it stops the process and is no failure.
        """
        if is_interruption(error):
            raise error
        frames = error.__traceback__
        while frames and _is_calling(frames.tb_frame.f_code.co_filename):
            frames = frames.tb_next
        lines = traceback.format_exception(type(error), error, frames)
        return cls(f"measure {word} failed: {shown(error)}.", "".join(lines))


def _is_calling(file: str) -> bool:
    """Whether a frame of a traceback belongs to the code that loads and calls a measure."""
    is_loading = file.startswith("<frozen importlib") or file.endswith("python_sources.py")
    return is_loading or Path(file).parent == Path(__file__).parent


Array = TypeVar("Array", bound=NDArray[Any])


def _read_only(array: Array) -> Array:
    """Returns an array that can't be written into, because all measures of a game share it."""
    array.flags.writeable = False
    return array


@dataclass(frozen=True, eq=False)
class PlayedGame:
    """A game from its first decision to its end; its arrays are read-only.

    Attributes:
        game: The game.
        options: The house rules.
        agents: The spec of the agent in each seat.
        start: The state record right after the deal.
        actions: The actions in the order they were taken.
        points: float64[P], the points of each seat at the end.
    """

    game: Game
    options: Options
    agents: tuple[str, ...]
    start: np.void
    actions: tuple[int, ...]
    points: FloatArray
    _made: dict[Callable[..., Any], Any] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        """Keeps measures from writing into the start and the points."""
        start = _read_only(np.array([self.start], self.game.state_dtype))[0]
        object.__setattr__(self, "start", start)
        object.__setattr__(self, "points", _read_only(self.points.copy()))

    def once(self, work: "Callable[[PlayedGame], Made]") -> Made:
        """Returns a function's result for the game; calls it once, also for several measures."""
        if work not in self._made:
            self._made[work] = work(self)
        made: Made = self._made[work]
        return made

    @property
    def num_players(self) -> int:
        """The number of players, P."""
        return len(self.points)

    @cached_property
    def states(self) -> NDArray[Any]:
        """The state records before each action and after the last one, shape [T + 1]."""
        states = np.empty(len(self.actions) + 1, self.game.state_dtype)
        states[0] = self.start
        for number, action in enumerate(self.actions, 1):
            states[number] = states[number - 1]
            self.game.kernels.apply(states[number], action)
        return _read_only(states)

    @cached_property
    def movers(self) -> IntArray:
        """The seat that took each action: int64[T]."""
        return _read_only(np.asarray(self.states["to_move"][:-1].astype(np.int64)))

    @cached_property
    def had_choice(self) -> NDArray[np.bool_]:
        """Whether the seat had more than one legal action at each decision: bool[T]."""
        mask = np.zeros(self.game.num_actions, np.int8)
        choices = [int(self.game.kernels.legal(state, mask)) > 1 for state in self.states[:-1]]
        return _read_only(np.array(choices, bool))

    @cached_property
    def winners(self) -> IntArray:
        """The seats with the most points."""
        return _read_only(np.flatnonzero(self.points == self.points.max()))

    def kind_of(self, action: int) -> str:
        """Returns the name of the kind of an action: `pass`, `play`."""
        return self.game.decode(action)[0].name


@dataclass(frozen=True)
class Measure:
    """A designer's own factor or tally, made by the decorators `factor` and `tally`.

    Calling it calls the function. Unpickling in another process loads its file again.

    Attributes:
        kind: `factor` or `tally`.
        statistic: Its name, meaning, words and range, as games declare their own.
        per_game: Whether it is one number per game and not one per seat.
        function: The function.
        word: `FILE.py:NAME`; the name of a measure that was not loaded from a file.
        identity: Its name in the file, and a hash of that and of the files that it imports from the
            same folder; None if it was not loaded from a file, and its games can't be recognised
            later.
        folder: Where the file of the word is looked for.
    """

    kind: Kind
    statistic: Statistic
    per_game: bool
    function: Function
    word: str
    identity: str | None = None
    folder: Path | None = None

    def __call__(self, *arguments: Any) -> Any:
        """Calls the function."""
        return self.function(*arguments)

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Pickles the place `FILE.py:NAME` of a measure, because its module has no lasting name."""
        if self.folder is not None:
            return load_measure, (self.word, self.folder)
        made = (self.kind, self.statistic, self.per_game, self.function, self.word, self.identity)
        return type(self), made

    @cached_property
    def fills_values(self) -> bool:
        """Whether the function is a kernel, `(state, values)`."""
        return _num_parameters(self.function) == 2

    def of_state(self, game: Game, state: np.void) -> FloatArray:
        """Returns the values of a kernel, or of a factor, from a state: float64[P].

        Raises:
            MeasureError: The function raises an exception.
            UserError: It returns something else than its values.
        """
        num_players = int(state["num_players"])
        if not self.fills_values:
            return self._read(self._called(state.copy()), num_players)
        values = np.zeros(game.max_players)
        self._called(state.copy(), values)
        return self._read(values[0] if self.per_game else values[:num_players], num_players)

    def of_game(self, game: PlayedGame) -> FloatArray:
        """Returns the values of a tally from a whole game: float64[P].

        Raises:
            MeasureError: The function raises an exception.
            UserError: It returns something else than its values.
        """
        return self._read(self._called(game), game.num_players)

    def _called(self, *arguments: Any) -> Any:
        try:
            return self.function(*arguments)
        except BaseException as error:  # such as SystemExit
            raise MeasureError.of(self.word, error) from error

    def _read(self, returned: Any, num_players: int) -> FloatArray:
        """Checks the function's result and returns it as float64[P]."""
        values = [returned] * num_players if self.per_game else returned
        is_row = isinstance(values, Sequence) and not isinstance(values, str)
        is_row |= isinstance(values, np.ndarray) and values.ndim > 0
        if not is_row or len(values) != num_players:
            allowed = _("a number for each of {count} seats", count=num_players)
            raise UserError(
                _(
                    "measure {word} can't return {returned}; {allowed}.",
                    word=self.word,
                    returned=shown(returned),
                    allowed=allowed,
                )
            )
        return np.array([self._number(value, returned) for value in values])

    def _number(self, value: Any, returned: Any) -> float:
        """Returns one value as a number.

        Raises:
            UserError: It is none that the measure may have.
        """
        statistic = self.statistic
        if isinstance(value, str) and value in statistic.words:
            return float(statistic.words.index(value))
        is_number = isinstance(value, int | float | np.integer | np.floating | np.bool_)
        if statistic.partial and (value is None or (is_number and np.isnan(value))):
            return float("nan")
        is_within = is_number and statistic.low <= value <= statistic.high
        if is_within and abs(value) <= LARGEST and self._is_whole_or_free(value):
            return float(value)
        raise UserError(
            _(
                "measure {word} can't return {returned}; allowed: {allowed}.",
                word=self.word,
                returned=shown(returned),
                allowed=self._allowed,
            )
        )

    def _is_whole_or_free(self, value: float) -> bool:
        """Whether a number has the right form: codes of categories and flags are whole."""
        return value == int(value) or not (self.statistic.words or self.statistic.is_flag)

    @property
    def _allowed(self) -> str:
        statistic = self.statistic
        if statistic.words:
            numbers = _("the words {names}", names=", ".join(statistic.words))
        else:
            numbers = _("0 or 1") if statistic.is_flag else _("finite numbers")
        if not statistic.partial:
            return numbers
        return _("{numbers}, or None where it does not apply", numbers=numbers)


def factor(
    meaning: str, *, name: str = "", words: Sequence[str] = (), flag: bool = False
) -> Callable[[Function], Measure]:
    """Returns the decorator of a function that measures a factor of the deal.

    The report says what one more of it is worth, and how much of the result it explains. In a match
    of several rounds it is measured at the start of every round.

    Args:
        meaning: One line for people.
        name: A few words for people; the function's name without underscores if it is empty.
        words: The categories, if the values are words; the function returns one for each seat.
        flag: Whether the values are yes and no.
    """
    return _decorator("factor", meaning, name, words, flag, partial=False, per_game=False)


def tally(
    meaning: str,
    *,
    name: str = "",
    words: Sequence[str] = (),
    flag: bool = False,
    partial: bool = False,
    per_game: bool = False,
) -> Callable[[Function], Measure]:
    """Returns the decorator of a function that measures a tally of the game.

    The report gives its sum over the seats per game, and its mean by turn order, by seat and by
    agent; of a partial one the mean where it applies.

    Args:
        meaning: One line for people.
        name: A few words for people; the function's name without underscores if it is empty.
        words: The categories, if the values are words.
        flag: Whether the values are yes and no.
        partial: Whether it may not apply to a seat; the value is then None, nan in a kernel.
        per_game: Whether the function returns one number for the game. Of a kernel the first value
            counts.
    """
    return _decorator("tally", meaning, name, words, flag, partial, per_game)


def _decorator(
    kind: Kind,
    meaning: str,
    name: str,
    words: Sequence[str],
    flag: bool,
    partial: bool,
    per_game: bool,
) -> Callable[[Function], Measure]:
    check_kind("meaning", meaning, str, "one line for people")
    check_kind("words", words, Sequence, "a list of words")
    if words and flag:
        raise UserError(_("a measure can't have words and be a flag; allowed: one of the two."))
    low, high = (0.0, len(words) - 1.0) if words else (-UNBOUNDED, UNBOUNDED)
    low, high = (0.0, 1.0) if flag else (low, high)

    def decorate(function: Function) -> Measure:
        if not callable(function) or _num_parameters(function) not in (1, 2):
            allowed = _("(state, values), or (game) of a tally, or (state) of a factor")
            raise UserError(
                _(
                    "{kind} {function} can't be measured; allowed: {allowed}.",
                    kind=kind,
                    function=shown(function),
                    allowed=allowed,
                )
            )
        word = getattr(function, "__name__", "measure")
        own_name = name or word.replace("_", " ")
        statistic = Statistic(
            own_name, meaning, low, high, tuple(words), partial, derived=kind == "factor"
        )
        return Measure(kind, statistic, per_game, function, word)

    return decorate


def _num_parameters(function: Function) -> int:
    """Returns the number of parameters of a function or kernel; 0 if it can't be known."""
    try:
        return len(inspect.signature(getattr(function, "py_func", function)).parameters)
    except (TypeError, ValueError):
        return 0


def load_measure(word: str, folder: Path | None = None) -> Measure:
    """Returns the measure that `FILE.py:NAME` names.

    Args:
        word: `FILE.py:NAME`.
        folder: Where the file is looked for; None for the working directory.

    Raises:
        UserError: There is no such file or name, or it is no measure.
        MeasureError: The file raises an exception.
    """
    check_kind("a measure", word, str, FORM)
    place, colon, name = word.rpartition(":")
    if not (colon and place.endswith(".py") and name.isidentifier()):
        raise UserError(
            _("there is no measure {word}; allowed: {form}.", word=shown(word), form=FORM)
        )
    folder = folder or Path.cwd()
    source = Source.of_file(folder / place)
    try:
        module, digest = source.load()
    except UserError:
        raise
    except BaseException as error:  # such as SystemExit
        raise MeasureError.of(word, error) from error
    made = getattr(module, name, None)
    if not isinstance(made, Measure):
        own = [one for one, value in vars(module).items() if isinstance(value, Measure)]
        hint = (
            _("allowed: {names}", names=", ".join(own))
            if own
            else _("it has no @factor and no @tally")
        )
        raise UserError(
            _("{place} has no measure {name}; {hint}.", place=place, name=repr(name), hint=hint)
        )
    return replace(made, word=word, identity=f"{name} {digest}", folder=folder)
