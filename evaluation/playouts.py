"""Positions whose moves an executor plays out, as it plays the chunks of a comparison."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from fudaba.agents.playouts import Playouts
from fudaba.envs import Game, Options

from .match import Executor, MatchRunner
from .statistics import FloatArray


class Positions(NamedTuple):
    """Positions that are played out together.

    A state holds the random stream of its game, so their points depend on nothing else.

    Attributes:
        number: Their number among all that are handed out.
        states: [N] state records.
        masks: int8[N, A], the moves to try, all legal.
    """

    number: int
    states: np.ndarray
    masks: np.ndarray


def points_of_moves(
    game: Game, options: Options, positions: Sequence[Positions], executor: Executor
) -> list[FloatArray]:
    """Returns the points of every move when greedy plays on; see `Playouts.points`.

    Args:
        game: The game.
        options: Its house rules.
        positions: The positions, numbered from 0.
        executor: Plays them out; the points don't depend on it.

    Returns:
        For each of `positions` float64[N, A], 0 for moves that were not tried.
    """
    players = MatchRunner(game, options, (), (), seed=0)
    points = [np.zeros(part.masks.shape) for part in positions]
    for part, found in executor.play(players, play_out, positions):
        points[part.number][part.masks != 0] = found
    return points


def play_out(players: MatchRunner, positions: Positions) -> FloatArray:
    """Returns the points of the moves to try alone, row by row; runs on any machine."""
    points = Playouts(players.game).points(positions.states, positions.masks)
    return points[positions.masks != 0]
