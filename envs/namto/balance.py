"""Balance of Namto: factors of the first hand, tallies of the game, and the lead."""

import numpy as np

from fudaba.common.languages import N_

from ..cards.kikisen import COURT, NUM_KINDS, SHIP
from ..core.compiling.kernel import kernel
from ..core.contract.game import Balance, Statistic, measurer
from ..core.kit.seats import NOBODY
from ..kikisen.balance import (
    BETTING_TALLIES,
    DEALER_FACTOR,
    SEASON_TALLIES,
    match_measurer,
    swap_dealers,
)
from ..kikisen.betting import pot_of, score
from ..kikisen.options import MAX_PLAYERS, MOST_SEASONS
from . import state as nam
from .hands import CATEGORIES, CAVALRY, CULTURE, FIGURES, SOCIAL_ORDER
from .rules import find_winners

NUM_CATEGORIES = len(CATEGORIES)
FARTHEST = 2  # apart, for two numbers of one colour that three cards make a run of
IN_FIGURES = FIGURES[SOCIAL_ORDER] | FIGURES[CULTURE] | FIGURES[CAVALRY]
FACTORS = (
    DEALER_FACTOR,
    Statistic(N_("ships"), N_("ships dealt (NAM-5.3)"), 0, 2),
    Statistic(N_("court cards"), N_("kings and emperors dealt (NAM-5.2)"), 0, 2),
    Statistic(
        N_("figure cards"),
        N_("soldiers, bows, horses, brushes, shamans and generals dealt (NAM-5.2)"),
        0,
        2,
    ),
    Statistic(N_("pair"), N_("two cards of one strength dealt (KIKI-4.4)"), 0, 1, derived=True),
    Statistic(
        N_("neighbours"),
        N_("two numbers of one colour dealt that are one or two apart (NAM-5.2)"),
        0,
        1,
        derived=True,
    ),
)
SHIPS, COURT_CARDS, FIGURE_CARDS, PAIR, NEIGHBOURS = range(1, len(FACTORS))

TALLIES = (
    *SEASON_TALLIES,
    *BETTING_TALLIES,
    Statistic(
        N_("judged"),
        N_("seasons in which the player's hand was judged (NAM-5.5)"),
        0,
        MOST_SEASONS,
        of="judged",
    ),
    Statistic(
        N_("choices"),
        N_("seasons in which the player revealed one of two cards of unequal strength (NAM-4.5)"),
        0,
        MOST_SEASONS,
        of="choices",
    ),
    Statistic(
        N_("weaker revealed"),
        N_("of these, those in which it was the weaker one"),
        0,
        MOST_SEASONS,
        of="weaker",
    ),
    Statistic(
        N_("best hand"),
        N_("the category of the best hand in the last season (NAM-5.2)"),
        0,
        NUM_CATEGORIES - 1,
        words=CATEGORIES,
    ),
)
FIRST_OF_BETTING = len(SEASON_TALLIES)
JUDGED, CHOICES, WEAKER, BEST_HAND = range(len(TALLIES) - 4, len(TALLIES))


@kernel
def measure_hands(state: np.void, values: np.ndarray) -> None:
    """Fills in the factors of the hands that were dealt."""
    for seat in range(state["num_players"]):
        one, other = np.int64(state["cards"][seat, 0]), np.int64(state["cards"][seat, 1])
        for type_ in (one, other):
            kind = type_ % NUM_KINDS
            values[SHIPS, seat] += kind == SHIP
            values[COURT_CARDS, seat] += kind != SHIP and nam.STRENGTHS[type_] == COURT
            values[FIGURE_CARDS, seat] += IN_FIGURES >> kind & 1
        values[PAIR, seat] = nam.STRENGTHS[one] == nam.STRENGTHS[other]
        values[NEIGHBOURS, seat] = are_neighbours(one, other)


@kernel
def are_neighbours(one: int, other: int) -> bool:
    """Returns whether two rising types are numbers of one colour, one or two apart."""
    is_one_colour = one // NUM_KINDS == other // NUM_KINDS
    are_numbers = one % NUM_KINDS != SHIP and nam.STRENGTHS[other] < COURT
    return is_one_colour and are_numbers and 0 < other - one <= FARTHEST


@kernel
def measure_season(state: np.void, values: np.ndarray) -> None:
    """Fills in the tallies of the last season that copy no cell."""
    for seat in range(state["num_players"]):
        values[BEST_HAND, seat] = state["best_hands"][seat]


@kernel
def lead_value(state: np.void, values: np.ndarray) -> None:
    """Fills float64[P] with the points if the pot were paid out now (NAM-5.5).

    Hands are judged by the cards that lie face up, and by each player's own.
    """
    score(state, values)
    if state["to_move"] == NOBODY:
        return
    won, best_hands = np.zeros(MAX_PLAYERS, np.int8), np.zeros(MAX_PLAYERS, np.int8)
    find_winners(state, won, best_hands)
    num_winners, pot = 0, pot_of(state)
    for seat in range(state["num_players"]):
        num_winners += int(won[seat])
    for seat in range(state["num_players"]):
        values[seat] -= state["paid"][seat]
        if won[seat] == 1:
            values[seat] += pot / num_winners


@kernel
def swap_openers(state: np.void, seat: int, other: int) -> None:
    """Swaps the first deal and go between two seats (KIKI-6.3, NAM-4.2)."""
    swap_dealers(state, seat, other)
    state["opener"] = state["dealer"]


measure_deal = measurer("namto_v0.deal", nam.STATE, FACTORS, measure_hands)
measure_game = match_measurer("namto_v0", nam.STATE, TALLIES, score, measure_season)
MOVES = {
    "drop": N_("seasons given up"),
    "reveal": N_("cards revealed"),
    "bet": N_("bets"),
}
BALANCE = Balance(
    FACTORS, measure_deal, TALLIES, measure_game, lead_value, {"dealer": swap_openers}, moves=MOVES
)
