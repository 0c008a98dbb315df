"""What `redeal` deals after the last card of a match of Taxot, and what it infers from turns."""

import random
from collections import Counter
from typing import Any

import numpy as np

from fudaba.envs import NOBODY
from fudaba.envs.core.words.reading import copied
from fudaba.envs.taxot import GAME
from fudaba.envs.taxot.redeal import find_laid
from fudaba.envs.taxot.state import AFTER_CALL, CLOSE_ACTION, NO_TYPE, REVEAL
from fudaba.envs.taxot.text import types_in_hand

from ..tables import dealt_state, redealt
from ..worlds import shown
from .worlds import choose, draws_fit, hidden_in, laid_in, minus


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


def test_TAX_4_6_what_was_laid_in_a_turn_follows_from_melds_and_extensions() -> None:
    options, rng = {"num_players": 3, "extend_public_set": True}, random.Random(3)
    hand, seen = np.empty(2, np.int64), set[tuple[int, bool]]()
    for seed in range(60):
        state, laid = dealt_state(GAME, options, seed), dict[int, list[int]]()
        while state["to_move"] != NOBODY:
            before, action = copied(state), choose(state, 0.9, rng)
            GAME.kernels.apply(state, action)
            seat, turn = int(state["to_move"]), int(state["turn"])
            if GAME.decode(action)[0] is REVEAL or state["phase"] == AFTER_CALL != before["phase"]:
                hands = (types_in_hand(table["hands"][seat]) for table in (before, state))
                laid[turn] = minus(*hands)
                seen.add((len(laid[turn]), bool(state["extensions"][seat] != NO_TYPE)))
            for turn in range(int(state["turn"]) + 1):
                find_laid(state, turn, hand)
                assert types_in_hand(hand) == laid_in(state, turn) == laid.get(turn, [])
    assert seen == {(2, False), (3, False), (4, False), (0, True), (1, True)}
