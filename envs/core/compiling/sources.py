"""The sources that the kernels of a file can reach: its imports, followed inside the project.

Imports are found by reading, not by importing, and only at the top level: a kernel knows no other
names than those of its module.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from os.path import dirname, exists, isdir, isfile, join, realpath
from pathlib import Path

NAMESPACE = "fudaba."
SOURCE_ROOT = Path(__file__).resolve().parents[3]
OF_WORDS = "common/languages"  # a package that no kernel reaches, because it only makes texts

IMPORT = re.compile(
    rb"^(?:from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]*))",
    re.MULTILINE,
)
WORD = re.compile(rb"\w+")
RENAMED = re.compile(rb"\bas\s+\w+")
DOTTED = re.compile(rb"[\w.]+")


class Sources:
    """The source files below one root, each read once."""

    def __init__(self, root: Path = SOURCE_ROOT) -> None:
        """Makes the collection; files are read at their first use.

        Args:
            root: The folder that holds the packages of the namespace: `envs`, `agents`, ...
        """
        self._root = realpath(root)
        self._imports: dict[str, frozenset[str]] = {}
        self._digests: dict[str, bytes] = {}
        self._reachable: dict[str, frozenset[str]] = {}

    def reachable(self, file: str | Path) -> frozenset[str]:
        """Returns a file and all files of the project that it imports, directly or indirectly.

        Returns:
            Their paths; empty if the file can't be read, for instance a cell of a notebook.
        """
        file = str(file)
        if file not in self._reachable:
            found, waiting = set(), [realpath(file)]
            while waiting:
                path = waiting.pop()
                is_of_words = path.startswith(join(self._root, OF_WORDS, ""))
                if path not in found and not is_of_words and self._read(path):
                    found.add(path)
                    waiting += self._imports[path]
            self._reachable[file] = frozenset(found)
        return self._reachable[file]

    def key(self, files: Iterable[str]) -> str:
        """Hashes the names and contents of files: 16 hexadecimal digits."""
        digest = hashlib.sha256()
        for path in sorted(files):
            self._read(path)
            digest.update(path.removeprefix(self._root).encode())
            digest.update(self._digests[path])
        return digest.hexdigest()[:16]

    def _read(self, path: str) -> bool:
        """Reads a file at its first use; returns whether it could be read."""
        if path not in self._digests:
            try:
                source = Path(path).read_bytes()
            except OSError:
                return False
            self._digests[path] = hashlib.sha256(source).digest()
            self._imports[path] = frozenset(self._imported(path, source))
        return True

    def _imported(self, path: str, source: bytes) -> Iterator[str]:
        """Returns the files that the import statements of a source name."""
        for origin, names, modules in IMPORT.findall(source.replace(b"\\\n", b"")):
            if origin:
                words = [word.decode() for word in WORD.findall(RENAMED.sub(b"", names))]
                yield from _files(self._place(path, origin.decode()), words)
            for module in DOTTED.findall(modules):
                yield from _files(self._place(path, module.decode()), [])

    def _place(self, path: str, module: str) -> str:
        """Returns the path of a module, seen from a file, without `.py`."""
        name = module.lstrip(".")
        levels = len(module) - len(name)
        if levels:
            folder = dirname(path)
            for _ in range(levels - 1):
                folder = dirname(folder)
        elif name.startswith(NAMESPACE):
            folder, name = self._root, name.removeprefix(NAMESPACE)
        else:
            folder = _above_packages(dirname(path))
        return join(folder, *name.split("."))


@cache
def _above_packages(folder: str) -> str:
    """Returns the folder that holds the outermost package around the files of a folder."""
    while exists(join(folder, "__init__.py")):
        folder = dirname(folder)
    return folder


def _files(place: str, names: list[str]) -> Iterator[str]:
    """Yields the file of a module, or the files of the imported modules of a package.

    The package's `__init__.py` is one of them if no names are imported, or if one is not a module.
    """
    if isfile(place + ".py"):
        yield place + ".py"
    elif isdir(place):
        modules = [list(_files(join(place, name), [])) for name in names]
        for files in modules:
            yield from files
        if not all(modules) or not names:
            yield join(place, "__init__.py")


SOURCES = Sources()
