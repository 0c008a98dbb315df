"""Random matches of Mokkaik for its twin: house rules, and ways to play."""

import random
from typing import Any

import numpy as np

from fudaba.envs.mokkaik import GAME
from fudaba.testing.mixes import is_valid

from ..lockstep import Policy, eagerly, house_rules, uniformly
from ..twins import Action
from .lockstep import LOCKSTEP


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
    options = house_rules(GAME, rng)
    largest = GAME.options.read(GAME.name, options).num_cards // options["num_players"]
    sizes = ["auto", "auto", rng.randint(3, largest), rng.choice([3, largest])]
    mixes = [mix for size in sizes if is_valid(GAME, mix := {**options, "hand_size": size})]
    return rng.choice(mixes), rng.choice(POLICIES)


MATCHES = LOCKSTEP.matches(match, 48)
