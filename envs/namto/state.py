"""The table of Namto as one record, and its action ids.

Cards are types, 0 to 23 (KIKI-2.3). Every player has two, which never change hands; cards that were
not dealt are those that are nowhere else, so no record keeps them.
"""

import numpy as np

from ..cards.kikisen import NUM_KINDS, NUM_TYPES, TYPES, strength_of
from ..core.compiling.kernel import kernel
from ..core.contract.fields import action_table
from ..core.contract.options import state_dtype
from ..core.kit.seats import NOBODY as NOBODY  # for whoever imports this module
from ..kikisen.betting import BETTING_STATE, LARGEST_STAKE
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.seasons import SEASON_STATE
from .hands import NO_CARD as NO_CARD
from .options import NamtoOptions

HAND_SIZE = 2

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

TYPES_OF_CARDS = np.array(TYPES, np.int8)
COPIES = np.bincount(TYPES_OF_CARDS)  # of each type
STRENGTHS = np.array([strength_of(type_ % NUM_KINDS) for type_ in range(NUM_TYPES)])  # alone

STATE = state_dtype(
    NamtoOptions,
    *SEASON_STATE,
    *BETTING_STATE,
    # The cards (NAM-2.1): the types of each player's two, at first in rising order; once one was
    # chosen it comes first. The first ones of these lie face up, as many as `num_revealed`.
    ("cards", np.int8, (MAX_PLAYERS, HAND_SIZE)),
    ("num_revealed", np.int8, MAX_PLAYERS),
    ("chosen", np.int8, MAX_PLAYERS),  # 1 for who has chosen a card to reveal in this season
    ("community", np.int8, NUM_TYPES),  # face up for all, by type
    # The betting (NAM-4.2).
    ("phase", np.int8),
    ("opener", np.int8),  # who had the first go of this betting
    ("least_bet", np.int8),  # m
    ("most_bet", np.int8),
    ("last_bet", np.int8),  # of this betting, 0 before the first
    ("bets", np.int8, MAX_PLAYERS),  # what each player has paid in this betting
    ("makes_up", np.int8),  # 1 while smaller bets are made up
    # What was shown at the end of the season before (NAM-7.1), by player.
    ("shown", np.int8, (MAX_PLAYERS, HAND_SIZE)),  # types, or NO_CARD
    ("best_hands", np.int8, MAX_PLAYERS),  # its category, or NONE
    # Of these, by player, for whoever asks whether the game is fair; see balance.py.
    ("judged", np.int8, MAX_PLAYERS),  # seasons in which the player's hand was judged
    ("choices", np.int8, MAX_PLAYERS),  # reveals of one of two cards of unequal strength
    ("weaker", np.int8, MAX_PLAYERS),  # of these, those of the weaker card
)


@kernel
def add_cards(state: np.void, seat: int, first: int, last: int, counts: np.ndarray) -> None:
    """Adds the cards first..last-1 of a player to counts by type."""
    for position in range(first, last):
        counts[state["cards"][seat, position]] += 1
