"""Moments of Namto: the showdown at the end of a season."""

import numpy as np

from ..core.scene.moment import Moment
from ..kikisen.moments import Shown, season_end
from ..kikisen.scene import faces_of
from ..kikisen.words import pot_words
from .hands import CATEGORIES


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the hands that are shown at the end of a season, each with its name."""

    def shown(distance: int) -> Shown:
        cards = after["shown"][distance]
        name = CATEGORIES[after["best_hands"][distance]] if cards.any() else ""
        return name, faces_of(cards)

    return season_end(before, after, seat, pot_words, shown)
