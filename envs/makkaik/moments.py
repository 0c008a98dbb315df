"""Moments of Makkaik: the showdown at the end of a season."""

import numpy as np

from ..core.scene.moment import Moment
from ..kikisen.moments import Shown, season_end
from ..kikisen.scene import faces_of
from ..kikisen.words import pot_words
from .text import best_hand


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the hands that are shown at the end of a season, each with its name."""

    def shown(distance: int) -> Shown:
        hand = after["shown"][distance]
        return best_hand(hand, before["common"], before) if hand.any() else "", faces_of(hand)

    return season_end(before, after, seat, pot_words, shown)
