"""Random matches of Makhup for its twin: house rules, and ways to play."""

import random
from typing import Any

import numpy as np

from fudaba.envs.makhup import GAME

from ..lockstep import Policy, eagerly, house_rules, lamely, uniformly
from ..twins import Action
from .lockstep import LOCKSTEP


def largest_first(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Plays as many cards as it can, specials last."""
    return max(
        legal, key=lambda a: (len(a[1]) if a[0] == "extend" else a[0] == "join", rng.random())
    )


POLICIES: tuple[Policy, ...] = (uniformly, eagerly, largest_first, lamely)


def match(rng: random.Random) -> tuple[dict[str, Any], Policy]:
    return house_rules(GAME, rng), rng.choice(POLICIES)


MATCHES = LOCKSTEP.matches(match, 64)
