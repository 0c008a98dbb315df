"""From standings to places, and from places to points."""

import numpy as np

from ..compiling.kernel import Kernel, kernel, specialise, unbound

standing = unbound


def _standings(state: np.void) -> np.ndarray:
    """The standing of every seat with a player, int64[n]."""
    values = np.zeros(state["num_players"], np.int64)
    for seat in range(state["num_players"]):
        values[seat] = standing(state, seat)
    return values


def standings_by(game: str, standing: Kernel) -> Kernel:
    """The kernel `standings(state) -> int64[n]` of a game.

    Args:
        game: The game's id.
        standing: `standing(state, seat) -> int`, less is better, equal ones share the place.
    """
    return specialise(_standings, game, standing=standing)


@kernel
def shared_place(standings: np.ndarray, count: int, seat: int) -> float:
    """The place of a seat: 1 is best, shared places are averaged.

    Args:
        standings: int64[n or more], less is better, equal ones share their places.
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
        standings: int64[n or more], less is better.
        count: n, the seats with a player.
        points: float64[P], its first n elements are filled.
    """
    for seat in range(count):
        points[seat] = worth_of_place(shared_place(standings, count, seat), count)


@kernel
def worth_of_place(place: float, count: int) -> float:
    """Place k of n is worth (n + 1 - 2k) / (n - 1), from 1 down to -1."""
    return (count + 1 - 2 * place) / (count - 1)
