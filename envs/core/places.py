"""From standings to places, and from places to points."""

import numpy as np

from .kernel import kernel


@kernel
def shared_place(standings: np.ndarray, count: int, seat: int) -> float:
    """The place of a seat: 1 is best, shared places are averaged.

    Args:
        standings: int64[P], less is better, equal ones share their places.
        count: How many seats of it have a player.
        seat: 0..count-1.
    """
    better, equal = 0, 0
    for other in range(count):
        better += standings[other] < standings[seat]
        equal += standings[other] == standings[seat]
    return better + (equal + 1) / 2


@kernel
def pay_by_place(standings: np.ndarray, count: int, points: np.ndarray) -> None:
    """Place k of n is worth (n + 1 - 2k) / (n - 1); the points add up to zero.

    Args:
        standings: int64[P], less is better.
        count: n, the seats with a player.
        points: float64[P], its first n elements are filled.
    """
    for seat in range(count):
        place = shared_place(standings, count, seat)
        points[seat] = (count + 1 - 2 * place) / (count - 1)
