"""Bit sets and multisets for sets and runs of cards with wild cards.

Ranks of one suit are the bits of an integer, and so are positions in a run, from its lowest card.
A multiset of suits is an integer with four bits for each suit, so that multisets are added and
compared as numbers.
"""

from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement

import numpy as np

from ..core.compiling.kernel import kernel, python_fallback

BITS_OF_A_COUNT = 4
LARGEST_PARTS = 0x777777777777777  # 7 in each of fifteen counts
TOP_BITS = LARGEST_PARTS + 0x111111111111111


def choices_of_positions(length: int, most: int) -> np.ndarray:
    """Returns all choices of up to `most` of `length` positions as int64 bit sets, smallest first.

    >>> choices_of_positions(3, 2).tolist()
    [0, 1, 2, 4, 3, 5, 6]
    """
    chosen = [
        sum(1 << position for position in positions)
        for count in range(most + 1)
        for positions in combinations(range(length), count)
    ]
    return np.array(chosen, np.int64)


def multisets(num_suits: int, most: int) -> np.ndarray:
    """Returns all multisets of 1 to `most` suits as int64, smallest first.

    >>> [hex(suits) for suits in multisets(2, 2)]
    ['0x1', '0x10', '0x2', '0x11', '0x20']
    """
    found = [
        sum(1 << BITS_OF_A_COUNT * suit for suit in suits)
        for count in range(1, most + 1)
        for suits in combinations_with_replacement(range(num_suits), count)
    ]
    return np.array(found, np.int64)


def multiset(suits: Iterable[int]) -> int:
    """Returns suits as a multiset.

    >>> hex(multiset([1, 1, 0]))
    '0x21'
    """
    return sum(1 << BITS_OF_A_COUNT * suit for suit in suits)


def counted(num_suits: int) -> np.ndarray:
    """Returns int64[2**num_suits]: for every bit set of suits the multiset with each once.

    >>> [hex(suits) for suits in counted(2)]
    ['0x0', '0x1', '0x10', '0x11']
    """
    suits = range(num_suits)
    return np.array(
        [
            sum(1 << BITS_OF_A_COUNT * suit for suit in suits if bits >> suit & 1)
            for bits in range(1 << num_suits)
        ],
        np.int64,
    )


@kernel
def unit(suit: int) -> int:
    """Returns the multiset that holds a suit once."""
    return 1 << BITS_OF_A_COUNT * int(suit)


@kernel
def count_of(suits: int, suit: int) -> int:
    """Returns how often a multiset holds a suit."""
    return suits >> BITS_OF_A_COUNT * suit & 15


@kernel
def holds_all(suits: int, wanted: int) -> bool:
    """Whether a multiset includes `wanted`, which holds each suit at most 7 times."""
    # Counts are capped at 7, so the top bit of each is free: it shows whether that count suffices.
    large = suits & TOP_BITS
    capped = suits & LARGEST_PARTS | (large - (large >> 3))
    return ((capped | TOP_BITS) - wanted) & TOP_BITS == TOP_BITS


@kernel
def total_of(suits: int) -> int:
    """Returns the size of a multiset."""
    total = 0
    while suits > 0:
        total += suits & 15
        suits >>= BITS_OF_A_COUNT
    return total


@kernel
def show_counts(suits: int, counts: np.ndarray) -> None:
    """Writes the number of each suit in a multiset.

    Args:
        suits: The multiset.
        counts: int8[S], filled for the suits 0 to S - 1.
    """
    for suit in range(len(counts)):
        counts[suit] = count_of(suits, suit)


@python_fallback(show_counts)
def _show_counts_at_once(suits: int, counts: np.ndarray) -> None:
    suits = int(suits)
    counts[:] = [suits >> BITS_OF_A_COUNT * suit & 15 for suit in range(len(counts))]


@kernel
def list_suits(suits: int, num_suits: int, listed: np.ndarray) -> int:
    """Lists the suits of a multiset, lowest first; returns its size.

    Args:
        suits: The multiset.
        num_suits: The multiset holds suits 0 to `num_suits` - 1.
        listed: int8[N] with room for the multiset; filled from the front.
    """
    count = 0
    for suit in range(num_suits):
        for _ in range(count_of(suits, suit)):
            listed[count] = suit
            count += 1
    return count


@kernel
def kinds_of(suits: int) -> int:
    """Returns the bit set of suits that a multiset holds."""
    kinds, suit = 0, 0
    while suits > 0:
        kinds |= (suits & 15 > 0) << suit
        suits >>= BITS_OF_A_COUNT
        suit += 1
    return kinds


@kernel
def size_of(bits: int) -> int:
    """Returns the number of set bits of a small integer."""
    size = 0
    while bits > 0:
        bits &= bits - 1
        size += 1
    return size


@kernel
def run_starts(held: int, length: int, num_wild: int, num_ranks: int) -> int:
    """Returns the ranks from which a run of one suit can be filled.

    Args:
        held: The ranks held in the suit, as a bit set.
        length: Cards of the run, 1 or more.
        num_wild: Wild cards that may stand for missing ranks, 0 to 2.
        num_ranks: Ranks of the suit.

    Returns:
        The lowest ranks of these runs, as a bit set.
    """
    # Bit r is set if of the ranks from r on so far none, at most one, or at most two are missing.
    none = at_most_one = at_most_two = (1 << max(num_ranks + 1 - length, 0)) - 1
    for offset in range(length):
        here = held >> offset
        at_most_two = at_most_two & here | at_most_one
        at_most_one = at_most_one & here | none
        none &= here
    if num_wild == 0:
        return none
    return at_most_one if num_wild == 1 else at_most_two


@kernel
def missing_positions(held: int, lowest: int, length: int) -> int:
    """Returns the positions of a run of one suit whose ranks are not held, as a bit set."""
    return ~(held >> lowest) & ((1 << length) - 1)
