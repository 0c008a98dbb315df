"""House rules: typed, checked, and written into the state record as small integers.

A house rule is written once, as a field of a game's options. The fields of the state and of the
view that hold it, the codes of its words and the copying into the view follow from there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic.fields import FieldInfo

from fudaba.common.checks import check_kind
from fudaba.common.errors import UnknownSettingError, UserError
from fudaba.common.languages import translator

from ..compiling.kernel import Kernel, generate
from .fields import Field, smallest_dtype
from .schema import (
    CONSTANTS_FOR_WORDS,
    WORDS_FOR_CONSTANTS,
    allowed_words,
    check_form,
    explained,
    limits,
    listed_words,
    takes_integers,
    takes_lists,
    unknown_option,
    word_of,
)

_, _n = translator("core")

WORD_CODE = -1

StateField = tuple[str, np.dtype[Any]] | tuple[str, np.dtype[Any], int]


@dataclass(frozen=True)
class Coding:
    """How the values of an option stand in the state record.

    Attributes:
        low: The smallest code.
        high: The largest code.
        length: The length of a list; None for a single value.
        words: The words among the values, in the order of their `Literal`, with their codes; of a
            list of words the words that the flags stand for.
    """

    low: int
    high: int
    length: int | None = None
    words: tuple[tuple[str, int], ...] = ()


class Options(BaseModel):
    """Base of every game's options; one field per house rule.

    A field is an integer with a range, a bool, a `Literal` of words, an integer or one word
    (`int | Literal["none"]`), or a list of words or of integers (a `tuple`). Its default, range,
    description and rule clause are its schema. Lists of integers stand in records with zeros behind
    their end, so their length must follow from another rule, or no 0 be allowed in them.

    Attributes:
        seats: Options that name a seat, which must be at the table.
        not_in_views: Options that views leave out, since the table shows what they settled.
        for_research: Options that no source has, as those that make a game small. Views and
            `plain` leave them out, `plain` while they have their defaults; so what was trained or
            stored before there were such options stays as it was.
    """

    # Strict: a bool is True, False, on or off, never "yes", "no" or 1.
    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True, strict=True)

    seats: ClassVar[tuple[str, ...]] = ()
    not_in_views: ClassVar[tuple[str, ...]] = ()
    for_research: ClassVar[tuple[str, ...]] = ()

    num_players: int

    def __init__(self, **values: Any) -> None:
        """Makes house rules; missing options take their defaults.

        Raises:
            UserError: A wrong value or an impossible combination, or an unknown name: an
                `UnknownSettingError` in Python's words.
        """
        try:
            super().__init__(**values)
        except ValidationError as error:
            raise explained(error, type(self)) from None

    @classmethod
    def __pydantic_init_subclass__(cls, **_settings: Any) -> None:
        """Checks that each new option has a form that a state record can hold.

        Raises:
            UserError: It has another one.
        """
        for name in cls.__annotations__.keys() & cls.model_fields.keys():
            check_form(cls.__name__, name, cls.model_fields[name])

    @model_validator(mode="before")
    @classmethod
    def _read_as_yaml_has_it(cls, values: Any) -> Any:
        if not isinstance(values, dict):
            return values
        return {
            name: _read_value(cls.model_fields[name], value) if name in cls.model_fields else value
            for name, value in values.items()
        }

    @model_validator(mode="after")
    def _seats_are_at_the_table(self) -> Self:
        for name in self.seats:
            seat = getattr(self, name)
            if isinstance(seat, int) and seat >= self.num_players:
                others = allowed_words(type(self).model_fields[name])
                seats = _("{low} to {high}", low=0, high=self.num_players - 1)
                raise ValueError(
                    _(
                        "option {name} can't be {value} with {count} players; allowed: {allowed}",
                        name=name,
                        value=seat,
                        count=self.num_players,
                        allowed=_(" or ").join([*others, seats]),
                    )
                )
        return self

    @classmethod
    def read(cls, game: str, values: Mapping[str, Any]) -> Self:
        """Checks option values.

        Args:
            game: The game's id, for the message.
            values: Option values by name; what is missing takes its default.

        Raises:
            UserError: An unknown name, a wrong value or an impossible combination.
        """
        check_kind(f"{game}: house rules", values, Mapping, "a mapping of names to values")
        for name in map(str, values):
            if name not in cls.model_fields:
                raise UnknownSettingError(f"{game}: {unknown_option(name, cls)}")
        return cls.of_keywords(game, **{str(name): value for name, value in values.items()})

    @classmethod
    def of_keywords(cls, game: str, /, **values: Any) -> Self:
        """Checks option values that were given as keyword arguments.

        As `read`, but an unknown name is refused in Python's words.
        """
        try:
            return cls(**values)
        except UserError as error:
            raise type(error)(f"{game}: {error}") from None

    def max_decisions(self) -> int:
        """A bound on the decisions of one game under these house rules."""
        raise NotImplementedError

    def lowest_points(self) -> float:
        """Returns the lowest points that a player can get in one game, the cost of illegal actions.

        The default of -1 fits games that pay from 1 for the first place down to -1 for the last.
        """
        return -1.0

    def plain(self) -> dict[str, Any]:
        """All values by name as JSON has them: lists, no tuples.

        Options for research are left out while they have their defaults.
        """
        usual = {name for name in self.for_research if name not in self.changed()}
        return self.model_dump(mode="json", exclude=usual)

    def changed(self) -> dict[str, str]:
        """The values that differ from their defaults, by name, as the command line takes them."""
        fields = type(self).model_fields
        return {name: word_of(value) for name, value in self if value != fields[name].default}

    def write(self, state: np.void) -> None:
        """Writes every option into the field of the same name of a state record."""
        for name in type(self).model_fields:
            code = self.code(name)
            if isinstance(code, list):
                state[name] = 0
                state[name][: len(code)] = code
            else:
                state[name] = code

    def code(self, name: str) -> int | list[int]:
        """The small integers that stand for an option's value in the state record.

        Integers and bools stand for themselves; a word is its position in the `Literal`, or -1
        where the field also takes integers. A list of integers stands for itself; a list of words
        is one flag for each word of the `Literal`.

        Raises:
            UserError: There is no such option.
        """
        coding = self.coding(name)
        value = getattr(self, name)
        if isinstance(value, tuple):
            return [int(word in value) for word, _ in coding.words] or list(value)
        return dict(coding.words)[value] if isinstance(value, str) else int(value)

    @classmethod
    def codes(cls, name: str) -> tuple[int, ...]:
        """The codes of an option's words, in the order of its `Literal`.

        Raises:
            UserError: There is no such option.
        """
        return tuple(code for _, code in cls.coding(name).words)

    @classmethod
    def coding(cls, name: str) -> Coding:
        """How the values of an option stand in the state record.

        Raises:
            UserError: There is no such option.
        """
        if not isinstance(name, str) or name not in cls.model_fields:
            raise UserError(unknown_option(name, cls))
        return _coding_of(cls, name)

    @classmethod
    def max_players(cls) -> int:
        """Seats of the largest table."""
        return cls.coding("num_players").high

    @classmethod
    def state_fields(cls) -> list[StateField]:
        """The fields of a state record that hold the options, for its dtype."""
        fields: list[StateField] = []
        for name in cls.model_fields:
            coding = cls.coding(name)
            dtype = smallest_dtype(coding.low, coding.high)
            fields.append((name, dtype, coding.length) if coding.length else (name, dtype))
        return fields

    @classmethod
    def view_fields(cls) -> tuple[Field, ...]:
        """The fields of a view record that hold the options."""
        codings = {name: cls.coding(name) for name in cls.names_in_views()}
        return tuple(
            Field(name, (coding.length,) if coding.length else (), coding.low, coding.high,
                  _meaning(coding))
            for name, coding in codings.items()
        )  # fmt: skip

    @classmethod
    def names_in_views(cls) -> tuple[str, ...]:
        """The options that a view tells."""
        hidden = {*cls.not_in_views, *cls.for_research}
        return tuple(name for name in cls.model_fields if name not in hidden)


def _read_value(field: FieldInfo, value: Any) -> Any:
    """A value as the option's type has it, where YAML or a Python user writes it another way."""
    if isinstance(value, np.generic):
        value = value.item()
    if field.annotation is bool:
        return CONSTANTS_FOR_WORDS.get(value, value) if isinstance(value, str) else value
    if value is None or isinstance(value, bool):
        word = WORDS_FOR_CONSTANTS[value]
        return word if word in allowed_words(field) else value
    return tuple(value) if isinstance(value, list) and takes_lists(field) else value


@cache
def _coding_of(options: type[Options], name: str) -> Coding:
    field = options.model_fields[name]
    bounds, words = limits(field), allowed_words(field)
    if field.annotation is bool:
        return Coding(0, 1)
    if flags := listed_words(field):
        return Coding(0, 1, len(flags), tuple((word, 1) for word in flags))
    if takes_lists(field):
        return Coding(0, bounds["le"], bounds["max_length"])
    if takes_integers(field):
        low = WORD_CODE if words else bounds["ge"]
        return Coding(low, bounds["le"], words=tuple((word, WORD_CODE) for word in words))
    if not all(isinstance(word, str) for word in words):  # a few numbers, as sides_needed
        return Coding(min(map(int, words)), max(map(int, words)))
    codes = tuple((word, code) for code, word in enumerate(words))
    return Coding(0, len(words) - 1, words=codes)


def _meaning(coding: Coding) -> str:
    """Returns the meaning of an option's view field: `house rule: 0 none, 1 ring, 2 one_way`."""
    if coding.length:
        words = ", ".join(word for word, _ in coding.words)
        return f"house rule: 1 for each of {words}" if words else "house rule"
    words = ", ".join(f"{code} {word}" for word, code in coding.words)
    return f"house rule: {words}" if words else "house rule"


def option_observer(options: type[Options]) -> Kernel:
    """Returns the kernel `observe_options(state, view)`, which shows the house rules."""
    lines = ["def observe_options(state, view):"]
    for name in options.names_in_views():
        length = options.coding(name).length
        element = "[position]" if length else ""
        lines += [f"    for position in range({length}):"] if length else []
        lines.append(
            f'{"    " * (1 + bool(length))}view["{name}"]{element} = state["{name}"]{element}'
        )
    return generate(lines, options.__name__, {})
