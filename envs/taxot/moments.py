"""Moments of Taxot: the close of a season with its cards."""

import numpy as np

from fudaba.common.languages import translator

from ..cards.kikisen_faces import card_faces
from ..core.scene.moment import Moment
from ..kikisen.moments import Shown, season_end
from .closing import closing_shape
from .meanings import CARD
from .text import end_words

_, _n = translator("taxot")


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the end of a season with the cards of the player who closed."""

    def shown(distance: int) -> Shown:
        if not after["closer"][distance]:
            return "", ()
        shape = closing_shape(before, after)
        return _(shape.name), card_faces(shape.types, CARD)

    return season_end(before, after, seat, end_words, shown)
