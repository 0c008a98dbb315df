"""Random games of Tyrant for its twin, with all house rules, and ways to play.

What the twin says that each seat knows is compared with what can be read off the seat's view
alone, after every decision, so a view has all that TYR-7.5 wants.
"""

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from fudaba.envs import NOBODY
from fudaba.envs.tyrant import GAME

from ..lockstep import Matches, Policy, advised, house_rules, uniformly
from ..tables import dealt_state
from .lockstep import ChanceOfTable, check_agreement, check_end, translated
from .twin import Action, Twin


def thriftily(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Lays no chips and plays few cards: long games with many passes."""
    small = [action for action in legal if action[0] == "PLAY" and sum(action[1]) == 1]
    thrifty = [action for action in legal if action[0] in ("NOTHING", "PASS")]
    return rng.choice((thrifty or small or legal) if rng.random() < 0.7 else legal)


def greedily(state: np.void, legal: list[Action], rng: random.Random) -> Action:
    """Follows the advice."""
    return translated(advised(GAME, state))


POLICIES = (uniformly, thriftily, greedily)


def play(options: dict[str, Any], seed: int, policy: Policy, rng: random.Random) -> None:
    """One game."""
    state = dealt_state(GAME, options, seed)
    twin = Twin(options, ChanceOfTable(state))
    legal = check_agreement(state, twin)
    while twin.to_move is not None:
        wanted = policy(state, sorted(legal, key=str), rng)
        GAME.kernels.apply(state, legal[wanted])
        twin.apply(wanted)
        legal = check_agreement(state, twin)
    assert state["to_move"] == NOBODY
    check_end(state, twin)


def play_random(rng: random.Random) -> Mapping[str, int]:
    """One game under house rules and a policy by lot."""
    play(house_rules(GAME, rng), rng.getrandbits(64), rng.choice(POLICIES), rng)
    return {}


MATCHES = (Matches(GAME.name, play_random, 64),)
