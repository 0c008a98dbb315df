"""The reference in docs/api names everything public, and nothing that is gone.

A name is public if a package at the top lists it in `__all__`, if the Python of a page imports it,
or if `doors.py` tries it with wrong arguments. Names of a single game are not.
"""

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from types import ModuleType

from docs.reference import filled, names_in

from . import doors
from .project import ROOT, SETUPTOOLS, TOP, WITHOUT_CODE
from .test_docs import PAGES, blocks

REFERENCE = sorted((ROOT / "docs" / "api").glob("*.md"))
OBJECT = re.compile(
    r"^\.\. (?:auto(?:function|class|exception)|py:data):: (fudaba[\w.]+)", re.MULTILINE
)
OF_ONE_GAME = re.compile(r"fudaba\.envs\.(?!core\.|small\.)\w+\.")


def documented() -> list[str]:
    """The names in the reference."""
    texts = [page.read_text(encoding="utf-8") for page in REFERENCE]
    return [name for text in texts for name in (*OBJECT.findall(text), *names_in(text))]


def imports(code: str) -> Iterator[str]:
    """The names that some code imports from fudaba."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fudaba"):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def listed() -> Iterator[str]:
    """The names in `__all__` of the packages that can be imported here."""
    folders = SETUPTOOLS["package-dir"].items()
    packages = [name for name, top in folders if top in TOP and top not in WITHOUT_CODE]
    for package in (*packages, "fudaba.envs.small"):
        with suppress(ModuleNotFoundError):  # of an extra
            yield from (
                f"{package}.{name}" for name in getattr(import_module(package), "__all__", ())
            )


def public() -> set[str]:
    """All public names, modules and the names of a single game left out."""
    code = [
        block.code
        for block in blocks("python", *PAGES)
        if not block.why_left_out.startswith("needs")  # nor can the documentation import it
    ]
    code.append(Path(doors.__file__).read_text(encoding="utf-8"))
    names = {*listed(), *(name for text in code for name in imports(text))}
    return {
        name
        for name in names
        if not OF_ONE_GAME.match(name) and not isinstance(resolve_name(name), ModuleType)
    }


def identity(name: str) -> tuple[int, str]:
    """What a name stands for: an object, and its own name, because two numbers may be equal."""
    return id(resolve_name(name)), re.split("[.:]", name)[-1]


def missing(names: set[str], described: list[str]) -> list[str]:
    """The names whose objects are described under no name."""
    known = {*map(identity, described)}
    return sorted(name for name in names if identity(name) not in known)


def test_every_public_name_is_in_the_reference() -> None:
    names = public()
    assert {"fudaba.envs.tables", "fudaba.evaluation.arena.compare"} <= names
    assert missing(names, documented()) == [], "add them to a page of docs/api"


def test_the_reference_names_what_exists_and_each_once() -> None:
    names = documented()
    assert len(names) == len({*map(identity, names)})


def test_the_signatures_and_texts_of_the_reference_are_those_of_the_code() -> None:
    texts = [page.read_text(encoding="utf-8") for page in REFERENCE]
    assert list(map(filled, texts)) == texts, "run: python -m docs.reference"
    assert sum(text.count("\n* `") for text in texts) > 60
