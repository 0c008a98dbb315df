"""The loop of every game's heuristic: it chooses the action of the highest worth."""

import numpy as np

from ..compiling.kernel import Kernel, kernel, no_refcount, specialise, unbound
from .bits import EIGHT, ONE, eight_flags, first_flag
from .bits import NOTHING as NO_FLAGS

NOTHING = -1e9  # the worth of an action that is taken only if there is no other

worth_of = study = span = unbound


def _choose(view: np.void, weights: np.void, mask: np.ndarray) -> int:
    """Returns the legal action of the highest worth, the first among equals.

    Args:
        view: The view record of the seat to move.
        weights: The record of the heuristic's weights.
        mask: int8[A], its legal actions, at least one.

    Returns:
        A legal action id.
    """
    known = study(view, weights)
    best_action, best_worth = -1, NOTHING
    for action in range(len(mask)):
        if mask[action] == 1:
            worth = worth_of(view, weights, action, *known)
            if best_action < 0 or worth > best_worth:
                best_action, best_worth = action, worth
    return best_action


@no_refcount
def _choose_within(view: np.void, weights: np.void, mask: np.ndarray) -> int:
    """Returns the same as `_choose`, for a large mask of which few actions are legal.

    It looks at eight actions at once, and goes from one legal action to the next. That gains a
    sixth of a search in Daifugo, and loses a twelfth in Makkaik, whose mask is short. `study` must
    make no arrays, and the mask must have at least eight actions.

    Args:
        view: The view record of the seat to move.
        weights: The record of the heuristic's weights.
        mask: int8[A], its legal actions, at least one.

    Returns:
        A legal action id.
    """
    known = study(view, weights)
    first, end = span(view, mask)
    best_action, best_worth = -1, NOTHING
    while first < end:
        start = min(first, len(mask) - EIGHT)
        flags = eight_flags(mask, start) >> np.uint64(EIGHT * (first - start))
        while flags != NO_FLAGS:
            action = first + first_flag(flags)
            worth = worth_of(view, weights, action, *known)
            if best_action < 0 or worth > best_worth:
                best_action, best_worth = action, worth
            flags &= flags - ONE
        first += EIGHT
    return best_action


def _choose_among(view: np.void, weights: np.void, mask: np.ndarray) -> int:
    """Returns the same as `_choose`, in plain Python, where a list is faster than the mask."""
    known = study(view, weights)
    best_action, best_worth = -1, NOTHING
    for action in np.flatnonzero(mask).tolist():
        worth = worth_of(view, weights, action, *known)
        if best_action < 0 or worth > best_worth:
            best_action, best_worth = action, worth
    return best_action


@kernel
def nothing_more(view: np.void, weights: np.void) -> tuple[()]:
    """Returns an empty tuple: the `study` of heuristics that prepare nothing for a decision."""
    return ()


@kernel
def anywhere(view: np.void, mask: np.ndarray) -> tuple[int, int]:
    """Returns the range of all actions: for large masks of which any part may be legal."""
    return 0, len(mask)


def adviser(
    game: str, worth_of: Kernel, study: Kernel = nothing_more, span: Kernel | None = None
) -> Kernel:
    """Returns the kernel `choose(view, weights, mask) -> action` of a game.

    Args:
        game: The game's id.
        worth_of: `worth_of(view, weights, action, *known) -> float` of a legal action.
        study: `study(view, weights) -> known`, a tuple that is computed once for all actions.
        span: `span(view, mask) -> first, end`, a range that holds all legal actions of the phase,
            or `anywhere`; None for a mask that is short, or if `study` makes arrays.
    """
    bound = {"worth_of": worth_of, "study": study}
    if span is None:
        return specialise(_choose, game, plain=_choose_among, **bound)
    return specialise(_choose_within, game, plain=_choose_among, span=span, **bound)
