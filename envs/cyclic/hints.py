"""What a move of Cyclic does for the player who makes it: what greedy weighs, in words."""

from collections.abc import Sequence

import numpy as np

from fudaba.common.languages import translator

from ..core.contract.fields import decode
from ..core.words.sentences import sentences
from . import state as cyc
from .heuristic import num_plays
from .text.words import Shape

_, _n = translator("cyclic")


def effect(view: np.void, weights: np.void, actions: Sequence[int]) -> str:
    """Returns the nothings that a move takes, and the plays that the rest of the hand needs."""
    kinds = [view["hand"][types].sum() for types in cyc.TYPES_OF_WAYS[: cyc.WILD_BLACK].T]
    if decode(cyc.ACTIONS, actions[0])[0] is cyc.PASS:
        return _n(
            "Your cards still need {count} play.",
            "Your cards still need {count} plays.",
            _plays_of(view, kinds),
        )
    if actions[0] not in cyc.SHAPES:
        return ""  # a further step, of a play that has begun
    num_wild, shape = 0, Shape(*cyc.SHAPES[actions[0]])
    for kind in shape.kinds:
        num_wild += kinds[kind] == 0
        kinds[kind] -= kinds[kind] > 0
    left = int(view["hand_sizes"][0]) - shape.size
    if left == 0:
        return _("It empties your hand, and you win the season.")
    if not any(kinds):
        return _("Only wild 0s are left in your hand then.")
    plays = _n("{count} play", "{count} plays", _plays_of(view, kinds))
    needs = _n(
        "Your other card then needs {plays}.",
        "Your other {count} cards then need {plays}.",
        left,
        plays=plays,
    )
    wild = _n("It takes {count} wild 0.", "It takes {count} wild 0s.", int(num_wild))
    return sentences(needs, wild if num_wild else "")


def _plays_of(view: np.void, kinds: Sequence[int]) -> int:
    """Returns how many plays cards without nothings take, by the number of each kind."""
    some = sum(1 << kind for kind, count in enumerate(kinds) if count > 0)
    single = sum(1 << kind for kind, count in enumerate(kinds) if count == 1)
    return int(num_plays(some, single, np.int64(view["min_run"])))
