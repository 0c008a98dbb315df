"""The pieces of an observation and of the action table, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from fudaba.common.checks import check_whole

LARGEST_COUNT = 127  # counters that seldom pass it stop there in views, which are int8 then


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
        of: The hidden cells that a derived field tells something of, rows of other seats included.
    """

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str
    private: bool = False
    of: tuple[str, ...] = ()


@dataclass(frozen=True)
class ActionKind:
    """A run of action ids that mean the same kind of move.

    Attributes:
        name: The move's name in the rules.
        first: The first id.
        count: How many ids.
        meaning: One line for people; says what the position in the run stands for.
        continued_by: The kinds that complete a move which begins with this one. Where the same
            player may choose among these kinds alone, an action of this kind has shown the player
            nothing that depends on hidden cards, draws or the choices of others, and a table lets
            it be taken back. Empty where no action of the kind can be taken back.
    """

    name: str
    first: int
    count: int
    meaning: str
    continued_by: tuple[str, ...] = ()

    def encode(self, position: int) -> int:
        """The action id of a position (0..count-1) in the run.

        Raises:
            UserError: There is no such position.
        """
        return self.first + check_whole(self.name, position, 0, self.count - 1)


def action_table(
    *runs: tuple[str, int, str], continued_by: Mapping[str, tuple[str, ...]] | None = None
) -> tuple[ActionKind, ...]:
    """The action table: runs of ids that follow each other without a gap.

    Args:
        *runs: Name, number of ids and meaning of each kind of move.
        continued_by: By the name of a kind, `ActionKind.continued_by`; kinds that are left out
            can't be taken back.

    Raises:
        ValueError: `continued_by` names a kind that there is not.
    """
    declared = continued_by or {}
    unknown = {*declared, *chain(*declared.values())} - {name for name, _, _ in runs}
    if unknown:
        raise ValueError(f"continued_by names no kinds of action: {', '.join(sorted(unknown))}.")
    table: list[ActionKind] = []
    for name, count, meaning in runs:
        first = table[-1].first + table[-1].count if table else 0
        table.append(ActionKind(name, first, count, meaning, declared.get(name, ())))
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
