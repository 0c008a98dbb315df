"""The pack of a season, the same in every game of kikisen (KIKI-2)."""

import numpy as np

from ..cards.kikisen import NUM_CARDS, NUM_KINDS, TYPES
from ..core.compiling.kernel import kernel
from ..core.kit.rng import shuffle

TYPES_OF_CARDS = np.array(TYPES, np.int8)
COPIES = np.bincount(TYPES)  # of each type


@kernel
def shuffle_pack(state: np.void, cards: np.ndarray) -> int:
    """Shuffles the pack: all cards of the kinds in play (KIKI-2.5, 3.2).

    Args:
        state: The table.
        cards: int8[48], filled from the front with types.

    Returns:
        The number of cards.
    """
    count = 0
    for card in range(NUM_CARDS):
        type_ = TYPES_OF_CARDS[card]
        if state["pack"][type_ % NUM_KINDS]:
            cards[count] = type_
            count += 1
    shuffle(state, cards, count)
    return count


@kernel
def copies_in_pack(state: np.void, type_: int) -> int:
    """Returns the number of cards of a type in the pack (KIKI-2.1, 2.5)."""
    return int(COPIES[type_] * state["pack"][type_ % NUM_KINDS])
