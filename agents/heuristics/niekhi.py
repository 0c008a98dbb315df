"""Advice for Niekhi, over the player's own view (NIE-7.4)."""

import numpy as np

from fudaba.envs.core.kernel import kernel

from .advice import adviser


@kernel
def worth_of(view: np.void, action: int) -> float:
    """To be written."""
    return -float(action)


choose = adviser("niekhi_v0", worth_of)
