"""Redeals Cyclic: replaces all that a seat does not know by a random possible world.

The other hands and the stock are hidden. Plays and passes are free, so no action of other players
excludes a world. All deals of the hidden cards are equally likely.
"""

import numpy as np

from ..cards.counts import list_cards
from ..cards.kikisen import NUM_CARDS, NUM_TYPES
from ..core.compiling.kernel import kernel
from ..core.kit.arrays import clear
from ..core.kit.rng import shuffle
from . import state as cyc


@kernel
def collect_hidden(state: np.void, viewer: int, cards: np.ndarray) -> int:
    """Lists the hidden cards by type, an order that does not depend on their places.

    Args:
        state: The table.
        viewer: The seat that does not see the cards.
        cards: int8[48], filled with the types of the hidden cards in rising order.

    Returns:
        How many.
    """
    counts = np.zeros(NUM_TYPES, np.int8)
    for position in range(state["stock_size"]):
        counts[state["stock"][position]] += 1
    for seat in range(state["num_players"]):
        if seat != viewer:
            for type_ in range(NUM_TYPES):
                counts[type_] += state["hands"][seat, type_]
    return list_cards(counts, cards)


@kernel
def redeal(state: np.void, seat: int) -> None:
    """Replaces all that a seat does not know by a random world, all being equally likely.

    The result depends on what the seat knows and on `rng` alone. Another player on turn is taken
    back to the choice of a shape (CYC-7.3).
    """
    cards = np.empty(NUM_CARDS, np.int8)
    count = collect_hidden(state, seat, cards)
    shuffle(state, cards, count)
    for other in range(state["num_players"]):
        if other != seat:
            clear(state["hands"][other])
            for _ in range(state["hand_sizes"][other]):
                count -= 1
                state["hands"][other, cards[count]] += 1
    for position in range(state["stock_size"]):
        state["stock"][position] = cards[position]
    if state["to_move"] != seat:
        cyc.forget_choice(state)
