"""Points as a rulebook counts them, which people are shown beside the rewards of learners."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Points:
    """The points of a rulebook.

    Attributes:
        unit: What is counted, as after the number one: `point`, `chip`, `fame`.
        won: `won(view, distance) -> float`, the points of the player at a distance from the
            viewer at the end of the game.
        is_countable: Whether the unit has a plural.
        has_sign: Whether the points are won and lost, so that they are written `+3`.
    """

    unit: str
    won: Callable[[np.void, int], float]
    is_countable: bool = True
    has_sign: bool = False

    def words(self, points: float) -> str:
        """Returns `7 points`, `+3 points`, `17 fame`."""
        number = f"{round(points, 2) + 0.0:{'+' if self.has_sign else ''}g}"
        return f"{number} {self.unit}{'s' * (self.is_countable and abs(points) != 1)}"
