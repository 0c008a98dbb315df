"""What `fudaba.envs` shows is imported from there, except in files that kernels reach."""

import ast
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name

import fudaba.envs
from fudaba.envs.core.compiling.sources import SOURCES

from .project import ROOT, TOP

KERNELS = "fudaba.envs.core.compiling.kernel"


def from_the_rooms(path: Path) -> Iterator[str]:
    """The full names that a file outside of envs imports from the rooms of `envs/core`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fudaba.envs.core"):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def outside() -> list[Path]:
    """The sources of all packages but envs."""
    return [path for top in TOP if top != "envs" for path in sorted((ROOT / top).rglob("*.py"))]


def with_kernels() -> set[Path]:
    """The files that a kernel reaches without `fudaba.envs`, so that few edits compile it anew."""
    front = str(ROOT / "envs" / "__init__.py")
    kernels = [path for path in outside() if f"{KERNELS}.kernel" in from_the_rooms(path)]
    reached = [SOURCES.reachable(path) for path in kernels]
    return {Path(file) for files in reached if front not in files for file in files}


def test_what_fudaba_envs_shows_is_imported_from_there() -> None:
    shown = {name: getattr(fudaba.envs, name) for name in fudaba.envs.__all__}
    reached = with_kernels()
    assert reached
    for path in outside():
        for name in from_the_rooms(path):
            last = name.rpartition(".")[2]
            wrong = last in shown and resolve_name(name) is shown[last]
            assert path in reached or not wrong, f"{path.relative_to(ROOT)} imports {name}"
