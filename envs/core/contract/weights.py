"""The named weights of a heuristic, which its kernels read from a record."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from fudaba.common.errors import UserError, did_you_mean, shown

Derivation = Callable[[Mapping[str, float]], np.ndarray]  # from all weights by name


class Weight(NamedTuple):
    """A number in a heuristic that can be tuned.

    Attributes:
        name: Its name in kernels, files and reports.
        default: The value that was chosen by hand.
        low: The lowest value that makes sense.
        high: The highest value that makes sense.
        meaning: What it weighs.
    """

    name: str
    default: float
    low: float
    high: float
    meaning: str


class WeightTable:
    """The weights of one heuristic.

    Attributes:
        rows: The weights, in the order of the record.
        dtype: The dtype of the record, one float64 for each weight, and the derived fields.
    """

    def __init__(self, *rows: Weight, **derived: Derivation) -> None:
        """Makes the table.

        Args:
            *rows: The weights.
            **derived: By name, further fields of the record: arrays that follow from the weights,
                so that kernels need not compute them. Their shapes never change.

        Raises:
            ValueError: A default is outside its range.
        """
        for row in rows:
            if not row.low <= row.default <= row.high:
                raise ValueError(f"the default of {row.name} is outside its range.")
        self.rows = rows
        self._derived = derived
        defaults = {row.name: row.default for row in rows}
        fields = [
            *((row.name, np.float64) for row in rows),
            *((name, np.float64, derive(defaults).shape) for name, derive in derived.items()),
        ]
        # A record needs a field, also for a heuristic without weights.
        self.dtype = np.dtype(fields or [("none", np.float64)])

    def complete(self, values: Mapping[str, float]) -> dict[str, float]:
        """Returns a value for every weight: the given one, or else the default.

        Raises:
            UserError: There is no such weight, or a value is no number in its range.
        """
        known = {row.name: row for row in self.rows}
        for name, value in values.items():
            if name not in known:
                allowed = ", ".join(known) or "none"
                hint = did_you_mean(name, list(known))
                raise UserError(f"there is no weight {shown(name)}; allowed: {allowed}.{hint}")
            row = known[name]
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if not is_number or not row.low <= value <= row.high:
                raise UserError(
                    f"weight {name} can't be {shown(value)}; allowed: {row.low:g} to {row.high:g}."
                )
        return {row.name: float(values.get(row.name, row.default)) for row in self.rows}

    def record(self, values: Mapping[str, float]) -> np.void:
        """Returns the record for kernels; weights that are not given have their defaults.

        Raises:
            UserError: There is no such weight, or a value is no number in its range.
        """
        record: np.void = np.zeros(1, self.dtype)[0]
        weights = self.complete(values)
        for name, value in weights.items():
            record[name] = value
        for name, derive in self._derived.items():
            record[name] = derive(weights)
        return record


NO_WEIGHTS = WeightTable()
