"""Finds the packages; pyproject.toml can't where folders install under another name."""

import tomllib
from pathlib import Path

from setuptools import find_packages, setup

PROJECT = tomllib.loads(Path(__file__).with_name("pyproject.toml").read_text(encoding="utf-8"))
FOLDERS = PROJECT["tool"]["setuptools"]["package-dir"].values()

found = find_packages(include=[pattern for top in FOLDERS for pattern in (top, f"{top}.*")])
setup(packages=[f"fudaba.{name}" for name in found])
