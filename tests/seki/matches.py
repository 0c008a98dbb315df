"""Random matches of SEKI for its twin, with all house rules."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from fudaba.envs.core.words.reading import copied
from fudaba.envs.seki import GAME
from fudaba.envs.seki.options import SekiOptions
from fudaba.envs.seki.state import (
    NOBODY,
)

from ..lockstep import Matches
from .house_rules import random_options
from .lockstep import Seen, action_id, compare, compare_end
from .twin import Twin


def rules_of(options: SekiOptions) -> dict[str, Any]:
    """The options in the twin's words."""
    return options.model_dump() | {
        "roles": list(options.roles),
        "points": list(options.points_by_place),
    }


def play(rng: random.Random) -> Mapping[str, int]:
    """One match with random house rules; returns the points that it met."""
    met: Counter[str] = Counter()
    keen = rng.random()  # so that roles are played early, too
    options = random_options(rng)
    state: np.void = np.zeros(1, GAME.state_dtype)[0]
    options.write(state)
    state["rng"] = rng.getrandbits(64)
    GAME.kernels.deal(state)
    chance = Seen(state)
    twin = Twin(rules_of(options), chance)
    compare(state, twin)
    while state["to_move"] != NOBODY:
        met[str(twin.phase)] += 1
        actions = sorted(twin.legal(), key=str)
        activations = [action for action in actions if action[0] == "ACTIVATE"]
        if activations and rng.random() < keen:
            actions = activations
        action = rng.choice(actions)
        before, number = copied(state), action_id(state, action)
        GAME.kernels.apply(state, number)
        chance.look(before, state, number)
        twin.apply(action)
        compare(state, twin)
    compare_end(state, twin)
    met["long"] = met.total() > 100
    return met


MATCHES = (Matches(GAME.name, play, 80, {"long": 0}),)
