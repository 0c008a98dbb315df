"""Finds the packages; pyproject.toml can't where folders install under another name."""

import tomllib
from pathlib import Path

from setuptools import find_packages, setup

PROJECT = tomllib.loads(Path(__file__).with_name("pyproject.toml").read_text(encoding="utf-8"))
FOLDERS = PROJECT["tool"]["setuptools"]["package-dir"]

setup(
    packages=["fudaba"]  # the folder with `__main__` alone: the rest of the namespace
    + [
        package + found.removeprefix(folder)
        for package, folder in FOLDERS.items()
        for found in find_packages(include=[folder, f"{folder}.*"])
    ]
)
