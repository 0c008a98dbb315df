"""Balance of Makhup: factors of the first hand, tallies of the game, and the lead."""

import numpy as np

from fudaba.common.languages import N_

from ..cards.kikisen import NUM_NUMBERS
from ..cards.melds import count_of, kinds_of, size_of
from ..core.compiling.kernel import kernel
from ..core.contract.game import Balance, Statistic, measurer
from ..kikisen.balance import (
    DEALER_FACTOR,
    SEASON_TALLIES,
    lead_value,
    match_measurer,
    swap_dealers,
)
from . import state as mhp
from .options import LARGEST_HAND
from .rules import score, sums_of

LOWEST_HIGH_NUMBER = 6
MOST_SPECIALS, MOST_ZEROS = int(mhp.COPIES[mhp.SPECIAL]), int(mhp.COPIES[0])
FACTORS = (
    DEALER_FACTOR,
    Statistic(N_("specials"), N_("kings, emperors and ships dealt (MHP-5.1)"), 0, MOST_SPECIALS),
    Statistic(N_("zeros"), N_("0s dealt, which go along with anything (MHP-4.4)"), 0, MOST_ZEROS),
    Statistic(N_("ones"), N_("1s dealt"), 0, LARGEST_HAND),
    Statistic(N_("high numbers"), N_("numbers 6 to 8 dealt"), 0, LARGEST_HAND),
    Statistic(N_("ranks"), N_("different ranks dealt (MHP-2.1)"), 0, LARGEST_HAND, derived=True),
    Statistic(N_("sums"), N_("numbers 1 to 8 that cards of the hand add up to (MHP-4.1)"), 0,
            NUM_NUMBERS - 1, derived=True),
)  # fmt: skip
SPECIALS, ZEROS, ONES, HIGH_NUMBERS, RANKS, SUMS = range(1, len(FACTORS))

TALLIES = (
    *SEASON_TALLIES,
    Statistic(N_("out by special"), N_("the last card was a special card (MHP-5.3)"), 0, 1),
    Statistic(N_("blocked"), N_("all passed in a row (MHP-6.2)"), 0, 1, is_ending=True),
    Statistic(N_("reshuffled"), N_("the gone pile became the stock (MHP-4.3)"), 0, 1),
    Statistic(N_("cards left"), N_("cards in hand at the end"), 0, LARGEST_HAND, of="hand_sizes"),
    Statistic(N_("specials left"), N_("of these, special cards"), 0, MOST_SPECIALS),
    Statistic(N_("zeros left"), N_("of these, 0s"), 0, MOST_ZEROS),
)
OUT_BY_SPECIAL, BLOCKED, RESHUFFLED, LEFT, SPECIALS_LEFT, ZEROS_LEFT = range(
    len(SEASON_TALLIES), len(TALLIES)
)


@kernel
def measure_hands(state: np.void, values: np.ndarray) -> None:
    """Fills in the factors of the hands that were dealt."""
    for seat in range(state["num_players"]):
        hand = state["hands"][seat]
        values[SPECIALS, seat] = count_of(hand, mhp.SPECIAL)
        values[ZEROS, seat] = count_of(hand, 0)
        values[ONES, seat] = count_of(hand, 1)
        for number in range(LOWEST_HIGH_NUMBER, NUM_NUMBERS):
            values[HIGH_NUMBERS, seat] += count_of(hand, number)
        values[RANKS, seat] = size_of(kinds_of(hand))
        values[SUMS, seat] = size_of(sums_of(hand)) - 1  # 0 needs no card


@kernel
def measure_season(state: np.void, values: np.ndarray) -> None:
    """Fills in the tallies of the last season that copy no cell."""
    for seat in range(state["num_players"]):
        hand = state["hands"][seat]
        values[OUT_BY_SPECIAL, seat] = hand == mhp.NO_CARDS and state["table"] == mhp.NO_CARDS
        values[BLOCKED, seat] = state["idle"] == state["num_players"]
        values[RESHUFFLED, seat] = state["reshuffles"] > 0
        values[SPECIALS_LEFT, seat] = count_of(hand, mhp.SPECIAL)
        values[ZEROS_LEFT, seat] = count_of(hand, 0)


measure_deal = measurer("makhup_v0.deal", mhp.STATE, FACTORS, measure_hands)
measure_game = match_measurer("makhup_v0", mhp.STATE, TALLIES, score, measure_season)
MOVES = {
    "draw": N_("cards turned from the stock"),
    "pass": N_("passes"),
    "special": N_("special cards"),
    "free card": N_("cards onto a special end"),
    "join": N_("two ends joined"),
    "extend": N_("ends extended"),
    "join three": N_("three ends joined"),
    "extend by seven": N_("ends extended by seven cards"),
}
BALANCE = Balance(
    FACTORS, measure_deal, TALLIES, measure_game, lead_value, {"dealer": swap_dealers}, moves=MOVES
)
