"""The kernels of SEKI in lock step with the twin, over random matches and all house rules.

`FUDABA_TWIN_GAMES=20000 pytest tests/seki/test_twin_lockstep.py` plays a long row.
"""

import os
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from fudaba.envs.core.words.reading import copied
from fudaba.envs.seki import GAME
from fudaba.envs.seki.options import SekiOptions
from fudaba.envs.seki.state import (
    NOBODY,
)

from .house_rules import random_options
from .lockstep import Seen, action_id, compare, compare_end
from .twin import Twin

NUM_GAMES = int(os.environ.get("FUDABA_TWIN_GAMES", "240"))
NUM_BLOCKS = 4


def rules_of(options: SekiOptions) -> dict[str, Any]:
    """The options in the twin's words."""
    return options.model_dump() | {
        "roles": list(options.roles),
        "points": list(options.points_by_place),
    }


def play(seed: int, met: Counter[str]) -> int:
    """One match with random house rules; counts the points it met and returns its decisions."""
    rng = random.Random(seed)
    keen = rng.random()  # so that roles are played early, too
    options = random_options(rng)
    state: np.void = np.zeros(1, GAME.state_dtype)[0]
    options.write(state)
    state["rng"] = seed
    GAME.kernels.deal(state)
    chance = Seen(state)
    twin = Twin(rules_of(options), chance)
    compare(state, twin)
    length = 0
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
        length += 1
    compare_end(state, twin)
    return length


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_kernels_and_twin_agree(block: int) -> None:
    met: Counter[str] = Counter()
    lengths = [play(seed, met) for seed in range(block, NUM_GAMES, NUM_BLOCKS)]
    assert len(lengths) == NUM_GAMES // NUM_BLOCKS and max(lengths) > 100
