"""Shared parts of reading typed plays (`Words.read`)."""

import numpy as np

from ..compiling.kernel import Kernel


def copied(state: np.void) -> np.void:
    """Returns a copy of a table for trial moves."""
    table: np.void = np.array([state])[0]
    return table


def list_legal(legal: Kernel, num_actions: int, state: np.void) -> list[int]:
    """Returns the ids of the seat to move's legal actions in rising order.

    Args:
        legal: The kernel `legal` of the game.
        num_actions: How many action ids the game has.
        state: The table.
    """
    mask = np.zeros(num_actions, np.int8)
    legal(state, mask)
    actions: list[int] = np.flatnonzero(mask).tolist()
    return actions
