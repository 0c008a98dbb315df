"""`fudaba new-game NAME`: writes a package with a game of your own."""

import keyword
import os
import re
import shlex
import shutil
import uuid
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from fudaba.common.errors import shown
from fudaba.common.files import UNWRITABLE, why_failed
from fudaba.common.languages import N_, translator
from fudaba.envs import UserError
from fudaba.envs.core.api.registry import games_called
from fudaba.evaluation.asking import Option

from . import templates
from .arguments import parse

_, _n = translator("cli")

DESCRIPTION = N_(
    "Writes a package with a small card game: one file of rules to change, its rules page, a test, "
    "a recipe of training, and what pip needs. As written it passes fudaba check-game, and can "
    "be played, measured and trained."
)
NEXT = {
    "cd {folder}": N_("go to the package"),
    "fudaba check-game ./{name}": N_("check what every game must keep"),
    "fudaba play ./{name}": N_("play at the terminal"),
    "fudaba balance ./{name}": N_("measure how fair seats and deals are"),
    "fudaba table --games ./{name}": N_("play in a browser"),
    "fudaba train train.yaml": N_("train a bot"),
    "python -m pytest": N_("run its tests"),
    "pip install -e .": N_("install it; then its name is {name} everywhere"),
}
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
SOURCE = Path(str(templates.__file__)).parent
FILES = (
    "my_game/__init__.py",
    "my_game/RULES.md",
    "test_my_game.py",
    "train.yaml",
    "pyproject.toml",
    "README.md",
)


def main(words: list[str]) -> None:
    """Parses the arguments and writes the package; see `new_game`."""
    parse(new_game, words, "fudaba new-game", DESCRIPTION)


def new_game(
    name: Annotated[
        str, Option("Its name in Python, such as old_maid.", "NAME", "required", is_positional=True)
    ],
    folder: Annotated[
        Path, Option("Where the folder NAME is written.", "DIR", "default: the working directory")
    ] = Path(),
) -> None:
    """Writes the package, and prints the next commands.

    Raises:
        UserError: The name can't be used, or the folder exists or can't be written.
    """
    check_name(name)
    place = folder / name
    write_package(place, name)
    values = {"name": name, "folder": shlex.quote(str(place))}
    commands = [command.format(**values) for command in NEXT]
    width = max(map(len, commands))
    print(_("Written: {files}", files=", ".join(str(place / file) for file in files(name))))
    print()
    for command, meaning in zip(commands, NEXT.values(), strict=True):
        print(f"  {command:<{width}}  # {_(meaning, **values)}")


def check_name(name: str) -> None:
    """Checks that a game and its module can have a name.

    Raises:
        UserError: It is no name for a module, or there is such a game or module.
    """
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise UserError(
            _(
                "a game can't be called {name}; allowed: lower-case words with _ between them, "
                "such as old_maid, but no keyword of Python.",
                name=shown(name),
            )
        )
    if taken := games_called(name):
        raise UserError(_("there is a game {game} already; choose another name.", game=taken[0]))
    if find_spec(name):
        raise UserError(
            _("there is a module {name} already; choose another name.", name=shown(name))
        )


def files(name: str) -> list[str]:
    """Returns the files of the package of a game."""
    return [file.replace("my_game", name) for file in FILES]


def write_package(place: Path, name: str) -> None:
    """Writes the package completely or not at all.

    Raises:
        UserError: The folder exists, or can't be written.
    """
    if os.path.lexists(place):
        raise UserError(
            _("folder {folder} exists already; choose another name or --folder.", folder=place)
        )
    part = place.with_name(f".fudaba.{uuid.uuid4().hex}.part")
    try:
        for source, file in zip(FILES, files(name), strict=True):
            (part / file).parent.mkdir(parents=True, exist_ok=True)
            text = (SOURCE / source).read_text(encoding="utf-8")
            (part / file).write_text(renamed(text, name), encoding="utf-8")
        part.rename(place)
    except OSError as error:
        raise UserError(_(UNWRITABLE, path=place, why=why_failed(error))) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)


def renamed(text: str, name: str) -> str:
    """Returns a text about My Game as one about a game of another name."""
    letters = name.translate(str.maketrans("", "", "_0123456789"))
    words = {
        "my_game": name,
        "My Game": name.replace("_", " ").title(),
        "MYG": letters[:3].upper(),  # of clauses
    }
    for word, other in words.items():
        text = text.replace(word, other)
    return text
