"""The table of Taxot as one record, and its action ids.

Cards are types, 0 to 23 (KIKI-2.3). A hand is two whole numbers, one for each colour: multisets of
its kinds (cards/melds.py). So the cards of a meld are added and taken away as numbers.
"""

import numpy as np

from ..cards.kikisen import (
    NUM_CARDS,
    NUM_COLOURS,
    NUM_KINDS,
    NUM_TYPES,
    PLAYS,
    TYPES,
    Play,
)
from ..cards.melds import BITS_OF_A_COUNT
from ..core.compiling.kernel import kernel
from ..core.contract.fields import action_table
from ..core.contract.options import state_dtype
from ..core.kit.seats import NOBODY as NOBODY  # for whoever imports this module
from ..core.kit.seats import next_seat
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.seasons import SEASON_STATE
from .options import DEALT, MOST_LIGHTS, TaxotOptions

NO_TYPE = NO_MELD = NO_ANSWER = -1

KIND_LIGHT, _ = TaxotOptions.codes("light_match")
_, CLOSER, EITHER = TaxotOptions.codes("dealer_multiplier")
_, RESHUFFLE = TaxotOptions.codes("exhaust")

PHASES = ("turn", "reaction", "discard")  # T1 to T3 (TAX-4.9)
NUM_PHASES = len(PHASES)
TURN, REACTION, AFTER_CALL = range(NUM_PHASES)

TRIPLES = [play for play in PLAYS if play.shape == "set" and len(play.types) == 3]
FOURS = [play for play in PLAYS if play.shape == "set" and len(play.types) == 4]
RUNS = [play for play in PLAYS if play.shape == "run" and len(play.types) == 3]
MELDS: list[Play] = [*TRIPLES, *FOURS, *RUNS]
NUM_MELDS, FIRST_FOUR, FIRST_RUN = len(MELDS), len(TRIPLES), len(TRIPLES) + len(FOURS)
MELD_KINDS = ("triple", "four", "run")
NUM_MELD_KINDS = len(MELD_KINDS)
TRIPLE, FOUR, RUN = range(NUM_MELD_KINDS)

ACTIONS = action_table(
    ("pass", 1, "leave the discard (TAX-4.4c)"),
    ("close", 1, "close the season with six cards (TAX-4.3a, 4.4a)"),
    ("reveal", len(FOURS), "lay a four face up: its types, by strength (TAX-4.3b)"),
    ("call", NUM_MELDS, "take the discard for a meld: triples and then fours by strength, then "
     "runs by foot and colour, first without the ship and then with it from the foot upward "
     "(TAX-4.4b)"),
    ("discard", NUM_TYPES, "the type of a card that is discarded: bS, b0 to b8, bK, bE, and the "
     "same in red (TAX-4.3c)"),
    continued_by={
        "reveal": ("close", "discard"),  # not what answers a discard: others answer in secret
    },
)  # fmt: skip
PASS, CLOSE, REVEAL, CALL, DISCARD = ACTIONS
PASS_ACTION, CLOSE_ACTION, FIRST_REVEAL, FIRST_CALL, FIRST_DISCARD = (
    kind.first for kind in ACTIONS
)
NUM_ACTIONS = FIRST_DISCARD + NUM_TYPES

TYPES_OF_CARDS = np.array(TYPES, np.int8)
COPIES = np.bincount(TYPES_OF_CARDS)  # of each type


def cards_of(types: tuple[int, ...]) -> list[int]:
    """Types as a hand: of each colour the multiset of kinds.

    >>> [hex(cards) for cards in cards_of((0, 3, 3, 23))]
    ['0x2001', '0x100000000000']
    """
    hand = [0] * NUM_COLOURS
    for type_ in types:
        hand[type_ // NUM_KINDS] += 1 << BITS_OF_A_COUNT * (type_ % NUM_KINDS)
    return hand


UNITS = np.array([cards_of((type_,)) for type_ in range(NUM_TYPES)], np.int64)  # by type

# By meld: its cards, its kind, its strength or the foot of a run, and its size.
MELD_CARDS = np.array([cards_of(meld.types) for meld in MELDS], np.int64)
COUNTS_OF_MELD = np.array(  # by type: int8[271, 24]
    [[meld.types.count(type_) for type_ in range(NUM_TYPES)] for meld in MELDS], np.int8
)
KIND_OF_MELD = np.repeat([TRIPLE, FOUR, RUN], [len(TRIPLES), len(FOURS), len(RUNS)])
STRENGTH_OF_MELD = np.array([meld.strength for meld in MELDS])
SIZE_OF_MELD = np.array([len(meld.types) for meld in MELDS])

# The melds that a type can be part of, and where those of each type begin: int64[25].
_BY_TYPE = [
    [meld for meld, play in enumerate(MELDS) if type_ in play.types] for type_ in range(NUM_TYPES)
]
MELDS_WITH = np.concatenate(_BY_TYPE)
STARTS_WITH = np.cumsum([0, *map(len, _BY_TYPE)])

# By triple and type, the four that they make together, or NO_MELD (TAX-4.6): int64[114, 24].
_FOUR_OF = {(four.strength, four.types): FIRST_FOUR + n for n, four in enumerate(FOURS)}
EXTENDED = np.array(
    [[_FOUR_OF.get((triple.strength, tuple(sorted((*triple.types, type_)))), NO_MELD)
      for type_ in range(NUM_TYPES)] for triple in TRIPLES]
)  # fmt: skip

MOST_DRAWS = NUM_CARDS - 2 * DEALT  # until the stock is empty
MOST_TURNS = MOST_DRAWS + 6  # with two calls of each of two players, and a close on a discard

STATE = state_dtype(
    TaxotOptions,
    *SEASON_STATE,
    ("scores", np.int32, MAX_PLAYERS),
    # The cards (TAX-2.1).
    ("hands", np.int64, (MAX_PLAYERS, NUM_COLOURS)),  # concealed cards
    ("concealed", np.int8, MAX_PLAYERS),  # how many
    ("melds", np.int16, MAX_PLAYERS),  # one for each player at most (TAX-9.12), or NO_MELD
    ("extensions", np.int8, MAX_PLAYERS),  # the type that made a four of a triple, or NO_TYPE
    ("discards", np.int8, (MAX_PLAYERS, NUM_TYPES)),  # those that lie there
    ("stock", np.int8, NUM_CARDS),  # its types, the top last; NO_TYPE above it
    ("stock_size", np.int8),
    ("light_cards", np.int8, MOST_LIGHTS),  # types, or NO_TYPE
    # The turn (TAX-4).
    ("phase", np.int8),
    ("active", np.int8),  # whose turn it is, who has discarded in a reaction
    ("lap", np.int8),
    ("answers", np.int16, MAX_PLAYERS),  # secret: the action of each player, or NO_ANSWER
    # The turns since the deal or the reshuffle, the present one at `turn` (TAX-7.1).
    ("turn", np.int8),
    ("turn_seats", np.int8, MOST_TURNS),
    ("turn_types", np.int8, MOST_TURNS),  # the discard, or NO_TYPE
    ("turn_called", np.int8, MOST_TURNS),  # begun with a call, not with a draw
    ("turn_laid", np.int64, (MOST_TURNS, NUM_COLOURS)),  # concealed cards that went into a meld
    # A reshuffle tells what the new stock is made of; then a player knows what was drawn from it.
    ("is_reshuffled", np.int8),
    ("reshuffled", np.int8, NUM_TYPES),
    ("drawn", np.int8, (MAX_PLAYERS, NUM_TYPES)),  # since then, known to the player alone
    # The close of the last season that is over (TAX-7.1).
    ("closer", np.int8),  # or NOBODY
    ("fed_by", np.int8),  # whose discard it was, or NOBODY
    ("shown", np.int8, NUM_TYPES),  # the six cards
    # For whoever asks whether the game is fair, over the match; see balance.py.
    ("closed_on_draw", np.int8, MAX_PLAYERS),
    ("fed", np.int8, MAX_PLAYERS),  # discards that another player closed on
    ("first_lap_closes", np.int8, MAX_PLAYERS),
    ("same_colour_closes", np.int8, MAX_PLAYERS),
    ("six_run_closes", np.int8, MAX_PLAYERS),
    ("calls", np.int16, MAX_PLAYERS),
    ("fours", np.int16, MAX_PLAYERS),
)


@kernel
def count_in(hand: np.ndarray, type_: int) -> int:
    """How many cards of a type a hand, int64[2], holds."""
    return hand[type_ // NUM_KINDS] >> BITS_OF_A_COUNT * (type_ % NUM_KINDS) & 15


@kernel
def num_discarded(state: np.void) -> int:
    """How many of the turns on record have come to their discard."""
    turn = np.int64(state["turn"])
    return turn + (state["turn_types"][turn] != NO_TYPE)


@kernel
def open_discard(state: np.void) -> int:
    """The turn on record whose discard lies there as the latest one, or -1 (TAX-5.6)."""
    last = num_discarded(state) - 1
    is_taken = last < state["turn"] and state["turn_called"][state["turn"]] == 1
    return -1 if is_taken else last


@kernel
def follower(state: np.void) -> int:
    """Who has the next turn if nobody reacts (TAX-4.4)."""
    return next_seat(state, np.int64(state["active"]))
