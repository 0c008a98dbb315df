"""Imports OpenSpiel's module `pyspiel` after a check that it is installed and new enough."""

from importlib.metadata import version

OLDEST = (1, 6)
INSTALL = "pip install 'fudaba[openspiel]' installs it."


def check_version(installed: str) -> None:
    """Checks the version of OpenSpiel.

    Raises:
        ImportError: It is older than 1.6.
    """
    major, minor, *_ = installed.split(".")
    if (int(major), int(minor)) < OLDEST:
        raise ImportError(
            f"fudaba.adapters.openspiel can't use open_spiel {installed}; allowed: 1.6 or later. "
            f"{INSTALL}"
        )


try:
    import pyspiel
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        f"fudaba.adapters.openspiel needs the package open_spiel: {INSTALL}"
    ) from None
check_version(version("open_spiel"))

__all__ = ["pyspiel"]
