"""Redeals Mokkaik: replaces all that a seat does not know by a random possible world.

The other hands, the cards that others threw, and the cards not dealt are hidden. Every follower may
fold and throw any cards. So no action excludes a world, and all deals of the hidden cards are
equally likely.
"""

import numpy as np

from ..cards.counts import list_cards
from ..cards.kikisen import NUM_CARDS, NUM_TYPES
from ..core.compiling.kernel import kernel
from ..core.kit.arrays import clear
from ..core.kit.rng import shuffle
from . import state as mok


@kernel
def redeal(state: np.void, seat: int) -> None:
    """Replaces all that a seat does not know by a random world that it can't exclude.

    The result depends only on the knowledge of the seat and on `rng`.
    """
    cards = np.empty(NUM_CARDS, np.int8)
    shuffle(state, cards, collect_hidden(state, seat, cards))
    count = 0
    for other in range(state["num_players"]):
        if other != seat:
            count = fill(state["hands"][other], cards, count)
            count = fill(state["thrown"][other], cards, count)
    fill(state["undealt"], cards, count)


@kernel
def collect_hidden(state: np.void, seat: int, cards: np.ndarray) -> int:
    """Lists the types of the hidden cards in rising order; returns how many.

    This order depends on nothing that is hidden from the viewer.

    Args:
        state: The table.
        seat: The viewer.
        cards: int8[48], filled.
    """
    hidden = np.empty(NUM_TYPES, np.int64)
    for type_ in range(NUM_TYPES):
        hidden[type_] = state["undealt"][type_]
        for other in range(state["num_players"]):
            if other != seat:
                hidden[type_] += state["hands"][other, type_] + state["thrown"][other, type_]
    return list_cards(hidden, cards)


@kernel
def fill(counts: np.ndarray, cards: np.ndarray, first: int) -> int:
    """Fills a hidden place with the next cards; returns the position after them."""
    last = first + mok.num_cards_in(counts)
    clear(counts)
    for position in range(first, last):
        counts[cards[position]] += 1
    return last
