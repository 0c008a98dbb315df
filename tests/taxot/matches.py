"""Random matches of Taxot for its twin: house rules, and ways to play."""

import random
from typing import Any

import numpy as np

from ..kikisen.twin_games import random_options
from ..lockstep import Policy, eagerly, uniformly
from ..twins import Action
from .lockstep import LOCKSTEP, closing
from .twin import CLOSE

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


MATCHES = LOCKSTEP.matches(match, 96)
