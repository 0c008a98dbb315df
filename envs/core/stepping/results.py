"""What games leave at their end: points, places, lengths and last views."""

from functools import cache
from typing import NamedTuple

import numpy as np

from ..compiling.kernel import Kernel, no_refcount, specialise, unbound
from ..contract.game import Game

observe = unbound


class Results(NamedTuple):
    """What K games left, by seat of the game's largest table; 0 for seats without a player.

    Attributes:
        tables: int64[K], where they were played.
        scores: float64[K, P], the points of the whole game.
        places: float64[K, P], by points, 1 the best; equal points get the mean of their places.
        lengths: int64[K], the decisions of the game.
        views: int8 or int16 [K, P, D], what each seat saw at the end.
    """

    tables: np.ndarray
    scores: np.ndarray
    places: np.ndarray
    lengths: np.ndarray
    views: np.ndarray


def results_of(
    game: Game, tables: np.ndarray, states: np.ndarray, scores: np.ndarray, lengths: np.ndarray
) -> Results:
    """Returns the results of games that are over, from their states [K] and what is counted."""
    seated = np.arange(game.max_players) < states["num_players"][:, None]
    ahead, level = ahead_and_level(np.where(seated, scores, -np.inf))
    places = np.where(seated, ahead + (level + 1) / 2, 0.0)
    views = np.zeros((len(states), game.max_players), game.view_dtype)
    observe_all_of(game)(states, views, 0, len(states))
    shape = *views.shape, game.observation_size
    return Results(tables, scores, places, lengths, game.flat(views.reshape(-1)).reshape(shape))


def ahead_and_level(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns for each seat the numbers of seats with more and with equal points (itself too).

    Args:
        points: float64[K, P].

    Returns:
        int64[K, P] each.
    """
    others, own = points[:, None, :], points[:, :, None]
    return (others > own).sum(axis=2), (others == own).sum(axis=2)


@no_refcount
def _observe_all(states: np.ndarray, views: np.ndarray, first: int, last: int) -> None:
    """Fills `views` [K, P] with what every player sees at the tables first..last-1."""
    for table in range(first, last):
        for seat in range(states[table]["num_players"]):
            observe(states[table], np.int64(seat), views[table, seat])


@cache
def observe_all_of(game: Game) -> Kernel:
    """Returns `observe_all(states, views, first, last)` of a game, compiled when it is called."""
    return specialise(_observe_all, game.name, observe=game.kernels.observe)
