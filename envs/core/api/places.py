"""The modules and files in which users keep games of their own, by the words that name them."""

import os
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from fudaba.common.errors import UserError, shown
from fudaba.common.importing import look_in
from fudaba.common.languages import translator

from ..contract.game import Game

_, _n = translator("core")


class CodeError(UserError):
    """The code of a user's game fails while it is loaded.

    Attributes:
        traceback: The traceback, which the command line prints before the message.
    """

    def __init__(self, message: str, traceback: str) -> None:
        """Stores the message and the traceback."""
        super().__init__(message)
        self.traceback = traceback


class Place(NamedTuple):
    """Where a game is.

    Attributes:
        word: What any process on this machine may call it.
        module: The name of the module.
        root: The folder from which it is imported; None where Python finds it.
    """

    word: str
    module: str
    root: Path | None = None

    def game(self) -> Game:
        """Returns its game.

        Raises:
            UserError: There is no such module, another one has its name, its code fails, or it
                holds no game.
        """
        if self.root is not None:
            look_in(self.root)
        try:
            module = import_module(self.module)
        except Exception as error:
            raise self._explained(error) from error
        file = Path(str(module.__file__))
        if os.sep in self.word and not file.is_relative_to(str(self.root)):
            raise UserError(
                _(
                    "{word} can't be imported, because the module {module} is {file}; rename one.",
                    word=self.word,
                    module=self.module,
                    file=file,
                )
            )
        return self._checked(getattr(module, "GAME", None))

    def _explained(self, error: Exception) -> UserError:
        """Returns what a user reads when the module can't be imported."""
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing and f"{self.module}.".startswith(f"{missing}."):
            return UserError(
                _(
                    "there is no module {module}, neither installed nor in {folder}.",
                    module=shown(self.module),
                    folder=self.root or Path.cwd(),
                )
            )
        if isinstance(error, UserError):
            return _placed(error)
        lines = "".join(traceback.format_exception(error))
        said = _("the game {word} fails: {error}.", word=self.word, error=shown(error))
        return CodeError(said, lines)

    def _checked(self, game: object) -> Game:
        """Returns a game that its own package holds too.

        Raises:
            UserError: It is none, or is of another package.
        """
        if not isinstance(game, Game):
            raise UserError(
                _(
                    "{word} holds no game; allowed: a module with GAME = build_game(...).",
                    word=self.word,
                )
            )
        package: Any = import_module(game.package) if game.package else None
        is_found = getattr(package, "GAME", None) is game
        if not is_found:
            raise UserError(
                _(
                    "the game of {word} can't be of the package {package}; allowed: "
                    "package=__name__ in the module that holds GAME.",
                    word=self.word,
                    package=shown(game.package),
                )
            )
        return game


def _placed(error: UserError) -> UserError:
    """Returns an error in the code of a module with its file and line in front."""
    steps = traceback.extract_tb(error.__traceback__)
    lines = [step for step in steps if step.name == "<module>"]
    if not lines:
        return error
    file, line = Path(lines[-1].filename).name, lines[-1].lineno
    return UserError(_("{file}, line {line}: {said}", file=file, line=line, said=error))


def place_of_word(word: str) -> Place:
    """Returns where the game of a word is: `my_games.old_maid`, `./old_maid.py`, `games/old_maid`.

    Raises:
        UserError: There is no such file, or its name is no module's.
    """
    if all(map(str.isidentifier, word.split("."))) and not word.endswith(".py"):
        return Place(word, word, Path.cwd())
    file = Path(os.path.abspath(word))
    if not os.path.isfile(file if file.suffix == ".py" else file / "__init__.py"):
        raise UserError(
            _("there is no game {path}; allowed: a file NAME.py or a package.", path=shown(word))
        )
    root = file.parent
    while (root / "__init__.py").is_file():
        root = root.parent
    names = file.relative_to(root).with_suffix("").parts
    if not all(map(str.isidentifier, names)):
        raise UserError(
            _(
                "the file of a game can't be called {name}; allowed: letters, digits and _.",
                name=shown(file.name),
            )
        )
    return Place(str(file), ".".join(names), root)


def file_of(game: Game, part: str) -> str:
    """Returns the name of the file that holds a part of a game, or would: `heuristic.py`."""
    return f"{part}.py" if game.file.stem == "__init__" else game.file.name
