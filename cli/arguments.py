"""Arguments that several commands share, and their readers."""

import re
import shlex
import shutil
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import MISSING, dataclass, field, is_dataclass, make_dataclass
from functools import partial
from inspect import Parameter, signature
from typing import Annotated, Any

import tyro
from tyro.conf import Positional, UseAppendAction, arg
from tyro.constructors import PrimitiveConstructorSpec

from fudaba.common.errors import shown
from fudaba.common.languages import N_
from fudaba.common.languages import translator as messages
from fudaba.common.yaml_text import read_yaml
from fudaba.envs import Game, Options, UserError
from fudaba.envs.core.scene.lines import wrapped
from fudaba.evaluation.asking import (
    GAME,
    HOUSE_RULES,
    Option,
    Rules,
    Varied,
    meanings,
    read_game,
)

from .helping import translated

_, _n = messages("cli")

COMMA_BETWEEN_VALUES = re.compile(r",(?![^\[]*\])")  # none within a list in brackets


@dataclass(frozen=True)
class Asked:
    """The values of a command's request, and the command as typed.

    Attributes:
        values: The values of its request, by field.
        command: The command as it was typed.
    """

    values: dict[str, Any]
    command: str


def parse(
    what: Callable[..., None],
    words: Sequence[str],
    command: str,
    meaning: str,
    request: type | None = None,
) -> None:
    """Calls a function with the arguments of a command.

    Args:
        what: The function; its arguments are the command's.
        words: See `read`, also for the next two.
        command: The command as typed.
        meaning: Description for the help.
        request: The command's request, whose fields are options too; the function's first
            argument is then an `Asked`.

    Raises:
        UserError: A word can't be used.
    """
    parameters = list(signature(what).parameters.values())[request is not None :]
    own = [(one.name, one.annotation, _default(one.default)) for one in parameters]
    asked = [] if request is None else list(fields_of(request))
    arguments = make_dataclass("Arguments", [*asked, *own], kw_only=True)
    typed = read(arguments, words, command, meaning)
    values = {one.name: getattr(typed, one.name) for one in parameters}
    if request is None:
        what(**values)
    else:
        as_typed = shlex.join([*command.split(), *words])
        what(Asked(values_of(request, typed), as_typed), **values)


def read(arguments: type, words: Sequence[str], command: str, meaning: str) -> Any:
    """Returns a dataclass whose fields are the arguments of a command.

    Args:
        arguments: The dataclass.
        words: The words after the command.
        command: The command as typed, for help and messages: `fudaba arena`.
        meaning: Description for the help.

    Raises:
        UserError: A word is empty, for instance from an unset shell variable.
    """
    _check_not_empty(words)
    # tyro does not wrap a description, and joins its lines unless they begin with a blank.
    lines = wrapped(_(meaning), shutil.get_terminal_size().columns - 1, indent="").splitlines()
    description = "\n".join(f" {line}" for line in lines)
    with translated(words):  # so that only tyro's own text is translated
        return tyro.cli(arguments, args=words, prog=command, description=description)


def _check_not_empty(words: Sequence[str]) -> None:
    for before, word in zip(["", *words], words, strict=False):
        option, sign, value = word.partition("=")
        if not word or (word.startswith("--") and sign and not value):
            name = option or (before if before.startswith("--") else _("a word"))
            raise UserError(_("{name} can't be ''; allowed: a word that is not empty.", name=name))


def explained(kind: str, meaning: str, hint: str = "") -> Any:
    """Returns how the help shows an option: its value, its meaning and its default."""
    return arg(metavar=kind, help=meaning, help_behavior_hint=f"({hint})" if hint else "")


def shown_as(note: Option) -> Any:
    """Returns how the help shows the option of a field."""
    hint = note.hint and f"({note.hint})"
    return arg(metavar=note.kind or None, help=note.text, help_behavior_hint=hint)


def _whole_number(words: Sequence[str]) -> int:
    try:
        return int(words[0])
    except ValueError:
        raise ValueError(_("{word} is not a whole number", word=repr(words[0]))) from None


# Reads a whole number, or None by default. tyro's own message names Python types.
WHOLE_NUMBER = PrimitiveConstructorSpec(
    nargs=1,
    metavar="INT",
    instance_from_str=_whole_number,
    is_instance=lambda value: value is None or isinstance(value, int),
    str_from_instance=lambda value: [str(value)],
)


WHOLE_NUMBERS = PrimitiveConstructorSpec(
    nargs="*",
    metavar="INT ...",
    instance_from_str=lambda words: tuple(_whole_number([word]) for word in words),
    is_instance=lambda value: isinstance(value, tuple),
    str_from_instance=lambda value: list(map(str, value)),
)


def _number(words: Sequence[str]) -> float:
    try:
        return float(words[0])
    except ValueError:
        raise ValueError(_("{word} is not a number", word=repr(words[0]))) from None


# Reads a number, or None by default.
NUMBER = PrimitiveConstructorSpec(
    nargs=1,
    metavar="NUMBER",
    instance_from_str=_number,
    is_instance=lambda value: value is None or isinstance(value, float),
    str_from_instance=lambda value: [str(value) if value is None else f"{value:g}"],
)


HOUSE_RULE, EXAMPLE = N_("house rule"), "pass_limit=5"  # as messages name them

# Arguments of several commands.
Seconds = Annotated[
    float | None,
    NUMBER,
    explained(
        "SECONDS",
        "Seconds that a program or a model gets for a decision.",
        "default: 10 of a program, 30 of a model",
    ),
]
ChatUrl = Annotated[
    str | None,
    explained(
        "URL",
        "The server of chat: agents, such as http://127.0.0.1:11434/v1.",
        "default: FUDABA_CHAT_URL",
    ),
]
GameWord = Annotated[Positional[str], shown_as(GAME)]
HouseRules = Annotated[tuple[str, ...], shown_as(HOUSE_RULES)]


def read_house_rules(words: Sequence[str]) -> dict[str, Any]:
    """Reads words like `pass_limit=5 tunnel=none`.

    Returns:
        The values by name, read as YAML reads them.

    Raises:
        UserError: A word has another form, or a name comes twice.
    """
    rules: dict[str, Any] = {}
    for word in words:
        name, value = _split(word)
        if name in rules:
            raise UserError(
                _("house rule {name} is given twice; write {name}=VALUE once.", name=name)
            )
        rules[name] = _read_value(word, value)
    return rules


def read_varied(
    words: Sequence[str], kind: str = HOUSE_RULE, example: str = EXAMPLE
) -> dict[str, list[Any]]:
    """Reads words like `pass_limit=0,1,3 tunnel=none,ring points=[7,5,3,1],[1,0,0,0]`.

    Args:
        words: The words.
        kind: The kind of thing they vary, for messages.
        example: A correct word, for messages.

    Returns:
        The values to try, by name.

    Raises:
        UserError: A word has another form, or a name comes twice.
    """
    varied: dict[str, list[Any]] = {}
    for word in words:
        name, values = _split(word, kind, example)
        if name in varied:
            raise UserError(
                _(
                    "{kind} {name} is varied twice; write {name}=VALUE,VALUE once.",
                    kind=_(kind),
                    name=name,
                )
            )
        each = COMMA_BETWEEN_VALUES.split(values)
        if not all(each):
            raise UserError(
                _(
                    "{word} has an empty value; write {name}=VALUE,VALUE.",
                    word=shown(word),
                    name=name,
                )
            )
        varied[name] = [_read_value(word, value, kind) for value in each]
    return varied


def _split(word: str, kind: str = HOUSE_RULE, example: str = EXAMPLE) -> tuple[str, str]:
    name, sign, value = word.partition("=")
    if not (name and sign and value):
        raise UserError(
            _(
                "a {kind} can't be {word}; write NAME=VALUE, as {example}.",
                kind=_(kind),
                word=shown(word),
                example=example,
            )
        )
    return name, value


def _read_value(word: str, value: str, kind: str = HOUSE_RULE) -> Any:
    name = _("the value of the {kind} {word}", kind=_(kind), word=shown(word))
    return read_yaml(name, value)


def _all_words(groups: Sequence[Sequence[str]]) -> list[str]:
    return [word for words in groups for word in words]


def _read_vary(groups: Sequence[Sequence[str]]) -> dict[str, list[Any]]:
    if not all(groups):
        raise UserError(_("name a house rule to vary: NAME=VALUE,VALUE."))
    return read_varied(_all_words(groups))


Words = tuple[str, ...]
SeveralTimes = UseAppendAction[tuple[Words, ...]]
# By the type of a field: what tyro reads, and the function that makes the value of it.
READERS: dict[Any, tuple[Any, Callable[[Any], Any]]] = {
    int: (Annotated[int, WHOLE_NUMBER], int),
    int | None: (Annotated[int | None, WHOLE_NUMBER], lambda number: number),
    float: (Annotated[float, NUMBER], float),
    Sequence[int]: (Annotated[tuple[int, ...], WHOLE_NUMBERS], tuple),
    Game: (str, read_game),
    Options: (Words, read_house_rules),
    Rules: (Words, read_house_rules),
    Varied: (SeveralTimes, _read_vary),
}


def _reader(kind: Any, note: Option) -> tuple[Any, Callable[[Any], Any]]:
    """Returns what tyro reads for a field, and the function that makes the value of it."""
    if kind in READERS:
        return READERS[kind]
    if note.is_repeatable:
        return SeveralTimes, _all_words
    return (Words if note.kind.endswith("...") else kind), lambda value: value


def _default(value: Any) -> Any:
    """Returns a default as `make_dataclass` takes it."""
    return MISSING if value is Parameter.empty else field(default_factory=partial(copy, value))


def fields_of(request: type) -> Iterator[tuple[str, Any, Any]]:
    """Yields the options of a request, as `make_dataclass` takes fields."""
    parameters = signature(request).parameters
    for name, kind, note in meanings(request):
        if isinstance(note, Option):
            typed: Any = _reader(kind, note)[0]
            default = parameters[name].default
            typed = Positional[typed] if note.is_positional else typed  # type: ignore[misc]
            if default in (None, Parameter.empty) and kind in (Options, Rules, Varied):
                default = ()
            typed = typed | None if default is None and kind not in READERS else typed
            yield note.name or name, Annotated[typed, shown_as(note)], _default(default)
        elif isinstance(kind, type) and is_dataclass(kind):
            yield from fields_of(kind)


def values_of(request: type, typed: Any) -> dict[str, Any]:
    """Returns the values of a request's fields from the typed words."""
    values = dict[str, Any]()
    for name, kind, note in meanings(request):
        if isinstance(note, Option):
            values[name] = _reader(kind, note)[1](getattr(typed, note.name or name))
        elif isinstance(kind, type) and is_dataclass(kind):
            values[name] = kind(**values_of(kind, typed))
    return values
