"""Checks of arguments from outside, made before a kernel uses them as indices."""

from operator import index
from typing import Any

import numpy as np

from .errors import UserError, shown
from .languages import translator

_, _n = translator("common")

LARGEST_INT64 = 2**63 - 1
UINT64_RANGE = 2**64


def check_kind(name: str, value: object, kind: Any, allowed: str) -> None:
    """Checks that a value is an instance of a type or of one of several types.

    Raises:
        UserError: It is something else; `allowed` says what it may be.
    """
    if not isinstance(value, kind):
        raise UserError(
            _(
                "{name} can't be {value}; allowed: {allowed}.",
                name=name,
                value=shown(value),
                allowed=allowed,
            )
        )


def check_flag(name: str, value: bool) -> bool:
    """Returns a bool; refuses words and numbers that are only truthy or falsy.

    Raises:
        UserError: It is something else.
    """
    check_kind(name, value, (bool, np.bool_), "True, False")
    return bool(value)


def check_generator(name: str, rng: np.random.Generator) -> None:
    """Checks that a value is a generator of random numbers.

    Raises:
        UserError: It is no generator of NumPy.
    """
    check_kind(name, rng, np.random.Generator, "a NumPy generator, as default_rng() makes")


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
        raise UserError(
            _(
                "{name} can't be {value}; allowed: whole numbers {low} to {high}.",
                name=name,
                value=shown(value),
                low=low,
                high=high,
            )
        )
    return number


def read_array(name: str, values: Any, dtype: type | None = None) -> np.ndarray:
    """Returns a copy of values as an array, of their own dtype or of a given one.

    What is checked must be what is used, though another thread or process may write to the caller's
    array meanwhile. The copy is contiguous and writable, so kernels are compiled for it only once.

    Raises:
        UserError: The values make no such array.
    """
    try:
        return np.array(values, dtype, order="C", copy=True, subok=False)
    except (ValueError, TypeError):
        wanted = "numbers" if dtype else "values"
        raise UserError(
            f"{name} can't be {shown(values)}; allowed: an array of {wanted}, its rows of one "
            "length."
        ) from None


def check_indices(name: str, values: np.ndarray, count: int) -> np.ndarray:
    """Returns whole numbers from 0 to count-1 as int64.

    Raises:
        UserError: One of them is not, so a kernel would read beyond its arrays.
    """
    numbers = read_array(name, values)
    if numbers.dtype.kind not in "iu" or ((numbers < 0) | (numbers >= count)).any():
        raise UserError(
            f"{name} can't be {shown(values)}; allowed: whole numbers 0 to {count - 1}."
        )
    return numbers.astype(np.int64, copy=False)


def check_row(name: str, values: np.ndarray) -> None:
    """Checks that an array has one dimension.

    Raises:
        UserError: It has none, or several.
    """
    if values.ndim != 1:
        raise UserError(f"{name} can't have shape {values.shape}; allowed: one row.")


def check_pairs(name: str, values: np.ndarray, tables: np.ndarray) -> None:
    """Checks that `values` has one value for each of `tables`.

    Raises:
        UserError: The arrays are not of one dimension, or not of one length.
    """
    if values.ndim != 1 or values.shape != tables.shape:
        raise UserError(
            f"{name} can't have shape {values.shape} for tables of shape {tables.shape}; "
            "allowed: two rows of one length."
        )


def check_actions(actions: np.ndarray, num_tables: int) -> np.ndarray:
    """Returns actions as int64[num_tables]; does not check whether they are legal.

    Raises:
        UserError: The array has the wrong shape or type.
    """
    numbers = read_array("actions", actions)
    is_whole = numbers.dtype.kind == "i" or (
        numbers.dtype.kind == "u" and not (numbers > LARGEST_INT64).any()
    )
    if numbers.shape != (num_tables,) or not is_whole:
        raise UserError(
            f"actions must be whole numbers of shape ({num_tables},), "
            f"not {numbers.dtype} of shape {numbers.shape}."
        )
    return numbers.astype(np.int64, copy=False)
