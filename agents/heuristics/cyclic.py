"""Advice for Cyclic, over the player's own view (CYC-7.4).

Many cards first, and natural ones rather than nothings, which can be anything later. Of as many the
weak kinds are led. In answer the weakest suffices, and what is strong is kept.
"""

import numpy as np

from fudaba.envs.core.kernel import kernel
from fudaba.envs.cyclic import state as cyc

from .advice import adviser

PER_CARD, PER_KIND, WILD = 10.0, 0.5, 8.0
WINNING = 1000.0


@kernel
def worth_of(view: np.void, action: int) -> float:
    """The worth of a legal action; a pass is worth nothing."""
    if action == cyc.PASS_ACTION:
        return 0.0
    form = cyc.SHAPE_TABLE[action, 0]
    if form == cyc.NONE:
        return worth_of_fill(view, action - cyc.FIRST_FILL)
    foot, size = cyc.SHAPE_TABLE[action, 1], cyc.SHAPE_TABLE[action, 2]
    if size == view["hand_sizes"][0]:
        return WINNING
    return size * PER_CARD - foot * PER_KIND - WILD * num_wild(view, form, foot, size)


@kernel
def num_wild(view: np.void, form: int, foot: int, size: int) -> int:
    """How many nothings a play needs at least."""
    if form != cyc.RUN:
        return max(0, size - num_natural(view, foot))
    missing = 0
    for place in range(size):
        missing += num_natural(view, cyc.kind_after(foot, place)) == 0
    return missing


@kernel
def num_natural(view: np.void, kind: int) -> int:
    """Own cards of a kind."""
    black = cyc.TYPES_OF_WAYS[cyc.NATURAL_BLACK, kind]
    red = cyc.TYPES_OF_WAYS[cyc.NATURAL_RED, kind]
    return int(view["hand"][black]) + int(view["hand"][red])


@kernel
def worth_of_fill(view: np.void, way: int) -> float:
    """The worth of a card for the next place: natural ones first."""
    return -float(way >= cyc.WILD_BLACK)


choose = adviser("cyclic_v0", worth_of)
