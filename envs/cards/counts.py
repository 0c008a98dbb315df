"""Cards as counts by type, as states and views have them."""

import numpy as np

from ..core.compiling.kernel import kernel


@kernel
def list_cards(counts: np.ndarray, cards: np.ndarray) -> int:
    """Lists cards by type in rising order, which tells nothing of where they lay; how many.

    >>> cards = np.full(4, -1, np.int8)
    >>> list_cards(np.array([1, 0, 2]), cards), cards
    (3, array([ 0,  2,  2, -1], dtype=int8))

    Args:
        counts: int[N], of each type.
        cards: int8[M], M at least as many as there are; filled from the front with types.
    """
    count = 0
    for type_ in range(len(counts)):
        for _ in range(counts[type_]):
            cards[count] = type_
            count += 1
    return count


def spread_out(counts: np.ndarray) -> list[int]:
    """Returns counts by type, rank or suit as a list in rising order.

    >>> spread_out(np.array([2, 0, 1]))
    [0, 0, 2]
    """
    listed: list[int] = np.repeat(np.arange(len(counts)), counts).tolist()
    return listed
