"""Piles of kikisen cards as numbers, which are added as such.

A pile has a count for each type, in as many bits as its copies need. Each colour has 32 bits, so
that a row of a view is filled from numbers of 32 bits. `counts @ ONE_CARD` are counts as a pile.
"""

import numpy as np

from ..core.compiling.kernel import kernel, python_fallback
from ..core.kit.bits import count_bits
from .counts import spread_out
from .kikisen import COPIES, NUM_COLOURS, NUM_KINDS, NUM_TYPES

BITS_OF_A_COLOUR = 32
_WIDTHS = np.array([count.bit_length() for count in COPIES])

# By kind: where its count begins within the colour. By type: the largest count, and one card.
PLACES = (np.cumsum(_WIDTHS) - _WIDTHS).astype(np.int32)
LARGEST = np.tile((1 << _WIDTHS) - 1, NUM_COLOURS).astype(np.int32)
ONE_CARD = np.concatenate(
    [1 << (BITS_OF_A_COLOUR * colour + PLACES.astype(np.int64)) for colour in range(NUM_COLOURS)]
)
# The bits of all counts that mean 1, 2 and 4.
ONES, TWOS, FOURS = (np.uint64(((LARGEST & bit) * ONE_CARD).sum()) for bit in (1, 2, 4))


@kernel
def pile_of(counts: np.ndarray) -> int:
    """Returns counts by type, int[24], as a pile."""
    pile = 0
    for type_ in range(NUM_TYPES):
        pile += ONE_CARD[type_] * counts[type_]
    return pile


@kernel
def show_pile(pile: int, counts: np.ndarray) -> None:
    """Writes the cards of a pile by type, int[24]."""
    for colour in range(NUM_COLOURS):
        cards = np.int32(pile >> BITS_OF_A_COLOUR * colour)
        for kind in range(NUM_KINDS):
            counts[colour * NUM_KINDS + kind] = cards >> PLACES[kind] & LARGEST[kind]


@python_fallback(show_pile)
def _show_pile_at_once(pile: int, counts: np.ndarray) -> None:
    counts[:] = pile // ONE_CARD & LARGEST


@kernel
def num_in(pile: int) -> int:
    """Returns how many cards a pile has."""
    bits = np.uint64(pile)
    return count_bits(bits & ONES) + 2 * count_bits(bits & TWOS) + 4 * count_bits(bits & FOURS)


def types_in(pile: int) -> list[int]:
    """Returns the types of the cards of a pile, in rising order.

    >>> types_in(2 * int(ONE_CARD[1]) + int(ONE_CARD[23]))
    [1, 1, 23]
    """
    return spread_out(pile // ONE_CARD & LARGEST)
