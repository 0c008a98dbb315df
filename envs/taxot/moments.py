"""Moments of Taxot: the close of a season with its cards and its payments."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from fudaba.common.languages import translator

from ..cards.kikisen_faces import card_faces
from ..core.scene.moment import Moment, Row
from ..kikisen.moments import Shown, season_end
from ..kikisen.words import player_with
from .closing import closing_shape, payment_words
from .meanings import CARD
from .scene import closes_with_latest
from .text import end_words

_, _n = translator("taxot")

WOULD_CLOSE = 1  # of the answers


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the end of a season with the cards of the player who closed, and how much is paid."""

    def shown(distance: int) -> Shown:
        if not after["closer"][distance]:
            return "", ()
        shape = closing_shape(before, after)
        return _(shape.name), card_faces(shape.types, CARD)

    ends = season_end(before, after, seat, end_words, shown)
    is_paid = bool(ends) and bool(after["closer"].any())
    said = (
        [*_given_way(before, after, seat), *payment_words(before, after, seat)] if is_paid else []
    )
    return [replace(end, rows=(*end.rows, *map(Row, said))) for end in ends]


def _given_way(before: np.void, after: np.void, seat: int) -> Iterator[str]:
    """Yields why a close of the viewer, who wanted or could close too, does not count (TAX-4.4)."""
    if not after["closer"][0] and (before["answer"][WOULD_CLOSE] or closes_with_latest(before)):
        yield _(
            "Of several closes only the one nearest after {payer} counts: that of {closer}",
            payer=player_with(after["fed_by"], after, seat),
            closer=player_with(after["closer"], after, seat),
        )
