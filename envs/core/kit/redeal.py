"""Dealing hidden cards so that a world fits all that is known, for every card game."""

import numpy as np

from ..compiling.kernel import Kernel, kernel, specialise, unbound
from .rng import draw_below, shuffle

UNIFORM_TRIES = 64
UPHILL_ODDS = 50


count_conflicts = arrange = redeal = unbound


def _redeal_without_key(state: np.void, seat: int) -> None:
    """Redeals a table whose random stream has lost its key: no world tells anything of it."""
    state["rng_key"][0] = 0
    state["rng_key"][1] = 0
    redeal(state, seat)


def keyless(game: str, redealing: Kernel) -> Kernel:
    """`redeal(state, seat)` of a game, by its id, in worlds that have no key."""
    return specialise(_redeal_without_key, game, redeal=redealing)


@kernel
def arrange_freely(state: np.void, cards: np.ndarray, places: np.ndarray, count: int) -> None:
    """Any card may lie anywhere."""
    shuffle(state, cards, count)


def _deal_world(
    state: np.void, viewer: int, cards: np.ndarray, places: np.ndarray, count: int
) -> None:
    """Deals hidden cards to hidden places until nothing the viewer knows excludes the world.

    Every arrangement is equally likely. After 64 worlds that did not fit, the next one is mended:
    random cards are swapped, and a swap that adds conflicts is kept only once in a while, so that
    no dead end holds. Every world can come up then too, but not equally often. The search ends only
    where a world fits: the true one always must, and the tests of a game have to hold that.

    Args:
        state: The table; the last call of `count_conflicts` leaves the world in it.
        viewer: The seat that does not see the cards.
        cards: int8[count or more], the hidden cards. Permuted.
        places: int8[count or more], where each hidden place is, for instance the seat of a hand.
        count: How many hidden cards.
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
    """The loop for one game.

    Args:
        game: The game's id.
        conflicts: `count_conflicts(state, viewer, cards, places, count) -> int` puts card i at
            `places[i]` and counts what excludes this world.
        arrange: `arrange(state, cards, places, count)` permutes the cards evenly over those
            arrangements that the kinds of places allow.
    """
    return specialise(_deal_world, game, count_conflicts=conflicts, arrange=arrange)
