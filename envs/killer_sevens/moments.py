"""Moments of Killer Sevens: players who run out of cards or are eliminated, and the end."""

import numpy as np

from ..cards.french_faces import card_face
from ..cards.laying_moments import laying_moments
from ..core.scene.moment import Moment
from ..core.scene.scene import Card
from .scene import card_at, facts


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the players who left the game by a step, and at the end all hands (KIL-7.3)."""
    return laying_moments(before, after, seat, facts, _held)


def _held(view: np.void, distance: int) -> tuple[Card, ...]:
    """Returns the cards that a player held at the end."""
    held = np.argwhere(view["shown"] == distance + 1).tolist()
    return tuple(card_face(card_at(view, row, column)) for row, column in held)
