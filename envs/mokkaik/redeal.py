"""Redeals Mokkaik: replaces all that a seat does not know by a random possible world.

The other hands, the cards that others threw, and the cards not dealt are hidden. Every follower may
fold and throw any cards. So no action excludes a world, and all deals of the hidden cards are
equally likely.
"""

import numpy as np

from ..cards.counts import list_cards
from ..cards.kikisen import NUM_CARDS, NUM_TYPES
from ..cards.piles import ONE_CARD, num_in, pile_of, show_pile
from ..core.compiling.kernel import kernel
from ..core.kit.arrays import clear
from ..core.kit.rng import shuffle


@kernel
def redeal(state: np.void, seat: int) -> None:
    """Replaces all that a seat does not know by a random world that it can't exclude.

    The result depends only on the knowledge of the seat and on `rng`.
    """
    cards = np.empty(NUM_CARDS, np.int8)
    num_hidden, first = collect_hidden(state, seat, cards), 0
    shuffle(state, cards, num_hidden)
    for other in range(state["num_players"]):
        if other != seat:
            last = first + state["hand_sizes"][other]
            fill(state["hands"][other], cards, first, last)
            first = last + num_in(state["thrown"][other])
            state["thrown"][other] = pile_from(cards, last, first)
    state["undealt"] = pile_from(cards, first, num_hidden)


@kernel
def collect_hidden(state: np.void, seat: int, cards: np.ndarray) -> int:
    """Lists the types of the hidden cards in rising order; returns how many.

    This order depends on nothing that is hidden from the viewer.

    Args:
        state: The table.
        seat: The viewer.
        cards: int8[48], filled.
    """
    hidden, counts = int(state["undealt"]), np.empty(NUM_TYPES, np.int8)
    for other in range(state["num_players"]):
        if other != seat:
            hidden += state["thrown"][other] + pile_of(state["hands"][other])
    show_pile(hidden, counts)
    return list_cards(counts, cards)


@kernel
def fill(counts: np.ndarray, cards: np.ndarray, first: int, last: int) -> None:
    """Makes some of the cards a hand."""
    clear(counts)
    for position in range(first, last):
        counts[cards[position]] += 1


@kernel
def pile_from(cards: np.ndarray, first: int, last: int) -> int:
    """Returns some of the cards as a pile."""
    pile = 0
    for position in range(first, last):
        pile += ONE_CARD[cards[position]]
    return pile
