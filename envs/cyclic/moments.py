"""Moments of Cyclic: the end of a season."""

import numpy as np

from ..core.scene.moment import Moment
from ..kikisen.moments import first_without_cards, season_end
from ..kikisen.prizes import PARTS
from ..kikisen.words import season_winners


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the end of a season, with its reason (CYC-6)."""
    return season_end(before, after, seat, _verdict, parts=PARTS)


def _verdict(before: np.void, after: np.void, seat: int) -> str:
    return first_without_cards(season_winners(before, after, seat))
