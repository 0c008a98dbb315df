"""Moments of Makhup: the end of a season."""

import numpy as np

from ..core.scene.moment import Moment
from ..kikisen.moments import first_without_cards, season_end
from ..kikisen.prizes import PARTS
from ..kikisen.words import season_winners


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the end of a season, with its reason unless all may have passed (MHP-6)."""
    return season_end(before, after, seat, _verdict, parts=PARTS)


def _verdict(before: np.void, after: np.void, seat: int) -> str:
    winners, may_be_passed_out = season_winners(before, after, seat), before["idle"] > 0
    return winners if may_be_passed_out else first_without_cards(winners)
