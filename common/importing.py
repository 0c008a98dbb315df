"""Where imports of users' own code look."""

import importlib
import sys
from pathlib import Path


def look_in(folder: Path) -> None:
    """Makes imports look in a folder first."""
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
