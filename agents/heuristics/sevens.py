"""Advice for Sevens, over the player's own view (SEV-7.4)."""
import numpy as np

from fudaba.envs.core.kernel import kernel


@kernel
def choose(view: np.void, mask: np.ndarray) -> int:
    """placeholder."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return -1
