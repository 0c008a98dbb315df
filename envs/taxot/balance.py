"""Balance statistics of Taxot: factors of the deal, tallies per seat, and the lead value.

The dealer draws right after the deal, so the role of dealer can't change seats while the cards
stay.
"""

import numpy as np

from fudaba.common.languages import N_

from ..cards.kikisen import COURT, NUM_COLOURS, NUM_NUMBERS, NUM_STRENGTHS, NUM_TYPES
from ..cards.melds import BITS_OF_A_COUNT, count_of, total_of
from ..core.compiling.kernel import kernel
from ..core.contract.game import Balance, Statistic, measurer
from ..core.kit.seats import NOBODY
from ..kikisen.balance import (
    DEALER_FACTOR,
    SEASON_TALLIES,
    longest_run,
    match_measurer,
)
from ..kikisen.options import MOST_SEASONS
from . import state as tax
from .holding import can_close
from .options import DEALT
from .payments import score
from .rules import add_card, lose_card
from .shapes import ships_in, strengths_in

FACTORS = (
    DEALER_FACTOR,
    Statistic(
        N_("ships"), N_("ships in the first hand, the dealer's draw included (TAX-5.1)"), 0, 2
    ),
    Statistic(N_("court cards"), N_("kings and emperors in it (TAX-6.4)"), 0, 4),
    Statistic(
        N_("pairs"), N_("pairs in it, ships left out (TAX-4.2)"), 0, (DEALT + 1) // 2, derived=True
    ),
    Statistic(
        N_("longest run"),
        N_("numbers of one colour in a row in it, ships left out (TAX-4.2)"),
        0,
        DEALT + 1,
        derived=True,
    ),
    Statistic(
        N_("larger colour"),
        N_("cards of the colour that it has more of (TAX-6.2)"),
        0,
        DEALT + 1,
        derived=True,
    ),
)
SHIPS, COURT_CARDS, PAIRS, RUN, LARGER_COLOUR = range(1, len(FACTORS))

TALLIES = (
    *SEASON_TALLIES,
    Statistic(
        N_("closes on a draw"),
        N_("seasons closed on the own draw (TAX-6.3)"),
        0,
        MOST_SEASONS,
        of="closed_on_draw",
    ),
    Statistic(
        N_("feeds"),
        N_("seasons that another player closed on the own discard (TAX-6.3)"),
        0,
        MOST_SEASONS,
        of="fed",
    ),
    Statistic(
        N_("first-round closes"),
        N_("seasons closed in the first round (TAX-6.2)"),
        0,
        MOST_SEASONS,
        of="first_lap_closes",
    ),
    Statistic(
        N_("one-colour closes"),
        N_("seasons closed with one colour (TAX-6.2)"),
        0,
        MOST_SEASONS,
        of="same_colour_closes",
    ),
    Statistic(
        N_("six-run closes"),
        N_("seasons closed with six numbers in a row (TAX-6.2)"),
        0,
        MOST_SEASONS,
        of="six_run_closes",
    ),
    Statistic(N_("calls"), N_("discards called (TAX-4.4b)"), 0, 2 * MOST_SEASONS, of="calls"),
    Statistic(
        N_("fours"),
        N_("fours that became public, whatever `pt_four` pays (TAX-5.3)"),
        0,
        MOST_SEASONS,
    ),
    Statistic(
        N_("drawn"),
        N_("the stock was empty, and the last season drawn (TAX-6.7)"),
        0,
        1,
        is_ending=True,
    ),
)
FOURS, DRAWN = len(TALLIES) - 2, len(TALLIES) - 1


@kernel
def measure_hands(state: np.void, values: np.ndarray) -> None:
    """Fills in the factors of the hands that were dealt."""
    for seat in range(state["num_players"]):
        black, red = state["hands"][seat, 0], state["hands"][seat, 1]
        strengths = strengths_in(black, red)
        values[SHIPS, seat] = ships_in(black, red)
        values[COURT_CARDS, seat] = count_of(strengths, COURT)
        for strength in range(NUM_STRENGTHS):
            values[PAIRS, seat] += count_of(strengths, strength) // 2
        for colour in range(NUM_COLOURS):
            cards = state["hands"][seat, colour]
            values[RUN, seat] = max(values[RUN, seat], longest_run(numbers_in(cards)))
            values[LARGER_COLOUR, seat] = max(values[LARGER_COLOUR, seat], total_of(cards))


@kernel
def numbers_in(cards: int) -> int:
    """Returns the numbers of cards of one colour, as a bit set."""
    numbers = 0
    for number in range(NUM_NUMBERS):
        numbers |= (cards >> BITS_OF_A_COUNT * (1 + number) & 15 > 0) << number
    return numbers


@kernel
def measure_season(state: np.void, values: np.ndarray) -> None:
    """Fills in the tallies of the last season that copy no cell."""
    for seat in range(state["num_players"]):
        values[FOURS, seat] = state["fours"][seat]
        values[DRAWN, seat] = state["closer"] == NOBODY


@kernel
def lead_value(state: np.void, values: np.ndarray) -> None:
    """Fills float64[P], higher is better: points, then the types that complete the hand."""
    score(state, values)
    for seat in range(state["num_players"]):
        if state["to_move"] == NOBODY:
            continue
        if seat == state["active"] and state["phase"] != tax.REACTION:
            waits = most_waits(state, seat)
        else:
            waits = num_waits(state, seat)
        values[seat] += waits / (NUM_TYPES + 2)


@kernel
def num_waits(state: np.void, seat: int) -> int:
    """Returns how many types of cards would complete a player's hand (TAX-4.7)."""
    count = 0
    for type_ in range(NUM_TYPES):
        count += can_close(state, seat, type_)
    return count


@kernel
def most_waits(state: np.void, seat: int) -> int:
    """Returns `num_waits` after the best discard; 25 if the player can close already."""
    if state["phase"] == tax.TURN and can_close(state, seat, tax.NO_TYPE):
        return NUM_TYPES + 1
    most = 0
    for type_ in range(NUM_TYPES):
        if tax.count_in(state["hands"][seat], type_) > 0:
            lose_card(state, seat, type_)
            most = max(most, num_waits(state, seat))
            add_card(state, seat, type_)
    return most


measure_deal = measurer("taxot_v0.deal", tax.STATE, FACTORS, measure_hands)
measure_game = match_measurer("taxot_v0", tax.STATE, TALLIES, score, measure_season)
MOVES = {
    "pass": N_("discards left"),
    "close": N_("seasons closed"),
    "reveal": N_("fours laid open"),
    "call": N_("discards taken"),
    "discard": N_("cards discarded"),
}
BALANCE = Balance(FACTORS, measure_deal, TALLIES, measure_game, lead_value, moves=MOVES)
