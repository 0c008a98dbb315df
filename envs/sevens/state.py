"""The table of Sevens as one record, and its action ids.

Cards are 13 * suit + rank - 1 with suits S, H, D, C = 0..3 and ranks A = 1 .. K = 13; a cell of
the layout has the id of its card (SEV-2.1, 2.2). A *slot* is one of the eight walks from the
sevens: 2 * suit + direction, direction LOW (towards the ace first) or HIGH.
"""

import numpy as np

from ..cards.french import NUM_CARDS, NUM_RANKS, NUM_SUITS
from ..cards.laying import MAX_PLAYERS, PLAYER_STATE
from ..core.contract.fields import action_table
from ..core.contract.options import state_dtype
from .options import MAX_JOKERS, SevensOptions

SEVEN = 6  # the seven's place in its suit
DIAMONDS = 2
DIAMOND_SEVEN = DIAMONDS * NUM_RANKS + SEVEN
JOKER_CARD = NUM_CARDS  # stands for a joker while the pack is dealt
NEVER_HELD = MAX_JOKERS + 1  # the proof that a seat can't hold a card, whatever jokers it has

LOW, HIGH = 0, 1
NUM_SLOTS = 2 * NUM_SUITS
NO_CELL, NO_RANK = -1, -1

TUNNEL_NONE, TUNNEL_RING, TUNNEL_ONE_WAY = SevensOptions.codes("tunnel")
WILD, FILL = SevensOptions.codes("joker_use")
IMMEDIATE, OWN_TURN = SevensOptions.codes("joker_recovery")
_, LAST_PLACE = SevensOptions.codes("joker_last")

EMPTY, NATURAL, JOKER = range(3)

PLAY, PASS, JOKER_AT, FILL_TO = ACTIONS = action_table(
    (
        "play",
        NUM_CARDS,
        "lay the card with this id (SEV-4.3a), or take the joker that lies on its cell (SEV-4.3d)",
    ),
    ("pass", 1, "pass (SEV-4.4)"),
    (
        "joker at",
        NUM_SLOTS,
        "lay a joker on the frontier of slot 2 * suit + direction (SEV-4.3b)",
    ),
    (
        "fill",
        NUM_SLOTS,
        "lay a joker on the frontier of slot 2 * suit + direction and the own card beyond it "
        "(SEV-4.3c)",
    ),
)
PASS_ACTION, FIRST_JOKER_AT, FIRST_FILL = PASS.first, JOKER_AT.first, FILL_TO.first

STATE = state_dtype(
    SevensOptions,
    # The layout (SEV-2.2).
    ("layout", np.int8, NUM_CARDS),  # EMPTY, NATURAL or JOKER
    ("laid_by", np.int8, NUM_CARDS),  # seat that laid what lies there, NOBODY if empty
    ("recency", np.int8, NUM_CARDS),  # RECENT when it is laid, one less for each decision since
    ("frontier", np.int8, NUM_SLOTS),  # cell where the walk ends, or NO_CELL (SEV-4.1)
    ("reachable", np.int8, NUM_CARDS),  # 1 for a cell that a walk runs through
    # The players (SEV-2.3).
    ("holder", np.int8, NUM_CARDS),  # seat that holds the natural card, NOBODY if it is laid
    *PLAYER_STATE,
    ("hand_jokers", np.int8, MAX_PLAYERS),
    ("order", np.int8, MAX_PLAYERS),  # 1 for the first to finish, or to be eliminated
    ("known_jokers", np.int8, MAX_PLAYERS),  # what everybody knows a hand to hold (SEV-7.1)
    # The game.
    ("num_active", np.int8),
    ("num_finished", np.int8),
    ("num_eliminated", np.int8),
    ("naturals_held", np.int8),  # naturals that are not on the layout
    ("jokers_aside", np.int8),  # out of the game (SEV-5.2)
    ("passed_over", np.int8, (MAX_PLAYERS, NUM_SLOTS)),  # passes since the frontier opened
    # What the public record proves about hidden hands (SEV-7.3).
    ("not_held", np.int8, (MAX_PLAYERS, NUM_CARDS)),  # n: a seat that was dealt NEVER_HELD - n
    # jokers or more can't hold the card; 0 for nothing known
    ("joker_gain", np.int8, MAX_PLAYERS),  # jokers taken less jokers laid
    ("max_dealt_jokers", np.int8, MAX_PLAYERS),  # most jokers it can have been dealt
)
