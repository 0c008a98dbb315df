"""What games share that read a play as a person types it (`Words.read`)."""

import numpy as np

from ..compiling.kernel import Kernel


class ForbiddenError(Exception):
    """Words that are understood, but that the rules forbid; it says why."""


def copied(state: np.void) -> np.void:
    """A copy of a table, to try things on."""
    table: np.void = np.array([state])[0]
    return table


def list_legal(legal: Kernel, num_actions: int, state: np.void) -> list[int]:
    """The ids of the legal actions of the seat to move, in rising order.

    Args:
        legal: The kernel `legal` of the game.
        num_actions: How many action ids the game has.
        state: The table.
    """
    mask = np.zeros(num_actions, np.int8)
    legal(state, mask)
    actions: list[int] = np.flatnonzero(mask).tolist()
    return actions
