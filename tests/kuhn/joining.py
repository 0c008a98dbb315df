"""Kuhn poker among the games that users can name, for as long as a test runs."""

import pytest

from fudaba.envs.core.api import registry

from . import GAME


def join_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets `find_game` find it."""
    monkeypatch.setitem(registry._packages, GAME.name, GAME.package)
