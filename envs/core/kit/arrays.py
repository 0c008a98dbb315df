"""Small operations on arrays for kernels, as loops: slices cost twenty times as much."""

import numpy as np

from ..compiling.kernel import kernel, python_fallback


@kernel
def clear(values: np.ndarray) -> None:
    """Sets every element of a one-dimensional array to zero."""
    for position in range(len(values)):
        values[position] = 0


@python_fallback(clear)
def _clear_at_once(values: np.ndarray) -> None:
    values[:] = 0


@kernel
def copy(values: np.ndarray, target: np.ndarray) -> None:
    """Copies a one-dimensional array into one of the same length."""
    for position in range(len(target)):
        target[position] = values[position]


@kernel
def show_one(position: int, row: np.ndarray) -> None:
    """Writes a one-hot row; all zeros if `position` is out of range."""
    for other in range(len(row)):
        row[other] = 0
    if 0 <= position < len(row):
        row[position] = 1


@python_fallback(show_one)
def _show_one_at_once(position: int, row: np.ndarray) -> None:
    row[:] = 0
    if 0 <= position < len(row):
        row[position] = 1


@kernel
def count_ones(mask: np.ndarray, size: int) -> int:
    """Returns how many of the first `size` elements of a mask are 1.

    A constant size takes SEKI's `legal` a tenth less time than the length of the mask. Sums of 16
    bits take Daifugo's a fifth less than sums of 64; in 8 bits there may be no room.
    """
    count = np.int16(0)
    for position in range(size):
        count = np.int16(count + mask[position])
    return int(count)


@python_fallback(count_ones)
def _count_ones_at_once(mask: np.ndarray, size: int) -> int:
    return int(np.count_nonzero(mask[:size]))
