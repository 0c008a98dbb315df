"""The kernels of every game in lock step with its twin, over random matches and all house rules.

The whole position, the legal actions and the points are compared after each decision. Every game
declares its matches in `tests/<game>/matches.py`.

`FUDABA_TWIN_GAMES=20000 python -m pytest tests/test_twin_lockstep.py -k sevens` plays a long row.
"""

from importlib import import_module
from typing import Any

import pytest

from fudaba.envs import find_game, game_names

from .lockstep import Matches


def module_of(name: str, file: str) -> Any:
    """A file of a game's tests."""
    return import_module(f"{__package__}.{name.rpartition('_v')[0]}.{file}")


MATCHES: list[Matches] = [
    matches for name in game_names() for matches in module_of(name, "matches").MATCHES
]


@pytest.mark.parametrize("matches", MATCHES, ids=[matches.name for matches in MATCHES])
def test_kernels_and_twin_agree_after_every_decision(matches: Matches) -> None:
    matches.check()


@pytest.mark.parametrize("name", game_names())
def test_the_usual_house_rules_are_those_of_the_twin(name: str) -> None:
    """The matches name every house rule, so that they don't show what is usual."""
    twin = module_of(name, "twin")
    rules = getattr(twin, "DEFAULTS", None) or twin.Twin.defaults
    usual = find_game(name).options.read(name, {}).model_dump(mode="json")
    assert len(rules) > 4
    for rule, value in rules.items():
        expected = list(value) if isinstance(value, tuple) else "none" if value is None else value
        assert usual[rule] == expected, rule
