"""Balance of Makkaik: factors of the first hand, tallies of the game, and the lead.

If dealers drop, a season counts as dealt by the dealer at its end (MKK-4.3).
"""

import numpy as np

from fudaba.common.languages import N_

from ..cards.kikisen import COURT, NUM_STRENGTHS
from ..core.compiling.kernel import kernel
from ..core.contract.game import Balance, Statistic, measurer
from ..kikisen.balance import (
    BETTING_TALLIES,
    DEALER_FACTOR,
    SEASON_TALLIES,
    match_measurer,
    swap_dealers,
)
from ..kikisen.betting import pot_of, score
from ..kikisen.options import MAX_PLAYERS
from . import state as mkk
from .options import MOST_FEWER
from .rules.hands import best_of, mark_winners, num_of, num_ships, values_of

FEWEST_COMMON = mkk.NUM_COMMON - MOST_FEWER
MOST_COMMON = mkk.NUM_COMMON + mkk.NUM_DRAWN * MAX_PLAYERS  # with unused_draw=public
FACTORS = (
    DEALER_FACTOR,
    Statistic(N_("ships"), N_("ships dealt (MKK-5.3)"), 0, 2),
    Statistic(N_("court cards"), N_("kings and emperors dealt (MKK-5.4)"), 0, mkk.HAND_SIZE),
    Statistic(N_("category"), N_("best hand with the common cards as dealt (MKK-5.1)"), 0,
            len(mkk.CATEGORY_NAMES) - 1, words=mkk.CATEGORY_NAMES, derived=True),
    Statistic(N_("above the table"), N_("the hand dealt is better than the common cards alone"),
            0, 1, derived=True),
)  # fmt: skip
SHIPS, COURT_CARDS, CATEGORY, ABOVE_TABLE = range(1, len(FACTORS))

TALLIES = (
    *SEASON_TALLIES,
    *BETTING_TALLIES,
    Statistic(N_("swapped"), N_("the exchange of the last season was a swap (MKK-4.1)"), 0, 1),
    Statistic(N_("common cards"), N_("common cards of the last season at its end (MKK-2.2)"),
              FEWEST_COMMON, MOST_COMMON),
    Statistic(N_("last category"),
              N_("best hand of the last season at its end, shown or not (MKK-5.1)"),
              0, len(mkk.CATEGORY_NAMES) - 1, words=mkk.CATEGORY_NAMES),
    Statistic(N_("showdown"), N_("the hand was shown at the end of the last season (MKK-6.1)"),
              0, 1),
)  # fmt: skip
FIRST_OF_BETTING = len(SEASON_TALLIES)
SWAPPED, COMMON, LAST_CATEGORY, SHOWDOWN = range(
    FIRST_OF_BETTING + len(BETTING_TALLIES), len(TALLIES)
)


@kernel
def best_value(state: np.void, own: np.ndarray) -> int:
    """Returns the value of the best hand of some cards and the common ones (MKK-5.2)."""
    own_min, ship_alone = np.int64(state["own_min"]), np.int64(state["ship_alone"])
    return best_of(values_of(own, state["common"], own_min, ship_alone))


@kernel
def value_of_table(state: np.void) -> int:
    """Returns the value of the best hand of the common cards alone."""
    nothing = np.zeros_like(state["common"])
    return best_of(values_of(nothing, state["common"], 0, np.int64(state["ship_alone"])))


@kernel
def measure_hands(state: np.void, values: np.ndarray) -> None:
    """Fills in the factors of the hands that were dealt."""
    of_table = value_of_table(state)
    for seat in range(state["num_players"]):
        hand = state["hands"][seat]
        best = best_value(state, hand)
        values[SHIPS, seat] = num_ships(hand)
        values[COURT_CARDS, seat] = num_of(hand, COURT)
        values[CATEGORY, seat] = best // NUM_STRENGTHS
        values[ABOVE_TABLE, seat] = best > of_table


@kernel
def measure_season(state: np.void, values: np.ndarray) -> None:
    """Fills in the tallies of the last season that copy no cell."""
    for seat in range(state["num_players"]):
        hand = state["hands"][seat]
        values[SWAPPED, seat] = state["kinds"][seat] == mkk.SWAP
        values[COMMON, seat] = num_in(state["common"])
        values[LAST_CATEGORY, seat] = best_value(state, hand) // NUM_STRENGTHS
        values[SHOWDOWN, seat] = num_in(state["shown"][seat]) > 0


@kernel
def num_in(cards: np.ndarray) -> int:
    """Returns the sum of counts by type."""
    total = 0
    for type_ in range(len(cards)):
        total += int(cards[type_])
    return total


@kernel
def lead_value(state: np.void, values: np.ndarray) -> None:
    """Fills float64[P]: the points if hands were shown now; then the better hand (MKK-6.1)."""
    won = np.zeros(MAX_PLAYERS, np.int8)
    mark_winners(state, won)
    score(state, values)
    pot, num_winners = pot_of(state), 0
    for seat in range(state["num_players"]):
        num_winners += won[seat]
    for seat in range(state["num_players"]):
        share = pot / num_winners if won[seat] == 1 else 0.0
        hand = best_value(state, state["hands"][seat]) / (mkk.NUM_VALUES * mkk.NUM_VALUES)
        values[seat] += share - state["paid"][seat] + hand


measure_deal = measurer("makkaik_v0.deal", mkk.STATE, FACTORS, measure_hands)
measure_game = match_measurer("makkaik_v0", mkk.STATE, TALLIES, score, measure_season)
MOVES = {
    "swap": N_("cards swapped"),
    "draw": N_("cards drawn"),
    "take": N_("choices of a card to take"),
    "put out": N_("choices of a card to put out"),
    "drop": N_("seasons given up"),
    "base": N_("bases set"),
    "join": N_("bases paid"),
    "high base": N_("bases above 5 set"),
}
SWAPS = {"dealer": swap_dealers}
BALANCE = Balance(FACTORS, measure_deal, TALLIES, measure_game, lead_value, SWAPS, MOVES)
