"""The table of Namto as one record, and its action ids.

Cards are types, 0 to 23 (KIKI-2.3). Every player has two, which never change hands; cards that were
not dealt are those that are nowhere else, so no record keeps them.
"""

import numpy as np

from ..cards.kikisen import NUM_KINDS, NUM_TYPES, TYPES, strength_of
from ..core.compiling.kernel import kernel
from ..core.contract.cells import Cell, Cells, by_seat, cell_resetters, one_hot, public, state_dtype
from ..core.contract.fields import Field, action_table
from ..core.kit.seats import NOBODY as NOBODY  # for whoever imports this module
from ..kikisen.betting import BETTING_CELLS, LARGEST_STAKE
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.seasons import SEASON_CELLS
from .hands import CATEGORIES, NUM_RANKS
from .hands import NO_CARD as NO_CARD
from .options import HAND_SIZE as HAND_SIZE
from .options import NamtoOptions

SHARED, COMMUNITY, _ = NamtoOptions.codes("hand_pool")
_, UNTIL_EQUAL = NamtoOptions.codes("betting")
_, SPLIT = NamtoOptions.codes("tie_break")

PHASES = ("betting 1", "reveal", "betting 2")  # the second reveal is forced (NAM-4.5)
NUM_PHASES = len(PHASES)
BETTING_1, REVEAL, BETTING_2 = range(NUM_PHASES)

ACTIONS = action_table(
    ("drop", 1, "drop out of the season (NAM-4.2)"),
    ("reveal", NUM_TYPES, "the type of a hidden card that is to be revealed: bS, b0 to b8, bK, bE, "
     "and the same in red (NAM-4.5)"),
    ("bet", LARGEST_STAKE, "pay 1 to 25 points into the pot (NAM-4.2)"),
)  # fmt: skip
DROP, REVEAL_CARD, BET = ACTIONS
DROP_ACTION, FIRST_REVEAL, FIRST_BET = (kind.first for kind in ACTIONS)

COPIES = np.bincount(TYPES)  # of each type
STRENGTHS = np.array([strength_of(type_ % NUM_KINDS) for type_ in range(NUM_TYPES)])  # alone

PER_TYPE, PER_SEAT = (NUM_TYPES,), (MAX_PLAYERS,)
PER_SEAT_AND_TYPE = (MAX_PLAYERS, NUM_TYPES)
NUMBERED = ", ".join(f"{number} {name}" for number, name in enumerate(CATEGORIES) if number)

CELLS: Cells = (
    Field("hand", PER_TYPE, 0, HAND_SIZE, "own hidden cards by type: bS, b0 to b8, bK, bE, and "
          "the same in red", private=True, of=("cards", "num_revealed")),
    Field("choice", PER_TYPE, 0, 1, "of these, the one chosen to be revealed", private=True,
          of=("cards", "num_revealed")),
    Field("revealed", PER_SEAT_AND_TYPE, 0, HAND_SIZE, "cards revealed in this season, by type",
          of=("cards", "num_revealed")),
    # The cards (NAM-2.1): the types of each player's two, at first in rising order; once one was
    # chosen it comes first. The first ones of these lie face up, as many as `num_revealed`.
    Cell("cards", np.int8, (MAX_PLAYERS, HAND_SIZE), start=NO_CARD),
    Cell("num_revealed", np.int8, PER_SEAT),
    # The cards shown at the end of the season before (NAM-7.1): types, or NO_CARD.
    Field("shown", PER_SEAT_AND_TYPE, 0, HAND_SIZE, "hands shown at the end of the season before, "
          "by type", of=("shown",)),
    Cell("shown", np.int8, (MAX_PLAYERS, HAND_SIZE), start=NO_CARD, reset_on="match"),
    Cell("best_hands", np.int8, PER_SEAT, by_seat(0, NUM_RANKS, "the best of these: 0 none, "
         f"{NUMBERED}"), reset_on="match"),
    Cell("community", np.int8, PER_TYPE, public(0, int(COPIES.max()), "cards turned up for all, "
         "by type")),
    Field("hand_sizes", PER_SEAT, 0, HAND_SIZE, "hidden cards", of=("num_revealed",)),
    # The betting (NAM-4.2).
    Cell("phase", np.int8, (), one_hot(NUM_PHASES, "what is on: betting 1, reveal, betting 2",
         until_over=True), start=None),
    Cell("chosen", np.int8, PER_SEAT, by_seat(0, 1, "who has chosen a card to reveal in this "
         "season")),
    Cell("bets", np.int8, PER_SEAT, by_seat(0, LARGEST_STAKE, "paid in this betting"),
         reset_on="betting", in_snapshot=True),
    Cell("last_bet", np.int8, (), public(0, LARGEST_STAKE, "the last bet of this betting, or of "
         "the one before a reveal; 0 before the first")),
    Cell("least_bet", np.int8, (), public(1, LARGEST_STAKE, "the least that may be bet next"),
         start=None, in_snapshot=True),
    Cell("most_bet", np.int8, (), public(1, LARGEST_STAKE, "the most that may be bet"),
         start=None, in_snapshot=True),
    Cell("makes_up", np.int8, (), public(0, 1, "whether smaller bets are being made up"),
         reset_on="betting"),
    Cell("opener", np.int8, start=None),  # the seat with the first go of this betting
    *BETTING_CELLS,
    *SEASON_CELLS,
    # For balance.py.
    Cell("judged", np.int8, PER_SEAT, reset_on="match"),  # seasons in which the hand was judged
    Cell("choices", np.int8, PER_SEAT, reset_on="match"),  # reveals of one of two unequal cards
    Cell("weaker", np.int8, PER_SEAT, reset_on="match"),  # of these, those of the weaker card
)  # fmt: skip
STATE = state_dtype(CELLS, NamtoOptions)
start_match, start_season, start_betting = cell_resetters(
    "namto_v0", CELLS, "match", "deal", "betting"
)


@kernel
def add_cards(state: np.void, seat: int, first: int, last: int, counts: np.ndarray) -> None:
    """Adds the cards first..last-1 of a player to counts by type."""
    for position in range(first, last):
        counts[state["cards"][seat, position]] += 1
