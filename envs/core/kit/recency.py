"""The age of events in views: RECENT for the last decision, one less for each before it."""

import numpy as np

from ..compiling.kernel import kernel

RECENT = 16  # decisions that stay visible


@kernel
def fade(recency: np.ndarray) -> None:
    """Makes all entries of a one-dimensional int8 array one decision older."""
    for position in range(len(recency)):
        recency[position] -= recency[position] > 0


def in_last_round(recency: int, num_active: int) -> bool:
    """Whether an event happened after the last decision of the player on turn."""
    return bool(recency > RECENT - max(1, num_active - 1))
