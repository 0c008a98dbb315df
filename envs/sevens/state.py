"""The table of Sevens as one record, and its action ids.

Cards are 13 * suit + rank - 1 with suits S, H, D, C = 0..3 and ranks A = 1 .. K = 13; a cell of
the layout has the id of its card (SEV-2.1, 2.2). A *slot* is one of the eight walks from the
sevens: 2 * suit + direction, direction LOW (towards the ace first) or HIGH.
"""

import numpy as np

from ..cards.french import NUM_CARDS, NUM_RANKS, NUM_SUITS
from ..cards.laying import MAX_PLAYERS, PLAYER_CELLS
from ..core.contract.cells import Cell, Cells, by_seat, cell_resetters, private, public, state_dtype
from ..core.contract.fields import LARGEST_COUNT, Field, action_table
from ..core.kit.recency import RECENT
from ..core.kit.seats import NOBODY
from .options import MAX_JOKERS, SevensOptions

SEVEN = 6  # the seven's place in its suit
DIAMONDS = 2
DIAMOND_SEVEN = DIAMONDS * NUM_RANKS + SEVEN
JOKER_CARD = NUM_CARDS  # stands for a joker while the pack is dealt
NEVER_HELD = MAX_JOKERS + 1  # proves that a seat can't hold a card, whatever its jokers

LOW, HIGH = 0, 1
NUM_SLOTS = 2 * NUM_SUITS
NO_CELL, NO_RANK = -1, -1

TUNNEL_NONE, TUNNEL_RING, TUNNEL_ONE_WAY = SevensOptions.codes("tunnel")
WILD, FILL = SevensOptions.codes("joker_use")
IMMEDIATE, OWN_TURN = SevensOptions.codes("joker_recovery")
_, LAST_PLACE = SevensOptions.codes("joker_last")

EMPTY, NATURAL, JOKER = range(3)

# The compact ids of SEV-4.8: slots for JOKER_AT and FILL.
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

PER_CARD, PER_SEAT = (NUM_CARDS,), (MAX_PLAYERS,)

CELLS: Cells = (
    Field("hand", PER_CARD, 0, 1, "own natural cards", private=True, of=("holder",)),
    Cell("holder", np.int8, PER_CARD, start=None),  # seat of a natural card, NOBODY if it is laid
    Cell("hand_jokers", np.int8, PER_SEAT, private(0, MAX_JOKERS, "own jokers"), reset_on="hands"),
    # The layout (SEV-2.2).
    Field("natural", PER_CARD, 0, 1, "cells that hold their natural card", of=("layout",)),
    Field("joker", PER_CARD, 0, 1, "cells that hold a joker", of=("layout",)),
    Cell("layout", np.int8, PER_CARD, start=EMPTY),  # EMPTY, NATURAL or JOKER
    Cell("reachable", np.int8, PER_CARD, public(0, 1, "occupied cells that a walk from a seven "
         "runs through")),
    Field("frontier", PER_CARD, 0, 1, "cells where a card may be laid now", of=("frontier",)),
    # By slot the cell where the walk ends, or NO_CELL (SEV-4.1).
    Cell("frontier", np.int8, (NUM_SLOTS,), start=NO_CELL),
    Field("laid_by", PER_CARD, 0, MAX_PLAYERS, "who laid what lies there: 0 nobody, 1 the viewer, "
          "2 the next seat clockwise, ...", of=("laid_by",)),
    Cell("laid_by", np.int8, PER_CARD, start=NOBODY),
    Cell("recency", np.int8, PER_CARD, public(0, RECENT, f"{RECENT} for what the last decision "
         "laid, one less for each decision since")),
    *PLAYER_CELLS,
    Field("finished", PER_SEAT, 0, MAX_PLAYERS, "1 for the first to finish, 2 ..., 0 if not",
          of=("order", "status")),
    Field("eliminated", PER_SEAT, 0, MAX_PLAYERS, "1 for the first to be eliminated, 2 ...",
          of=("order", "status")),
    Cell("order", np.int8, PER_SEAT),  # 1 for the first to finish, or to be eliminated
    Cell("passed_over", np.int8, (MAX_PLAYERS, NUM_SLOTS), by_seat(0, LARGEST_COUNT, "passes of "
         "each player since the present frontier of slot 2 * suit + direction opened; 127 stands "
         "for more, too")),
    Cell("known_jokers", np.int8, PER_SEAT, by_seat(0, MAX_JOKERS, "jokers known to be in the "
         "hand")),
    Cell("jokers_aside", np.int8, (), public(0, MAX_JOKERS, "jokers out of the game"),
         in_snapshot=True),  # SEV-5.2
    # Proofs about hidden hands from the public record (SEV-7.3). `not_held` = n means: if the seat
    # was dealt NEVER_HELD - n jokers or more, it can't hold the card. 0 means no proof.
    Cell("not_held", np.int8, (MAX_PLAYERS, NUM_CARDS), by_seat(0, NEVER_HELD, "what forced passes "
         "prove: 3 the player does not hold the card, 2 not if dealt a joker, 1 not if dealt "
         "two")),
    Cell("max_dealt_jokers", np.int8, PER_SEAT, by_seat(0, MAX_JOKERS, "most jokers that a player "
         "can have been dealt")),
    Cell("joker_gain", np.int8, PER_SEAT, by_seat(-MAX_JOKERS, MAX_JOKERS, "jokers taken less "
         "jokers laid")),
    # Counters.
    Cell("num_active", np.int8, start=None),
    Cell("num_finished", np.int8),
    Cell("num_eliminated", np.int8),
    Cell("naturals_held", np.int8, start=NUM_CARDS),  # naturals that are not on the layout
)  # fmt: skip
STATE = state_dtype(CELLS, SevensOptions)
start_game, clear_hands = cell_resetters("sevens_v0", CELLS, "deal", "hands")
