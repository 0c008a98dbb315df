"""The table of Killer Sevens as one record, and its action ids.

Cards are 13 * suit + rank - 1 (KIL-2.1), cells 13 * row + column. With the default `row_order` a
card has the number of its cell. Sets of cells are bit boards (board.py).
"""

from typing import get_args

import numpy as np

from ..cards.french import NUM_CARDS, SUITS
from ..cards.laying import MAX_PLAYERS, PLAYER_STATE
from ..core.contract.fields import action_table
from ..core.contract.options import state_dtype
from .board import NUM_CELLS, NUM_COLUMNS, NUM_ROWS
from .options import KillerSevensOptions, RowOrder

DIAMOND_SEVEN = 2 * NUM_COLUMNS + 6
NEVER = -1
STILL_LIVE = 127  # later than any moment

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

LAY, PASS = ACTIONS = action_table(
    ("lay", NUM_CARDS, "lay the card with this id (KIL-4.2)"),
    ("pass", 1, "pass (KIL-4.3)"),
)
PASS_ACTION = PASS.first

STATE = state_dtype(
    KillerSevensOptions,
    # The grid (KIL-2.2), as boards.
    ("laid", np.uint64),
    ("dead", np.uint64),
    ("playable", np.uint64),  # free, live and linked to a seven (KIL-4.1)
    ("hands", np.uint64, MAX_PLAYERS),  # the cells whose cards a seat holds, dead ones too
    ("barred", np.uint64, MAX_PLAYERS),  # cells that a seat was proven not to hold (KIL-7.2)
    # The cards' places and history.
    ("suits", np.int8, NUM_ROWS),  # the suit of each row
    ("laid_by", np.int8, NUM_CELLS),  # seat, NOBODY for a free cell
    ("recency", np.int8, NUM_CELLS),  # RECENT when it is laid, one less for each decision since
    ("left_at", np.int8, NUM_CELLS),  # the moment a card was laid or died, NEVER if it is live
    # The players.
    *PLAYER_STATE,
    ("order", np.int8, MAX_PLAYERS),  # 1 for the first to be eliminated
    ("held_then", np.int8, MAX_PLAYERS),  # cards held when eliminated
    ("moment", np.int8),  # lays and eliminations so far (KIL-6.3)
    ("num_eliminated", np.int8),
)
