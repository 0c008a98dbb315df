"""Balance statistics of Killer Sevens: factors of the deal, tallies per seat, the lead value."""

import numpy as np

from fudaba.common.languages import N_

from ..cards.laying import ACTIVE, ELIMINATED, FINISHED
from ..core.compiling.kernel import kernel
from ..core.contract.game import Balance, Statistic, measurer
from ..core.kit.bits import NOTHING, bit_of, count_bits
from ..core.kit.seats import NOBODY
from .board import (
    BOTTOM_ROW,
    GRID,
    NUM_CELLS,
    NUM_COLUMNS,
    NUM_ROWS,
    SEVENS,
    TOP_ROW,
    from_above,
    from_left,
)
from .rules import side_walls
from .state import END, STATE

LARGEST_HAND = NUM_CELLS // 2  # two players
SEVENS_COLUMN = NUM_COLUMNS // 2
LARGEST_DISTANCE = 8 * (6 + 5 + 4) + 2 * 3  # of 26 cards, the farthest first
NUM_CORNERS, NUM_PAIRS = 4, 2 * NUM_CELLS
FACTORS = (
    Statistic(N_("first turn"), N_("takes the first turn: was dealt the 7 of diamonds (KIL-3.1)"),
            0, 1, of="first_player"),
    Statistic(N_("sevens"), N_("sevens dealt, which are laid at once (KIL-3.1)"), 0, NUM_ROWS),
    Statistic(N_("sixes and eights"), N_("cards dealt that fit at once (KIL-10.1)"), 0,
            2 * NUM_ROWS, derived=True),
    Statistic(N_("corner cards"), N_("cards dealt that have two walls (KIL-2.3)"), 0, NUM_CORNERS),
    Statistic(N_("edge cards"), N_("cards dealt that have one wall (KIL-2.3)"), 0, LARGEST_HAND),
    Statistic(N_("own pairs"),
            N_("pairs of cards dealt that lie side by side, sevens left out (KIL-11.3)"),
            0, NUM_PAIRS, derived=True),
    Statistic(N_("distance"), N_("columns from the sevens, summed over the hand"), 0,
            LARGEST_DISTANCE, derived=True),
    Statistic(N_("cards"), N_("cards dealt, sevens included (SEV-3.1)"), 0, LARGEST_HAND),
)  # fmt: skip
FIRST_TURN, SEVENS_DEALT, NEAR, CORNERS, EDGES, PAIRS, DISTANCE, CARDS = range(len(FACTORS))

TALLIES = (
    Statistic(N_("finished"), N_("got rid of all cards (KIL-4.4)"), 0, 1),
    Statistic(N_("eliminated"), N_("had no pass left and nothing to lay (KIL-5.5)"), 0, 1),
    Statistic(N_("cards held"), N_("cards in hand at the end (KIL-6.3)"), 0, LARGEST_HAND),
    Statistic(N_("dead cards"), N_("cards in hand at the end that died (KIL-5.1)"), 0,
            LARGEST_HAND),
    Statistic(N_("own kills"), N_("of these, those that the seat killed itself (KIL-11.3)"), 0,
            LARGEST_HAND),
    Statistic(N_("kills"), N_("dead cards of others at the end that the seat killed (KIL-11.3)"), 0,
            NUM_CELLS),
    Statistic(N_("all passed"), N_("all passed in a row (KIL-6.2)"), 0, 1,
            is_ending=True),
)  # fmt: skip
SHED_ALL, OUT, HELD, DEAD, OWN_KILLS, KILLS, ALL_PASSED = range(len(TALLIES))

ELIMINATED_LEAD = -100  # below any hand


@kernel
def measure_dealt(state: np.void, values: np.ndarray) -> None:
    """Fills in the factors that copy no cell.

    Nobody has played yet. Cards on the grid count for the player who laid them: the sevens
    (KIL-3.1) and the hands of players who were eliminated at once (KIL-5.5).
    """
    for seat in range(state["num_players"]):
        dealt = state["hands"][seat]
        for cell in range(NUM_CELLS):
            if state["laid_by"][cell] == seat:
                dealt |= bit_of(cell)
        hand = dealt & ~SEVENS
        values[SEVENS_DEALT, seat] = count_bits(dealt & SEVENS)
        values[CARDS, seat] = count_bits(dealt)
        measure_hand(state, seat, hand, values)


@kernel
def measure_hand(state: np.void, seat: int, hand: np.uint64, values: np.ndarray) -> None:
    """Writes the factors of a hand without its sevens."""
    for cell in range(NUM_CELLS):
        if hand & bit_of(cell) != NOTHING:
            distance = abs(cell % NUM_COLUMNS - SEVENS_COLUMN)
            values[DISTANCE, seat] += distance
            values[NEAR, seat] += distance == 1
    left, right = side_walls(state)
    sides, ends = left | right, TOP_ROW | BOTTOM_ROW
    values[CORNERS, seat] = count_bits(hand & sides & ends)
    values[EDGES, seat] = count_bits(hand & (sides ^ ends))
    beside = count_bits(hand & from_left(hand, state["columns_wrap"]))
    values[PAIRS, seat] = beside + count_bits(hand & from_above(hand))


@kernel
def measure_game(state: np.void, values: np.ndarray) -> None:
    """Fills float64[T, P] with the tallies.

    Only dead cards still in a hand count as dead. A card's killer is the seat whose cards were
    laid at the moment it died; where an elimination makes that ambiguous, the card counts for
    nobody (see `killer_at`).
    """
    values[:] = 0.0
    for seat in range(state["num_players"]):
        values[SHED_ALL, seat] = state["status"][seat] == FINISHED
        values[OUT, seat] = state["status"][seat] == ELIMINATED
        values[ALL_PASSED, seat] = state["all_pass"] == END and state["idle"] > 0
        values[HELD, seat] = count_bits(state["hands"][seat])
        dead = state["hands"][seat] & state["dead"] & GRID
        values[DEAD, seat] = count_bits(dead)
        for cell in range(NUM_CELLS):
            if dead & bit_of(cell) != NOTHING:
                killer = killer_at(state, state["left_at"][cell])
                if killer == seat:
                    values[OWN_KILLS, seat] += 1.0
                elif killer != NOBODY:
                    values[KILLS, killer] += 1.0


@kernel
def killer_at(state: np.void, moment: int) -> int:
    """Returns the seat whose cards were laid at a moment, or NOBODY if the grid does not tell.

    A card that died at that moment and was laid later, by an elimination, has the same moment.
    """
    killer = NOBODY
    for cell in range(NUM_CELLS):
        layer = int(state["laid_by"][cell])
        if state["left_at"][cell] == moment and layer != NOBODY:
            if killer != NOBODY and killer != layer:
                return NOBODY
            killer = layer
    return killer


@kernel
def lead_value(state: np.void, values: np.ndarray) -> None:
    """Fills float64[P], higher is better: fewer cards held, then later eliminated (KIL-6.3)."""
    for seat in range(state["num_players"]):
        if state["status"][seat] in (ACTIVE, FINISHED):
            values[seat] = -float(state["hand_size"][seat])
        else:
            values[seat] = ELIMINATED_LEAD + float(state["order"][seat])


measure_deal = measurer("killer_sevens_v0.deal", STATE, FACTORS, measure_dealt)
MOVES = {"lay": N_("cards laid"), "pass": N_("passes")}
FIRST_BY = N_("the player who was dealt the 7 of diamonds")
BALANCE = Balance(
    FACTORS, measure_deal, TALLIES, measure_game, lead_value, moves=MOVES, first_by=FIRST_BY
)
