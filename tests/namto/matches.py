"""Random matches of Namto for its twin: house rules, and ways to play."""

import random
from typing import Any

import numpy as np

from fudaba.envs.namto import GAME

from ..lockstep import Policy, house_rules, stubbornly, uniformly
from ..twins import Action
from .lockstep import LOCKSTEP


def timidly(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Often drops, so that dealers change and few are left."""
    return ("drop",) if ("drop",) in legal and rng.random() < 0.4 else rng.choice(legal)


def carefully(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Mostly bets the least, so that the others have a choice, and drops seldom."""
    bets = [action for action in legal if action[0] == "bet"]
    return min(bets) if bets and rng.random() < 0.7 else stubbornly(state, legal, rng)


POLICIES: tuple[Policy, ...] = (uniformly, stubbornly, timidly, carefully)


def match(rng: random.Random) -> tuple[dict[str, Any], Policy]:
    """A random mix, half of them with table stakes."""
    options = house_rules(GAME, rng)
    least = options["ante"] + 2
    chips = [None, None, least, least + rng.randint(0, 30)]
    return {**options, "start_chips": rng.choice(chips)}, rng.choice(POLICIES)


MATCHES = LOCKSTEP.matches(match, 64)
