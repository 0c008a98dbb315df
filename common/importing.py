"""Where imports of users' own code look, and where the data of a module lies."""

import importlib
import sys
from pathlib import Path


def look_in(folder: Path) -> None:
    """Makes imports look in a folder first."""
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    importlib.invalidate_caches()


def folder_beside(file: Path) -> Path:
    """Returns the folder of a module's data: its package, or `NAME` beside a file `NAME.py`."""
    return file.parent if file.stem == "__init__" else file.with_suffix("")
