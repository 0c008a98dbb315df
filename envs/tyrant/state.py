"""The table of Tyrant as one record, its action ids, and what they stand for.

Number cards of one suit are alike, so all sets of them are counts by suit (TYR-2.2). What was done
in each trick stays in the record, as it was and as everybody saw it: views tell it (TYR-7.5), and
redealing concludes from it.
"""

from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.fields import action_table
from ..core.contract.options import state_dtype
from ..core.contract.phases import Phase
from ..core.kit.seats import NOBODY as NOBODY  # for whoever imports this module
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

# What the options say (TYR-8).
TIED, SCORE_DESC, SCORE_ASC = TyrantOptions.codes("purged_order")
ALL_CARDS, CHOSEN_ONLY = TyrantOptions.codes("no_follow_reveal")
WINNER, RANK, POINTS_OF_TOTALS = TyrantOptions.codes("reward_mode")

# The phases (TYR-4.14).
PHASES = (
    Phase("SELECT", "TYR-4.3", "form a hand"),
    Phase("PLAY", "TYR-4.4", "play cards or pass"),
    Phase("TYRANT", "TYR-4.7", "lay chips on a suit or none"),
    Phase("SETTLE", "TYR-4.12", "choose a card for the plaza"),
)
NUM_PHASES = len(PHASES)
SELECT, PLAY, TYRANT, SETTLE = range(NUM_PHASES)

# What a player did in a trick.
DEEDS = ("nothing yet", "passed", "hard-passed", "barred", "played")
NOTHING_YET, PASSED, HARD_PASSED, BARRED, PLAYED = range(len(DEEDS))


class Play(NamedTuple):
    """A play (TYR-4.5).

    Attributes:
        suits: The suits of its cards in rising order.
        face_up: The suit of the card that lies face up, NO_SUIT for none.
    """

    suits: tuple[int, ...]
    face_up: int = NO_SUIT


def plays_of(size: int) -> list[Play]:
    """All plays of so many cards."""
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

# Counts by suit that a play needs, as numbers of four bits each: three of them at most, so a hand
# fits in with its counts capped, and the fourth bit guards a subtraction.
BITS = 4
GUARDS = sum(8 << BITS * suit for suit in range(NUM_SUITS))
NEEDS = np.array([sum(1 << BITS * suit for suit in play.suits) for play in PLAYS], np.int64)
PLAY_COUNTS = np.array(
    [[play.suits.count(suit) for suit in range(NUM_SUITS)] for play in PLAYS], np.int8
)
FACES_UP = np.array([play.face_up for play in PLAYS], np.int8)

PER_SEAT, PER_TRICK = MAX_PLAYERS, (MAX_PLAYERS, NUM_TRICKS)
STATE = state_dtype(
    TyrantOptions,
    # Cards (TYR-2.5).
    ("hands", np.int8, (MAX_PLAYERS, NUM_SUITS)),
    ("stocks", np.int8, (MAX_PLAYERS, NUM_SUITS)),
    ("plaza", np.int8, NUM_SUITS),
    ("aside", np.int8, NUM_SUITS),  # removed unseen before the start
    ("leads", np.int8, NUM_LEADS),  # in the order of the tricks; those removed unseen at the end
    ("aces", np.int8, NUM_SUITS),  # by seat; with three players the last one is removed unseen
    # Chips and the marker.
    ("chips", np.int8, PER_SEAT),
    ("chips_on", np.int8, NUM_SUITS),  # in this trick
    ("marker", np.int8),
    # The decision.
    ("to_move", np.int8),
    ("phase", np.int8),
    ("trick", np.int8),  # 0..7; 8 when the game is over
    ("step", np.int8),  # of a selection: the suit that is asked
    ("kept", np.int8, NUM_SUITS),  # in the selection so far
    # What was done in each trick (TYR-7.5).
    ("winners", np.int8, NUM_TRICKS),  # or NOBODY
    ("refills", np.int8, PER_TRICK),  # the size of a hand formed at its start
    ("selected", np.int8, PER_TRICK),  # whether that was a decision
    ("deeds", np.int8, PER_TRICK),
    ("sizes", np.int8, PER_TRICK),  # of plays
    ("faces_up", np.int8, PER_TRICK),  # suits, or NO_SUIT
    ("targets", np.int8, PER_TRICK),  # suits on which chips were laid, or NO_SUIT
    ("laid", np.int8, PER_TRICK),  # chips laid
    ("settled", np.int8, PER_TRICK),  # suits, or NO_SUIT
    ("plays", np.int8, (*PER_TRICK, NUM_SUITS)),  # as they are
    ("shown", np.int8, (*PER_TRICK, NUM_SUITS)),  # as far as everybody knows them
    ("unshown", np.int8, (MAX_PLAYERS, NUM_SUITS)),  # what the two differ by, over all tricks
    ("seen", np.int8, NUM_SUITS),  # cards that everybody has seen
    # The end (TYR-6).
    ("totals", np.int16, PER_SEAT),
    ("purged", np.int8, PER_SEAT),
    # For whoever asks whether the game is fair; see balance.py.
    ("started", np.int8),  # the seat that took the marker first
)


@kernel
def ask(state: np.void, seat: int, phase: int) -> None:
    """Asks a player for the decision of a phase."""
    state["to_move"] = seat
    state["phase"] = phase


@kernel
def lead_suit(state: np.void) -> int:
    """L, the suit that is to be followed in this trick (TYR-4.2)."""
    return int(state["leads"][state["trick"]]) // NUM_RANKS


@kernel
def num_cards(counts: np.ndarray) -> int:
    """How many cards there are; int8[4] by suit."""
    count = 0
    for suit in range(NUM_SUITS):
        count += counts[suit]
    return count


@kernel
def num_suits(counts: np.ndarray) -> int:
    """Of how many suits there are cards; int8[4] by suit."""
    count = 0
    for suit in range(NUM_SUITS):
        count += counts[suit] > 0
    return count


@kernel
def deed_before(state: np.void, seat: int) -> int:
    """What a player did in the previous trick."""
    trick = state["trick"]
    return int(state["deeds"][seat, trick - 1]) if trick > 0 else NOTHING_YET


@kernel
def column_power(state: np.void, suit: int) -> int:
    """The value v + 2h of a card of a suit that was not led (TYR-4.9)."""
    count, size = state["plaza"][suit], state["pile_size"]
    return count % size + state["pile_power"] * (count // size)


@kernel
def num_piles(state: np.void) -> int:
    """Horizontal piles of all columns (TYR-2.6)."""
    count = 0
    for suit in range(NUM_SUITS):
        count += state["plaza"][suit] // state["pile_size"]
    return count


@kernel
def num_tricks(state: np.void, seat: int) -> int:
    """Tricks that a player has won."""
    count = 0
    for trick in range(state["trick"]):
        count += state["winners"][trick] == seat
    return count
