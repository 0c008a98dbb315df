"""Random games of Killer Sevens for its twin, with all house rules."""

import random
from collections.abc import Mapping

from fudaba.envs import NOBODY
from fudaba.envs.killer_sevens import GAME
from fudaba.envs.killer_sevens.board import NUM_CELLS
from fudaba.envs.killer_sevens.rules import begin, deal_hands, order_rows
from fudaba.envs.killer_sevens.state import PASS_ACTION
from fudaba.testing.mixes import mix

from ..lockstep import Matches
from ..tables import new_state
from .lockstep import carry_out, check_position, hands_of, rows_of, rules_of
from .twin import Twin


def play(rng: random.Random) -> Mapping[str, int]:
    """One game with random house rules."""
    state = new_state(GAME, mix(GAME, rng))
    state["rng"] = rng.getrandbits(64)
    order_rows(state)
    deal_hands(state)
    twin = Twin(rules_of(state), hands_of(state), rows_of(state))
    begin(state)
    check_position(state, twin)
    length = 0
    while state["to_move"] != NOBODY:
        action = rng.choice(sorted(twin.legal()))
        carry_out(state, twin, PASS_ACTION if action == ("pass",) else action[1])
        length += 1
    return {"long": length > NUM_CELLS // 2}


MATCHES = (Matches(GAME.name, play, 64, {"long": 0}),)
