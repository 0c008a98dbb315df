"""Cards of kikisen in words, as the games that tell colours write them."""

from collections.abc import Iterable

import numpy as np

from .kikisen import type_name


def types_in(counts: np.ndarray) -> list[int]:
    """Counts by type, as states and views have them, as types in rising order."""
    types: list[int] = np.repeat(np.arange(len(counts)), counts).tolist()
    return types


def words_of(types: Iterable[int]) -> str:
    """`b3 b4 bS`."""
    return " ".join(named(types))


def named(types: Iterable[int]) -> list[str]:
    """`["b3", "b4", "bS"]`."""
    return list(map(type_name, types))
