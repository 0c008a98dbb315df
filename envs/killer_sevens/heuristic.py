"""The heuristic for Killer Sevens, computed from the player's own view (KIL-7.3).

The player with the fewest cards left wins, so a card is laid before it dies: first the cards in
danger, which have most of their sides taken already. Every card laid takes a side of its
neighbours, preferably of the others' cards. Passing only lets the own cards die.
"""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.weights import Weight, WeightTable
from ..core.kit.advice import NOTHING, adviser, anywhere
from .board import NUM_COLUMNS, NUM_ROWS
from .state import PASS_ACTION
from .view import show_board

WEIGHTS = WeightTable(
    Weight("own_danger", 1.0, 0.0, 6.0, "for each taken side of the card that is laid"),
    Weight("others_harm", 1.0, -1.0, 4.0, "for each taken side of another player's neighbour"),
    Weight("own_harm", -1.5, -6.0, 0.0, "for each taken side of an own neighbour"),
    Weight("kill", 4.0, -2.0, 12.0, "sides that taking the last one counts for"),
)


SIDES = 4


@kernel
def observe_partial(state: np.void, seat: int, view: np.void) -> None:
    """Fills the fields that change and that the advice reads, of the player on turn."""
    show_board(state["hands"][seat], view["hand"])
    show_board(state["laid"], view["laid"])
    show_board(state["dead"], view["dead"])


@kernel
def worth_of(view: np.void, weights: np.void, action: int) -> float:
    """Returns the worth of a card to lay; a pass is taken only if no card can be laid."""
    if action == PASS_ACTION:
        return NOTHING
    return worth_of_cell(view, weights, row_of(view, action // NUM_COLUMNS), action % NUM_COLUMNS)


@kernel
def row_of(view: np.void, suit: int) -> int:
    """Returns the row of a suit (KIL-2.2)."""
    row = 0
    while view["suits"][row] != suit:
        row += 1
    return row


@kernel
def worth_of_cell(view: np.void, weights: np.void, row: int, column: int) -> float:
    """Returns the worth of laying a cell's card: its danger, and the harm to its neighbours."""
    worth = weights["own_danger"] * taken_sides(view, row, column)
    for side in range(SIDES):
        beside_row, beside_column = neighbour(view, row, column, side)
        if is_live(view, beside_row, beside_column):
            sides = taken_sides(view, beside_row, beside_column) + 1
            harm = sides + (weights["kill"] if sides == SIDES else 0.0)
            own = view["hand"][beside_row, beside_column] == 1
            worth += harm * (weights["own_harm"] if own else weights["others_harm"])
    return worth


@kernel
def neighbour(view: np.void, row: int, column: int, side: int) -> tuple[int, int]:
    """Returns the cell on one of the four sides; row -1 beyond a wall (KIL-2.3)."""
    if side == 0:
        row -= 1
    elif side == 1:
        row += 1
    else:
        column += 1 if side == 2 else -1
    if view["columns_wrap"] == 1:
        column = (column + NUM_COLUMNS) % NUM_COLUMNS
    if row < 0 or row >= NUM_ROWS or column < 0 or column >= NUM_COLUMNS:
        return -1, 0
    return row, column


@kernel
def taken_sides(view: np.void, row: int, column: int) -> int:
    """Returns how many of a cell's four sides are laid cards or walls (KIL-5.1)."""
    taken = 0
    for side in range(SIDES):
        beside_row, beside_column = neighbour(view, row, column, side)
        taken += beside_row < 0 or view["laid"][beside_row, beside_column] == 1
    return taken


@kernel
def is_live(view: np.void, row: int, column: int) -> bool:
    """Returns whether a cell is free and not dead."""
    return row >= 0 and view["laid"][row, column] == 0 and view["dead"][row, column] == 0


choose = adviser("killer_sevens_v0", worth_of, span=anywhere)
