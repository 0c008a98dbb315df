"""Random matches of Niekhi for its twin: house rules, and ways to play.

The twin asks also where there is one answer, or where all answers come to the same; there it is
answered for, as the kernels do not ask (KIKI-9.9).
"""

import random
from typing import Any

import numpy as np

from fudaba.envs.niekhi import GAME

from ..lockstep import (
    Policy,
    advised,
    eagerly,
    house_rules,
    lamely,
    uniformly,
)
from ..twins import Action
from .lockstep import LOCKSTEP, translated


def with_generals(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Plays generals, takes, and takes generals: seasons that only the cap ends."""
    wanted = [action for action in legal if action == ("card", 8) or action[0] == "take"]
    for action in legal:
        if action[0] == "play" and 8 in action[1].ranks and action[1].length == 1:
            wanted.append(action)
    return rng.choice(wanted or legal)


def removing(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Plays runs and sets with generals, and removes: empties hands."""
    wanted = [action for action in legal if action[0] == "remove"]
    for action in legal:
        if action[0] == "play" and 8 in action[1].ranks:
            wanted.append(action)
    return rng.choice(wanted or legal)


def greedily(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Follows the advice."""
    return translated(advised(GAME, state))


ENDLESS: tuple[Policy, ...] = (with_generals, lamely)  # but for the cap, which is tight for them


POLICIES = (uniformly, eagerly, removing, greedily, *ENDLESS)


def match(rng: random.Random) -> tuple[dict[str, Any], Policy]:
    options, policy = house_rules(GAME, rng), rng.choice(POLICIES)
    return {**options, "max_turns": 48} if policy in ENDLESS else options, policy


MATCHES = LOCKSTEP.matches(match, 64)
