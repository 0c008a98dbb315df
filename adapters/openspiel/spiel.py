"""Imports OpenSpiel's module `pyspiel` after a check that it is installed and new enough."""

from importlib.metadata import version

from fudaba.common.extras import need

OLDEST = (1, 6)


def check_version(installed: str) -> None:
    """Checks the version of OpenSpiel.

    Raises:
        ImportError: It is older than 1.6.
    """
    major, minor, *_ = installed.split(".")
    if (int(major), int(minor)) < OLDEST:
        raise ImportError(
            f"fudaba.adapters.openspiel can't use open_spiel {installed}; allowed: 1.6 or later: "
            "pip install --upgrade 'fudaba[openspiel]'."
        )


need("openspiel")
import pyspiel

check_version(version("open_spiel"))

__all__ = ["pyspiel"]
