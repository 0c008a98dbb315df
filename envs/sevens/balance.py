"""Balance statistics of Sevens: factors of the deal, tallies per seat, and the lead value."""

import numpy as np

from fudaba.common.languages import N_

from ..cards.french import NUM_CARDS, NUM_RANKS, NUM_SUITS
from ..cards.laying import ELIMINATED, FINISHED, MAX_PLAYERS
from ..core.compiling.kernel import kernel
from ..core.contract.game import Balance, Statistic, measurer
from ..core.kit.seats import NOBODY
from .options import MAX_JOKERS
from .state import SEVEN, STATE

LARGEST_HAND = 27  # two players, two jokers
LARGEST_DISTANCE = 8 * (6 + 5 + 4) + 3 * 3  # of 27 naturals, the farthest first
FACTORS = (
    Statistic(N_("first turn"), N_("takes the first turn: was dealt the 7 of diamonds (SEV-3.3)"),
            0, 1, of="first_player"),
    Statistic(N_("sevens"), N_("sevens dealt, which are laid at once (SEV-3.2)"), 0, NUM_SUITS),
    Statistic(N_("sixes and eights"), N_("cards dealt that fit at once (SEV-10.1)"), 0,
            2 * NUM_SUITS),
    Statistic(N_("aces and kings"), N_("cards dealt at the ends of the suits"), 0, 2 * NUM_SUITS),
    Statistic(N_("distance"), N_("ranks from the seven, summed over the hand (SEV-11.6)"), 0,
            LARGEST_DISTANCE, derived=True),
    Statistic(N_("jokers"), N_("jokers in the hand at the first decision (SEV-2.1)"), 0, MAX_JOKERS,
            of="hand_jokers"),
    Statistic(N_("cards"), N_("cards dealt, sevens and jokers included (SEV-3.1)"), 0,
            LARGEST_HAND),
)  # fmt: skip
FIRST_TURN, SEVENS, NEAR, ENDS, DISTANCE, JOKERS, CARDS = range(len(FACTORS))

TALLIES = (
    Statistic(N_("finished"), N_("shed all cards (SEV-4.7)"), 0, 1),
    Statistic(N_("eliminated"), N_("could neither play nor pass (SEV-4.5)"), 0, 1),
    Statistic(N_("all laid"), N_("all cards were laid, with jokers in several hands (SEV-5.8)"),
            0, 1, is_ending=True),
)  # fmt: skip
SHED_ALL, OUT, ALL_LAID = range(len(TALLIES))

ELIMINATED_LEAD = -100  # below any hand


@kernel
def measure_dealt(state: np.void, values: np.ndarray) -> None:
    """Fills in the factors that copy no cell.

    Nobody has played yet. Cards on the layout count for the player who laid them: the sevens
    (SEV-3.2) and the hands of players who were eliminated at once (SEV-4.5).
    """
    for card in range(NUM_CARDS):
        seat = state["holder"][card]
        if seat == NOBODY:
            seat = state["laid_by"][card]
        distance = abs(card % NUM_RANKS - SEVEN)
        values[SEVENS, seat] += distance == 0
        values[NEAR, seat] += distance == 1
        values[ENDS, seat] += distance == SEVEN
        values[DISTANCE, seat] += distance
        values[CARDS, seat] += 1.0
    for seat in range(state["num_players"]):
        values[CARDS, seat] += state["hand_jokers"][seat]


@kernel
def measure_game(state: np.void, values: np.ndarray) -> None:
    """Fills float64[T, P] with the tallies."""
    for seat in range(MAX_PLAYERS):
        values[ALL_LAID, seat] = seat < state["num_players"] and state["num_active"] > 1
        values[SHED_ALL, seat] = state["status"][seat] == FINISHED
        values[OUT, seat] = state["status"][seat] == ELIMINATED


@kernel
def lead_value(state: np.void, values: np.ndarray) -> None:
    """Fills float64[P], higher is better: finishing order, then fewest cards held (SEV-6.2)."""
    for seat in range(state["num_players"]):
        order = float(state["order"][seat])
        if state["status"][seat] == FINISHED:
            values[seat] = MAX_PLAYERS - order
        elif state["status"][seat] == ELIMINATED:
            values[seat] = ELIMINATED_LEAD + order
        else:
            values[seat] = -float(state["hand_size"][seat])


measure_deal = measurer("sevens_v0.deal", STATE, FACTORS, measure_dealt)
MOVES = {
    "play": N_("cards laid, or jokers taken"),
    "pass": N_("passes"),
    "joker at": N_("jokers laid"),
    "fill": N_("jokers laid with the card beyond"),
}
FIRST_BY = N_("the player who was dealt the 7 of diamonds")
BALANCE = Balance(
    FACTORS, measure_deal, TALLIES, measure_game, lead_value, moves=MOVES, first_by=FIRST_BY
)
