"""The loop that deals hidden cards so that a world fits all known facts."""

import numpy as np

from ..compiling.kernel import Kernel, kernel, specialise, unbound
from .rng import draw_below, next_uint64, shuffle

UNIFORM_TRIES = 64
UPHILL_ODDS = 50


count_conflicts = arrange = redeal = unbound


def _redeal_with_new_stream(state: np.void, seat: int) -> None:
    """Redeals a table and hides the random stream: without its key, and at another place."""
    state["rng_key"][0] = 0
    state["rng_key"][1] = 0
    redeal(state, seat)
    state["rng"] = next_uint64(state)


def redealer(game: str, redealing: Kernel) -> Kernel:
    """Returns a game's `redeal(state, seat)` that also hides the random stream of the true table.

    Args:
        game: The game's id.
        redealing: `redeal(state, seat)` of the game, which replaces its cells.
    """
    return specialise(_redeal_with_new_stream, game, redeal=redealing)


@kernel
def arrange_freely(state: np.void, cards: np.ndarray, places: np.ndarray, count: int) -> None:
    """Shuffles the hidden cards over all hidden places."""
    shuffle(state, cards, count)


def _deal_world(
    state: np.void, viewer: int, cards: np.ndarray, places: np.ndarray, count: int
) -> None:
    """Deals hidden cards to hidden places until the world has no conflicts.

    The first 64 tries draw each arrangement with equal probability. After that the last one is
    repaired: random cards are swapped, and a swap that adds conflicts is kept only 1 time in 50,
    which leads out of dead ends. Then every fitting world is still possible, but not equally
    likely. The search ends only at a fitting world. The true one must always fit, which each
    game's tests have to check.

    Args:
        state: The table; the last call of `count_conflicts` leaves the world in it.
        viewer: The seat that does not see the cards.
        cards: int8[count or more], the hidden cards. Permuted.
        places: int8[count or more], the hidden places, for instance the seats of hands.
        count: The number of hidden cards.
    """
    for _ in range(UNIFORM_TRIES):
        arrange(state, cards, places, count)
        conflicts = count_conflicts(state, viewer, cards, places, count)
        if conflicts == 0:
            return
    while conflicts > 0:
        one, other = draw_below(state, count), draw_below(state, count)
        cards[one], cards[other] = cards[other], cards[one]
        after = count_conflicts(state, viewer, cards, places, count)
        if after <= conflicts or draw_below(state, UPHILL_ODDS) == 0:
            conflicts = after
        else:
            cards[one], cards[other] = cards[other], cards[one]


def world_dealer(game: str, conflicts: Kernel, arrange: Kernel = arrange_freely) -> Kernel:
    """Returns `deal_world(state, viewer, cards, places, count)` of one game.

    Args:
        game: The game's id.
        conflicts: `count_conflicts(state, viewer, cards, places, count) -> int` puts card i at
            `places[i]` and counts the facts that exclude this world.
        arrange: `arrange(state, cards, places, count)` permutes the cards evenly over those
            arrangements that the kinds of places allow.
    """
    return specialise(_deal_world, game, count_conflicts=conflicts, arrange=arrange)
