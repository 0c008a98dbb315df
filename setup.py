"""Finds the packages, as pyproject.toml can't where folders install under another name."""

import tomllib
from pathlib import Path
from runpy import run_path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py

PROJECT = tomllib.loads(Path(__file__).with_name("pyproject.toml").read_text(encoding="utf-8"))
FOLDERS = PROJECT["tool"]["setuptools"]["package-dir"]


class Build(build_py):
    """Compiles the catalogues of messages before the files of the packages are gathered."""

    def run(self) -> None:
        """Builds the packages."""
        run_path("common/languages/compile.py")["compile_all"]()
        super().run()


setup(
    cmdclass={"build_py": Build},
    packages=["fudaba"]  # the folder with `__main__` alone: the rest of the namespace
    + [
        package + found.removeprefix(folder)
        for package, folder in FOLDERS.items()
        for found in find_packages(include=[folder, f"{folder}.*"])
    ],
)
