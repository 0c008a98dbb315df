"""What games leave at their end: points, places, lengths and last views."""

from typing import NamedTuple

import numpy as np

from ..contract.game import Game
from .loops import loops


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
    seated = is_seated(game, states)
    ahead, level = ahead_and_level(np.where(seated, scores, -np.inf))
    places = np.where(seated, ahead + (level + 1) / 2, 0.0)
    return Results(tables, scores, places, lengths, joint_observations(game, states))


def is_seated(game: Game, states: np.ndarray) -> np.ndarray:
    """Returns bool[K, P], the seats that have a player."""
    return np.arange(game.max_players) < states["num_players"][:, None]


def ahead_and_level(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns for each seat the numbers of seats with more and with equal points (itself too).

    Args:
        points: float64[K, P].

    Returns:
        int64[K, P] each.
    """
    others, own = points[:, None, :], points[:, :, None]
    return (others > own).sum(axis=2), (others == own).sum(axis=2)


def joint_observations(game: Game, states: np.ndarray) -> np.ndarray:
    """Returns the observations of all seats, int8 or int16 [K, P, D]."""
    rows, seats = np.nonzero(is_seated(game, states))
    views = np.zeros(len(rows), game.view_dtype)
    loops(game).observe_seats(states, views, rows, seats)
    shape = len(states), game.max_players, game.observation_size
    joint = np.zeros(shape, game.observation_dtype)
    joint[rows, seats] = game.flat(views)
    return joint
