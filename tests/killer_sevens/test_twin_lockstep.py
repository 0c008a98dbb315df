"""The kernels of Killer Sevens in lock step with the twin, over random games and all house rules.

`FUDABA_TWIN_GAMES=20000 pytest tests/killer_sevens/test_twin_lockstep.py` plays a long row.
"""

import os
import random

import pytest

from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.killer_sevens import GAME
from fudaba.envs.killer_sevens.board import NUM_CELLS
from fudaba.envs.killer_sevens.rules import begin, deal_hands, order_rows
from fudaba.envs.killer_sevens.state import PASS_ACTION

from ..option_mixes import mix
from ..tables import new_state
from .lockstep import carry_out, check_position, hands_of, rows_of, rules_of
from .twin import Twin

NUM_GAMES = int(os.environ.get("FUDABA_TWIN_GAMES", "200"))
NUM_BLOCKS = 4


def play(seed: int) -> int:
    """Plays one game with random house rules and returns its length."""
    rng = random.Random(seed)
    state = new_state(GAME, mix(GAME, rng))
    state["rng"] = seed
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
    return length


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_kernels_and_twin_agree(block: int) -> None:
    lengths = [play(seed) for seed in range(block, NUM_GAMES, NUM_BLOCKS)]
    assert len(lengths) == NUM_GAMES // NUM_BLOCKS and max(lengths) > NUM_CELLS // 2
