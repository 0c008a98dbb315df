"""Random matches of Taxot for its twin: house rules, and ways to play."""

import random
from typing import Any

import numpy as np

from fudaba.envs.taxot import GAME

from ..lockstep import Policy, eagerly, house_rules, uniformly
from ..twins import Action
from .lockstep import LOCKSTEP, closing
from .twin import CLOSE


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
    return house_rules(GAME, rng), rng.choice(POLICIES)


MATCHES = LOCKSTEP.matches(match, 48)
