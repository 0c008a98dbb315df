"""The project as pyproject.toml describes it."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SETUPTOOLS = PROJECT["tool"]["setuptools"]
TOP = tuple(SETUPTOOLS["package-dir"].values())
"""The folders at the top of the repository that install below `fudaba`."""

WITHOUT_CODE = {"configs"}
"""Those of them that hold data alone."""
