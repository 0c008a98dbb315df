"""The table of Killer Sevens as one record, and its action ids.

Cards are 13 * suit + rank - 1 (KIL-2.1), cells 13 * row + column. With the default `row_order` a
card has the number of its cell. Sets of cells are bit boards (board.py).
"""

from typing import get_args

import numpy as np

from ..cards.french import NUM_CARDS, SUITS
from ..cards.laying import MAX_PLAYERS, PLAYER_CELLS
from ..core.contract.cells import (
    Cell,
    Cells,
    by_seat,
    cell_resetters,
    public,
    state_dtype,
)
from ..core.contract.fields import Field, action_table
from ..core.kit.recency import RECENT
from ..core.kit.seats import NOBODY
from .board import NUM_CELLS, NUM_COLUMNS, NUM_ROWS
from .options import KillerSevensOptions, RowOrder

DIAMOND_SEVEN = 2 * NUM_COLUMNS + 6
NEVER = -1
STILL_LIVE = 127  # above every moment

_, ELIMINATE = KillerSevensOptions.codes("pass_exhaust")
_, END = KillerSevensOptions.codes("all_pass")
GROUPS_LIVE, _, ANY_SHAPE = KillerSevensOptions.codes("group_kill")
_, FIRST_OUT = KillerSevensOptions.codes("tie_break")
BY_RANK, _ = KillerSevensOptions.codes("reward_mode")

# The suits of the rows for every word of `row_order` but the last, which is random.
ROW_ORDERS = np.array(
    [[SUITS.index(suit) for suit in word] for word in get_args(RowOrder)[:-1]], np.int8
)
NUM_ORDERS = len(ROW_ORDERS)

# The ids of KIL-4.6.
LAY, PASS = ACTIONS = action_table(
    ("lay", NUM_CARDS, "lay the card with this id (KIL-4.2)"),
    ("pass", 1, "pass (KIL-4.3)"),
)
PASS_ACTION = PASS.first

GRID_SHAPE, PER_CELL, PER_SEAT = (NUM_ROWS, NUM_COLUMNS), (NUM_CELLS,), (MAX_PLAYERS,)

CELLS: Cells = (
    # The grid (KIL-2.2), as boards. The view writes all of them in one loop, which is faster.
    Field("hand", GRID_SHAPE, 0, 1, "own cards, dead ones too", private=True, of=("hands",)),
    Cell("hands", np.uint64, PER_SEAT, reset_on="hands"),
    Field("laid", GRID_SHAPE, 0, 1, "cells that hold their card", of=("laid",)),
    Cell("laid", np.uint64),
    Field("dead", GRID_SHAPE, 0, 1, "free cells whose card can never be laid", of=("dead",)),
    Cell("dead", np.uint64),
    Field("playable", GRID_SHAPE, 0, 1, "cells where a card may be laid now", of=("playable",)),
    Cell("playable", np.uint64, start=None),
    Field("laid_by", GRID_SHAPE, 0, MAX_PLAYERS, "who laid the card: 0 nobody, 1 the viewer, 2 the "
          "next seat clockwise, ...", of=("laid_by",)),
    Cell("laid_by", np.int8, PER_CELL, start=NOBODY),
    Field("recency", GRID_SHAPE, 0, RECENT, f"{RECENT} for what the last decision laid, one less "
          "for each decision since", of=("recency",)),
    Cell("recency", np.int8, PER_CELL),
    Cell("left_at", np.int8, PER_CELL, start=NEVER),  # the moment a card was laid or died
    Field("shown", GRID_SHAPE, 0, MAX_PLAYERS, "once the game is over: who holds the card, as "
          "laid_by", of=("hands",)),
    Field("not_held", (MAX_PLAYERS, *GRID_SHAPE), 0, 1, "free cells whose cards a player was "
          "proven not to hold, by passing when only a player without a playable card may",
          of=("barred", "laid")),
    Cell("barred", np.uint64, PER_SEAT),  # cells that a seat was proven not to hold (KIL-7.2)
    Cell("suits", np.int8, (NUM_ROWS,), public(0, 3, "the suit of each row: S, H, D, C"),
         start=None),
    *PLAYER_CELLS,
    Field("finished", PER_SEAT, 0, 1, "players who ran out of cards", of=("status",)),
    Cell("order", np.int8, PER_SEAT, by_seat(0, MAX_PLAYERS, "1 for the first to be eliminated, "
         "2 ...", name="eliminated")),
    Cell("held_then", np.int8, PER_SEAT),  # cards held when eliminated
    Cell("moment", np.int8),  # lays and eliminations so far (KIL-6.3)
    Cell("num_eliminated", np.int8),
)  # fmt: skip
STATE = state_dtype(CELLS, KillerSevensOptions)
start_game, clear_hands = cell_resetters("killer_sevens_v0", CELLS, "deal", "hands")
