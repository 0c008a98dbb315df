"""The table of Makkaik as one record, and its action ids.

Cards are types, 0 to 23 (KIKI-2.3); hands and common cards are counts by type.
"""

import numpy as np

from fudaba.common.languages import N_

from ..cards.kikisen import NUM_CARDS, NUM_STRENGTHS, NUM_TYPES, TYPES
from ..core.compiling.kernel import kernel
from ..core.contract.cells import (
    Cell,
    Cells,
    by_seat,
    cell_resetters,
    one_hot,
    private,
    public,
    state_dtype,
)
from ..core.contract.fields import Field, action_table
from ..core.contract.phases import Phase
from ..core.kit.seats import NOBODY as NOBODY  # for whoever imports this module
from ..kikisen.betting import BETTING_CELLS, LARGEST_STAKE, MOST_BETTINGS
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.seasons import SEASON_CELLS
from .options import HAND_SIZE as HAND_SIZE
from .options import NUM_COMMON as NUM_COMMON
from .options import NUM_DRAWN as NUM_DRAWN
from .options import MakkaikOptions

NO_CARD = -1

_, PUBLIC = MakkaikOptions.codes("unused_draw")
_, LADDER = MakkaikOptions.codes("tie_break")
_, DECLARED = MakkaikOptions.codes("ship_alone")

# The kinds of exchange (MKK-4.1).
KIND_NAMES = ("none", "swap", "draw")
NOT_YET, SWAP, DRAW = range(len(KIND_NAMES))

# Categories of hands, low to high; a value is 10 * category + strength, of a run its top number
# (MKK-5.1).
CATEGORY_NAMES = (N_("single"), N_("pair"), N_("run"), N_("triple"))
SINGLE, PAIR, RUN, TRIPLE = range(len(CATEGORY_NAMES))
NUM_VALUES = len(CATEGORY_NAMES) * NUM_STRENGTHS

USUAL_BASE = 5  # the highest one without a house rule

ACTIONS = action_table(
    ("swap", 1, "swap an own card and a common one (MKK-4.1)"),
    ("draw", 1, "draw two cards and take one (MKK-4.1)"),
    ("take", NUM_TYPES, "the type of the card that comes in: bS, b0 to b8, bK, bE, and the same in "
     "red (MKK-4.1)"),
    ("put out", NUM_TYPES, "the type of the own card that goes to the common cards (MKK-4.1)"),
    ("drop", 1, "out of this season (MKK-4.3)"),
    ("base", USUAL_BASE, "as the dealer, set the base 1 to 5 and pay it (MKK-4.3)"),
    ("join", 1, "pay the base (MKK-4.3)"),
    ("high base", LARGEST_STAKE - USUAL_BASE, "set the base 6 to 25 (MKK-8)"),
    continued_by={
        "swap": ("take", "put out"),
        "take": ("put out",),
    },
)  # fmt: skip
SWAP_CARDS, DRAW_CARDS, TAKE, PUT_OUT, DROP, SET_BASE, JOIN_IN, HIGH_BASE = ACTIONS
FIRST_EXCHANGE, FIRST_TAKE, FIRST_PUT_OUT = SWAP_CARDS.first, TAKE.first, PUT_OUT.first
DROP_ACTION, JOIN_ACTION, FIRST_BASE = DROP.first, JOIN_IN.first, SET_BASE.first
NUM_ACTIONS = HIGH_BASE.first + HIGH_BASE.count

# The action of each base 1..25, and the base of each action, 0 where it sets none.
BASE_ACTIONS = np.array(
    [-1, *range(FIRST_BASE, FIRST_BASE + USUAL_BASE), *range(HIGH_BASE.first, NUM_ACTIONS)]
)
BASE_OF_ACTION = np.zeros(NUM_ACTIONS, np.int64)
BASE_OF_ACTION[BASE_ACTIONS[1:]] = range(1, LARGEST_STAKE + 1)

COPIES = np.bincount(TYPES)  # of each type

PER_TYPE, PER_SEAT = (NUM_TYPES,), (MAX_PLAYERS,)
PER_SEAT_AND_TYPE, MOST_COPIES = (MAX_PLAYERS, NUM_TYPES), int(COPIES.max())


@kernel
def show_card(type_: int, row: np.ndarray) -> None:
    """Writes the flags by type, int8[24], of one card; zeros for NO_CARD."""
    for other in range(NUM_TYPES):
        row[other] = other == type_


# The phases (MKK-4.7).
PHASES = (
    Phase("KIND", "MKK-4.1", N_("swap or draw"), (SWAP_CARDS, DRAW_CARDS)),
    Phase("INCOMING", "MKK-4.1", N_("choose a card to take"), (TAKE,)),
    Phase("OUTGOING", "MKK-4.1", N_("choose a card to put out"), (PUT_OUT,)),
    Phase("BASE", "MKK-4.3", N_("set a base or drop"), (DROP, SET_BASE, HIGH_BASE)),
    Phase("JOIN", "MKK-4.3", N_("join or drop"), (DROP, JOIN_IN)),
)
NUM_PHASES = len(PHASES)
KIND, INCOMING, OUTGOING, BASE, JOIN = range(NUM_PHASES)

CELLS: Cells = (
    # The cards (MKK-2.1), by type.
    Cell("hands", np.int8, PER_SEAT_AND_TYPE, private(0, HAND_SIZE, "own cards by type: bS, b0 to "
         "b8, bK, bE, and the same in red", name="hand")),
    Field("drawn", PER_TYPE, 0, NUM_DRAWN, "the two drawn cards, while one is chosen and one put "
          "out", private=True, of=("kinds", "stock")),
    Field("incoming", PER_TYPE, 0, 1, "the card that the viewer will take for the one put out",
          private=True, of=("incoming",)),
    Cell("incoming", np.int8, start=None),  # the type that the seat to move will take, or NO_CARD
    Cell("common", np.int8, PER_TYPE, public(0, MOST_COPIES, "common cards by type")),
    # The exchange (MKK-4.1), by player: types, or NO_CARD.
    Cell("phase", np.int8, (), one_hot(NUM_PHASES, "the decision that is asked: swap or draw, the "
         "card to take, the card to put out, the base, join or drop", until_over=True),
         start=None),
    Field("swapped", PER_SEAT, 0, 1, "who has swapped, or chosen to", of=("kinds",)),
    Field("drew", PER_SEAT, 0, 1, "who has drawn", of=("kinds",)),
    Cell("kinds", np.int8, PER_SEAT, start=NOT_YET),
    Cell("taken", np.int8, PER_SEAT, by_seat(0, 1, "the card taken in a swap, which is still held",
         fill=show_card, shape=PER_TYPE), start=NO_CARD),
    Cell("put_out", np.int8, PER_SEAT, by_seat(0, 1, "the card put out to the common cards",
         fill=show_card, shape=PER_TYPE), start=NO_CARD),
    Field("unused", PER_SEAT_AND_TYPE, 0, 1, "the drawn card that was not taken: the own one, with "
          "unused_draw=public those of all", of=("unused",)),
    Cell("unused", np.int8, PER_SEAT, start=NO_CARD),  # drawn and not taken
    Cell("stock_size", np.int8, (), public(0, NUM_CARDS, "cards in the stock"), start=None),
    Cell("stock", np.int8, (NUM_CARDS,), start=NO_CARD),  # the top last; NO_CARD above it
    # Betting (MKK-4.3).
    Cell("round", np.int8, (), public(0, MOST_BETTINGS, "rounds of betting that are over"),
         in_snapshot=True),
    Cell("base", np.int8, (), public(0, LARGEST_STAKE, "the base of this round, 0 before it is "
         "set"), in_snapshot=True),
    Cell("joined", np.int8, PER_SEAT, by_seat(0, 1, "who has paid the base of this round")),
    # The end of the last season.
    Cell("shown", np.int8, PER_SEAT_AND_TYPE, by_seat(0, HAND_SIZE, "hands shown at the end of "
         "the last season by type"), reset_on="match"),
    *SEASON_CELLS,
    *BETTING_CELLS,
)  # fmt: skip
STATE = state_dtype(CELLS, MakkaikOptions)
start_match, start_season = cell_resetters("makkaik_v0", CELLS, "match", "deal")
