"""Sets of cells of the 4 x 13 grid as bit boards: bit 13 * row + column of a uint64 (KIL-2.2)."""

import numpy as np

from ..core.compiling.kernel import wrapping_kernel

NUM_ROWS, NUM_COLUMNS = 4, 13
NUM_CELLS = NUM_ROWS * NUM_COLUMNS
SIDEWAYS, ACROSS, ROW = np.uint64(1), np.uint64(NUM_COLUMNS - 1), np.uint64(NUM_COLUMNS)


def board_of(cells: list[int]) -> np.uint64:
    """Returns the board of some cells."""
    return np.uint64(sum(1 << cell for cell in cells))


def cells_on(board: np.uint64) -> np.ndarray:
    """Returns which cells are on a board, as flags of shape [4, 13]."""
    in_bytes = np.array([board], "<u8").view(np.uint8)
    flags = np.unpackbits(in_bytes, count=NUM_CELLS, bitorder="little")
    return flags.reshape(NUM_ROWS, NUM_COLUMNS)


GRID = board_of(list(range(NUM_CELLS)))
FIRST_COLUMN = board_of([NUM_COLUMNS * row for row in range(NUM_ROWS)])
LAST_COLUMN = board_of([NUM_COLUMNS * row + NUM_COLUMNS - 1 for row in range(NUM_ROWS)])
SEVENS = board_of([NUM_COLUMNS * row + 6 for row in range(NUM_ROWS)])
TOP_ROW = board_of(list(range(NUM_COLUMNS)))
BOTTOM_ROW = board_of(list(range(NUM_CELLS - NUM_COLUMNS, NUM_CELLS)))
INNER_COLUMNS_LEFT, INNER_COLUMNS_RIGHT = GRID & ~FIRST_COLUMN, GRID & ~LAST_COLUMN


@wrapping_kernel
def from_left(board: np.uint64, wrap: int) -> np.uint64:
    """Returns the cells whose left neighbour is on the board."""
    moved = (board << SIDEWAYS) & INNER_COLUMNS_LEFT
    return moved | ((board >> ACROSS) & FIRST_COLUMN) if wrap else moved


@wrapping_kernel
def from_right(board: np.uint64, wrap: int) -> np.uint64:
    """Returns the cells whose right neighbour is on the board."""
    moved = (board >> SIDEWAYS) & INNER_COLUMNS_RIGHT
    return moved | ((board << ACROSS) & LAST_COLUMN) if wrap else moved


@wrapping_kernel
def from_above(board: np.uint64) -> np.uint64:
    """Returns the cells whose upper neighbour is on the board."""
    return (board << ROW) & GRID


@wrapping_kernel
def from_below(board: np.uint64) -> np.uint64:
    """Returns the cells whose lower neighbour is on the board."""
    return board >> ROW


@wrapping_kernel
def neighbours_of_4(board: np.uint64, wrap: int) -> np.uint64:
    """Returns the orthogonal neighbours of a board's cells, N4 (KIL-2.3)."""
    return from_left(board, wrap) | from_right(board, wrap) | from_above(board) | from_below(board)


@wrapping_kernel
def neighbours_of_8(board: np.uint64, wrap: int) -> np.uint64:
    """Returns the neighbours of a board's cells, diagonals included, N8 (KIL-2.3)."""
    beside = board | from_left(board, wrap) | from_right(board, wrap)
    return beside | from_above(beside) | from_below(beside)
