"""All ways to deal cards of a few kinds to piles, for a game's list of its deals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb

import numpy as np

from .melds import BITS_OF_A_COUNT

MOST_COPIES = 52
BINOMIALS = np.array(  # ways to take k of n copies, by n and k
    [[comb(n, k) for k in range(MOST_COPIES + 1)] for n in range(MOST_COPIES + 1)], np.float64
)


@dataclass(frozen=True)
class Piles:
    """All ways to deal piles from a shuffled pack; copies of a kind are alike.

    A pile is a hand, in which the order does not count. Cards whose order counts, such as those
    that are drawn from a stock, are piles of one card each. The rest of the pack lies aside.

    >>> for cards, chances in Piles((1, 2), (1, 1)).chunks():
    ...     print(cards.tolist(), chances.round(3).tolist())
    [[0, 1]] [0.333]
    [[1, 0], [1, 1]] [0.333, 0.333]

    Attributes:
        counts: The cards of each kind in the pack.
        sizes: The cards of each pile, at least one in each.
    """

    counts: tuple[int, ...]
    sizes: tuple[int, ...]

    @property
    def number(self) -> int:
        """The number of ways, counted without listing them.

        >>> Piles((4,) * 13, (5, 5)).number
        36747997
        """
        # By the cards that each pile of several cards still lacks, and all piles of one together.
        lacking = (*(size for size in self.sizes if size > 1), self.sizes.count(1))
        ways = {lacking: 1}
        for count in self.counts:
            further = dict[tuple[int, ...], int]()
            for lacking, number in ways.items():
                for taken in product(*(range(min(each, count) + 1) for each in lacking)):
                    if sum(taken) <= count:
                        left = tuple(a - b for a, b in zip(lacking, taken, strict=True))
                        further[left] = further.get(left, 0) + number * comb(lacking[-1], taken[-1])
            ways = further
        return ways.get((0,) * len(lacking), 0)

    def chunks(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yields all ways as pairs of arrays.

        Yields:
            The kinds, int8[N, cards of all piles], pile after pile, each in rising order; and the
            probabilities, float64[N].
        """
        return _dealt(np.array(self.counts), self.sizes)


def _dealt(counts: np.ndarray, sizes: Sequence[int]) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    hands, taken = _hands(len(counts), sizes[0])
    fits = (taken <= counts).all(axis=1)
    hands, taken = hands[fits], taken[fits]
    ways = BINOMIALS[counts, taken].prod(axis=1)
    chances = ways / comb(int(counts.sum()), sizes[0])
    if len(sizes) == 1:
        yield hands, chances
        return
    for hand, used, chance in zip(hands, taken, chances, strict=True):
        for others, further in _dealt(counts - used, sizes[1:]):
            first = np.broadcast_to(hand, (len(others), len(hand)))
            yield np.hstack([first, others]), chance * further


@cache
def _hands(num_kinds: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns all hands of a size as kinds in rising order, int8[H, size], and as counts."""
    hands = np.array([*combinations_with_replacement(range(num_kinds), size)], np.int8)
    counts = np.zeros((len(hands), num_kinds), np.int64)
    np.add.at(counts, (np.arange(len(hands))[:, np.newaxis], hands), 1)
    return hands, counts


def counts_in(cards: np.ndarray, num_kinds: int) -> np.ndarray:
    """Returns piles of kinds, int8[N, size], as counts by kind, int64[N, num_kinds].

    >>> counts_in(np.array([[0, 2, 2]]), 3)
    array([[1, 0, 2]])
    """
    return np.asarray((cards[:, :, np.newaxis] == np.arange(num_kinds)).sum(axis=1))


def multisets_in(cards: np.ndarray) -> np.ndarray:
    """Returns piles of kinds, int8[N, size], as multisets, int64[N]; see melds.py.

    >>> hex(multisets_in(np.array([[0, 2, 2]]))[0])
    '0x201'
    """
    return np.asarray((np.int64(1) << BITS_OF_A_COUNT * cards.astype(np.int64)).sum(axis=1))
