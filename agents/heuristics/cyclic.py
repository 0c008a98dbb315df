"""Advice for Cyclic, over the player's own view (CYC-7.4).

The length of a hand is the number of plays that empty it: one for each kind in it, fewer if single
cards make a run. The best play leaves the shortest hand and takes many cards. Nothings are kept for
the end, since they fit any play. The player plays if it can, because a pass sheds no cards.
"""

import numpy as np

from fudaba.envs.core.compiling.kernel import kernel
from fudaba.envs.cyclic import state as cyc

from .advice import adviser
from .weights import Weight, WeightTable

WEIGHTS = WeightTable(
    Weight("per_play", 4.0, 0.0, 16.0, "cost of each play that the hand still needs"),
    Weight("per_card", 1.0, 0.0, 6.0, "for each card of the play"),
    Weight("per_nothing", 10.0, 0.0, 30.0, "cost of each nothing that the play takes"),
    Weight("passing", 5.0, -10.0, 20.0, "cost of a pass"),
)


WINNING = 1000.0


@kernel
def worth_of(view: np.void, weights: np.void, action: int) -> float:
    """Returns the worth of a legal action: a shape, a pass, or a card for a place."""
    if cyc.FIRST_FILL <= action < cyc.FIRST_FILL + cyc.NUM_WAYS:
        return -weights["per_nothing"] if action - cyc.FIRST_FILL >= cyc.WILD_BLACK else 0.0
    size = cyc.SHAPE_TABLE[action, 2]
    if size == view["hand_sizes"][0]:
        return WINNING
    worth = weights["per_card"] * size - weights["per_nothing"] * num_wild(view, action)
    worth -= weights["per_play"] * num_plays_left(view, action)
    return worth - weights["passing"] if action == cyc.PASS_ACTION else worth


@kernel
def num_natural(view: np.void, kind: int) -> int:
    """Returns the number of own cards of a kind."""
    black = cyc.TYPES_OF_WAYS[cyc.NATURAL_BLACK, kind]
    red = cyc.TYPES_OF_WAYS[cyc.NATURAL_RED, kind]
    return int(view["hand"][black]) + int(view["hand"][red])


@kernel
def num_taken(view: np.void, action: int, kind: int) -> int:
    """Returns how many natural cards of a kind a play takes, at most; 0 for a pass."""
    form, foot, size = cyc.SHAPE_TABLE[action]
    if form == cyc.RUN:
        place = kind - foot if kind >= foot else kind - foot + cyc.NUM_KINDS
        return min(num_natural(view, kind), 1) if place < size else 0
    return min(num_natural(view, kind), size) if kind == foot else 0


@kernel
def num_left(view: np.void, action: int, kind: int) -> int:
    """Returns how many natural cards of a kind a play leaves in the hand."""
    return num_natural(view, kind) - num_taken(view, action, kind)


@kernel
def num_wild(view: np.void, action: int) -> int:
    """Returns how many nothings a play needs."""
    count = cyc.SHAPE_TABLE[action, 2]
    for kind in range(cyc.NUM_KINDS):
        count -= num_taken(view, action, kind)
    return count


@kernel
def num_plays_left(view: np.void, action: int) -> int:
    """Returns how many plays the remaining natural cards take, with one run at most."""
    count, most_saved = 0, 0
    for kind in range(cyc.NUM_KINDS):
        count += num_left(view, action, kind) > 0
        most_saved = max(most_saved, num_saved(view, action, kind))
    return count - most_saved


@kernel
def num_saved(view: np.void, action: int, foot: int) -> int:
    """Returns how many plays the longest run from a kind on saves for the remaining cards."""
    length, num_single = 0, 0
    while length < cyc.NUM_KINDS:
        left = num_left(view, action, cyc.kind_after(foot, length))
        if left == 0:
            break
        num_single += left == 1
        length += 1
    return num_single - 1 if length >= view["min_run"] else 0


choose = adviser("cyclic_v0", worth_of)
