"""Moments of Sevens: players who finish or are eliminated, and the end."""

import numpy as np

from ..cards.laying_moments import laying_moments
from ..core.scene.moment import Moment
from .scene import facts


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the players who left the game by a step, and the end of the game."""
    return laying_moments(before, after, seat, facts, lambda *_: ())
