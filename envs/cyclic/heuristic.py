"""The heuristic for Cyclic, computed from the player's own view (CYC-7.4).

The length of a hand is the number of plays that empty it: one for each kind in it, fewer if single
cards make a run. The best play leaves the shortest hand and takes many cards. Nothings are kept for
the end, since they fit any play. The player plays if it can, because a pass sheds no cards.
"""

import numpy as np

from ..cards.melds import count_of, size_of, unit
from ..core.compiling.kernel import kernel
from ..core.contract.weights import Weight, WeightTable
from ..core.kit.advice import adviser, anywhere
from . import state as cyc

WEIGHTS = WeightTable(
    Weight("per_play", 4.0, 0.0, 16.0, "cost of each play that the hand still needs"),
    Weight("per_card", 1.0, 0.0, 6.0, "for each card of the play"),
    Weight("per_nothing", 10.0, 0.0, 30.0, "cost of each nothing that the play takes"),
    Weight("passing", 5.0, -10.0, 20.0, "cost of a pass"),
)


WINNING = 1000.0


@kernel
def study(view: np.void, weights: np.void) -> tuple[int, int, int, int]:
    """Returns the natural own cards as a multiset of kinds, and sets of kinds.

    The sets are bits: the kinds of which the hand has one card or more, two or more, and three.
    """
    held, some, several, many = 0, 0, 0, 0
    for kind in range(cyc.NUM_KINDS):
        black = cyc.TYPES_OF_WAYS[cyc.NATURAL_BLACK, kind]
        red = cyc.TYPES_OF_WAYS[cyc.NATURAL_RED, kind]
        count = int(view["hand"][black]) + int(view["hand"][red])
        held += count * unit(kind)
        some |= int(count > 0) << kind
        several |= int(count > 1) << kind
        many |= int(count > 2) << kind
    return held, some, several, many


@kernel
def worth_of(
    view: np.void,
    weights: np.void,
    action: int,
    held: int,
    some: int,
    several: int,
    many: int,
) -> float:
    """Returns the worth of a legal action: a shape, a pass, or a card for a place; see `study`."""
    if cyc.FIRST_FILL <= action < cyc.FIRST_FILL + cyc.NUM_WAYS:
        return -weights["per_nothing"] if action - cyc.FIRST_FILL >= cyc.WILD_BLACK else 0.0
    form, foot, size = cyc.SHAPE_TABLE[action]
    if size == view["hand_sizes"][0]:
        return WINNING
    if form == cyc.RUN:
        kinds = kinds_of_run(foot, size)
        num_natural = size_of(some & kinds)
        some, several = some & ~kinds | several & kinds, several & ~kinds | many & kinds
    else:
        kinds, num_natural = 1 << foot, min(count_of(held, foot), size)
        rest = count_of(held, foot) - num_natural
        some = some & ~kinds | int(rest > 0) << foot
        several = several & ~kinds | int(rest > 1) << foot
    worth = weights["per_card"] * size - weights["per_nothing"] * (size - num_natural)
    worth -= weights["per_play"] * num_plays(some, some & ~several, np.int64(view["min_run"]))
    return worth - weights["passing"] if action == cyc.PASS_ACTION else worth


@kernel
def kinds_of_run(foot: int, size: int) -> int:
    """Returns the kinds of a run, as bits."""
    kinds = ((1 << size) - 1) << foot
    return (kinds | kinds >> cyc.NUM_KINDS) & cyc.ALL_KINDS


@kernel
def num_plays(kinds: int, single: int, min_run: int) -> int:
    """Returns how many plays natural cards take, with one run at most.

    A run saves a play for each kind of which it takes the only card, but for one.

    Args:
        kinds: The kinds of which there are cards, as bits.
        single: Those of which there is one.
        min_run: The fewest cards of a run.
    """
    most_saved = 0
    if feet_of_runs(kinds, min_run) == 0:
        return size_of(kinds)
    for foot in range(cyc.NUM_KINDS):
        if kinds >> foot & 1 and not kinds >> cyc.kind_after(foot, cyc.NUM_KINDS - 1) & 1:
            most_saved = max(most_saved, num_saved(kinds, single, foot, min_run))
    if kinds == cyc.ALL_KINDS:
        most_saved = max(most_saved, num_saved(kinds, single, 0, min_run))
    return size_of(kinds) - most_saved


@kernel
def feet_of_runs(kinds: int, min_run: int) -> int:
    """Returns the kinds at which a run of `min_run` kinds can begin, as bits."""
    feet = kinds
    for step in range(1, min_run):
        feet &= kinds >> step | kinds << cyc.NUM_KINDS - step
    return feet


@kernel
def num_saved(kinds: int, single: int, foot: int, min_run: int) -> int:
    """Returns how many plays the longest run from a kind on saves; see `num_plays`."""
    length, num_single, kind = 0, 0, foot
    while length < cyc.NUM_KINDS and kinds >> kind & 1:
        num_single += single >> kind & 1
        kind = cyc.kind_after(kind, 1)
        length += 1
    return num_single - 1 if length >= min_run else 0


choose = adviser("cyclic_v0", worth_of, study, anywhere)
