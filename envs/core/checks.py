"""Numbers from outside, checked before a kernel reads or writes by them."""

from operator import index

import numpy as np

from .errors import UserError

LARGEST_INT64 = 2**63 - 1
UINT64_RANGE = 2**64


def check_whole(name: str, value: int, low: int, high: int) -> int:
    """Returns a whole number from low to high.

    Raises:
        UserError: It is something else.
    """
    try:
        number = index(value)
    except TypeError:
        number = low - 1
    if not low <= number <= high or isinstance(value, bool):
        raise UserError(f"{name} can't be {value!r}; allowed: whole numbers {low} to {high}.")
    return number


def check_indices(name: str, values: np.ndarray, count: int) -> np.ndarray:
    """Returns whole numbers from 0 to count-1 as int64.

    Raises:
        UserError: One of them is something else: a kernel would read beyond its arrays.
    """
    numbers = np.asarray(values)
    if numbers.dtype.kind not in "iu" or ((numbers < 0) | (numbers >= count)).any():
        raise UserError(f"{name} can't be {values!r}; allowed: whole numbers 0 to {count - 1}.")
    return numbers.astype(np.int64)


def check_pairs(name: str, values: np.ndarray, tables: np.ndarray) -> None:
    """Checks that there is one value for each of a row of tables.

    Raises:
        UserError: The arrays are not of one dimension, or not of one length.
    """
    if values.ndim != 1 or values.shape != tables.shape:
        raise UserError(
            f"{name} can't have shape {values.shape} for tables of shape {tables.shape}; "
            "allowed: two rows of one length."
        )


def check_actions(actions: np.ndarray, num_tables: int) -> np.ndarray:
    """Returns one whole number for each table as int64; whether it is legal is not asked.

    Raises:
        UserError: The array has the wrong shape or type.
    """
    numbers = np.asarray(actions)
    is_whole = numbers.dtype.kind == "i" or (
        numbers.dtype.kind == "u" and not (numbers > LARGEST_INT64).any()
    )
    if numbers.shape != (num_tables,) or not is_whole:
        raise UserError(
            f"actions must be whole numbers of shape ({num_tables},), "
            f"not {numbers.dtype} of shape {numbers.shape}."
        )
    return numbers.astype(np.int64, copy=False)
