"""The kernels of Taxot in lock step with the twin, over random matches and all house rules.

`FUDABA_TWIN_GAMES=5000 pytest tests/taxot/test_twin_lockstep.py` plays a long row: twice as many
matches, of one to three seasons.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fudaba.envs.cards.kikisen import type_name
from fudaba.envs.taxot import GAME
from fudaba.envs.taxot.state import (
    AFTER_CALL,
    PHASES,
)

from ..kikisen.lockstep import NUM_BLOCKS, Policy, eagerly, uniformly
from ..kikisen.twin_base import Action
from ..kikisen.twin_games import NUM_GAMES, random_options
from .lockstep import LOCKSTEP, closing, translated
from .twin import CLOSE, PASS

POINTS = {
    "pt_close": [2, 0, 5],
    "pt_same_colour": [1, 0, 4],
    "pt_six_run": [1, 0, 4],
    "pt_first_lap": [3, 0, 1],
    "pt_court": [1, 0, 2],
    "pt_light": [1, 0, 2],
    "pt_four": [1, 0, 3],
    "pt_call": [1, 0, 2],
}
VALUES: dict[str, list[Any]] = {
    "lights": [False, True],
    "light_match": ["kind", "type"],
    "dealer_multiplier": ["always", "closer", "either"],
    "extend_public_set": [False, True],
    "exhaust": ["draw", "reshuffle"],
    **POINTS,
}


def patiently(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Mostly neither closes nor calls, so that stocks come to their end."""
    calm = [action for action in legal if action[0] in ("pass", "discard")]
    return rng.choice(calm if rng.random() < 0.95 else legal)


def laying(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Lays melds wherever it can, fours above all, and rarely closes."""
    melds = [action for action in legal if action[0] in ("call", "reveal")]
    fours = [action for action in melds if len(action[1].types) == 4]
    open_ = [action for action in legal if action != CLOSE or rng.random() < 0.1]
    return rng.choice(fours or melds or open_ or legal)


POLICIES: tuple[Policy, ...] = (uniformly, eagerly, patiently, patiently, laying, closing)


def match(rng: random.Random) -> tuple[dict[str, Any], Policy]:
    """A random mix, and a way to play."""
    return random_options(rng, VALUES), rng.choice(POLICIES)


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_kernels_and_twin_agree_after_every_decision(
    block: int, record_property: Callable[[str, object], None]
) -> None:
    seasons = LOCKSTEP.play_block(match, block, 2 * NUM_GAMES)
    record_property("seasons", seasons)
    assert seasons >= NUM_GAMES // 2


def test_every_action_of_the_twin_has_one_id() -> None:
    actions = [translated(action) for action in range(GAME.num_actions)]
    assert len(set(actions)) == len(actions) == 398
    assert [actions[0], actions[1], actions[-1]] == [PASS, CLOSE, ("discard", 23)]
    assert type_name(23) == "rE" and PHASES[AFTER_CALL] == "discard"
