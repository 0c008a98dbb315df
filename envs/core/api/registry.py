"""The games that exist, by id."""

import re
from typing import Any

import gymnasium
import pettingzoo

from fudaba.common.errors import UserError, did_you_mean, shown
from fudaba.common.languages import translator

from ..contract.game import Game, game_of_package
from ..stepping.tables import Tables
from .aec import constructors

_, _n = translator("core")

GAME_ID = re.compile(r"\w+_v\d+")

_packages: dict[str, str] = {}


def register(name: str, package: str) -> None:
    """Registers a game here, with Gymnasium, and with PettingZoo if that has a registry.

    Args:
        name: The game's id, for instance `sevens_v0`.
        package: The package whose `GAME` is the game; imported at first use.

    Raises:
        UserError: The id has no version, or the package is no name.
    """
    if not isinstance(name, str) or not GAME_ID.fullmatch(name):
        raise UserError(
            f"a game's id can't be {shown(name)}; allowed: a name with a version, such as "
            "sevens_v0."
        )
    if not isinstance(package, str) or not all(map(str.isidentifier, package.split("."))):
        raise UserError(
            f"a game's package can't be {shown(package)}; allowed: the name of a package."
        )
    _packages[name] = package
    if hasattr(pettingzoo, "register"):  # PettingZoo 1.27 and later
        title, version = name.rsplit("_", 1)
        pettingzoo.register(
            "aec",
            f"fudaba/{title}-{version}",
            entry_point=f"{__name__}:env_of_package",
            kwargs={"package": package},
        )
    gymnasium.register(
        gymnasium_id(name),
        entry_point="fudaba.adapters.single_agent.env:SeatEnv",
        vector_entry_point="fudaba.adapters.single_agent.vector_env:SeatVectorEnv",
        kwargs={"game": name},
    )
    gymnasium.register(
        gymnasium_id(name, "-text"),
        entry_point="fudaba.adapters.text.env:TextSeatEnv",
        kwargs={"game": name},
    )


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


def find_game(name: str) -> Game:
    """Returns the game of an id.

    Raises:
        UserError: There is no such game.
    """
    if not isinstance(name, str) or name not in _packages:
        hint = did_you_mean(shown(name), _packages)
        raise UserError(
            _(
                "there is no game {name}; allowed: {allowed}.{hint}",
                name=shown(name),
                allowed=", ".join(game_names()),
                hint=hint,
            )
        )
    game = game_of_package(_packages[name])
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


def make(name: str, *, render_mode: str | None = None, **options: Any) -> Any:
    """Makes a PettingZoo AEC environment with the standard wrappers.

    Args:
        name: The game's id, for instance `sevens_v0`.
        render_mode: None, `ansi`, `human` or `rgb_array`.
        **options: House rules, by name.

    Raises:
        UserError: An unknown game or option, or a wrong value.
    """
    game = find_game(name)
    return env_of_package(game.package, render_mode=render_mode, **options)


def env_of_package(package: str, **settings: Any) -> Any:
    """Makes the environment of the game that a package holds; PettingZoo's registry calls it.

    Args:
        package: The package whose `GAME` is the game.
        **settings: `render_mode` and house rules; see `make`.
    """
    env, _raw_env = constructors(game_of_package(package))
    return env(**settings)


def tables(
    name: str, num_tables: int, seed: int = 0, num_threads: int = 1, **options: Any
) -> Tables:
    """Makes many tables of a game that are stepped together.

    Args:
        name: The game's id.
        num_tables: How many.
        seed: 0..2**64-1; table i depends on the seed and i alone.
        num_threads: Threads that share the work of a step.
        **options: House rules, by name.

    Raises:
        UserError: An unknown game or option, or a wrong value.
    """
    game = find_game(name)
    return Tables(game, game.options.of_keywords(name, **options), num_tables, seed, num_threads)
