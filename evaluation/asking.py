"""Requests, each declared once for Python, the command line and the documentation.

A request is a frozen dataclass. The annotation of each field says what it means, and where the
command line can ask for it, how it is typed. `fudaba.cli.arguments` makes the options of a command
from these annotations, and `documented` the list of attributes that Python shows.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import cleandoc, signature
from typing import Annotated, Any, TypeVar, get_type_hints

from fudaba.common.checks import UINT64_RANGE, check_whole
from fudaba.common.languages import translator
from fudaba.envs import Game, Options, UserError, find_game
from fudaba.envs.core.api.registry import games_called

_, _n = translator("evaluation")

Kind = TypeVar("Kind", bound=type)

Rules = Mapping[str, Any]  # house rules by name
Varied = Mapping[str, Sequence[Any]]  # values to try, by the name of a house rule


@dataclass(frozen=True)
class Parameter:
    """The meaning of a request's field.

    Attributes:
        text: The meaning, a sentence or more.
    """

    text: str


@dataclass(frozen=True)
class Option(Parameter):
    """The meaning of a field, and its form at the command line.

    Attributes:
        kind: What is typed, such as `AGENT ...`; empty if that follows from the type.
        hint: What the help says in brackets; empty for the default, if there is one.
        name: The option's name, if that is not the field's.
        is_positional: Whether the value is typed without the option's name.
        is_repeatable: Whether the option may be given several times, to add words.
    """

    kind: str = ""
    hint: str | None = None
    name: str = ""
    is_positional: bool = False
    is_repeatable: bool = False


GAME = Option(
    "The game's id, sevens_v0, or just sevens; or your own: its file ./old_maid.py, or its module "
    "my_games.old_maid.",
    "GAME",
    "required",
    is_positional=True,
)
TheGame = Annotated[Game, GAME]
HOUSE_RULES = Option("House rules, such as pass_limit=5 tunnel=none.", "NAME=VALUE ...", "")
TheRules = Annotated[Options, HOUSE_RULES]
USUAL: Any = None  # stands for the usual value, which a new request finds
THREADS = Option(
    "Threads that work at the same time on this machine; 2 suit every laptop, and more are faster "
    "where there are more processors."
)
TheThreads = Annotated[int, THREADS]
Seed = Annotated[int, Option("Seed of the deals.")]


def meanings(asked: Callable[..., Any]) -> Iterator[tuple[str, Any, Parameter]]:
    """Yields the name, the type and the meaning of what a request or a function declares."""
    for name, hint in get_type_hints(asked, include_extras=True).items():
        for note in getattr(hint, "__metadata__", ()):
            if isinstance(note, Parameter):
                yield name, hint.__origin__, note


def documented(request: Kind) -> Kind:
    """Adds the meanings of a request's fields to its docstring, and shows plain types."""
    hints, shown = get_type_hints(request), signature(request)
    plain = [one.replace(annotation=hints[one.name]) for one in shown.parameters.values()]
    request.__signature__ = shown.replace(parameters=plain)  # type: ignore[attr-defined]
    lines = [f"    {name}: {meaning.text}" for name, _, meaning in meanings(request)]
    request.__doc__ = "\n".join([cleandoc(request.__doc__ or ""), "", "Attributes:", *lines])
    return request


def read_game(word: str) -> Game:
    """Returns the game of an id, with or without its version, or of another word of `find_game`.

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


def settle(request: object, **values: Any) -> None:
    """Sets fields of a new request, which is frozen from then on."""
    for name, value in values.items():
        object.__setattr__(request, name, value)


def resolve(request: Any) -> None:
    """Replaces the game's id in a new request by the game, and its rules by checked `Options`.

    A seed is checked too.

    Raises:
        UserError: There is no such game, or a house rule or the seed can't be used.
    """
    if not isinstance(request.game, Game):
        settle(request, game=read_game(request.game))
    wants_options = get_type_hints(type(request)).get("options") is Options
    if wants_options and not isinstance(request.options, Options):
        rules = {} if request.options is None else request.options
        settle(request, options=request.game.options.read(request.game.name, rules))
    if hasattr(request, "seed"):
        check_whole("seed", request.seed, 0, UINT64_RANGE - 1)
