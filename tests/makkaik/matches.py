"""Random matches of Makkaik for its twin: house rules, and ways to play."""

import random
from typing import Any

import numpy as np

from fudaba.envs.makkaik import GAME

from ..lockstep import Policy, house_rules, stubbornly, uniformly
from ..twins import Action
from .lockstep import LOCKSTEP


def timidly(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Mostly drops, so that dealers change and few are left."""
    return ("drop",) if ("drop",) in legal and rng.random() < 0.5 else rng.choice(legal)


def drawing(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Draws wherever it can, so that there are many common cards, and drops seldom."""
    return ("draw",) if ("draw",) in legal else stubbornly(state, legal, rng)


POLICIES: tuple[Policy, ...] = (uniformly, stubbornly, timidly, drawing)


def match(rng: random.Random) -> tuple[dict[str, Any], Policy]:
    """A random mix, half of them with table stakes."""
    options = house_rules(GAME, rng)
    least = options["ante"] + options["bet_rounds"]
    chips = [None, None, least, least + rng.randint(0, 30)]
    return {**options, "start_chips": rng.choice(chips)}, rng.choice(POLICIES)


MATCHES = LOCKSTEP.matches(match, 64)
