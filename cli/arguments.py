"""Arguments that several commands share, and their readers."""

import re
import shutil
from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import Annotated, Any, TypeVar

import tyro
from tyro.conf import Positional, arg
from tyro.constructors import PrimitiveConstructorSpec

from fudaba.envs import Game, UserError, find_game
from fudaba.envs.core.api.registry import games_called
from fudaba.envs.core.checking.errors import shown
from fudaba.envs.core.checking.yaml_text import read_yaml
from fudaba.envs.core.scene.lines import wrapped
from fudaba.languages import ENGLISH, N_, language
from fudaba.languages import words as messages

from .helping import translated

_, _n = messages("cli")

Parsed = TypeVar("Parsed")
Asked = TypeVar("Asked")
COMMA_BETWEEN_VALUES = re.compile(r",(?![^\[]*\])")  # none within a list in brackets


def parse(what: Callable[..., Parsed], words: Sequence[str], command: str, meaning: str) -> Parsed:
    """Calls a function, or makes a dataclass, with the arguments of a command.

    Args:
        what: The function or dataclass; its arguments are the command's.
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

    def read(asked: Callable[..., Asked]) -> Asked:
        return tyro.cli(asked, args=words, prog=command, description=description)

    if language() == ENGLISH:
        return read(what)
    with translated(words):
        if isinstance(what, type):
            return read(what)
        later: Callable[..., Callable[[], Parsed]] = wraps(what)(partial(partial, what))
        call = read(later)
    return call()  # after the block, so that only tyro's own text is translated


def _check_not_empty(words: Sequence[str]) -> None:
    for before, word in zip(["", *words], words, strict=False):
        option, sign, value = word.partition("=")
        if not word or (word.startswith("--") and sign and not value):
            name = option or (before if before.startswith("--") else _("a word"))
            raise UserError(_("{name} can't be ''; allowed: a word that is not empty.", name=name))


def read_game(word: str) -> Game:
    """Returns the game of an id; the version may be left out if there is only one.

    Raises:
        UserError: There is no such game, or there are several.
    """
    fitting = games_called(word)
    if len(fitting) > 1:
        games = _(" or ").join(fitting)
        raise UserError(
            _("the game {word} can be {games}; write one of these.", word=repr(word), games=games)
        )
    return find_game(fitting[0] if fitting else word)


def explained(kind: str, meaning: str, hint: str = "") -> Any:
    """Returns how the help shows an option: its value, its meaning and its default."""
    return arg(metavar=kind, help=meaning, help_behavior_hint=f"({hint})" if hint else "")


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


def _number(words: Sequence[str]) -> float:
    try:
        return float(words[0])
    except ValueError:
        raise ValueError(_("{word} is not a number", word=repr(words[0]))) from None


NUMBER = PrimitiveConstructorSpec(
    nargs=1,
    metavar="NUMBER",
    instance_from_str=_number,
    is_instance=lambda value: isinstance(value, float),
    str_from_instance=lambda value: [f"{value:g}"],
)


HOUSE_RULE, EXAMPLE = N_("house rule"), "pass_limit=5"  # as messages name them

# Arguments of several commands.
GameWord = Annotated[
    Positional[str], explained("GAME", "The game's id, sevens_v0, or just sevens.", "required")
]
Seconds = Annotated[
    float | None,
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
HouseRules = Annotated[
    tuple[str, ...], explained("NAME=VALUE ...", "House rules, as pass_limit=5 tunnel=none.")
]


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
