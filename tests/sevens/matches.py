"""Random games of Sevens for its twin: all house rules, and deals until somebody has a decision."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.sevens.rules import begin, deal, deal_hands

from ..lockstep import Matches
from .lockstep import carry_out, check_position, dealt_hands, legal_actions
from .positions import new_state
from .twin import Twin


def random_options(rng: random.Random) -> dict[str, Any]:
    """Any mix of the options of SEV-8; every other game with a joker or two."""
    num_players = rng.randint(2, 8)
    return {
        "num_players": num_players,
        "pass_limit": rng.choice([*range(11), 0, 1, 2, 3, "none", "none", "none"]),
        "voluntary_pass": rng.choice([True, False]),
        "tunnel": rng.choice(["none", "ring", "one_way"]),
        "jokers": rng.choice([0, 1, 2, 2]),
        "joker_use": rng.choice(["wild", "fill"]),
        "joker_recovery": rng.choice(["immediate", "own_turn"]),
        "joker_last": rng.choice(["off", "last_place"]),
        "deal_start": rng.choice(["random", *range(num_players)]),
    }


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
    options = random_options(rng)
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


MATCHES = (Matches("sevens_v0", play, 400),)
