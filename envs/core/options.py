"""House rules: typed, checked, and written into the state record as small integers."""

import types
from typing import Any, Literal, Self, Union, get_args, get_origin

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic.fields import FieldInfo

from .errors import UserError
from .validation import Fault

# YAML reads off, on and null as False, True and None; Python users write None for "none".
WORDS_FOR_CONSTANTS = {False: "off", True: "on", None: "none"}
WORD_CODE = -1


class Options(BaseModel):
    """Base of every game's options; one field per house rule.

    A field is an integer with a range, a bool, a `Literal` of words, an integer or one word
    (`int | Literal["none"]`), or a list of words or of integers (a `tuple`). Its default, range,
    description and rule clause are its schema.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, validate_default=True)

    num_players: int

    @model_validator(mode="before")
    @classmethod
    def _accept_constants_for_words(cls, values: Any) -> Any:
        if not isinstance(values, dict):
            return values
        return {
            name: _as_word(cls.model_fields[name], value) if name in cls.model_fields else value
            for name, value in values.items()
        }

    @classmethod
    def read(cls, game: str, values: dict[str, Any]) -> Self:
        """Checks option values.

        Args:
            game: The game's id, for the message.
            values: Option values by name; what is missing takes its default.

        Raises:
            UserError: An unknown name, a wrong value or an impossible combination.
        """
        try:
            return cls(**values)
        except ValidationError as error:
            raise UserError(f"{game}: {explain(error, cls)}") from None

    def plain(self) -> dict[str, Any]:
        """All values by name as JSON has them: lists, no tuples."""
        return self.model_dump(mode="json")

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
        """
        value = getattr(self, name)
        if isinstance(value, tuple):
            known = listed_words(type(self).model_fields[name])
            return [int(word in value) for word in known] if known else list(value)
        if not isinstance(value, str):
            return int(value)
        words = allowed_words(type(self).model_fields[name])
        return WORD_CODE if takes_integers(type(self).model_fields[name]) else words.index(value)


def allowed_words(field: FieldInfo) -> list[str]:
    """The words that an option takes, in the order of its `Literal`; empty for none."""
    return [
        word
        for part in _union_parts(field.annotation)
        if get_origin(part) is Literal
        for word in get_args(part)
    ]


def listed_words(field: FieldInfo) -> list[str]:
    """The words that an option takes in a list, in the order of its `Literal`; empty for none."""
    return [
        word
        for part in map(_plain, _union_parts(field.annotation))
        if get_origin(part) is tuple and get_origin(get_args(part)[0]) is Literal
        for word in get_args(get_args(part)[0])
    ]


def takes_integers(field: FieldInfo) -> bool:
    """Whether an option takes integers (a bool does not)."""
    return int in [_plain(part) for part in _union_parts(field.annotation)]


def word_of(value: Any) -> str:
    """An option's value as it is written on the command line: `5`, `off`, `[7,5,3,1]`."""
    if isinstance(value, bool):
        return WORDS_FOR_CONSTANTS[value]
    if isinstance(value, list | tuple):
        return f"[{','.join(map(str, value))}]"
    return str(value)


def describe_allowed(field: FieldInfo) -> str:
    """What an option takes, in words: `0 to 10, or none`."""
    parts = [", ".join(str(word) for word in allowed_words(field))] if allowed_words(field) else []
    if takes_integers(field):
        parts.insert(0, _span(*field.metadata, *_union_parts(field.annotation)))
    if field.annotation is bool:
        parts.append("on, off")
    for part in map(_plain, _union_parts(field.annotation)):
        if get_origin(part) is tuple:
            items = ", ".join(listed_words(field)) or _span(get_args(part)[0])
            parts.append(f"a list in [ ] of {items}")
    return " or ".join(parts)


def explain(error: ValidationError, model: type[BaseModel]) -> str:
    """One sentence for the first thing that a pydantic model found wrong."""
    fault = Fault.first_of(error)
    if not fault.location:
        return f"{fault.message}."
    name = str(fault.location[0])
    if name not in model.model_fields:
        return f"there is no option {name!r}; allowed: {', '.join(model.model_fields)}."
    allowed = describe_allowed(model.model_fields[name])
    return f"option {name} can't be {fault.value!r}; allowed: {allowed}."


def _as_word(field: FieldInfo, value: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool):
        word = WORDS_FOR_CONSTANTS[value]
        return word if word in allowed_words(field) else value
    return value


def _union_parts(annotation: Any) -> tuple[Any, ...]:
    if get_origin(annotation) in (Union, types.UnionType):
        return get_args(annotation)
    return (annotation,)


def _plain(annotation: Any) -> Any:
    return get_args(annotation)[0] if hasattr(annotation, "__metadata__") else annotation


def _span(*types_and_constraints: Any) -> str:
    """The whole numbers that annotated types and constraints leave, in words."""
    constraints = list(types_and_constraints)
    for part in types_and_constraints:
        for extra in getattr(part, "__metadata__", ()):
            constraints.extend(getattr(extra, "metadata", [extra]))
    bounds = {
        bound: getattr(item, bound)
        for item in constraints
        for bound in ("ge", "le")
        if hasattr(item, bound)
    }
    low, high = bounds.get("ge", 0), bounds.get("le")
    return f"whole numbers {low} to {high}" if high is not None else f"whole numbers from {low}"
