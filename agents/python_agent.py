"""Agents of the user's own Python code: `python:MODULE:NAME` and `python:FILE.py:NAME`."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from fudaba.common.languages import translator
from fudaba.envs import Game, Options, UserError

from .agent import check_agent, identity_of
from .errors import AgentError
from .python_sources import Source

_, _n = translator("agents")

PYTHON = "python:"
FORMS = "python:MODULE:NAME, python:FILE.py:NAME"
METHODS = ("act", "search", "probabilities", "evaluate_actions")


class PythonAgent:
    """An agent that a class or function of the user's own code makes.

    It has those methods of `METHODS` that the user's agent has. An exception inside them becomes an
    `AgentError`. It is pickled by its spec, so another process loads the code anew.

    Attributes:
        spec: `python:MODULE:NAME` or `python:FILE.py:NAME`.
        identity: The identity of the user's agent; without one, the name of its class or function,
            and a hash of its source and of the files that it imports from the same folder.
    """

    def __init__(self, spec: str, game: Game, options: Options, folder: Path | None = None) -> None:
        """Loads the code and makes the agent.

        Args:
            spec: The agent's spec.
            game: The game to play; passed to the class or function if it has a parameter `game`.
            options: Its house rules; passed if there is a parameter `options`.
            folder: Where paths and modules are looked for; None for the working directory.

        Raises:
            UserError: There is no such file, module or name, or it makes no agent.
            AgentError: The code raises an exception.
        """
        self.spec = spec
        folder = folder or Path.cwd()
        factory, digest = load_factory(spec, folder)
        self._again = (spec, game, options, folder)
        self._agent = _called(spec, factory, {"game": game, "options": options})
        check_agent(f"what {spec} makes", self._agent)
        self.identity = identity_of(spec, self._agent) or f"{spec.rpartition(':')[2]} {digest}"
        for method in METHODS:
            if callable(getattr(self._agent, method, None)):
                setattr(self, method, _guarded(spec, getattr(self._agent, method)))

    def __reduce__(self) -> tuple[type["PythonAgent"], tuple[str, Game, Options, Path]]:
        """Returns the arguments of the constructor, so that a copy loads the code anew."""
        return type(self), self._again


def load_factory(spec: str, folder: Path) -> tuple[Callable[..., Any], str]:
    """Returns the class or function that a spec names, and the hash of its sources.

    Args:
        spec: `python:MODULE:NAME` or `python:FILE.py:NAME`.
        folder: Where paths and modules are looked for.

    Raises:
        UserError: There is no such file, module or name.
        AgentError: The code raises an exception while it is loaded.
    """
    place, colon, name = spec.removeprefix(PYTHON).rpartition(":")
    if not (colon and place and name.isidentifier()):
        raise UserError(
            _("there is no agent {word}; allowed: {forms}.", word=repr(spec), forms=FORMS)
        )
    is_file = place.endswith(".py")
    with _told(spec):
        source = Source.of_file(folder / place) if is_file else Source.of_module(place, folder)
        module, digest = source.load()
    factory = getattr(module, name, None)
    if not callable(factory):
        classes = [made for made in vars(module).values() if inspect.isclass(made)]
        own = ", ".join(made.__name__ for made in classes if made.__module__ == source.name)
        hint = _("; its classes: {names}", names=own) if own else ""
        raise UserError(
            _(
                "{place} has no class or function {name}{hint}.",
                place=place,
                name=repr(name),
                hint=hint,
            )
        )
    return factory, digest


def _called(spec: str, factory: Callable[..., Any], values: dict[str, Any]) -> Any:
    """Calls a class or function with those values whose names are among its parameters.

    Raises:
        UserError: It needs other values.
        AgentError: It raises an exception.
    """
    try:
        parameters = inspect.signature(factory).parameters.values()
    except (TypeError, ValueError):
        raise UserError(
            _("{word} can't be called; allowed: a class or function.", word=spec)
        ) from None
    takes_all = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)
    by_name = {
        parameter.name
        for parameter in parameters
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
    }
    given = {name: value for name, value in values.items() if takes_all or name in by_name}
    variable = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    for parameter in parameters:
        is_needed = parameter.default is parameter.empty and parameter.kind not in variable
        if is_needed and parameter.name not in given:
            raise UserError(
                _(
                    "{word} needs a value for {name}; allowed are the parameters game and "
                    "options, and others that have defaults.",
                    word=spec,
                    name=repr(parameter.name),
                )
            )
    with _told(spec):
        return factory(**given)


@contextmanager
def _told(spec: str) -> Iterator[None]:
    """Turns exceptions of the agent's code into `AgentError`, except for `UserError`."""
    try:
        yield
    except UserError:
        raise
    except BaseException as error:  # such as SystemExit
        raise AgentError.of(spec, error) from error


def _guarded(spec: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a method that reports exceptions of the agent's code as `AgentError`."""

    @wraps(method)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return method(*arguments, **named)
        except BaseException as error:  # such as SystemExit
            raise AgentError.of(spec, error) from error

    return call
