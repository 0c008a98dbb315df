"""All ways to deal cards of a few kinds to piles, for a game's list of its deals."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
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
        """The number of ways, counted without listing them; exact up to 2**53.

        >>> Piles((4,) * 13, (5, 5)).number
        36747997
        """
        hands = [size for size in self.sizes if size > 1]
        # By the cards of each hand, and by those of all piles of one card together.
        ways = np.zeros([size + 1 for size in (*hands, self.sizes.count(1))])
        ways.flat[0] = 1.0
        for count in self.counts:
            dealt = np.zeros((count + 1, *ways.shape))  # first by the copies that were dealt
            dealt[0] = ways
            for hand in range(len(hands)):
                dealt = _shared_out(dealt, hand + 1, is_ordered=False)
            ways = _shared_out(dealt, ways.ndim, is_ordered=True).sum(axis=0)
        return int(ways.flat[-1])

    def chunks(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yields all ways as pairs of arrays.

        Yields:
            The kinds, int8[N, cards of all piles], pile after pile, each in rising order; and the
            probabilities, float64[N].
        """
        return _dealt(np.array(self.counts), self.sizes)


def _shared_out(dealt: np.ndarray, axis: int, *, is_ordered: bool) -> np.ndarray:
    """Returns the ways after a pile has got copies of a kind; in an ordered one they have places.

    Axis 0 counts the copies that were dealt, and `axis` the cards of the pile.
    """
    further = np.zeros_like(dealt)
    for taken in range(min(len(dealt), dealt.shape[axis])):
        into, out_of = further[taken:].swapaxes(axis, -1), dealt[: len(dealt) - taken]
        before = out_of.swapaxes(axis, -1)[..., : dealt.shape[axis] - taken]
        held = np.arange(taken, dealt.shape[axis])
        into[..., taken:] += before * (BINOMIALS[held, taken] if is_ordered else 1)
    return further


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
