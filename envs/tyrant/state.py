"""The table of Tyrant as one record, its action ids, and their meanings.

Number cards of one suit are alike, so all sets of them are counts by suit (TYR-2.2). The record
keeps all deeds of each trick, both as they were and as everybody saw them: views show them
(TYR-7.5), and redealing draws conclusions from them.
"""

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from fudaba.common.languages import N_

from ..core.compiling.kernel import kernel
from ..core.contract.cells import (
    Cell,
    Cells,
    by_seat,
    cell_resetters,
    one_hot,
    private,
    public,
    seat_flag,
    state_dtype,
)
from ..core.contract.fields import LARGEST_COUNT, Field, action_table
from ..core.contract.phases import Phase
from ..core.kit.seats import NOBODY as NOBODY  # re-exported
from .options import (
    CARDS_EACH,
    MAX_PLAYERS,
    MOST_CHIPS,
    MOST_PILE_POWER,
    NUM_TRICKS,
    SMALLEST_PILE,
    TyrantOptions,
)

SUITS = ("S", "H", "D", "C")
NUM_SUITS = len(SUITS)
NO_SUIT = -1
RANKS = ("J", "Q", "K")  # of lead cards
NUM_RANKS = len(RANKS)
NUM_LEADS = NUM_SUITS * NUM_RANKS  # a lead card is suit * 3 + rank
ROW = 3  # lead cards that lie face up (TYR-3.1)
MOST_PLAYED = 3  # cards of a play (TYR-4.5)
LED_POWER = 10  # of a card of the suit that was led (TYR-4.9)
COPIES = (0, 0, 0, 14, 18)  # number cards of a suit, by the number of players (TYR-2.1)
MOST_COPIES, MOST_CARDS = COPIES[MAX_PLAYERS], NUM_SUITS * COPIES[MAX_PLAYERS]
MOST_POWER = MOST_COPIES // SMALLEST_PILE * MOST_PILE_POWER

# Codes of the options (TYR-8).
TIED, SCORE_DESC, SCORE_ASC = TyrantOptions.codes("purged_order")
ALL_CARDS, CHOSEN_ONLY = TyrantOptions.codes("no_follow_reveal")
WINNER, RANK, POINTS_OF_TOTALS = TyrantOptions.codes("reward_mode")

# A player's deed in a trick.
DEEDS = ("nothing yet", "passed", "hard-passed", "barred", "played")
NOTHING_YET, PASSED, HARD_PASSED, BARRED, PLAYED = range(len(DEEDS))


class Play(NamedTuple):
    """A play (TYR-4.5).

    Attributes:
        suits: Suits of the cards in rising order.
        face_up: Suit of the card that lies face up, or NO_SUIT.
    """

    suits: tuple[int, ...]
    face_up: int = NO_SUIT


def plays_of(size: int) -> list[Play]:
    """Returns all plays of `size` cards."""
    return [
        Play(suits, face_up)
        for suits in combinations_with_replacement(range(NUM_SUITS), size)
        for face_up in (sorted(set(suits)) if size == MOST_PLAYED else [NO_SUIT])
    ]


SINGLES, PAIRS, TRIPLES = map(plays_of, range(1, MOST_PLAYED + 1))
PLAYS = (*SINGLES, *PAIRS, *TRIPLES)
NUM_KEPT = CARDS_EACH + 1  # a hand keeps 0 to 16 cards of a suit

ACTIONS = action_table(
    ("keep S", NUM_KEPT, "take so many spades into the hand, from 0 on (TYR-4.3)"),
    ("keep H", NUM_KEPT, "take so many hearts into the hand, from 0 on (TYR-4.3)"),
    ("keep D", NUM_KEPT, "take so many diamonds into the hand, from 0 on; the rest are clubs "
     "(TYR-4.3)"),
    ("pass", 1, "pass: pay a chip, the hand goes to the stock (TYR-4.6)"),
    ("single", len(SINGLES), "play a card of this suit: S, H, D, C (TYR-4.5)"),
    ("pair", len(PAIRS), "play two cards: SS, SH, SD, ..., CC (TYR-4.5)"),
    ("triple", len(TRIPLES), "play three cards: SSS, SSH, ..., CCC, each by the suit of the card "
     "that lies face up (TYR-4.5)"),
    ("no chips", 1, "lay no chips (TYR-4.7)"),
    ("chips", NUM_SUITS * MOST_CHIPS, "lay chips: by suit S, H, D, C, then by their number from 1 "
     "on (TYR-4.7)"),
    ("settle", NUM_SUITS, "put a card of this suit on the plaza: S, H, D, C (TYR-4.12)"),
    continued_by={
        "keep S": ("keep H", "keep D"),
        "keep H": ("keep D",),
        **dict.fromkeys(("single", "pair", "triple"), ("no chips", "chips")),
    },
)  # fmt: skip
KEEP_S, KEEP_H, KEEP_D, PASS, SINGLE, PAIR, TRIPLE, NO_CHIPS, CHIPS, SETTLE_SUIT = ACTIONS
KEEP = (KEEP_S, KEEP_H, KEEP_D)
NUM_STEPS = len(KEEP)  # of a selection
PASS_ACTION, FIRST_PLAY, NO_CHIPS_ACTION = PASS.first, SINGLE.first, NO_CHIPS.first
FIRST_CHIPS, FIRST_SETTLE = CHIPS.first, SETTLE_SUIT.first
NUM_PLAYS = len(PLAYS)
NUM_ACTIONS = FIRST_SETTLE + NUM_SUITS

# Counts by suit that a play needs, four bits each. Counts are 3 at most, and those of a hand are
# capped there, so the fourth bit is free to guard a subtraction.
BITS = 4
GUARDS = sum(8 << BITS * suit for suit in range(NUM_SUITS))
NEEDS = np.array([sum(1 << BITS * suit for suit in play.suits) for play in PLAYS], np.int64)
PLAY_COUNTS = np.array(
    [[play.suits.count(suit) for suit in range(NUM_SUITS)] for play in PLAYS], np.int8
)
FACES_UP = np.array([play.face_up for play in PLAYS], np.int8)

PER_SUIT, PER_SEAT, PER_TRICK = (NUM_SUITS,), (MAX_PLAYERS,), (MAX_PLAYERS, NUM_TRICKS)
PER_PLAY = (*PER_TRICK, NUM_SUITS)

# The phases (TYR-4.14).
PHASES = (
    Phase("SELECT", "TYR-4.3", N_("form a hand"), KEEP),
    Phase("PLAY", "TYR-4.4", N_("play cards or pass"), (PASS, SINGLE, PAIR, TRIPLE)),
    Phase("TYRANT", "TYR-4.7", N_("lay chips on a suit or none"), (NO_CHIPS, CHIPS)),
    Phase("SETTLE", "TYR-4.12", N_("choose a card for the plaza"), (SETTLE_SUIT,)),
)
NUM_PHASES = len(PHASES)
SELECT, PLAY, TYRANT, SETTLE = range(NUM_PHASES)

CELLS: Cells = (
    # Cards (TYR-2.5).
    Cell("hands", np.int8, (MAX_PLAYERS, NUM_SUITS), private(0, CARDS_EACH, "own hand by suit: S, "
         "H, D, C", name="hand")),
    Cell("stocks", np.int8, (MAX_PLAYERS, NUM_SUITS), private(0, CARDS_EACH, "own stock by suit",
         name="stock")),
    Field("kept", PER_SUIT, 0, CARDS_EACH, "of the stock, what the hand that is formed has so far",
          private=True, of=("kept",)),
    Cell("kept", np.int8, PER_SUIT),  # in the selection so far
    Field("step", (NUM_STEPS,), 0, 1, "the suit of which the number is asked: S, H, D; of another "
          "player's hand nothing", private=True, of=("step",)),
    Cell("step", np.int8),  # of a selection: the suit that is asked
    Field("ace", PER_SUIT, 0, 1, "the suit of the own ace", private=True, of=("aces",)),
    Cell("aces", np.int8, PER_SUIT, start=None),  # by seat; of three players the last is aside
    Field("unseen", PER_SUIT, 0, MOST_COPIES, "cards that the viewer has not seen, by suit",
          private=True, of=("seen", "unshown")),
    Cell("seen", np.int8, PER_SUIT, start=None),  # cards that everybody has seen
    Cell("aside", np.int8, PER_SUIT),  # removed unseen before the start
    # In the order of the tricks; those removed unseen at the end.
    Cell("leads", np.int8, (NUM_LEADS,), start=None),
    Field("lead_suits", (ROW, NUM_SUITS), 0, 1, "the lead row: suits, this trick's card first",
          of=("leads",)),
    Field("lead_ranks", (ROW, NUM_RANKS), 0, 1, "the same: J, Q, K", of=("leads",)),
    Cell("trick", np.int8, (), public(0, NUM_TRICKS, "tricks that are over")),
    Cell("plaza", np.int8, PER_SUIT, public(0, MOST_COPIES, "cards on the plaza by suit")),
    Field("powers", PER_SUIT, 0, MOST_POWER, "the value of a card by suit, but for chips: 10 where "
          "it was led, else that of its column", of=("leads",)),
    Cell("chips_on", np.int8, PER_SUIT, public(0, MAX_PLAYERS * MOST_CHIPS, "chips on a suit in "
         "this trick")),
    # The decision.
    Cell("phase", np.int8, (), one_hot(NUM_PHASES, "the decision that is asked: select, play, "
         "tyrant, settle", until_over=True), start=SELECT),
    Cell("to_move", np.int8, (), seat_flag("whose decision it is", name="on_turn"), start=None,
         in_snapshot=True),
    Cell("marker", np.int8, (), seat_flag("who holds the marker"), start=None, in_snapshot=True),
    Cell("chips", np.int8, PER_SEAT, by_seat(0, MOST_CHIPS, "chips in front of a player"),
         in_snapshot=True),
    Field("hand_sizes", PER_SEAT, 0, CARDS_EACH, "cards in hand", of=("hands",)),
    Field("stock_sizes", PER_SEAT, 0, CARDS_EACH, "cards in the stock", of=("stocks",)),
    Field("must_play", PER_SEAT, 0, 1, "players who passed in the previous trick"),
    Field("won", (MAX_PLAYERS, NUM_LEADS), 0, 1, "lead cards won: SJ, SQ, SK, HJ, ..., CK",
          of=("leads", "winners")),
    # Deeds in each trick (TYR-7.5).
    Field("winners", (NUM_TRICKS,), 0, MAX_PLAYERS, "who won each trick: 0 nobody, 1 the viewer, 2 "
          "the next clockwise, ...", of=("winners",)),
    Cell("winners", np.int8, (NUM_TRICKS,), start=NOBODY),
    Field("leads", (NUM_TRICKS,), 0, NUM_LEADS, "lead cards of the tricks as far as they have been "
          "face up: 1 SJ, 2 SQ, ..., 12 CK; 0 not yet", of=("leads",)),
    Cell("refills", np.int8, PER_TRICK, by_seat(0, CARDS_EACH, "the size of a hand formed at the "
         "start of a trick")),
    Cell("selected", np.int8, PER_TRICK, by_seat(0, 1, "whether its player had a choice, so at "
         "least two suits")),
    Cell("deeds", np.int8, PER_TRICK, by_seat(0, len(DEEDS) - 1, "what was done: 0 nothing yet, 1 "
         "passed, 2 hard-passed, 3 barred from passing, 4 played"), start=NOTHING_YET),
    Cell("sizes", np.int8, PER_TRICK, by_seat(0, MOST_PLAYED, "cards played")),
    Cell("faces_up", np.int8, PER_TRICK, by_seat(0, NUM_SUITS, "the suit of the card that lay face "
         "up: 0 none, 1 S, ..., 4 C", plus=1), start=NO_SUIT),
    Cell("targets", np.int8, PER_TRICK, by_seat(0, NUM_SUITS, "the suit on which chips were laid, "
         "likewise", plus=1), start=NO_SUIT),
    Cell("laid", np.int8, PER_TRICK, by_seat(0, MOST_CHIPS, "chips laid")),
    Cell("settled", np.int8, PER_TRICK, by_seat(0, NUM_SUITS, "the suit of the card chosen for the "
         "plaza, likewise", plus=1), start=NO_SUIT),
    Field("plays", PER_PLAY, 0, MOST_PLAYED, "cards played by suit: own ones, and others' as far "
          "as everybody has seen them", of=("plays", "shown")),
    Cell("plays", np.int8, PER_PLAY),  # as they are
    Cell("shown", np.int8, PER_PLAY),  # as far as everybody knows them
    Cell("unshown", np.int8, (MAX_PLAYERS, NUM_SUITS)),  # the difference, over all tricks
    # The end (TYR-6).
    Field("aces", (MAX_PLAYERS, NUM_SUITS), 0, 1, "the suits of the aces, once the game is over",
          of=("aces",)),
    Cell("totals", np.int16, PER_SEAT, by_seat(0, LARGEST_COUNT, "total fame, once the game is "
         "over; 127 stands for more, too", is_clipped=True), in_snapshot=True),
    Cell("purged", np.int8, PER_SEAT, by_seat(0, 1, "who was purged")),
    # For balance.py.
    Cell("started", np.int8, start=None),  # the seat that took the marker first
)  # fmt: skip
STATE = state_dtype(CELLS, TyrantOptions)
(start_game,) = cell_resetters("tyrant_v0", CELLS, "deal")


@kernel
def ask(state: np.void, seat: int, phase: int) -> None:
    """Gives a player the decision of a phase."""
    state["to_move"] = seat
    state["phase"] = phase


@kernel
def lead_suit(state: np.void) -> int:
    """Returns L, the suit to be followed in this trick (TYR-4.2)."""
    return int(state["leads"][state["trick"]]) // NUM_RANKS


@kernel
def num_cards(counts: np.ndarray) -> int:
    """Returns the number of cards in int8[4] by suit."""
    count = 0
    for suit in range(NUM_SUITS):
        count += counts[suit]
    return count


@kernel
def num_suits(counts: np.ndarray) -> int:
    """Returns the number of different suits in int8[4] by suit."""
    count = 0
    for suit in range(NUM_SUITS):
        count += counts[suit] > 0
    return count


@kernel
def deed_before(state: np.void, seat: int) -> int:
    """Returns a player's deed in the previous trick."""
    trick = state["trick"]
    return int(state["deeds"][seat, trick - 1]) if trick > 0 else NOTHING_YET


@kernel
def column_power(state: np.void, suit: int) -> int:
    """Returns v + 2h, the value of a card of a suit that is not led (TYR-4.9, TYR-5.7)."""
    count, size = state["plaza"][suit], state["pile_size"]
    return count % size + state["pile_power"] * (count // size)


@kernel
def num_piles(state: np.void) -> int:
    """Returns the number of horizontal piles in all columns (TYR-2.6)."""
    count = 0
    for suit in range(NUM_SUITS):
        count += state["plaza"][suit] // state["pile_size"]
    return count


@kernel
def num_tricks(state: np.void, seat: int) -> int:
    """Returns the number of tricks that a player has won."""
    count = 0
    for trick in range(state["trick"]):
        count += state["winners"][trick] == seat
    return count
