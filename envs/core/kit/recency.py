"""How long ago something happened, as views tell it: RECENT just now, one less each decision."""

import numpy as np

from ..compiling.kernel import kernel

RECENT = 16  # decisions that stay visible


@kernel
def fade(recency: np.ndarray) -> None:
    """What was recent is one decision older. Updates int8[...] of one dimension."""
    for position in range(len(recency)):
        recency[position] -= recency[position] > 0


def in_last_round(recency: int, num_active: int) -> bool:
    """Whether it happened since the last decision of whoever is on turn, as a scene marks it."""
    return bool(recency > RECENT - max(1, num_active - 1))
