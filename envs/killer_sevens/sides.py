"""The sides of a card in the grid that can still be taken before it dies, from a view."""

import numpy as np

from .board import NUM_COLUMNS, NUM_ROWS


def sides_left(view: np.void, row: int, column: int) -> int:
    """Returns how many more sides must be taken to kill a free cell's card (KIL-5.1, KIL-5.3).

    Groups that die as a whole (KIL-5.4) are not considered.
    """
    beside, sides = _beside(view, column), _sides(view, row, column)
    free = sum(not view["laid"][side] for side in sides)
    needed = min(int(view["sides_needed"]), len(sides))
    left = needed - (len(sides) - free)
    if view["side_death"]:
        left = min(left, sum(not view["laid"][row, other] for other in beside))
    return left


def free_sides(view: np.void, row: int, column: int) -> str:
    """Returns arrows to the free sides of a cell: `←↑`."""
    arrows = {(0, -1): "←", (0, 1): "→", (-1, 0): "↑", (1, 0): "↓"}
    free = [side for side in _sides(view, row, column) if not view["laid"][side]]
    at = {(side[0] - row, (side[1] - column + 1) % NUM_COLUMNS - 1) for side in free}
    return "".join(arrow for step, arrow in arrows.items() if step in at)


def killed_by(view: np.void, row: int, column: int) -> list[tuple[int, int]]:
    """Returns the cells of living cards that die when the card of a free cell is laid (KIL-5.1).

    Groups that die as a whole (KIL-5.4) are not considered.
    """
    after = view.copy()
    after["laid"][row, column] = 1
    return [
        side
        for side in sorted(set(_sides(view, row, column)))
        if not view["laid"][side] and not view["dead"][side] and sides_left(after, *side) <= 0
    ]


def _sides(view: np.void, row: int, column: int) -> list[tuple[int, int]]:
    """Returns the cells beside, above and below a cell (KIL-2.3)."""
    sides = [(row, other) for other in _beside(view, column)]
    return sides + [(other, column) for other in (row - 1, row + 1) if 0 <= other < NUM_ROWS]


def _beside(view: np.void, column: int) -> list[int]:
    """Returns the columns at the left and the right that are in the grid (KIL-2.3)."""
    columns = column - 1, column + 1
    if view["columns_wrap"]:
        return [other % NUM_COLUMNS for other in columns]
    return [other for other in columns if 0 <= other < NUM_COLUMNS]
