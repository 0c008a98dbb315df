"""The kernels of Mokkaik in lock step with the twin, over random matches and all house rules.

`FUDABA_TWIN_GAMES=5000 pytest tests/mokkaik/test_twin_lockstep.py` plays a long row: twice as many
matches, of one to three seasons.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fudaba.envs.mokkaik.state import (
    FIRST_THROW,
)

from ..kikisen.lockstep import NUM_BLOCKS, Policy, eagerly, uniformly
from ..kikisen.twin_base import Action
from ..kikisen.twin_games import NUM_GAMES, random_options
from .lockstep import LOCKSTEP, translated

VALUES: dict[str, list[Any]] = {
    "beat_rule": ["current_best", "lead"],
    "dealer_multiplier": ["payer", "either", "none"],
    "par": [6, 0, -2, 10],
}


def weakest_first(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Plays the weakest hand wherever it can, so that many follow."""
    plays = rng.sample(plays_in(legal), len(plays_in(legal)))
    return min(plays, key=lambda action: action[1].strength, default=rng.choice(legal))


def largest_first(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Plays as many cards as it can."""
    plays = rng.sample(plays_in(legal), len(plays_in(legal)))
    return max(plays, key=lambda action: len(action[1].types), default=rng.choice(legal))


def plays_in(legal: list[Action]) -> list[Action]:
    return [action for action in legal if action[0] == "play"]


POLICIES: tuple[Policy, ...] = (uniformly, eagerly, weakest_first, largest_first)


def match(rng: random.Random) -> tuple[dict[str, Any], Policy]:
    """A random mix, half of them with hands of the usual size."""
    options = random_options(rng, VALUES)
    largest = 48 // options["num_players"]
    sizes = ["auto", "auto", rng.randint(3, largest), rng.choice([3, largest])]
    return {**options, "hand_size": rng.choice(sizes)}, rng.choice(POLICIES)


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_kernels_and_twin_agree_after_every_decision(
    block: int, record_property: Callable[[str, object], None]
) -> None:
    seasons = LOCKSTEP.play_block(match, block, 2 * NUM_GAMES)
    record_property("seasons", seasons)
    assert seasons >= NUM_GAMES // 2


def test_the_table_of_throws_is_that_of_types() -> None:
    assert [translated(FIRST_THROW + type_) for type_ in range(24)] == [
        ("throw", type_) for type_ in range(24)
    ]
