"""The kernels of Sevens in lock step with the twin, over random games and all house rules.

`FUDABA_TWIN_GAMES=20000 pytest tests/sevens/test_twin_lockstep.py` plays a long row.
"""

import os
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.sevens.rules import begin, deal, deal_hands

from .lockstep import carry_out, check_position, dealt_hands, legal_actions
from .positions import new_state
from .twin import Twin

NUM_GAMES = int(os.environ.get("FUDABA_TWIN_GAMES", "400"))
NUM_BLOCKS = 4
GAP_AT_START = {"num_players": 2, "pass_limit": 0, "voluntary_pass": True}


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


def play_in_lockstep(options: dict[str, Any], seed: int, rng: random.Random) -> int:
    """One game of random legal actions. Returns the number of decisions."""
    for state, twin in starts(options, seed):
        check_position(state, twin)
    dealt_at_once = new_state(options)
    dealt_at_once["rng"] = seed
    deal(dealt_at_once)
    assert dealt_at_once.tobytes() == state.tobytes()
    decisions = 0
    while twin.to_move is not None:
        legal = legal_actions(state)
        wanted = rng.choice(sorted(legal, key=str))
        carry_out(state, twin, legal[wanted])
        decisions += 1
    return decisions


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_kernels_and_twin_agree_after_every_decision(block: int) -> None:
    for game in range(block, NUM_GAMES, NUM_BLOCKS):
        rng = random.Random(game)
        options = random_options(rng)
        try:
            play_in_lockstep(options, rng.getrandbits(64), rng)
        except AssertionError as error:
            raise AssertionError(f"game {game} with {options}: {error}") from error


def test_SEV_3_4_deals_in_which_nobody_gets_a_decision_are_dealt_again() -> None:
    deals = [list(starts(GAP_AT_START, seed)) for seed in range(3000)]
    again = [row for row in deals if len(row) > 1]
    assert again, "two players without passes: the first has no 6 or 8 now and then"
    for row in deals:
        assert row[-1][1].to_move is not None
        assert all(twin.to_move is None for _, twin in row[:-1])
