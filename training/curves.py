"""The learning curves of a run: one CSV file that survives resuming."""

from fudaba.common.extras import need

need("train")

from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import KVWriter

from fudaba.common.files import write_whole
from fudaba.evaluation.curves import STEPS, read_curves, to_csv


class CurveWriter(KVWriter):
    """Writes the rows of `curves.csv`; later rows may add columns.

    Rows after the step where a run resumes are dropped, because those steps are played again.
    """

    def __init__(self, path: Path, steps: int) -> None:
        """Reads the rows up to `steps` of an earlier session."""
        self._path = path
        self.rows = [row for row in read_curves(path) if row[STEPS] <= steps]

    def write(
        self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0
    ) -> None:
        """Adds a row and writes the file anew, whole."""
        numbers = {key: float(value) for key, value in key_values.items() if _is_number(value)}
        self.rows.append({STEPS: float(step), **numbers})
        write_whole(self._path, to_csv(self.rows))

    def close(self) -> None:
        """Does nothing: the file is closed after each write."""


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True
