"""The kernels of Makhup in lock step with the twin, over random matches and all house rules.

`FUDABA_TWIN_GAMES=2500 pytest tests/makhup/test_twin_lockstep.py` plays a long row: four times as
many matches, of one to three seasons.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ..kikisen.lockstep import NUM_BLOCKS, Policy, eagerly, lamely, uniformly
from ..kikisen.twin_base import Action
from ..kikisen.twin_games import NUM_GAMES, random_options
from .lockstep import LOCKSTEP

VALUES: dict[str, list[Any]] = {
    "stock_empty": ["reshuffle", "pass"],
    "draw_when_able": [True, False],
    "join_max": [2, 3],
    "extend_fork": ["all_open", "highest_open"],
    "hand_size": [6, 3, 7],
}


def largest_first(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Plays as many cards as it can, specials last."""
    return max(
        legal, key=lambda a: (len(a[1]) if a[0] == "extend" else a[0] == "join", rng.random())
    )


POLICIES: tuple[Policy, ...] = (uniformly, eagerly, largest_first, lamely)


def match(rng: random.Random) -> tuple[dict[str, Any], Policy]:
    return random_options(rng, VALUES), rng.choice(POLICIES)


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_kernels_and_twin_agree_after_every_decision(
    block: int, record_property: Callable[[str, object], None]
) -> None:
    seasons = LOCKSTEP.play_block(match, block, 4 * NUM_GAMES)
    record_property("seasons", seasons)
    assert seasons > NUM_GAMES
