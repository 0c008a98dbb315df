"""Points as a rulebook counts them, which people read instead of the rewards of learners."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


def _no_fate(view: np.void, distance: int) -> str:
    return ""


@dataclass(frozen=True)
class Points:
    """The points of a rulebook.

    Attributes:
        say: `say(count, number) -> str`, the words for a written number of points: `+3 points`.
            The count is 1 where the singular follows.
        won: `won(view, distance) -> float`, the points of the player at a distance from the
            viewer at the end of the game.
        has_sign: Whether the points are won and lost, so that they are written `+3`.
        fate: `fate(view, distance) -> str`, why that player has no place at the end, in a word or
            two: `purged`; empty for everybody who has one.
    """

    say: Callable[[int, str], str]
    won: Callable[[np.void, int], float]
    has_sign: bool = False
    fate: Callable[[np.void, int], str] = _no_fate

    def number(self, points: float) -> str:
        """Returns `7`, `+3`, `0`."""
        rounded = round(points, 2) + 0.0
        return f"{rounded:{'+' if self.has_sign and rounded else ''}g}"

    def words(self, points: float) -> str:
        """Returns `7 points`, `+3 points`, `17 fame`."""
        return self.say(1 if abs(points) == 1 else 2, self.number(points))
