"""The pieces of an observation and of the action table, as data."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .checks import check_whole


@dataclass(frozen=True)
class Field:
    """One named piece of an observation.

    Attributes:
        name: Its name in the view record.
        shape: Its shape; `()` for a single number. Axes of length `max_players` run over the
            seats, the viewer first, then clockwise; seats without a player hold zeros.
        low: The smallest value it takes.
        high: The largest value it takes.
        meaning: One line for people.
        private: Whether only the viewer knows it.
    """

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str
    private: bool = False


@dataclass(frozen=True)
class ActionKind:
    """A run of action ids that mean the same kind of move.

    Attributes:
        name: The move's name in the rules.
        first: The first id.
        count: How many ids.
        meaning: One line for people; says what the position in the run stands for.
    """

    name: str
    first: int
    count: int
    meaning: str

    def encode(self, position: int) -> int:
        """The action id of a position (0..count-1) in the run.

        Raises:
            UserError: There is no such position.
        """
        return self.first + check_whole(self.name, position, 0, self.count - 1)


def action_table(*runs: tuple[str, int, str]) -> tuple[ActionKind, ...]:
    """The action table: runs of ids that follow each other without a gap.

    Args:
        *runs: Name, number of ids and meaning of each kind of move.
    """
    table: list[ActionKind] = []
    for name, count, meaning in runs:
        first = table[-1].first + table[-1].count if table else 0
        table.append(ActionKind(name, first, count, meaning))
    return tuple(table)


def decode(table: tuple[ActionKind, ...], action: int) -> tuple[ActionKind, int]:
    """The kind of an action id of the table, and its position in the kind's run."""
    kind = next(kind for kind in table if action < kind.first + kind.count)
    return kind, int(action) - kind.first


def smallest_dtype(low: int, high: int) -> np.dtype[Any]:
    """The smallest signed integer type, from int8 on, that holds all numbers from low to high."""
    sizes = (np.int8, np.int16, np.int32, np.int64)
    return next(
        np.dtype(size) for size in sizes if np.iinfo(size).min <= low and high <= np.iinfo(size).max
    )


def view_dtype(fields: tuple[Field, ...]) -> np.dtype[Any]:
    """The dtype of a view record: all numbers int8, or all of the one type that holds the largest.

    So a view is also one flat vector.
    """
    low, high = min(field.low for field in fields), max(field.high for field in fields)
    number = smallest_dtype(low, high)
    if number.itemsize > 2:
        wide = [field.name for field in fields if field.low < -(2**15) or field.high >= 2**15]
        raise ValueError(f"fields beyond int16: {', '.join(wide)}; clip them.")
    return np.dtype([(field.name, number, field.shape) for field in fields])
