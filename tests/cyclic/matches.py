"""Random matches of Cyclic for its twin: house rules, and ways to play."""

import random
from collections import Counter
from typing import Any

import numpy as np

from fudaba.envs.cyclic import GAME
from fudaba.testing.mixes import is_valid

from ..lockstep import (
    Policy,
    advised,
    house_rules,
    uniformly,
)
from ..twins import Action
from .lockstep import LOCKSTEP, PASSING, translated


def by_form(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Every form as often, and passes seldom: singles don't crowd out runs."""
    forms = Counter(action[1].form for action in legal if action[0] == "play")
    if not forms:
        return uniformly(state, legal, rng)
    if PASSING in legal and rng.random() < 0.1:
        return PASSING
    form = rng.choice(sorted(forms))
    return rng.choice([a for a in legal if a[0] == "play" and a[1].form == form])


def longest_first(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """As many cards as possible."""
    return max(legal, key=lambda a: (a[1].number if a[0] == "play" else 0, rng.random()))


def lamely(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Mostly passes, and leads single cards: empties the stock and fills hands."""
    if PASSING in legal and rng.random() < 0.8:
        return PASSING
    return min(legal, key=lambda a: (a[1].number if a[0] == "play" else 0, rng.random()))


def by_advice(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """As greedy plays."""
    return translated(advised(GAME, state))


POLICIES: tuple[Policy, ...] = (uniformly, by_form, longest_first, lamely, by_advice)


def match(rng: random.Random) -> tuple[dict[str, Any], Policy]:
    """Hands of twelve for two players half of the time."""
    options = house_rules(GAME, rng)
    larger = {**options, "hand_size": 12}
    is_larger = rng.random() < 0.5 and is_valid(GAME, larger)
    return larger if is_larger else {**options, "hand_size": 8}, rng.choice(POLICIES)


MATCHES = LOCKSTEP.matches(match, 64)
