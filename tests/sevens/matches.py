"""Random games of Sevens for its twin: all house rules, and deals until somebody has a decision."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from fudaba.envs import NOBODY
from fudaba.envs.sevens import GAME
from fudaba.envs.sevens.rules import begin, deal, deal_hands
from fudaba.testing.mixes import mix

from ..lockstep import Matches
from .lockstep import carry_out, check_position, dealt_hands, legal_actions
from .positions import new_state
from .twin import Twin


def starts(options: dict[str, Any], seed: int) -> Iterator[tuple[np.void, Twin]]:
    """Deals until somebody has a decision (SEV-3.4); both sides agree on every deal before."""
    state = new_state(options)
    state["rng"] = seed
    while state["to_move"] == NOBODY:
        deal_hands(state)
        twin = Twin({k: v for k, v in options.items() if k != "deal_start"}, dealt_hands(state))
        begin(state)
        yield state, twin


def play(rng: random.Random) -> Mapping[str, int]:
    """One game of random legal actions."""
    options = mix(GAME, rng)
    seed = rng.getrandbits(64)
    for state, twin in starts(options, seed):
        check_position(state, twin)
    dealt_at_once = new_state(options)
    dealt_at_once["rng"] = seed
    deal(dealt_at_once)
    assert dealt_at_once.tobytes() == state.tobytes()
    while twin.to_move is not None:
        legal = legal_actions(state)
        wanted = rng.choice(sorted(legal, key=str))
        carry_out(state, twin, legal[wanted])
    return {}


MATCHES = (Matches("sevens_v0", play, 128),)
