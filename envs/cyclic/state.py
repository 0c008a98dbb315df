"""The table of Cyclic as one record, and its action ids.

Cards are types (KIKI-2.3), and hands are counts of them. The kinds of the circle have numbers of
their own, from the ship 0 to the emperor 10 (CYC-2.1); nothings, which are wild, have none. A place
of a play can be filled in four ways: natural black, natural red, wild black, wild red (CYC-4.7).
"""

import numpy as np

from ..cards import kikisen
from ..cards.kikisen import NUM_CARDS, NUM_COLOURS, NUM_TYPES
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
from ..core.contract.fields import Field, action_table
from ..core.kit.bits import show_bits
from ..core.kit.seats import NOBODY as NOBODY  # for whoever imports this module
from ..kikisen.prizes import PRIZE_CELLS
from ..kikisen.seasons import SEASON_CELLS
from .options import MAX_PLAYERS as MAX_PLAYERS
from .options import CyclicOptions

NO_CARD = -1

# The circle (CYC-2.1).
CIRCLE = tuple(kind for kind in range(kikisen.NUM_KINDS) if kind != kikisen.NOTHING)
NUM_KINDS = len(CIRCLE)
SYMBOLS = "".join(kikisen.KIND_SYMBOLS[kind] for kind in CIRCLE)
NAMES = tuple(kikisen.KIND_NAMES[kind] for kind in CIRCLE)
SHIP, EMPEROR = 0, NUM_KINDS - 1
ALL_KINDS = (1 << NUM_KINDS) - 1

# The ways to fill a place (CYC-4.7); the last bit of each is its colour.
NUM_WAYS = 4
NATURAL_BLACK, NATURAL_RED, WILD_BLACK, WILD_RED = range(NUM_WAYS)
ANY_COLOUR = (1 << NUM_COLOURS) - 1

# By way and kind, the type of the card that fills a place: int64[4, 11].
TYPES_OF_WAYS = np.array(
    [[kikisen.NUM_KINDS * (way % NUM_COLOURS) + (kikisen.NOTHING if way >= WILD_BLACK else kind)
      for kind in CIRCLE] for way in range(NUM_WAYS)]
)  # fmt: skip

# The forms of plays (CYC-4.2).
FORM_NAMES = ("none", "single", "friends", "run")
NONE, SINGLE, FRIENDS, RUN = range(len(FORM_NAMES))
SHORTEST_RUN, USUAL_SHORTEST_RUN = 2, 3
NUM_NOTHINGS = NUM_COLOURS * kikisen.COPIES[kikisen.NOTHING]
LARGEST_SETS = tuple(NUM_COLOURS * kikisen.COPIES[kind] + NUM_NOTHINGS for kind in CIRCLE)
LARGEST_PLAY = max(LARGEST_SETS)

NUM_FRIENDS = sum(largest - 1 for largest in LARGEST_SETS)
USUAL_RUNS = NUM_KINDS * (NUM_KINDS + 1 - USUAL_SHORTEST_RUN)

_, REMOVED = CyclicOptions.codes("mu")

ACTIONS = action_table(
    ("pass", 1, "pass (CYC-4.5)"),
    ("single", NUM_KINDS, "play a card as this kind: ship, soldier to general, king, emperor "
     "(CYC-4.2)"),
    ("friends", NUM_FRIENDS, "play cards of one kind: by the kind, then how many (CYC-4.8)"),
    ("run", USUAL_RUNS, "play a run: by cards from 3 on, then by the foot (CYC-4.2)"),
    ("fill", NUM_WAYS, "fill the next place of the play: natural black, natural red, wild black, "
     "wild red (CYC-4.7)"),
    ("run of two", NUM_KINDS, "play a run of two kinds, by the foot (CYC-8)"),
    continued_by={
        **dict.fromkeys(("single", "friends", "run", "run of two"), ("fill",)),
        "fill": ("fill",),
    },
)  # fmt: skip
PASS, SINGLE_KIND, FRIENDS_OF_KIND, LONG_RUN, FILL, RUN_OF_TWO = ACTIONS
PASS_ACTION, FIRST_SINGLE, FIRST_FILL = PASS.first, SINGLE_KIND.first, FILL.first
NUM_ACTIONS = RUN_OF_TWO.first + RUN_OF_TWO.count

# By the size of a run, where the actions begin; the foot is added (CYC-4.2).
RUN_STARTS = np.array(
    [0, 0, RUN_OF_TWO.first]
    + [LONG_RUN.first + NUM_KINDS * number for number in range(NUM_KINDS - 2)]
)

# By the kind, where the actions of singles and friends are; the number of cards is added.
FRIENDS_STARTS = np.array(
    [FRIENDS_OF_KIND.first + sum(largest - 1 for largest in LARGEST_SETS[:kind]) - 2
     for kind in range(NUM_KINDS)]
)  # fmt: skip


def all_shapes() -> dict[int, tuple[int, int, int]]:
    """Yields by action id the form, the foot and the size of each shape (CYC-4.7, 4.9)."""
    kinds = range(NUM_KINDS)
    singles = {SINGLE_KIND.first + kind: (SINGLE, kind, 1) for kind in kinds}
    friends = {
        int(FRIENDS_STARTS[kind]) + size: (FRIENDS, kind, size)
        for kind in kinds
        for size in range(2, LARGEST_SETS[kind] + 1)
    }
    runs = {
        int(RUN_STARTS[size]) + foot: (RUN, foot, size)
        for size in range(SHORTEST_RUN, NUM_KINDS + 1)
        for foot in kinds
    }
    return singles | friends | runs


SHAPES = all_shapes()

# By action id the form, the foot and the number of cards of a shape; zeros for other actions.
SHAPE_TABLE = np.array([SHAPES.get(action, (NONE, 0, 0)) for action in range(NUM_ACTIONS)])

PER_TYPE, PER_SEAT, MOST_COPIES = (NUM_TYPES,), (MAX_PLAYERS,), max(kikisen.COPIES)
PER_FORM, PER_KIND = (RUN,), (NUM_KINDS,)

CELLS: Cells = (
    # The cards (CYC-2.2), as counts by type.
    Cell("hands", np.int8, (MAX_PLAYERS, NUM_TYPES), private(0, MOST_COPIES, "own cards by type: "
         "black ship, nothing, 1 to 8, king, emperor, then red", name="hand")),
    Cell("table", np.int8, PER_TYPE, public(0, MOST_COPIES, "cards played in this round, by "
         "type")),
    Cell("cleared", np.int8, PER_TYPE, public(0, MOST_COPIES, "cards played in the rounds before, "
         "by type")),
    Cell("newest", np.int8, PER_TYPE, public(0, MOST_COPIES, "cards of the newest play by type; "
         "zeros for a lead"), reset_on="round"),
    # The newest play (CYC-4.4).
    Cell("form", np.int8, (), one_hot(RUN, "the newest play: single, friends, run", plus=-1),
         start=NONE, reset_on="round"),
    Field("foot", PER_KIND, 0, 1, "its kind, of a run the lowest: ship, 1 to 8, king, emperor",
          of=("foot",)),
    Cell("foot", np.int8, reset_on="round"),
    Cell("size", np.int8, (), public(0, LARGEST_PLAY, "its cards"), reset_on="round"),
    Cell("colours", np.int8, (), public(0, 1, "its colours: black, red", fill=show_bits,
         shape=(NUM_COLOURS,)), reset_on="round"),
    Cell("owner", np.int8, (), seat_flag("who made it"), start=NOBODY, reset_on="round",
         in_snapshot=True),
    Cell("passes", np.int8, (), public(0, MAX_PLAYERS - 1, "passes since"), reset_on="round",
         in_snapshot=True),
    Cell("stock_size", np.int8, (), public(0, NUM_CARDS, "cards in the stock")),
    Cell("stock", np.int8, (NUM_CARDS,), start=NO_CARD),  # types, the top last
    Cell("hand_sizes", np.int8, PER_SEAT, by_seat(0, NUM_CARDS, "cards in hand")),
    Cell("leader", np.int8, (), seat_flag("who deals this round"), start=None, in_snapshot=True),
    Cell("place", np.int8, PER_SEAT, by_seat(0, MAX_PLAYERS, "1 for who emptied the hand first, "
         "2 ..., 0 for not yet")),
    # The play that is being made (CYC-4.7), which only its player sees.
    Field("chosen_form", PER_FORM, 0, 1, "the own play while its cards are asked: single, "
          "friends, run", private=True, of=("chosen_form",)),
    Field("chosen_foot", PER_KIND, 0, 1, "its foot, as in `foot`", private=True,
          of=("chosen_foot", "chosen_form")),
    Field("chosen_size", (), 0, LARGEST_PLAY, "its cards", private=True,
          of=("chosen_form", "chosen_size")),
    Field("num_filled", (), 0, LARGEST_PLAY, "how many of them are chosen", private=True,
          of=("chosen_form", "num_filled")),
    Field("laid", PER_TYPE, 0, MOST_COPIES, "those by type; they are still in `hand`",
          private=True, of=("chosen_foot", "chosen_form", "fills", "num_filled")),
    Cell("chosen_form", np.int8, start=NONE, reset_on="choice"),  # NONE while the shape is asked
    Cell("chosen_foot", np.int8, reset_on="choice"),
    Cell("chosen_size", np.int8, reset_on="choice"),
    Cell("num_filled", np.int8, reset_on="choice"),
    Cell("fills", np.int8, (LARGEST_PLAY,), reset_on="choice"),  # how each place is filled
    *SEASON_CELLS,
    *PRIZE_CELLS,
    # For balance.py, of this season.
    Cell("rounds_won", np.int8, PER_SEAT),
    Cell("drawn", np.int8, PER_SEAT),  # cards, as the dealer of rounds
    Cell("reversals", np.int8, PER_SEAT),  # plays with a ship at the foot that beat emperors
)  # fmt: skip
STATE = state_dtype(CELLS, CyclicOptions)
start_match, start_season, start_round, forget_choice = cell_resetters(
    "cyclic_v0", CELLS, "match", "deal", "round", "choice"
)


@kernel
def kind_after(kind: int, distance: int) -> int:
    """Returns the kind `steps` up the circle, 0..10 (CYC-4.2, 5.2)."""
    following = kind + distance
    return following if following < NUM_KINDS else following - NUM_KINDS


@kernel
def is_stronger(kind: int, other: int) -> bool:
    """Returns whether a foot beats another; a ship beats only emperors (CYC-4.6, 5.2)."""
    if kind == SHIP:
        return other == EMPEROR
    return kind > other and not (kind == EMPEROR and other == SHIP)


@kernel
def colour_of(way: int) -> int:
    """Returns the colour of a way to fill a place, as a bit (CYC-5.1)."""
    return 1 << (way & 1)
