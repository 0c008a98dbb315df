"""Balance of Mokkaik: factors of the first hand, tallies of the game, and the lead."""

import numpy as np

from fudaba.common.languages import N_

from ..cards.kikisen import (
    COURT,
    NOTHING,
    NUM_COLOURS,
    NUM_KINDS,
    NUM_NUMBERS,
    SHIP,
    strength_of,
)
from ..core.compiling.kernel import kernel
from ..core.contract.game import Balance, Statistic, measurer
from ..core.kit.seats import NOBODY
from ..kikisen.balance import (
    DEALER_FACTOR,
    SEASON_TALLIES,
    longest_run,
    match_measurer,
    swap_dealers,
)
from ..kikisen.options import MOST_SEASONS
from . import state as mok
from .options import LARGEST_HAND
from .rules import amount_of, begin_round, score

STRENGTH_OF_KIND = np.array([strength_of(kind) for kind in range(NUM_KINDS)])
LOWEST_HIGH_NUMBER, MOST_HIGH_NUMBERS = 6, 12
FACTORS = (
    DEALER_FACTOR,
    Statistic(N_("ships"), N_("ships dealt (MOK-5.1)"), 0, 2),
    Statistic(N_("court cards"), N_("kings and emperors dealt (MOK-5.2)"), 0, 4),
    Statistic(N_("high numbers"), N_("numbers 6 to 8 dealt"), 0, MOST_HIGH_NUMBERS),
    Statistic(N_("nothings"), N_("0s dealt, the weakest cards (MOK-5.3)"), 0, 6),
    Statistic(N_("sets"),
            N_("strengths of which there are two cards or more, ships left out (KIKI-4.4)"),
            0, COURT + 1, derived=True),
    Statistic(N_("longest run"), N_("numbers of one colour in a row, ships left out (KIKI-4.4)"),
            0, NUM_NUMBERS, derived=True),
    Statistic(N_("larger colour"), N_("cards of the colour that the hand has more of (MOK-4.4)"),
            0, LARGEST_HAND, derived=True),
)  # fmt: skip
SHIPS, COURT_CARDS, HIGH_NUMBERS, NOTHINGS, SETS, RUN, LARGER_COLOUR = range(1, len(FACTORS))

TALLIES = (
    *SEASON_TALLIES,
    Statistic(N_("costly wins"), N_("seasons won that cost the winner points (MOK-6.1)"),
            0, MOST_SEASONS, of="costly_wins"),
    Statistic(N_("won cards"), N_("cards in the won pile of the last season (MOK-6.1)"),
            0, LARGEST_HAND),
    Statistic(N_("rounds led"), N_("rounds that the player led (MOK-4.1)"),
            0, LARGEST_HAND, of="rounds_led"),
    Statistic(N_("rounds kept"), N_("of these, those that the player won (MOK-4.3)"),
            0, LARGEST_HAND, of="rounds_kept"),
    Statistic(N_("thrown cards"), N_("cards thrown face down (MOK-4.2)"), 0, LARGEST_HAND),
)  # fmt: skip
COSTLY_WINS, WON_CARDS, ROUNDS_LED, ROUNDS_KEPT, THROWN = range(len(SEASON_TALLIES), len(TALLIES))


@kernel
def measure_hands(state: np.void, values: np.ndarray) -> None:
    """Fills in the factors of the hands that were dealt."""
    for seat in range(state["num_players"]):
        held = np.zeros(COURT + 1, np.int64)
        for colour in range(NUM_COLOURS):
            measure_colour(state["hands"][seat], colour, held, values[:, seat])
        values[COURT_CARDS, seat] = held[COURT]
        values[NOTHINGS, seat] = held[0]
        for strength in range(COURT + 1):
            is_high = LOWEST_HIGH_NUMBER <= strength < COURT
            values[HIGH_NUMBERS, seat] += held[strength] * is_high
            values[SETS, seat] += held[strength] > 1


@kernel
def measure_colour(hand: np.ndarray, colour: int, held: np.ndarray, values: np.ndarray) -> None:
    """Adds the cards of one colour of a hand to the factors.

    Args:
        hand: int8[24], counts by type.
        colour: 0 or 1.
        held: int64[10], counts by strength without ships; counted on.
        values: float64[F], the factors of the seat; brought up to date.
    """
    num_cards, numbers = 0, 0
    for kind in range(NUM_KINDS):
        count = int(hand[colour * NUM_KINDS + kind])
        num_cards += count
        if kind == SHIP:
            values[SHIPS] += count
        else:
            held[STRENGTH_OF_KIND[kind]] += count
            if STRENGTH_OF_KIND[kind] < COURT:
                numbers |= int(count > 0) << (kind - NOTHING)
    values[RUN] = max(values[RUN], longest_run(numbers))
    values[LARGER_COLOUR] = max(values[LARGER_COLOUR], num_cards)


@kernel
def measure_season(state: np.void, values: np.ndarray) -> None:
    """Fills in the tallies of the last season that copy no cell."""
    for seat in range(state["num_players"]):
        values[WON_CARDS, seat] = mok.num_cards_in(state["won"][seat])
        values[THROWN, seat] = mok.num_cards_in(state["thrown"][seat])


@kernel
def lead_value(state: np.void, values: np.ndarray) -> None:
    """Fills float64[P] with the points if this round were the last one (MOK-6.1).

    The winner is the player of the strongest play, or before a lead the leader.
    """
    winner = np.int64(state["leader"] if state["best"] == NOBODY else state["best"])
    score(state, values)
    for seat in range(state["num_players"]):
        if seat != winner:
            amount = amount_of(state, seat, winner)
            values[seat] -= amount
            values[winner] += amount


@kernel
def swap_leaders(state: np.void, seat: int, other: int) -> None:
    """Swaps the first deal and lead between two seats (KIKI-6.3, MOK-3.2)."""
    swap_dealers(state, seat, other)
    begin_round(state, np.int64(state["dealer"]))


measure_deal = measurer("mokkaik_v0.deal", mok.STATE, FACTORS, measure_hands)
measure_game = match_measurer("mokkaik_v0", mok.STATE, TALLIES, score, measure_season)
MOVES = {
    "fold": N_("hands not answered"),
    "throw": N_("cards thrown"),
    "play": N_("hands played"),
    "declare": N_("ships played as a number"),
}
SWAPS = {"dealer": swap_leaders}
BALANCE = Balance(FACTORS, measure_deal, TALLIES, measure_game, lead_value, SWAPS, MOVES)
