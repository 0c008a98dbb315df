"""What a move of Namto does for the player who makes it: what greedy weighs, in words."""

from collections.abc import Sequence

import numpy as np

from fudaba.common.languages import translator

from . import state as nam
from .heuristic import WEIGHTS, chance_after, chance_before

_, _n = translator("namto")

# Greedy's own weights say what pays, which is no estimate: it plays as if the others dropped.
ALL_STAY = WEIGHTS.record({"goes_along": 1.0, "bet_tells": 0.5})


def effect(view: np.void, weights: np.void, actions: Sequence[int]) -> str:
    """Returns the chance to win the pot, or what becomes of a card that is revealed."""
    if view["phase"][nam.REVEAL]:
        return _("Everybody can use what is revealed, so the better card stays hidden.")
    is_before = view["phase"][nam.BETTING_1]
    percent = round(100 * (chance_before if is_before else chance_after)(view, ALL_STAY))
    return _(
        "If nobody drops any more, your cards win about {percent} of 100 pots.", percent=percent
    )
