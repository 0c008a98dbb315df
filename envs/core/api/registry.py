"""The games that exist, by id: ours, those of installed packages, and those that a word names."""

import os
import re
import warnings
from collections.abc import Iterator, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import gymnasium
import pettingzoo

from fudaba.common.errors import UserError, did_you_mean, shown
from fudaba.common.languages import translator

from ..contract.game import Game
from ..stepping.tables import Tables
from .aec import constructors
from .places import Place, place_of_word

_, _n = translator("core")

GAME_ID = re.compile(r"\w+_v\d+")
IN_NO_ID = "./\\"  # a word with one of these names a module or a file
OWN = "fudaba."
GROUP = "fudaba.games"  # of the entry points of installed packages

_packages: dict[str, str] = {}
_named: dict[str, str] = {}  # the ids of games that were named by their module or file


def register(name: str, package: str) -> None:
    """Registers a game here, with Gymnasium, and with PettingZoo if that has a registry.

    An installed package needs no call: its entry points of the group `fudaba.games` are registered
    with the games of this package.

    Args:
        name: The game's id, for instance `sevens_v0`.
        package: The package or module whose `GAME` is the game; imported at first use.

    Raises:
        UserError: The id has no version or is that of another package's game, or the package is no
            name.
    """
    _register(name, package, package)


def _register(name: str, package: str, word: str) -> None:
    """Registers a game; `word` is what another process calls it."""
    _check_names(name, package)
    if _packages.get(name) == package:
        return
    if name in _packages:
        raise UserError(
            _(
                "{name} is the game of {package}, so that of {other} needs another id.",
                name=name,
                package=_packages[name],
                other=package,
            )
        )
    _packages[name] = package
    _register_elsewhere(name, word)


def _check_names(name: str, package: str) -> None:
    """Refuses what can't be a game's id and package."""
    if not isinstance(name, str) or not GAME_ID.fullmatch(name):
        raise UserError(
            f"a game's id can't be {shown(name)}; allowed: a name with a version, such as "
            "sevens_v0."
        )
    if not isinstance(package, str) or not all(map(str.isidentifier, package.split("."))):
        raise UserError(
            f"a game's package can't be {shown(package)}; allowed: the name of a package."
        )


def _register_elsewhere(name: str, word: str) -> None:
    """Registers a game with PettingZoo and Gymnasium."""
    if hasattr(pettingzoo, "register"):  # PettingZoo 1.27 and later
        title, version = name.rsplit("_", 1)
        pettingzoo.register(
            "aec",
            f"fudaba/{title}-{version}",
            entry_point=f"{__name__}:make",
            kwargs={"name": word},
        )
    gymnasium.register(
        gymnasium_id(name),
        entry_point="fudaba.adapters.single_agent.env:SeatEnv",
        vector_entry_point="fudaba.adapters.single_agent.vector_env:SeatVectorEnv",
        kwargs={"game": word},
    )
    gymnasium.register(
        gymnasium_id(name, "-text"),
        entry_point="fudaba.adapters.text.env:TextSeatEnv",
        kwargs={"game": word},
    )


def register_all(own: Mapping[str, str]) -> None:
    """Registers the games of this package, then those of installed ones, which every process knows.

    A game of an installed package that can't be registered is left out with a warning.

    Args:
        own: The package of each game of this package, by id.
    """
    for name, package in own.items():
        _register(name, package, name)
    for point in entry_points(group=GROUP):
        try:
            _register(point.name, point.module, point.name)
        except UserError as error:
            warnings.warn(f"a game is left out: {error}", stacklevel=2)


def gymnasium_id(name: str, suffix: str = "") -> str:
    """Returns a game's Gymnasium id: `fudaba/KillerSevens-v0` for `killer_sevens_v0`.

    Args:
        name: The game's id.
        suffix: `-text` for the environment of texts, `fudaba/KillerSevens-text-v0`.
    """
    *words, version = name.split("_")
    return f"fudaba/{''.join(word.capitalize() for word in words)}{suffix}-{version}"


def game_names() -> list[str]:
    """Returns the ids of all games."""
    return sorted(_packages)


def games_called(word: str) -> list[str]:
    """Returns the ids that a word matches: an id, or one without its version, such as `sevens`."""
    return [name for name in game_names() if word in (name, name.rsplit("_", 1)[0])]


def every_game(*, of_others: bool = False) -> Iterator[Game]:
    """Yields all games in the order of their ids; leaves out those that fail, with a warning.

    Args:
        of_others: Whether the games of this package are left out too.
    """
    for name in game_names():
        if of_others and _packages[name].startswith(OWN):
            continue
        try:
            yield registered_game(name)
        except UserError as error:
            warnings.warn(f"a game is left out: {error}", stacklevel=2)


def find_game(name: str) -> Game:
    """Returns the game of an id, a module or a file.

    A module or a file is run, so take its name from nobody but the user of this process; for the
    names in files and requests there is `registered_game`. Its game is registered from then on.

    Args:
        name: An id, `sevens_v0`; or a module that holds a `GAME`, `my_games.old_maid`, which is
            installed or lies in the working directory; or the path of such a file or package,
            `./old_maid.py`.

    Raises:
        UserError: There is no such game, or its code fails.
    """
    if not isinstance(name, str) or not any(sign in name for sign in IN_NO_ID):
        return registered_game(name)
    place = place_of_word(name)
    if place.word not in _named:
        game = place.game()
        _register(game.name, game.package, place.word)
        _named[place.word] = game.name
    return registered_game(_named[place.word])


def registered_game(name: str) -> Game:
    """Returns the game of an id, and runs no code that the name of a module or file would name.

    Args:
        name: An id, `sevens_v0`; or a module or file by which `find_game` found a game before.

    Raises:
        UserError: There is no such game.
    """
    name = _named.get(name, name) if isinstance(name, str) else name
    if not isinstance(name, str) or name not in _packages:
        stems = [known.rpartition("_")[0] for known in _packages]
        hint = did_you_mean(shown(name), _packages) or did_you_mean(shown(name), stems)
        raise UserError(
            _(
                "there is no game {name}; allowed: {allowed}.{hint}",
                name=shown(name),
                allowed=", ".join(game_names()),
                hint=hint,
            )
        )
    game = Place(name, _packages[name]).game()
    if game.name != name:
        raise UserError(
            _(
                "{name} is registered, but the game of {package} calls itself {other}; register "
                "it under that id, or build_game with this one.",
                name=name,
                package=_packages[name],
                other=game.name,
            )
        )
    return game


def recorded_game(name: str) -> Game:
    """Returns the game of an id in a file; see `registered_game`.

    Raises:
        UserError: There is no such game here; the message says how a command finds one's own.
    """
    try:
        return registered_game(name)
    except UserError as error:
        raise UserError(
            _("{error} A game of your own is found by its file: --games ./my_game.py.", error=error)
        ) from None


def word_of_game(name: str) -> str:
    """Returns what a command in the working directory calls a game.

    Args:
        name: The game's id. It is the word too, unless the game was named by its module or file.
    """
    word = next((word for word, named in _named.items() if named == name), name)
    path = Path(word)
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        return os.path.join(os.curdir, path.relative_to(Path.cwd()))
    return word


def make(
    name: str,
    *,
    render_mode: str | None = None,
    skip_forced: bool = False,
    memory: bool = False,
    **options: Any,
) -> Any:
    """Makes a PettingZoo AEC environment, in which an illegal action ends the game.

    Args:
        name: The game's id, for instance `sevens_v0`, or another word of `find_game`.
        render_mode: None, `ansi`, `human` or `rgb_array`.
        skip_forced: See `CardGameEnv`.
        memory: See `CardGameEnv`.
        **options: House rules, by name.

    Raises:
        UserError: An unknown game or option, or a wrong value.
    """
    env, _raw_env = constructors(find_game(name))
    return env(render_mode=render_mode, skip_forced=skip_forced, memory=memory, **options)


def tables(
    name: str,
    num_tables: int,
    seed: int = 0,
    num_threads: int = 1,
    skip_forced: bool = False,
    memory: bool = False,
    **options: Any,
) -> Tables:
    """Makes many tables of a game that are stepped together.

    Args:
        name: The game's id, or another word of `find_game`.
        num_tables: How many.
        seed: 0..2**64-1; table i depends on the seed and i alone.
        num_threads: Threads that share the work of a step.
        skip_forced: Whether decisions with one legal action are carried out; see `Tables`.
        memory: Whether `information_states` is there; see `Tables`.
        **options: House rules, by name.

    Raises:
        UserError: An unknown game or option, or a wrong value.
    """
    game = find_game(name)
    rules = game.options.of_keywords(game.name, **options)
    return Tables(
        game, rules, num_tables, seed, num_threads, skip_forced=skip_forced, memory=memory
    )
