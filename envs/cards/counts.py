"""Cards as counts by type, the form that states and views use."""

import numpy as np

from ..core.compiling.kernel import kernel


@kernel
def list_cards(counts: np.ndarray, cards: np.ndarray) -> int:
    """Lists cards by type in rising order, whatever their places were; returns their number.

    >>> cards = np.full(4, -1, np.int8)
    >>> list_cards(np.array([1, 0, 2]), cards), cards
    (3, array([ 0,  2,  2, -1], dtype=int8))

    Args:
        counts: int[N], the number of cards of each type.
        cards: int8[M], with room for all cards; filled from the front with their types.
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
