"""Moments of Niekhi: the end of a season."""

import numpy as np

from ..core.scene.moment import Moment
from ..kikisen.moments import season_end
from ..kikisen.prizes import PARTS
from ..kikisen.words import season_winners
from .text.news import ends_at_cap, ends_by_removal


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the end of a season, with the reason if nobody played a last card (NIE-6)."""
    return season_end(before, after, seat, _verdict, parts=PARTS)


def _verdict(before: np.void, after: np.void, seat: int) -> str:
    winners = season_winners(before, after, seat)
    if ends_by_removal(before):
        return f"{winners}: the removal took the last cards of that hand"
    is_capped = not after["on_turn"].any() and ends_at_cap(after)
    return f"{winners}: that was the last turn, the fewest cards win" if is_capped else winners
