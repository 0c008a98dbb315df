"""Cells for the further facts of a small game's table, which all players see."""

import numpy as np

from ..core.contract.cells import Cell, by_seat, one_hot, public, seat_flag
from ..core.contract.fields import smallest_dtype
from ..core.contract.options import Options
from ..core.kit.bits import show_bits
from ..core.kit.seats import NOBODY


def number(name: str, most: int, meaning: str) -> Cell:
    """Returns a cell that holds a number, 0 to `most`; it starts with 0."""
    return Cell(name, smallest_dtype(0, most), (), public(0, most, meaning))


def number_each(options: type[Options], name: str, most: int, meaning: str) -> Cell:
    """Returns a cell that holds a number of each player, 0 to `most`; all start with 0."""
    shape = (options.max_players(),)
    return Cell(name, smallest_dtype(0, most), shape, by_seat(0, most, meaning))


def player(name: str, meaning: str, called: str = "") -> Cell:
    """Returns a cell that holds a seat; it starts with NOBODY.

    Args:
        name: The cell's name.
        meaning: One line for people, with its clause.
        called: What the player is called at the table and in views, if not by the cell's name.
    """
    return Cell(name, np.int8, (), seat_flag(meaning, name=called), start=NOBODY)


def code(name: str, count: int, meaning: str, start: int = 0) -> Cell:
    """Returns a cell that holds one of `count` codes, or -1 for none."""
    return Cell(name, np.int8, (), one_hot(count, meaning), start=start)


def flags_each(options: type[Options], name: str, count: int, meaning: str) -> Cell:
    """Returns a cell that holds `count` flags of each player, as bits; all start with 0."""
    shown = by_seat(0, 1, meaning, fill=show_bits, shape=(count,))
    return Cell(name, np.int64, (options.max_players(),), shown)
