"""The table of Niekhi as one record, and its action ids.

Colours do not matter, so cards are ranks: the numbers 0 to 8, court cards 9, and ships 10
(NIE-2.1). Hands and piles are multisets of ranks as numbers (cards/melds.py).
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from fudaba.common.languages import N_

from ..cards.kikisen import (
    COURT,
    NUM_CARDS,
    NUM_KINDS,
    NUM_NUMBERS,
    NUM_STRENGTHS,
    NUM_TYPES,
    TYPES,
    strength_of,
)
from ..cards.kikisen import SHIP as SHIP_KIND
from ..cards.melds import show_counts, unit
from ..core.compiling.kernel import kernel
from ..core.contract.cells import (
    Cell,
    Cells,
    Observed,
    by_seat,
    cell_resetters,
    private,
    public,
    seat_flag,
    state_dtype,
)
from ..core.contract.fields import Field, action_table
from ..core.contract.phases import Phase
from ..core.kit.bits import show_bits
from ..core.kit.seats import NOBODY as NOBODY  # for whoever imports this module
from ..core.kit.seats import next_seat
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.prizes import PRIZE_CELLS
from ..kikisen.seasons import SEASON_CELLS
from .options import LARGEST_HAND, MOST_TURNS, SMALLEST_HAND, NiekhiOptions

SHIP, NUM_RANKS = COURT + 1, NUM_STRENGTHS + 1
GENERAL = 8
NO_CARDS = 0  # as a multiset
ALL_STRENGTHS, ALL_RANKS = (1 << NUM_STRENGTHS) - 1, (1 << NUM_RANKS) - 1  # as bits


def rank_of(type_: int) -> int:
    """Returns the rank of a card's type, 0..10.

    >>> rank_of(0), rank_of(13), rank_of(23)
    (10, 0, 9)
    """
    kind = type_ % NUM_KINDS
    return SHIP if kind == SHIP_KIND else strength_of(kind)


RANKS_OF_TYPES = np.array([rank_of(type_) for type_ in range(NUM_TYPES)], np.int8)
COPIES = np.bincount(RANKS_OF_TYPES[list(TYPES)])  # of each rank: 6, 8, 4, ..., 4, 2 (NIE-2.1)
NUM_SHIPS = int(COPIES[SHIP])

# What the options say (NIE-8).
_, DECLARED = NiekhiOptions.codes("ship_alone")
_, STRONGER_BOMB = NiekhiOptions.codes("bomb_over_bomb")
_, LOSES = NiekhiOptions.codes("emptied_by_removal")
(ALL_CARDS,) = NiekhiOptions.codes("hand_size")


class Shape(NamedTuple):
    """A play without its ships (NIE-4.1, 4.2): L numbers from a foot on, m cards of each.

    Attributes:
        rank: The strength of a single or set, 0..9; the foot of a run.
        length: L; 1 for singles and sets.
        copies: m; 1 for singles and runs.
    """

    rank: int
    length: int
    copies: int

    def naturals(self) -> list[int]:
        """Returns the ranks of its cards."""
        return [self.rank + place for place in range(self.length) for _ in range(self.copies)]


# Kinds of plays (NIE-4.1).
KIND_NAMES = ("none", "single", "set", "run", "run of sets")
NUM_KINDS_OF_PLAYS = len(KIND_NAMES)
NO_PLAY, A_SINGLE, A_SET, A_RUN, A_RUN_OF_SETS = range(NUM_KINDS_OF_PLAYS)

LARGE_SET = 3  # the smallest of them
MOST_COPIES, LONGEST_RUN = int(COPIES.max()) + NUM_SHIPS, NUM_NUMBERS


def sets(sizes: range) -> Iterator[Shape]:
    """Returns the singles or sets that the pack can fill, ships included (NIE-4.9)."""
    for size in sizes:
        for rank in range(NUM_STRENGTHS):
            if size <= COPIES[rank] + NUM_SHIPS:
                yield Shape(rank, 1, size)


def runs(lengths: range, copies: range) -> Iterator[Shape]:
    """Returns the runs or runs of sets that the pack can fill (NIE-4.1)."""
    for count in copies:
        for length in lengths:
            for foot in range(NUM_NUMBERS - length + 1):
                missing = [max(count - there, 0) for there in COPIES[foot : foot + length]]
                if sum(missing) <= NUM_SHIPS:
                    yield Shape(foot, length, count)


USUAL, SHORT = range(3, LONGEST_RUN + 1), range(2, 3)  # lengths
LONE, SEVERAL = range(1, 2), range(2, MOST_COPIES + 1)
SINGLES, SETS = tuple(sets(LONE)), tuple(sets(SEVERAL))
RUNS, RUNS_OF_SETS = tuple(runs(USUAL, LONE)), tuple(runs(USUAL, SEVERAL))
SHORT_RUNS, SHORT_RUNS_OF_SETS = tuple(runs(SHORT, LONE)), tuple(runs(SHORT, SEVERAL))
MOST_COPIES_IN_RUN = max(shape.copies for shape in SHORT_RUNS_OF_SETS)

ACTIONS = action_table(
    ("pass", 1, "pass (NIE-4.4)"),
    ("single", len(SINGLES), "play a card of this strength: 0 to 8, court (NIE-4.1)"),
    ("set", len(SETS), "play a set: by the number of cards from 2 on, then by strength (NIE-4.1)"),
    ("run", len(RUNS), "play a run: by its length from 3 on, then by the foot (NIE-4.1)"),
    ("run of sets", len(RUNS_OF_SETS), "play a run of sets: by the cards of each number, then as "
     "runs (NIE-4.1)"),
    ("done", 1, "no more ships in this play (NIE-4.7)"),
    ("ship", NUM_NUMBERS, "put a ship on this position, the foot's first (NIE-4.7)"),
    ("remove", 1, "the generals remove strengths (NIE-5.1)"),
    ("take", 1, "the generals take cards from the discards (NIE-5.1)"),
    ("strength", NUM_STRENGTHS, "name a strength that is removed: 0 to 8, court (NIE-5.1)"),
    ("card", NUM_RANKS, "take a card: 0 to 8, court, ship (NIE-5.1)"),
    ("nothing", 1, "the generals do nothing (NIE-8)"),
    ("short run", len(SHORT_RUNS), "play a run of two numbers (NIE-8)"),
    ("short run of sets", len(SHORT_RUNS_OF_SETS), "play a run of two sets (NIE-8)"),
    continued_by={
        **dict.fromkeys(
            ("single", "set", "run", "run of sets", "short run", "short run of sets"),
            ("done", "ship", "remove", "take", "strength", "nothing"),
        ),
        "done": ("remove", "take", "strength", "nothing"),
        "ship": ("done", "ship", "remove", "take", "strength", "nothing"),
        "remove": ("strength",),
        "take": ("card",),
        "strength": ("strength",),
        "card": ("card",),
    },
)  # fmt: skip
(
    PASS, SINGLE, SET, RUN, RUN_OF_SETS, DONE, SHIP_AT, REMOVE_MODE, TAKE_MODE, STRENGTH, CARD,
    NOTHING, SHORT_RUN, SHORT_RUN_OF_SETS,
) = ACTIONS  # fmt: skip
SHAPE_KINDS = (SINGLE, SET, RUN, RUN_OF_SETS, SHORT_RUN, SHORT_RUN_OF_SETS)
PASS_ACTION, DONE_ACTION, NOTHING_ACTION = PASS.first, DONE.first, NOTHING.first
REMOVE_ACTION, TAKE_ACTION = REMOVE_MODE.first, TAKE_MODE.first
FIRST_SHIP, FIRST_STRENGTH, FIRST_CARD = SHIP_AT.first, STRENGTH.first, CARD.first

SHAPES: dict[int, Shape] = {
    kind.first + position: shape
    for kind, shapes in (
        (SINGLE, SINGLES), (SET, SETS), (RUN, RUNS), (RUN_OF_SETS, RUNS_OF_SETS),
        (SHORT_RUN, SHORT_RUNS), (SHORT_RUN_OF_SETS, SHORT_RUNS_OF_SETS),
    )
    for position, shape in enumerate(shapes)
}  # fmt: skip
"""By action id, all shapes of plays."""

# By m and L: the action id of the shape of rank or foot 0, even where it does not exist.
SHAPE_STARTS = np.zeros((MOST_COPIES + 1, LONGEST_RUN + 1), np.int64)
# By action id: rank, L and m of a shape.
SHAPE_PARTS = np.zeros((SHORT_RUN_OF_SETS.first + SHORT_RUN_OF_SETS.count, 3), np.int8)
for _action, _shape in SHAPES.items():
    SHAPE_STARTS[_shape.copies, _shape.length] = _action - _shape.rank
    SHAPE_PARTS[_action] = _shape

PER_RANK, PER_STRENGTH, PER_SEAT = (NUM_RANKS,), (NUM_STRENGTHS,), (MAX_PLAYERS,)
PER_POSITION, MANY = (NUM_NUMBERS,), int(COPIES.max())
MOST_ASIDE = NUM_CARDS - 2 * SMALLEST_HAND
MOST_GENERALS = int(COPIES[GENERAL]) + NUM_SHIPS


def by_rank(meaning: str) -> Observed:
    """Declares that all viewers see a multiset, as counts by rank."""
    return public(0, MANY, meaning, fill=show_counts, shape=PER_RANK)


# The phases (NIE-4.7).
PHASES = (
    Phase("SHAPE", "NIE-4.4", N_("play or pass"), (PASS, *SHAPE_KINDS)),
    Phase("SHIPS", "NIE-4.8", N_("choose where ships stand"), (DONE, SHIP_AT)),
    Phase(
        "MODE",
        "NIE-5.1",
        N_("choose what the generals do"),
        (REMOVE_MODE, TAKE_MODE, NOTHING),
    ),
    Phase("REMOVE", "NIE-5.1", N_("name a strength to remove"), (STRENGTH,)),
    Phase("TAKE", "NIE-5.1", N_("choose a card to take"), (CARD,)),
)
NUM_PHASES = len(PHASES)
SHAPE, SHIPS, MODE, REMOVE, TAKE = range(NUM_PHASES)
TURN_OVER = NUM_PHASES  # only while a decision that ends a turn is carried out

CELLS: Cells = (
    # The cards (NIE-2.1), as multisets of ranks.
    Cell("hands", np.int64, PER_SEAT, private(0, MANY, "own cards by rank: 0 to 8, court, ship",
         name="hand", fill=show_counts, shape=PER_RANK)),
    Cell("table", np.int64, (), by_rank("cards of all plays of the trick by rank")),
    Cell("laid", np.int64, (), by_rank("those of them that belong to the standing play"),
         reset_on="standing"),
    Cell("discards", np.int64, (), by_rank("the discards by rank")),
    Cell("removed", np.int64, (), by_rank("the removed cards by rank")),
    Field("aside", (), 0, MOST_ASIDE, "cards that were not dealt"),
    Cell("aside", np.int64, start=None),  # the undealt remainder
    # The trick; the standing play has no cards of each number, m, where there is none.
    Field("kind", (NUM_KINDS_OF_PLAYS,), 0, 1, "the standing play: none, single, set, run, run of "
          "sets"),
    Field("rank", (), 0, NUM_STRENGTHS, "its strength or foot: 1 for 0, 2 for 1, ..., 10 for "
          "court; 0 for none", of=("rank",)),
    Cell("rank", np.int8, reset_on="standing"),
    Cell("length", np.int8, (), public(0, NUM_NUMBERS, "its numbers, L; 1 for a single or a set"),
         reset_on="standing"),
    Cell("copies", np.int8, (), public(0, MOST_COPIES, "its cards of each number, m"),
         reset_on="standing"),
    Cell("ships_at", np.int64, (), public(0, NUM_SHIPS, "its ships by position, the foot's first",
         fill=show_counts, shape=PER_POSITION), reset_on="standing"),
    Cell("idle", np.int8, (), public(0, MAX_PLAYERS, "passes in a row"), reset_on="standing"),
    Cell("turns", np.int16, (), public(0, MOST_TURNS, "plays and passes of this season"),
         in_snapshot=True),
    # The decision (NIE-4.7).
    Field("phase", (NUM_PHASES,), 0, 1, "the decision that is asked: shape, ships, mode, remove, "
          "take; of another player's play always the shape", of=("phase",)),
    Cell("phase", np.int8, start=None),
    Cell("effects_left", np.int8, (), public(0, MOST_GENERALS, "strengths that will be named, or "
         "cards taken"), reset_on="effect", in_snapshot=True),
    Cell("named", np.int16, (), public(0, 1, "strengths named in this effect", fill=show_bits,
         shape=PER_STRENGTH), reset_on="effect"),
    # The play under way, which only its player sees.
    Field("chosen_rank", (), 0, NUM_STRENGTHS, "the own play whose ships are asked, as `rank`",
          private=True, of=("chosen_rank", "phase")),
    Field("chosen_length", (), 0, NUM_NUMBERS, "the same, as `length`", private=True,
          of=("chosen_length", "phase")),
    Field("chosen_copies", (), 0, MOST_COPIES, "the same, as `copies`", private=True,
          of=("chosen_copies", "phase")),
    Field("chosen_ships", PER_POSITION, 0, NUM_SHIPS, "the same, as `ships_at`", private=True,
          of=("chosen_ships", "phase")),
    Cell("chosen_rank", np.int8, reset_on="choice"),
    Cell("chosen_length", np.int8, reset_on="choice"),
    Cell("chosen_copies", np.int8, reset_on="choice"),
    Cell("chosen_ships", np.int64, reset_on="choice"),
    Cell("hand_sizes", np.int8, PER_SEAT, by_seat(0, LARGEST_HAND, "cards in hand")),
    Cell("owner", np.int8, (), seat_flag("who made the standing play"), start=NOBODY,
         reset_on="standing"),
    Cell("passed", np.int8, PER_SEAT, by_seat(0, 1, "players who have passed since the last play; "
         "with pass_locks, in this trick"), reset_on="standing"),
    Cell("is_in", np.int8, PER_SEAT, by_seat(0, 1, "players who take part: not emptied by a "
         "removal")),
    # The public knowledge of hands (NIE-7.1, 7.2); see rules/memory.py.
    Cell("known", np.int64, PER_SEAT, by_seat(0, MANY, "cards of a hand that its player took "
         "openly, as far as they must still be there", fill=show_counts, shape=PER_RANK)),
    Cell("settled", np.int16, PER_SEAT, by_seat(0, 1, "ranks of which a hand has only these",
         fill=show_bits, shape=PER_RANK)),
    Cell("given_up", np.int64, PER_SEAT, by_seat(0, MANY, "cards removed from a hand in this "
         "season, by strength", fill=show_counts, shape=PER_STRENGTH)),
    *SEASON_CELLS,
    *PRIZE_CELLS,
    # For balance.py, of this season.
    Cell("bombs", np.int16, PER_SEAT),  # large sets played
    Cell("removals", np.int16, PER_SEAT),  # plays whose generals removed
    Cell("taken", np.int16, PER_SEAT),  # cards from the discards
    Cell("generals_taken", np.int16, PER_SEAT),  # of these
    Cell("emptied_by", np.int8, PER_SEAT, start=NOBODY),  # seat whose removal emptied the hand
)  # fmt: skip
STATE = state_dtype(CELLS, NiekhiOptions)
start_match, start_season, clear_standing, start_effect, forget_choice = cell_resetters(
    "niekhi_v0", CELLS, "match", "deal", "standing", "effect", "choice"
)


@kernel
def ask(state: np.void, seat: int, phase: int) -> None:
    """Asks a player for the decision of a phase, with no play under way."""
    state["to_move"] = seat
    state["phase"] = phase
    forget_choice(state)


@kernel
def kind_of(length: int, copies: int) -> int:
    """Returns the kind of a play with L numbers and m cards of each (NIE-4.1)."""
    if copies == 0:
        return NO_PLAY
    if length == 1:
        return A_SINGLE if copies == 1 else A_SET
    return A_RUN if copies == 1 else A_RUN_OF_SETS


@kernel
def public_phase(phase: int) -> int:
    """Returns the phase as others know it: the steps within a play are hidden (NIE-9.11)."""
    return SHAPE if phase == SHIPS else phase


@kernel
def next_in(state: np.void, seat: int) -> int:
    """Returns the next player, in seat order, who takes part (NIE-6.2)."""
    seat = next_seat(state, seat)
    while state["is_in"][seat] == 0:
        seat = next_seat(state, seat)
    return seat


@kernel
def takeable(state: np.void) -> int:
    """Returns the cards a general may take: discards, by option earlier plays too (NIE-5.2)."""
    if state["take_from_table"]:
        return state["discards"] + state["table"] - state["laid"]
    return state["discards"]


@kernel
def all_of(ranks: int) -> int:
    """Returns the largest multiset of these ranks (bits): fifteen of each."""
    cards = NO_CARDS
    for rank in range(NUM_RANKS):
        cards |= (15 * (ranks >> rank & 1)) * unit(rank)
    return cards
