"""Redeals Makhup: replaces all that a seat does not know by a random possible world.

The other hands and the stock are hidden. A reshuffle makes the cards of the stock known; after it
only their order and the owners of the other cards are hidden. A world is impossible if a player
could have played who passed or had to draw (`barred_ranks`, `barred_sums`). The view has all that
this needs.
"""

import numpy as np

from ..cards.kikisen import NUM_CARDS
from ..cards.melds import count_of, list_suits
from ..core.compiling.kernel import kernel
from ..core.kit.bits import count_bits
from ..core.kit.redeal import world_dealer
from ..core.kit.rng import shuffle
from ..kikisen.options import MAX_PLAYERS
from . import state as mhp
from .rules import sums_of

STOCK = MAX_PLAYERS  # as a place; the others are the hands of the seats


@kernel
def collect_hidden(state: np.void, seat: int, cards: np.ndarray, places: np.ndarray) -> int:
    """Lists the hidden cards by rank, and the hidden places by seat with the stock at the end.

    This order depends on nothing that is hidden from the viewer.

    Args:
        state: The table.
        seat: The viewer.
        cards: int8[48], filled with the ranks of the hidden cards in rising order.
        places: int8[48], filled with the seat of each hidden place, or STOCK.

    Returns:
        The number of hidden cards, which is that of hidden places.
    """
    hidden, num_places = mhp.NO_CARDS, 0
    for other in range(state["num_players"]):
        if other != seat:
            hidden += state["hands"][other]
            for _ in range(state["hand_sizes"][other]):
                places[num_places] = other
                num_places += 1
    if state["reshuffles"] == 0:
        for position in range(state["stock_size"]):
            hidden += mhp.unit(state["stock"][position])
            places[num_places] = STOCK
            num_places += 1
    return list_suits(hidden, mhp.NUM_RANKS, cards)


@kernel
def count_conflicts(
    state: np.void, viewer: int, cards: np.ndarray, places: np.ndarray, count: int
) -> int:
    """Deals the hidden cards out, and counts conflicts with the known facts about the hands."""
    for seat in range(state["num_players"]):
        if seat != viewer:
            state["hands"][seat] = mhp.NO_CARDS
    num_in_stock = 0
    for position in range(count):
        if places[position] == STOCK:
            state["stock"][num_in_stock] = cards[position]
            num_in_stock += 1
        else:
            state["hands"][places[position]] += mhp.unit(cards[position])
    conflicts = 0
    for seat in range(state["num_players"]):
        conflicts += faults_of_hand(state, seat)
    return conflicts


@kernel
def faults_of_hand(state: np.void, seat: int) -> int:
    """Returns the number of barred cards of a hand and of barred numbers that they add up to."""
    hand, faults = state["hands"][seat], 0
    for rank in range(mhp.NUM_RANKS):
        faults += count_of(hand, rank) * (state["barred_ranks"][seat] >> rank & 1)
    sums = sums_of(hand) & np.int64(state["barred_sums"][seat])
    return faults + count_bits(np.uint64(sums))


deal_world = world_dealer("makhup_v0", count_conflicts)


@kernel
def redeal(state: np.void, seat: int) -> None:
    """Replaces all that a seat does not know by a random world that it can't exclude.

    Equally likely where uniform dealing finds one; see `deal_world`. The result depends on what
    the seat knows and on `rng` alone.
    """
    cards = np.empty(NUM_CARDS, np.int8)
    places = np.empty(NUM_CARDS, np.int8)
    count = collect_hidden(state, seat, cards, places)
    sort_stock(state)
    deal_world(state, seat, cards, places, count)
    shuffle(state, state["stock"], np.int64(state["stock_size"]))


@kernel
def sort_stock(state: np.void) -> None:
    """Sorts the stock, because nobody knows its order."""
    held = mhp.NO_CARDS
    for position in range(state["stock_size"]):
        held += mhp.unit(state["stock"][position])
    list_suits(held, mhp.NUM_RANKS, state["stock"])
