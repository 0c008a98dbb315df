"""What `redeal` deals after the last card of a match of Taxot."""

import random
from collections import Counter
from typing import Any

import numpy as np

from fudaba.envs import NOBODY
from fudaba.envs.taxot import GAME
from fudaba.envs.taxot.state import CLOSE_ACTION

from ..tables import dealt_state, redealt
from ..worlds import shown
from .worlds import draws_fit, hidden_in


def play_to_the_end(options: dict[str, Any], rng: random.Random) -> np.void:
    """A season without a close until a reshuffle, and then perhaps with one."""
    state = dealt_state(GAME, options, rng.getrandbits(64))
    while state["to_move"] != NOBODY:
        legal = GAME.legal_actions(state)
        if CLOSE_ACTION in legal and not state["is_reshuffled"]:
            legal.remove(CLOSE_ACTION)
        is_close = CLOSE_ACTION in legal and rng.random() < 0.5
        GAME.kernels.apply(state, CLOSE_ACTION if is_close else rng.choice(legal))
    return state


def test_TAX_7_2_after_the_match_all_but_the_closers_cards_are_still_hidden() -> None:
    seen, rng = Counter[str](), random.Random(7)
    for number in range(20):
        options = {"num_players": 2 + number % 4, "exhaust": "reshuffle", "lights": number % 3 == 0}
        state = play_to_the_end(options, rng)
        closer = int(state["closer"])
        for viewer in range(options["num_players"]):
            world = redealt(GAME, state, viewer, rng.getrandbits(64))
            assert shown(GAME, world, viewer) == shown(GAME, state, viewer)
            assert hidden_in(world)[-1] == hidden_in(state)[-1]
            assert draws_fit(state, state, viewer) and draws_fit(world, state, viewer)
            if closer not in (NOBODY, viewer):
                assert (world["hands"][closer] == state["hands"][closer]).all()
                seen["fed" if state["fed_by"] >= 0 else "drawn"] += 1
            seen["moved"] += hidden_in(world) != hidden_in(state)
    assert seen["moved"] > 40 and seen["fed"] > 3 and seen["drawn"] > 0, seen
