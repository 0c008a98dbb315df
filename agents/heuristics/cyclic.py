"""Advice for Cyclic, over the player's own view (CYC-7.4).

A hand is as long as the plays that it takes to empty it: one for each kind in it, fewer where
single cards make a run. The best play leaves the shortest hand and takes many cards. Nothings are
kept for the end, since they go along with anything; and who can play does, for a pass sheds
nothing.
"""

import numpy as np

from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.cyclic import state as cyc

from .advice import adviser

PER_PLAY, PER_CARD, PER_NOTHING, PASSING = 4.0, 1.0, 10.0, 5.0
WINNING = 1000.0


@kernel
def worth_of(view: np.void, action: int) -> float:
    """The worth of a legal action: a shape, a pass, or a card for a place, natural ones first."""
    if cyc.FIRST_FILL <= action < cyc.FIRST_FILL + cyc.NUM_WAYS:
        return -PER_NOTHING if action - cyc.FIRST_FILL >= cyc.WILD_BLACK else 0.0
    size = cyc.SHAPE_TABLE[action, 2]
    if size == view["hand_sizes"][0]:
        return WINNING
    worth = PER_CARD * size - PER_NOTHING * num_wild(view, action)
    worth -= PER_PLAY * num_plays_left(view, action)
    return worth - PASSING if action == cyc.PASS_ACTION else worth


@kernel
def num_natural(view: np.void, kind: int) -> int:
    """Own cards of a kind."""
    black = cyc.TYPES_OF_WAYS[cyc.NATURAL_BLACK, kind]
    red = cyc.TYPES_OF_WAYS[cyc.NATURAL_RED, kind]
    return int(view["hand"][black]) + int(view["hand"][red])


@kernel
def num_taken(view: np.void, action: int, kind: int) -> int:
    """Natural cards of a kind that a play takes, as many as it can; none for a pass."""
    form, foot, size = cyc.SHAPE_TABLE[action]
    if form == cyc.RUN:
        place = kind - foot if kind >= foot else kind - foot + cyc.NUM_KINDS
        return min(num_natural(view, kind), 1) if place < size else 0
    return min(num_natural(view, kind), size) if kind == foot else 0


@kernel
def num_left(view: np.void, action: int, kind: int) -> int:
    """Natural cards of a kind that a play leaves in the hand."""
    return num_natural(view, kind) - num_taken(view, action, kind)


@kernel
def num_wild(view: np.void, action: int) -> int:
    """How many nothings a play needs."""
    count = cyc.SHAPE_TABLE[action, 2]
    for kind in range(cyc.NUM_KINDS):
        count -= num_taken(view, action, kind)
    return count


@kernel
def num_plays_left(view: np.void, action: int) -> int:
    """How many plays the natural cards take that a play leaves, with one run at most."""
    count, most_saved = 0, 0
    for kind in range(cyc.NUM_KINDS):
        count += num_left(view, action, kind) > 0
        most_saved = max(most_saved, num_saved(view, action, kind))
    return count - most_saved


@kernel
def num_saved(view: np.void, action: int, foot: int) -> int:
    """How many plays fewer the cards take that are left, with the longest run from a kind on."""
    length, num_single = 0, 0
    while length < cyc.NUM_KINDS:
        left = num_left(view, action, cyc.kind_after(foot, length))
        if left == 0:
            break
        num_single += left == 1
        length += 1
    return num_single - 1 if length >= view["min_run"] else 0


choose = adviser("cyclic_v0", worth_of)
