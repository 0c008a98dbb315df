"""Random matches of Makhup for its twin: house rules, and ways to play."""

import random
from typing import Any

import numpy as np

from ..kikisen.twin_games import random_options
from ..lockstep import Policy, eagerly, lamely, uniformly
from ..twins import Action
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


MATCHES = LOCKSTEP.matches(match, 192)
