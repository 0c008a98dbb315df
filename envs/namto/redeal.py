"""Redeals Namto: replaces all that a seat does not know by a random possible world.

The face-down cards of the others, their choices of cards to reveal, and the cards not dealt are
hidden. Every hand may bet anything, drop, and reveal either card. So no action excludes a world,
and all deals of the hidden cards are equally likely.
"""

import numpy as np

from ..cards.counts import list_cards
from ..cards.kikisen import NUM_CARDS, NUM_TYPES
from ..core.compiling.kernel import kernel
from ..core.kit.rng import shuffle
from ..kikisen.pack import copies_in_pack
from . import state as nam
from .rules import sort_hand


@kernel
def redeal(state: np.void, seat: int) -> None:
    """Replaces all that a seat does not know by a random world that it can't exclude.

    The result depends only on the knowledge of the seat and on `rng`.
    """
    cards = np.empty(NUM_CARDS, np.int8)
    count = collect_hidden(state, seat, cards)
    shuffle(state, cards, count)
    for other in range(state["num_players"]):
        if other != seat:
            for position in range(state["num_revealed"][other], nam.HAND_SIZE):
                count -= 1
                state["cards"][other, position] = cards[count]
            if state["chosen"][other] == 0:
                sort_hand(state, other)


@kernel
def collect_hidden(state: np.void, seat: int, cards: np.ndarray) -> int:
    """Lists the types of the cards that a seat does not see, in rising order; returns how many.

    Args:
        state: The table.
        seat: The viewer.
        cards: int8[48], filled.
    """
    known, hidden = np.zeros(NUM_TYPES, np.int8), np.empty(NUM_TYPES, np.int64)
    nam.add_cards(state, seat, 0, nam.HAND_SIZE, known)
    for other in range(state["num_players"]):
        if other != seat:
            nam.add_cards(state, other, 0, np.int64(state["num_revealed"][other]), known)
    for type_ in range(NUM_TYPES):
        hidden[type_] = copies_in_pack(state, type_) - known[type_] - state["community"][type_]
    return list_cards(hidden, cards)
