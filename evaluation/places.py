"""Places of the seats by points; seats with equal points share their places."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fudaba.common.checks import read_array
from fudaba.envs import UserError
from fudaba.envs.core.stepping.results import ahead_and_level

from .statistics import FloatArray, IntArray


def shared_places(points: FloatArray) -> FloatArray:
    """Returns places by points, 1 the best; equal points get the mean of their places.

    Args:
        points: float64[G, P].

    Returns:
        float64[G, P], 1 to P.

    Raises:
        UserError: `points` is no array of that shape with finite numbers.
    """
    ahead, level = _ahead_and_level(points)
    return np.asarray(ahead + (level + 1) / 2)


def place_shares(points: FloatArray) -> FloatArray:
    """Returns each seat's share of each place.

    Args:
        points: float64[G, P].

    Returns:
        float64[G, P, P], the last axis over the places: 1 for the place of the seat, or 1/t for
        each of the t places that it shares with others.

    Raises:
        UserError: `points` is no array of that shape with finite numbers.
    """
    ahead, level = (counts[..., None] for counts in _ahead_and_level(points))
    place = np.arange(ahead.shape[1])
    return np.asarray(((ahead <= place) & (place < ahead + level)) / level)


def first_and_last_shares(points: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Returns the first and the last of the `place_shares`, without the places between.

    Args:
        points: float[..., P].

    Returns:
        float32[..., P] each.
    """
    best = points == points.max(axis=-1, keepdims=True)
    worst = points == points.min(axis=-1, keepdims=True)
    return _shared(best), _shared(worst)


def _shared(chosen: NDArray[np.bool_]) -> NDArray[Any]:
    """Returns 1/n for each of the n chosen seats of a game, 0 for the others."""
    return np.asarray(chosen / chosen.sum(axis=-1, keepdims=True, dtype=np.float32))


def _ahead_and_level(points: FloatArray) -> tuple[IntArray, IntArray]:
    """Returns for each seat the numbers of seats with more and with equal points (itself too)."""
    points = read_array("points", points, np.float64)
    if points.ndim != 2:
        raise UserError(f"points can't have shape {points.shape}; allowed: games by seats.")
    if not np.isfinite(points).all():
        raise UserError("points can't be nan or infinite; allowed: finite numbers.")
    return ahead_and_level(points)
