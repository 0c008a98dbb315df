"""The sides of a card in the grid that can still be taken before it dies, from a view."""

import numpy as np

from .board import NUM_COLUMNS, NUM_ROWS


def sides_left(view: np.void, row: int, column: int) -> int:
    """Returns how many more taken sides kill the card of a free cell (KIL-5.1, KIL-5.3).

    Groups that die as a whole (KIL-5.4) are not considered.
    """
    beside = _beside(view, column)
    sides = [(row, other) for other in beside]
    sides += [(other, column) for other in (row - 1, row + 1) if 0 <= other < NUM_ROWS]
    free = sum(not view["laid"][side] for side in sides)
    needed = min(int(view["sides_needed"]), len(sides))
    left = needed - (len(sides) - free)
    if view["side_death"]:
        left = min(left, sum(not view["laid"][row, other] for other in beside))
    return left


def _beside(view: np.void, column: int) -> list[int]:
    """Returns the columns at the left and the right that are in the grid (KIL-2.3)."""
    columns = column - 1, column + 1
    if view["columns_wrap"]:
        return [other % NUM_COLUMNS for other in columns]
    return [other for other in columns if 0 <= other < NUM_COLUMNS]
