"""Moments of Taxot: the close of a season with its cards."""

import numpy as np

from ..core.scene.moment import Moment
from ..kikisen.moments import Shown, season_end
from ..kikisen.scene import faces_of
from .text import end_words


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the end of a season with the cards of the player who closed."""

    def shown(distance: int) -> Shown:
        has_closed = bool(after["closer"][distance])
        return "closes" * has_closed, faces_of(after["shown"]) if has_closed else ()

    return season_end(before, after, seat, lambda *_: end_words(after, seat), shown)
