"""Kuhn poker among the games that users can name, for as long as a test runs."""

import sys

import pytest

from fudaba.envs.core.api import registry

from . import GAME, advice


def join_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets `find_game` find it, and `greedy` its advice."""
    monkeypatch.setitem(registry._packages, GAME.name, GAME.package)
    monkeypatch.setitem(sys.modules, "fudaba.agents.heuristics.kuhn", advice)
