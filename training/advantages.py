"""Advantages that follow the seats, for learners that play several of them."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Trace:
    """T decisions at each of N tables, in the order they were taken.

    Attributes:
        seats: int64[T, N], the deciding seats.
        points: float64[T, N, P], the points of every seat between a decision and the table's next.
        dones: bool[T, N], whether the game ended in between.
        values: float32[T, N], the network's value of the deciding seat's game.
    """

    seats: np.ndarray
    points: np.ndarray
    dones: np.ndarray
    values: np.ndarray


def advantages_by_seat(
    trace: Trace, next_seats: np.ndarray, next_values: np.ndarray, gamma: float, gae_lambda: float
) -> tuple[np.ndarray, np.ndarray]:
    """Computes generalised advantage estimates along the decisions of each seat in each game.

    Between two decisions of a seat other seats decide. Points that it wins meanwhile belong to its
    earlier decision, and the network's value at its later one is the value that follows.

    Args:
        trace: The decisions.
        next_seats: int64[N], the seat of the next decision at each table.
        next_values: float32[N], the network's values of these decisions.
        gamma: Discount from one decision of a seat to its next.
        gae_lambda: Lambda of the generalised advantage estimate.

    Returns:
        Advantages float32[T, N], and bool[T, N]: whether the advantage is known. It is not for the
        last decision of a seat that waits in an unfinished game.
    """
    num_steps, num_tables, num_seats = trace.points.shape
    everywhere = np.arange(num_tables)
    won, values, ahead = (np.zeros((num_tables, num_seats)) for _ in range(3))
    known = np.zeros((num_tables, num_seats), bool)
    values[everywhere, next_seats] = next_values
    known[everywhere, next_seats] = True
    advantages = np.zeros((num_steps, num_tables), np.float32)
    is_known = np.zeros((num_steps, num_tables), bool)
    for step in reversed(range(num_steps)):
        ended = trace.dones[step]
        for following in (won, values, ahead):
            following[ended] = 0.0
        known[ended] = True
        won += trace.points[step]
        here = everywhere, trace.seats[step]
        expected = trace.values[step]
        surprise = won[here] + gamma * values[here] - expected
        advantage = surprise + gamma * gae_lambda * ahead[here]
        is_known[step] = known[here]
        advantages[step] = np.where(is_known[step], advantage, 0.0)
        won[here], values[here], ahead[here], known[here] = 0.0, expected, advantages[step], True
    return advantages, is_known
