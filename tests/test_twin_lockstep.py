"""The kernels of every game in lock step with its twin, over random matches and all house rules.

The whole position, the legal actions and the points are compared after each decision. Every game
declares its matches in `tests/<game>/matches.py`.

`FUDABA_TWIN_GAMES=20000 python -m pytest tests/test_twin_lockstep.py -k sevens` plays a long row.
"""

from importlib import import_module

import pytest

from fudaba.envs import game_names

from .lockstep import Matches

MATCHES: list[Matches] = [
    matches
    for name in game_names()
    for matches in import_module(f"{__package__}.{name.rpartition('_v')[0]}.matches").MATCHES
]


@pytest.mark.parametrize("matches", MATCHES, ids=[matches.name for matches in MATCHES])
def test_kernels_and_twin_agree_after_every_decision(matches: Matches) -> None:
    matches.check()
