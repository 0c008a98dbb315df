"""What `greedy` plays: it bets with the best card, calls with the better half, never bluffs."""

import numpy as np

from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.core.contract.weights import Weight, WeightTable
from fudaba.envs.core.kit.advice import adviser

from .game import BET, LONGEST, NUM_CARDS

WEIGHTS = WeightTable(Weight("calls_from", 2.0, 0.0, 3.0, "the lowest card that calls"))


@kernel
def worth_of(view: np.void, weights: np.void, action: int) -> float:
    is_asked = False
    for number in range(LONGEST):
        is_asked = is_asked or view["bets"][number] == 1
    lowest = int(weights["calls_from"]) if is_asked else NUM_CARDS - 1
    is_strong = False
    for card in range(lowest, NUM_CARDS):
        is_strong = is_strong or view["card"][card] == 1
    return 1.0 if (action == BET) == is_strong else 0.0


choose = adviser("kuhn_v0", worth_of)
