"""Loads the Python modules of users' agents, and hashes the sources that decide how they play."""

import ast
import hashlib
import importlib
import importlib.util
import os
import sys
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from types import ModuleType

from fudaba.common.importing import look_in
from fudaba.common.languages import translator
from fudaba.envs import UserError

_, _n = translator("agents")

INSTALLED = ("site-packages", "dist-packages")
HASH_DIGITS = 16

_lock = RLock()
_loaded: dict[Path, bytes] = {}  # the contents with which files were loaded


@dataclass(frozen=True)
class Source:
    """The file of a module, and where its own imports are looked for.

    Attributes:
        name: The module's name.
        file: Its file.
        root: The folder from which it is imported.
    """

    name: str
    file: Path
    root: Path

    @classmethod
    def of_file(cls, path: Path) -> "Source":
        """Returns the source of a file, which need not be on the path of imports.

        Raises:
            UserError: There is no such file.
        """
        file = _absolute(path)
        if not os.path.isfile(file):  # unlike `Path.is_file` it takes names of any length
            raise UserError(_("there is no file {path}.", path=path))
        digest = hashlib.sha256(str(file).encode()).hexdigest()[:HASH_DIGITS]
        return cls(f"fudaba_agent_{digest}", file, file.parent)

    @classmethod
    def of_module(cls, name: str, folder: Path) -> "Source":
        """Returns the source of a module that is installed, or lies in `folder`.

        Raises:
            UserError: There is no such module, or it has no file.
            Exception: A package around the module raises it.
        """
        if not all(part.isidentifier() for part in name.split(".")):
            raise UserError(
                _(
                    "a module can't be called {name}; allowed: names with dots between.",
                    name=repr(name),
                )
            )
        look_in(folder)
        try:
            spec = importlib.util.find_spec(name)
        except ModuleNotFoundError as error:
            if not f"{name}.".startswith(f"{error.name}."):
                raise
            spec = None
        if spec is None:
            raise UserError(
                _(
                    "there is no module {name} in {folder} or among what is installed.",
                    name=repr(name),
                    folder=folder,
                )
            )
        if not spec.has_location or spec.origin is None:
            raise UserError(
                _("module {name} has no file, so it can't hold an agent.", name=repr(name))
            )
        file = _absolute(spec.origin)
        depth = name.count(".") + (file.stem == "__init__")
        return cls(name, file, file.parents[depth])

    @property
    def is_installed(self) -> bool:
        """Whether the module is installed, so that files beside it are not the agent's own."""
        return any(part in INSTALLED for part in self.root.parts)

    def load(self) -> tuple[ModuleType, str]:
        """Imports the module and returns it with the hash of its own sources.

        A module whose sources were changed since it was loaded is loaded anew.

        Raises:
            UserError: It imports a module of its folder whose name another loaded module has.
            Exception: The module itself raises it.
        """
        with _lock:
            files = own_files(self)
            if any(_loaded.get(file, content) != content for file, content in files.items()):
                _forget(files)
            if self.name not in sys.modules:
                self._check_names(files)
            with _no_bytecode_kept():
                module = self._imported()
            _loaded.update(files)
            return module, _hash(files, self.root)

    def _imported(self) -> ModuleType:
        look_in(self.root)
        if not self.name.startswith("fudaba_agent_") or self.name in sys.modules:
            return importlib.import_module(self.name)
        spec = importlib.util.spec_from_file_location(self.name, self.file)
        assert spec is not None and spec.loader is not None
        module = sys.modules[self.name] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[self.name]
            raise
        return module

    def _check_names(self, files: Iterable[Path]) -> None:
        """Checks that the agent's imports find its own files, not loaded modules of the same name.

        Raises:
            UserError: One would.
        """
        for file in sorted({*files} - {self.file}):
            name, *inner = file.relative_to(self.root).with_suffix("").parts
            loaded = getattr(sys.modules.get(name), "__file__", None)
            if inner in ([], ["__init__"]) and loaded and _absolute(loaded) != file:
                raise UserError(
                    _(
                        "{file} imports {imported}, but {loaded} is loaded already under the name "
                        "{name}; rename one of them, or make each folder a package and name "
                        "the agents python:FOLDER.MODULE:NAME.",
                        file=self.file,
                        imported=file,
                        loaded=loaded,
                        name=repr(name),
                    )
                )


@contextmanager
def _no_bytecode_kept() -> Iterator[None]:
    """Keeps Python from writing bytecode, which could be taken for that of a later source."""
    written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = written


def own_files(source: Source) -> dict[Path, bytes]:
    """Returns the contents of a module's file and of the files that it imports from its folder.

    These are found in the text, without running it, also through other files of the folder.
    """
    found: dict[Path, bytes] = {}
    waiting = [source.file, *_packages_of(source)]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found[file] = file.read_bytes()
            waiting += _imports(file, found[file], source)
    return found


def _packages_of(source: Source) -> list[Path]:
    """Returns the `__init__.py` of the packages around a module, which run before it."""
    folders = [folder for folder in source.file.parents if folder.is_relative_to(source.root)]
    inits = [folder / "__init__.py" for folder in folders if folder != source.root]
    return [init for init in inits if init.is_file()]


def _imports(file: Path, content: bytes, source: Source) -> Iterator[Path]:
    """Yields the files of the agent's folder that a file imports."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):  # loading reports it; a compiled module imports nothing here
        return
    top = source.name.partition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [(source.root, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            folder = file.parents[node.level - 1] if node.level else source.root
            inside = [f"{node.module}.{alias.name}".removeprefix("None.") for alias in node.names]
            names = [(folder, name) for name in [*filter(None, [node.module]), *inside]]
        else:
            continue
        for folder, name in names:
            is_beside = folder == source.root and source.is_installed
            if folder.is_relative_to(source.root) and not (is_beside and name.split(".")[0] != top):
                yield from _files_of(folder, name)


def _files_of(folder: Path, name: str) -> Iterator[Path]:
    """Yields the files in a folder that an import of a dotted name runs."""
    for part in name.split("."):
        folder = folder / part
        for file in (folder.with_suffix(".py"), folder / "__init__.py"):
            if file.is_file():
                yield file


def _hash(files: Mapping[Path, bytes], root: Path) -> str:
    """Returns a hash of the names and contents of files."""
    digest = hashlib.sha256()
    named = {file.relative_to(root).as_posix(): content for file, content in files.items()}
    for name, content in sorted(named.items()):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:HASH_DIGITS]


def _forget(files: Container[Path]) -> None:
    """Removes the modules of some files from those that are loaded."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if file and _absolute(file) in files:
            del sys.modules[name]


def _absolute(path: str | Path) -> Path:
    """Returns an absolute path without `..`; does not resolve symbolic links."""
    return Path(os.path.abspath(path))
