"""Arguments that several commands share, and their readers."""

import re
import shlex
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from inspect import Parameter, signature
from typing import Annotated, Any

from fudaba.common.errors import shown
from fudaba.common.languages import N_
from fudaba.common.languages import translator as messages
from fudaba.common.yaml_text import read_yaml
from fudaba.envs import Game, Options, UserError
from fudaba.evaluation.asking import (
    GAME,
    HOUSE_RULES,
    Option,
    Rules,
    meanings,
    read_game,
)
from fudaba.evaluation.over import WITHOUT

from .helping import SEVERAL, Argument, ArgumentReader

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
    report: str = "",
    elsewhere: Collection[str] = (),
) -> None:
    """Calls a function with the arguments of a command.

    Args:
        what: The function; its arguments are the command's.
        words: The words after the command.
        command: The command as typed, for help and messages: `fudaba arena`.
        meaning: Description for the help.
        request: The command's request, whose fields are options too; the function's first
            argument is then an `Asked`.
        report: The option among the words that asks for this, if the command does more than one
            thing; help and messages name it.
        elsewhere: Names of options that belong to the other things.

    Raises:
        UserError: A word can't be used.
    """
    asked = [] if request is None else arguments_of(request)
    typed = ArgumentReader(
        [*asked, *arguments_of(what)], f"{command} {report}".rstrip(), meaning, elsewhere
    ).read(words)
    values = values_of(what, typed)
    if request is None:
        what(**values)
    else:
        as_typed = shlex.join([*command.split(), *words])
        what(Asked(values_of(request, typed), as_typed), **values)


HOUSE_RULE, EXAMPLE = N_("house rule"), "pass_limit=5"  # as messages name them

# Arguments of several commands.
Seconds = Annotated[
    float | None,
    Option(
        "Seconds that a program or a model gets for a decision.",
        "SECONDS",
        "default: 10 of a program, 30 of a model",
    ),
]
ChatUrl = Annotated[
    str | None,
    Option(
        "The server of chat: agents, such as http://127.0.0.1:11434/v1.",
        "URL",
        "default: FUDABA_CHAT_URL",
    ),
]
GameWord = Annotated[str, GAME]
OwnGames = Annotated[
    tuple[str, ...],
    Option(
        "Games of your own that are not installed, by file or module: ./old_maid.py, "
        "my_games.old_maid.",
        "GAME [GAME ...]",
        "default: none",
    ),
]
HouseRules = Annotated[tuple[str, ...], HOUSE_RULES]


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
        if value.startswith(WITHOUT):
            message = N_(
                "{word} is a form of --vary and --over alone; write the list, {name}=[...]."
            )
            raise UserError(_(message, word=shown(word), name=name))
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


# By the type of a field: the function that makes its value of the typed words.
READERS: dict[Any, Callable[[Any], Any]] = {
    Game: read_game,
    Options: read_house_rules,
    Rules: read_house_rules,
}


def arguments_of(asked: Callable[..., Any]) -> list[Argument]:
    """Returns the arguments that a request or a function declares."""
    found, parameters = list[Argument](), signature(asked).parameters
    for name, kind, note in meanings(asked):
        if isinstance(note, Option):
            default = parameters[name].default
            if default is None and kind in READERS:
                default = ()
            if default is Parameter.empty and note.kind.endswith(SEVERAL):
                default = ()  # the request says itself that it needs some
            found.append(Argument(note.name or name, kind, note, default))
        elif isinstance(kind, type) and is_dataclass(kind):
            found += arguments_of(kind)
    return found


def values_of(asked: Callable[..., Any], typed: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the values of what a request or a function declares, from the typed words."""
    values = dict[str, Any]()
    for name, kind, note in meanings(asked):
        if isinstance(note, Option):
            value = typed[note.name or name]
            usual = _all_words if note.is_repeatable else None
            make = READERS.get(kind, usual)
            values[name] = make(value) if make and value is not None else value
        elif isinstance(kind, type) and is_dataclass(kind):
            values[name] = kind(**values_of(kind, typed))
    return values
