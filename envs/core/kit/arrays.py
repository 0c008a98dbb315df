"""Small operations on arrays for kernels, as loops: slices cost twenty times as much."""

import numpy as np

from ..compiling.kernel import kernel


@kernel
def clear(values: np.ndarray) -> None:
    """Sets every element of a one-dimensional array to zero."""
    for position in range(len(values)):
        values[position] = 0


@kernel
def copy(values: np.ndarray, target: np.ndarray) -> None:
    """Copies a one-dimensional array into one of the same length."""
    for position in range(len(target)):
        target[position] = values[position]


@kernel
def show_one(position: int, row: np.ndarray) -> None:
    """Writes a one-hot row; all zeros if `position` is out of range."""
    for other in range(len(row)):
        row[other] = other == position
