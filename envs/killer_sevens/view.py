"""The view of Killer Sevens: everything that a seat may know (KIL-7)."""

import numpy as np

from ..cards.laying import ACTIVE, FINISHED
from ..core.compiling.kernel import kernel
from ..core.contract.cells import cell_observer, view_fields
from ..core.kit.bits import NOTHING, bit_of
from ..core.kit.seats import NOBODY, number_from_viewer
from . import state as kil
from .board import NUM_CELLS, NUM_COLUMNS, NUM_ROWS
from .options import KillerSevensOptions

FIELDS = view_fields(kil.CELLS, KillerSevensOptions)


@kernel
def observe_player(state: np.void, player: int, distance: int, view: np.void) -> None:
    """Writes a player's status and the cards that it was proven not to hold."""
    view["active"][distance] = state["status"][player] == ACTIVE
    view["finished"][distance] = state["status"][player] == FINISHED
    show_board(state["barred"][player] & ~state["laid"], view["not_held"][distance])


observe_cells = cell_observer("killer_sevens_v0", kil.CELLS, KillerSevensOptions, observe_player)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (KIL-7.3)."""
    observe_cells(state, seat, view)
    observe_grid(state, seat, view)


@kernel
def observe_grid(state: np.void, seat: int, view: np.void) -> None:
    """Writes the boards, each laid card's player and age, and at the end the hands."""
    hand, laid = state["hands"][seat], state["laid"]
    dead, playable = state["dead"], state["playable"]
    count, viewer = np.int8(state["num_players"]), np.int8(seat)
    for cell in range(NUM_CELLS):
        row, column = cell // NUM_COLUMNS, cell % NUM_COLUMNS
        bit = bit_of(cell)
        view["hand"][row, column] = hand & bit != NOTHING
        view["laid"][row, column] = laid & bit != NOTHING
        view["dead"][row, column] = dead & bit != NOTHING
        view["playable"][row, column] = playable & bit != NOTHING
        view["recency"][row, column] = state["recency"][cell]
        view["laid_by"][row, column] = number_from_viewer(state["laid_by"][cell], viewer, count)
        view["shown"][row, column] = 0
    if state["to_move"] == NOBODY:
        for other in range(state["num_players"]):
            for cell in range(NUM_CELLS):
                if state["hands"][other] & bit_of(cell):
                    shown = number_from_viewer(np.int8(other), viewer, count)
                    view["shown"][cell // NUM_COLUMNS, cell % NUM_COLUMNS] = shown


@kernel
def show_board(board: np.uint64, cells: np.ndarray) -> None:
    """Writes the cells of a board as flags, int8[4, 13]. The empty board, a common one, is fast."""
    for row in range(NUM_ROWS):
        for column in range(NUM_COLUMNS):
            cells[row, column] = 0
    if board != NOTHING:
        for row in range(NUM_ROWS):
            for column in range(NUM_COLUMNS):
                cells[row, column] = board & bit_of(row * NUM_COLUMNS + column) != NOTHING
