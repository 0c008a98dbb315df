"""The table of Mokkaik as one record, and its action ids.

Cards are types, 0 to 23 (KIKI-2.3), and places of cards are counts by type. Whether a hand holds
what a play needs is asked of sets of cards instead: the lowest ids of each type, as bits.
"""

from collections.abc import Callable

import numpy as np

from ..cards.kikisen import (
    DECLARED_PLAYS,
    NUM_CARDS,
    NUM_KINDS,
    NUM_STRENGTHS,
    NUM_TYPES,
    PLAYS,
    TYPES,
    Play,
    Shape,
)
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
from ..core.kit.seats import NOBODY as NOBODY  # for whoever imports this module
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.points import POINT_CELLS
from ..kikisen.seasons import SEASON_CELLS
from .options import LARGEST_HAND, MokkaikOptions

NO_PLAY = -1

_, BEATS_LEAD = MokkaikOptions.codes("beat_rule")
_, EITHER, NONE = MokkaikOptions.codes("dealer_multiplier")
_, DECLARED = MokkaikOptions.codes("ship_alone")

SHAPES: tuple[Shape, ...] = ("single", "set", "run")
PHASES = ("lead", "follow", "throw")  # M1 to M3 (MOK-4.5)
NUM_PHASES = len(PHASES)
LEAD, FOLLOW, THROW = range(NUM_PHASES)

ACTIONS = action_table(
    ("fold", 1, "throw as many cards away as were led (MOK-4.2)"),
    ("throw", NUM_TYPES, "the type of a card that is thrown: bS, b0 to b8, bK, bE, and the same "
     "in red (MOK-4.5)"),
    ("play", len(PLAYS), "play a hand: singles by type, then sets by strength and size, then runs "
     "by length, foot and colour, first without the ship and then with it from the foot upward "
     "(MOK-4.1)"),
    ("declare", len(DECLARED_PLAYS), "play ships alone as a number 0 to 8: bS, rS, or both "
     "(MOK-5.1)"),
    continued_by={
        "fold": ("throw",),
        "throw": ("throw",),
    },
)  # fmt: skip
FOLD, THROW_CARD, PLAY, DECLARE = ACTIONS
FOLD_ACTION, FIRST_THROW, FIRST_PLAY, FIRST_DECLARED = (kind.first for kind in ACTIONS)
NUM_ACTIONS = FIRST_DECLARED + DECLARE.count

PLAY_OF: dict[int, Play] = dict(enumerate((*PLAYS, *DECLARED_PLAYS), FIRST_PLAY))

COPIES = np.bincount(TYPES)  # of each type
FIRST_CARDS = np.searchsorted(TYPES, range(NUM_TYPES))

# The lowest card ids of a type, as bits, by type and by their number.
LOWEST_CARDS = np.array(
    [[((1 << count) - 1) << int(first) for count in range(COPIES.max() + 1)]
     for first in FIRST_CARDS], np.int64
)  # fmt: skip

Kind = tuple[Shape, int, int]


def counts_of(types: tuple[int, ...]) -> np.ndarray:
    """Returns the number of cards of each type: int8[24]."""
    return np.array([types.count(type_) for type_ in range(NUM_TYPES)], np.int8)


def cards_of(types: tuple[int, ...]) -> int:
    """Returns cards of these types as bits, the lowest ids of each type.

    >>> cards_of((1, 1, 4)) == 0b110 | 1 << 10
    True
    """
    counts = counts_of(types)
    return sum(int(LOWEST_CARDS[type_, count]) for type_, count in enumerate(counts))


def kind_of(play: Play) -> Kind:
    """Returns the kind that a follower must match: shape, black and red cards (MOK-4.2, 4.4).

    >>> kind_of(Play("set", 9, (10, 23)))
    ('set', 1, 1)
    """
    num_black = sum(type_ < NUM_KINDS for type_ in play.types)
    return play.shape, num_black, len(play.types) - num_black


KINDS = sorted({kind_of(play) for play in PLAYS})


def by_action(number_of: Callable[[Play], int], default: int = 0) -> np.ndarray:
    """Returns a number for each action id, the default where it is no play: int64[831]."""
    return np.array(
        [number_of(PLAY_OF[action]) if action in PLAY_OF else default
         for action in range(NUM_ACTIONS)], np.int64
    )  # fmt: skip


SIZES = by_action(lambda play: len(play.types))
STRENGTHS = by_action(lambda play: play.strength)  # 0 lowest, K and E alike (MOK-5.2, 5.3)
SHAPE_OF_ACTION = by_action(lambda play: SHAPES.index(play.shape))
NUM_BLACK = by_action(lambda play: kind_of(play)[1])
KIND_OF_ACTION = by_action(lambda play: KINDS.index(kind_of(play)), NO_PLAY)
NEEDED = by_action(lambda play: cards_of(play.types))  # the cards of the play, as bits
COUNTS = np.array(  # the same as counts by type: int8[831, 24]
    [counts_of(PLAY_OF[action].types if action in PLAY_OF else ())
     for action in range(NUM_ACTIONS)]
)  # fmt: skip

# The plays by kind and then by strength. STARTS has the position of the first play of a kind and
# strength, and for strength 10 the end of the kind: int64[kinds, 11].
_ORDER = KIND_OF_ACTION * NUM_STRENGTHS + STRENGTHS
BY_KIND = np.array(sorted(PLAY_OF, key=lambda action: (_ORDER[action], action)))
STARTS = np.searchsorted(
    _ORDER[BY_KIND],
    np.arange(len(KINDS))[:, None] * NUM_STRENGTHS + np.arange(NUM_STRENGTHS + 1),
)

PER_TYPE, PER_SEAT = (NUM_TYPES,), (MAX_PLAYERS,)
PER_SEAT_AND_TYPE = (MAX_PLAYERS, NUM_TYPES)
MOST_COPIES, LARGEST_PLAY, NUM_SHAPES = int(COPIES.max()), int(SIZES.max()), len(SHAPES)

CELLS: Cells = (
    # The cards by type (MOK-2.1); those of the round are the plays that lie there.
    Cell("hands", np.int8, PER_SEAT_AND_TYPE, private(0, MOST_COPIES, "own cards by type: bS, b0 "
         "to b8, bK, bE, and the same in red", name="hand")),
    Cell("thrown", np.int8, PER_SEAT_AND_TYPE, private(0, MOST_COPIES, "own face-down discards by "
         "type")),
    # The round (MOK-4).
    Field("left_to_throw", (), 0, LARGEST_PLAY, "cards that the viewer has still to throw",
          private=True, of=("left_to_throw",)),
    Cell("left_to_throw", np.int8, reset_on="round", in_snapshot=True),  # by the seat to move
    Field("phase", (NUM_PHASES,), 0, 1, "what is asked: lead, follow, throw",
          of=("left_to_throw", "plays")),
    Field("shape", (NUM_SHAPES,), 0, 1, "what was led in this round: single, set, run",
          of=("plays",)),
    Field("size", (), 0, LARGEST_PLAY, "its cards", of=("plays",)),
    Field("num_black", (), 0, LARGEST_PLAY, "how many of them are black", of=("plays",)),
    Cell("leader", np.int8, (), seat_flag("who leads this round"), start=None, in_snapshot=True),
    Cell("best", np.int8, (), seat_flag("whose play is the strongest of this round so far"),
         start=NOBODY, reset_on="round", in_snapshot=True),
    Cell("folded", np.int8, PER_SEAT, by_seat(0, 1, "who has folded in this round"),
         reset_on="round"),
    Field("strengths", PER_SEAT, 0, NUM_STRENGTHS, "the plays of this round: 1 for a strength of "
          "0 to 9 for 8 and 10 for court, of a run its foot; 0 without one", of=("plays",)),
    Field("table", PER_SEAT_AND_TYPE, 0, MOST_COPIES, "their cards by type", of=("plays",)),
    Cell("plays", np.int16, PER_SEAT, start=NO_PLAY, reset_on="round"),  # action ids, or NO_PLAY
    Cell("won", np.int8, PER_SEAT_AND_TYPE, by_seat(0, MOST_COPIES, "won piles by type")),
    Cell("played", np.int8, PER_SEAT_AND_TYPE, by_seat(0, MOST_COPIES, "cards played face up in "
         "this season, by type")),
    Cell("discards", np.int8, PER_TYPE, public(0, MOST_COPIES, "face-up discards by type")),
    Cell("hand_sizes", np.int8, PER_SEAT, by_seat(0, LARGEST_HAND, "cards in hand")),
    Field("num_thrown", PER_SEAT, 0, LARGEST_HAND, "face-down discards", of=("thrown",)),
    Field("num_undealt", (), 0, NUM_CARDS, "cards that were not dealt"),
    Cell("undealt", np.int8, PER_TYPE),
    Cell("winner", np.int8, (), seat_flag("who won the last round that is over"), start=NOBODY,
         reset_on="match", in_snapshot=True),
    *SEASON_CELLS,
    *POINT_CELLS,
    # For balance.py.
    Cell("rounds_led", np.int8, PER_SEAT),
    Cell("rounds_kept", np.int8, PER_SEAT),  # of these, those that the leader won
    Cell("costly_wins", np.int8, PER_SEAT, reset_on="match"),  # seasons won at a loss of points
)  # fmt: skip
STATE = state_dtype(CELLS, MokkaikOptions)
start_match, start_season, start_round = cell_resetters(
    "mokkaik_v0", CELLS, "match", "deal", "round"
)


@kernel
def num_allowed(state: np.void) -> int:
    """Returns the end of the range of action ids that the house rules allow (KIKI-8)."""
    return NUM_ACTIONS if state["ship_alone"] == DECLARED else FIRST_DECLARED


@kernel
def held_in(counts: np.ndarray) -> int:
    """Returns counts by type, int8[24], as bits of cards, the lowest ids of each type."""
    cards = 0
    for type_ in range(NUM_TYPES):
        cards |= LOWEST_CARDS[type_, counts[type_]]
    return cards


@kernel
def num_cards_in(counts: np.ndarray) -> int:
    """Returns the sum of counts by type, int8[24]."""
    total = 0
    for type_ in range(NUM_TYPES):
        total += counts[type_]
    return total


@kernel
def led_play(state: np.void) -> int:
    """Returns the action id of the play that was led, or NO_PLAY."""
    return int(state["plays"][state["leader"]])


@kernel
def phase_of(state: np.void) -> int:
    """Returns the kind of decision of the seat to move (MOK-4.5)."""
    if state["left_to_throw"] > 0:
        return THROW
    return LEAD if led_play(state) == NO_PLAY else FOLLOW
