"""Moments of Taxot: the close of a season with its cards and its payments."""

from dataclasses import replace

import numpy as np

from fudaba.common.languages import translator

from ..cards.kikisen_faces import card_faces
from ..core.scene.moment import Moment, Row
from ..kikisen.moments import Shown, season_end
from .closing import closing_shape, payment_words
from .meanings import CARD
from .text import end_words

_, _n = translator("taxot")


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the end of a season with the cards of the player who closed, and how much is paid."""

    def shown(distance: int) -> Shown:
        if not after["closer"][distance]:
            return "", ()
        shape = closing_shape(before, after)
        return _(shape.name), card_faces(shape.types, CARD)

    ends = season_end(before, after, seat, end_words, shown)
    is_paid = bool(ends) and bool(after["closer"].any())
    paid = map(Row, payment_words(before, after, seat)) if is_paid else ()
    return [replace(end, rows=(*end.rows, *paid)) for end in ends]
