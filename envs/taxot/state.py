"""The table of Taxot as one record, and its action ids.

Cards are types, 0 to 23 (KIKI-2.3). A hand is two integers, for each colour the multiset of its
kinds (cards/melds.py). So the cards of a meld are added and removed as numbers.
"""

import numpy as np

from ..cards.kikisen import (
    NUM_CARDS,
    NUM_COLOURS,
    NUM_KINDS,
    NUM_STRENGTHS,
    NUM_TYPES,
    PLAYS,
    TYPES,
    Play,
)
from ..cards.melds import BITS_OF_A_COUNT, count_of
from ..core.compiling.kernel import kernel
from ..core.contract.cells import (
    Cell,
    Cells,
    by_seat,
    cell_resetters,
    private,
    public,
    seat_flag,
    state_dtype,
)
from ..core.contract.fields import Field, action_table
from ..core.kit.arrays import clear, copy
from ..core.kit.seats import NOBODY as NOBODY  # re-exported
from ..core.kit.seats import next_seat
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.points import POINT_CELLS
from ..kikisen.seasons import DEALER_CELLS
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
        "reveal": ("close", "discard"),  # answers to a discard are final: others answer too
    },
)  # fmt: skip
PASS, CLOSE, REVEAL, CALL, DISCARD = ACTIONS
PASS_ACTION, CLOSE_ACTION, FIRST_REVEAL, FIRST_CALL, FIRST_DISCARD = (
    kind.first for kind in ACTIONS
)
NUM_ACTIONS = FIRST_DISCARD + NUM_TYPES

COPIES = np.bincount(TYPES)  # of each type


def cards_of(types: tuple[int, ...]) -> list[int]:
    """Returns types as a hand: for each colour the multiset of kinds.

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

# The melds that include a type, by type; type t has those from STARTS_WITH[t] to [t + 1].
_BY_TYPE = [
    [meld for meld, play in enumerate(MELDS) if type_ in play.types] for type_ in range(NUM_TYPES)
]
MELDS_WITH = np.concatenate(_BY_TYPE)
STARTS_WITH = np.cumsum([0, *map(len, _BY_TYPE)])

# By triple and type the four that both make, or NO_MELD (TAX-4.6): int64[114, 24].
_FOUR_OF = {(four.strength, four.types): FIRST_FOUR + n for n, four in enumerate(FOURS)}
EXTENDED = np.array(
    [[_FOUR_OF.get((triple.strength, tuple(sorted((*triple.types, type_)))), NO_MELD)
      for type_ in range(NUM_TYPES)] for triple in TRIPLES]
)  # fmt: skip

MOST_DRAWS = NUM_CARDS - 2 * DEALT  # until the stock is empty
MOST_TURNS = MOST_DRAWS + 6  # with two calls of each of two players, and a close on a discard

PER_TYPE, PER_SEAT, PER_TURN = (NUM_TYPES,), (MAX_PLAYERS,), (MOST_TURNS,)
PER_SEAT_AND_TYPE, MOST_COPIES = (MAX_PLAYERS, NUM_TYPES), int(COPIES.max())
NUM_ANSWERS = 3  # pass, close, call


@kernel
def show_hand(hand: np.ndarray, row: np.ndarray) -> None:
    """Writes the cards of a hand, int64[2], by type, int8[24]."""
    for colour in range(NUM_COLOURS):
        cards = np.int64(hand[colour])
        for kind in range(NUM_KINDS):
            row[colour * NUM_KINDS + kind] = count_of(cards, kind)


@kernel
def show_meld(meld: int, counts: np.ndarray) -> None:
    """Writes the cards of a meld by type, int8[24]; zeros for NO_MELD."""
    if meld == NO_MELD:
        clear(counts)
    else:
        copy(COUNTS_OF_MELD[meld], counts)


CELLS: Cells = (
    Cell("hands", np.int64, (MAX_PLAYERS, NUM_COLOURS), private(0, MOST_COPIES, "own concealed "
         "cards by type: bS, b0 to b8, bK, bE, and the same in red", name="hand", fill=show_hand,
         shape=PER_TYPE)),
    # The answers to a discard are secret: the action of each player, or NO_ANSWER.
    Field("answer", (NUM_ANSWERS,), 0, 1, "what the viewer has answered to the discard while "
          "others are asked: pass, close, call", private=True,
          of=("active", "answers", "phase", "to_move")),
    Field("offered", PER_TYPE, 0, MOST_COPIES, "the meld that the viewer would call, by type",
          private=True, of=("active", "answers", "to_move")),
    Field("offered_strength", (), 0, NUM_STRENGTHS, "1 more than its strength, of a run its foot",
          private=True, of=("active", "answers", "to_move")),
    Cell("answers", np.int16, PER_SEAT, start=NO_ANSWER),
    # After a reshuffle everybody knows the new stock's cards, and a player the own draws from it.
    Cell("drawn", np.int8, PER_SEAT_AND_TYPE, private(0, MOST_COPIES, "what the viewer has drawn "
         "since the reshuffle, by type")),
    # The turn (TAX-4).
    Field("phase", (NUM_PHASES,), 0, 1, "what is asked: turn, reaction, discard; as far as the "
          "viewer may know", of=("active", "answers", "phase", "stock_size", "to_move", "turn")),
    Cell("phase", np.int8, start=None),
    Field("latest", PER_TYPE, 0, 1, "the latest discard, if it is not taken", of=("turn",)),
    Field("discarder", PER_SEAT, 0, 1, "who discarded it", of=("turn", "turn_seats")),
    Cell("discards", np.int8, PER_SEAT_AND_TYPE, by_seat(0, MOST_COPIES, "discards that lie there, "
         "by type")),
    Field("concealed", PER_SEAT, 0, DEALT + 1, "concealed cards",
          of=("active", "answers", "concealed", "phase", "stock_size", "to_move", "turn")),
    Cell("concealed", np.int8, PER_SEAT),
    Cell("melds", np.int16, PER_SEAT, by_seat(0, MOST_COPIES, "melds by type", fill=show_meld,
         shape=PER_TYPE), start=NO_MELD),  # one for each player at most (TAX-9.12)
    Field("meld_kinds", (MAX_PLAYERS, NUM_MELD_KINDS), 0, 1, "their kind: triple, four, run"),
    Field("meld_strengths", PER_SEAT, 0, NUM_STRENGTHS, "1 more than their strength, of a run its "
          "foot; 0 without a meld"),
    Cell("extensions", np.int8, PER_SEAT, by_seat(0, NUM_TYPES, "1 more than the type that made a "
         "four of a triple, else 0", plus=1), start=NO_TYPE),
    Field("stock_size", (), 0, NUM_CARDS, "cards in the stock",
          of=("active", "answers", "phase", "stock_size", "to_move", "turn")),
    Cell("stock", np.int8, (NUM_CARDS,), start=NO_TYPE),  # types, the top last; NO_TYPE above it
    Cell("stock_size", np.int8, start=None),
    Cell("reshuffled", np.int8, PER_TYPE, public(0, MOST_COPIES, "what the new stock was made of, "
         "by type")),
    Cell("is_reshuffled", np.int8),
    Field("light_cards", (MOST_LIGHTS, NUM_TYPES), 0, 1, "the lights", of=("light_cards",)),
    Cell("light_cards", np.int8, (MOST_LIGHTS,), start=NO_TYPE),
    Field("is_first_lap", (), 0, 1, "whether this is the first round",
          of=("active", "answers", "lap", "phase", "to_move", "turn")),
    Cell("lap", np.int8, start=1, in_snapshot=True),
    Cell("active", np.int8, start=None),  # on turn, or just discarded
    # The turns since the deal or the reshuffle, the present one at `turn` (TAX-7.1).
    Cell("turn", np.int8, start=-1, reset_on="record"),
    Cell("turn_types", np.int8, PER_TURN, public(0, NUM_TYPES, "the discards in order since the "
         "deal or the reshuffle: 1 more than their type, 0 after the last", plus=1),
         start=NO_TYPE, reset_on="record"),
    Field("turn_seats", PER_TURN, 0, MAX_PLAYERS, "who discarded them: 1 the viewer, 2 the next "
          "clockwise, ...", of=("turn", "turn_seats")),
    Cell("turn_seats", np.int8, PER_TURN, start=NOBODY, reset_on="record"),
    Cell("turn_called", np.int8, PER_TURN, public(0, 1, "whether that turn began with the discard "
         "before it"), reset_on="record"),
    Cell("turn_laid", np.int8, PER_TURN, public(0, 1, "whether cards were laid from the hand in "
         "it"), reset_on="record"),
    # The close of the last season that is over (TAX-7.1).
    Cell("closer", np.int8, (), seat_flag("who closed the last season that is over"), start=NOBODY,
         reset_on="match", in_snapshot=True),
    Cell("fed_by", np.int8, (), seat_flag("on whose discard"), start=NOBODY, reset_on="match"),
    Cell("shown", np.int8, PER_TYPE, public(0, MOST_COPIES, "with which six cards, by type"),
         reset_on="match"),
    # Who is asked about a discard is secret (TAX-9.15); NOBODY is to move once the match is over.
    Field("on_turn", (MAX_PLAYERS,), 0, 1, "whose decision it is",
          of=("active", "answers", "phase", "stock_size", "to_move", "turn")),
    Cell("to_move", np.int8, start=None),
    *DEALER_CELLS,
    *POINT_CELLS,
    # For balance.py, over the match.
    Cell("closed_on_draw", np.int8, PER_SEAT, reset_on="match"),
    Cell("fed", np.int8, PER_SEAT, reset_on="match"),  # discards that another player closed on
    Cell("first_lap_closes", np.int8, PER_SEAT, reset_on="match"),
    Cell("same_colour_closes", np.int8, PER_SEAT, reset_on="match"),
    Cell("six_run_closes", np.int8, PER_SEAT, reset_on="match"),
    Cell("calls", np.int16, PER_SEAT, reset_on="match"),
    Cell("fours", np.int16, PER_SEAT, reset_on="match"),
)  # fmt: skip
STATE = state_dtype(CELLS, TaxotOptions)
start_match, start_season, clear_record = cell_resetters(
    "taxot_v0", CELLS, "match", "deal", "record"
)


@kernel
def count_in(hand: np.ndarray, type_: int) -> int:
    """Returns how many cards of a type a hand, int64[2], holds."""
    return hand[type_ // NUM_KINDS] >> BITS_OF_A_COUNT * (type_ % NUM_KINDS) & 15


@kernel
def num_discarded(state: np.void) -> int:
    """Returns how many of the recorded turns have reached their discard."""
    turn = np.int64(state["turn"])
    return turn + (state["turn_types"][turn] != NO_TYPE)


@kernel
def open_discard(state: np.void) -> int:
    """Returns the recorded turn of the latest discard, or -1 if it was taken (TAX-5.6)."""
    last = num_discarded(state) - 1
    is_taken = last < state["turn"] and state["turn_called"][state["turn"]] == 1
    return -1 if is_taken else last


@kernel
def follower(state: np.void) -> int:
    """Returns the seat that has the next turn if nobody reacts (TAX-4.4)."""
    return next_seat(state, np.int64(state["active"]))
