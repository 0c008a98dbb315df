"""Balance statistics of Tyrant: factors of the deal, tallies per seat, and the lead value."""

import numpy as np

from fudaba.common.languages import N_

from ..core.compiling.kernel import kernel
from ..core.contract.game import Balance, Statistic, measurer
from ..core.kit.places import shared_place
from . import state as tyr
from .options import CARDS_EACH, MAX_PLAYERS, MOST_CHIPS, NUM_TRICKS
from .rules import move_on
from .rules.ending import fame_of_cards, standings

FACTORS = (
    Statistic(N_("starter"), N_("takes the marker first (TYR-3.5)"), 0, 1, of="started"),
    Statistic(N_("led cards"), N_("cards of the suits of the first three tricks (TYR-3.1)"), 0, 48),
    Statistic(
        N_("longest suit"), N_("cards of the suit that the player has most of"), 0, CARDS_EACH
    ),
    Statistic(N_("ace led"), N_("the ace is of a suit of the first three tricks (TYR-6.2)"), 0, 1),
)
START, LED_CARDS, LONGEST, ACE_LED = range(len(FACTORS))

TALLIES = (
    Statistic(N_("total fame"), N_("the total (TYR-6.5)"), 0, 300, of="totals"),
    Statistic(N_("purged"), N_("purged as a tyrant (TYR-6.6)"), 0, 1, of="purged"),
    Statistic(N_("tricks"), N_("tricks won"), 0, NUM_TRICKS),
    Statistic(N_("no trick"), N_("no trick was won"), 0, 1),
    Statistic(N_("won without a trick"), N_("the winner, without a trick (TYR-6.4)"), 0, 1),
    Statistic(N_("passes"), N_("soft passes (TYR-4.6)"), 0, NUM_TRICKS),
    Statistic(N_("chips laid"), N_("chips laid on suits (TYR-4.7)"), 0, MOST_CHIPS),
    Statistic(
        N_("chips on the lead suit"),
        N_("of these, on the suit that was led (TYR-4.7)"),
        0,
        MOST_CHIPS,
    ),
    Statistic(
        N_("chips left"), N_("chips that were not spent (TYR-6.1)"), 0, MOST_CHIPS, of="chips"
    ),
    Statistic(N_("hard-passed"), N_("ended without cards and chips (TYR-4.4)"), 0, 1),
    Statistic(N_("cards left"), N_("cards in hand and stock at the end"), 0, CARDS_EACH),
    Statistic(
        N_("three of the lead suit"),
        N_("plays of three cards of the suit that was led"),
        0,
        NUM_TRICKS,
    ),
    Statistic(
        N_("nobody played"),
        N_("tricks that all passed while the player held the marker (TYR-4.11)"),
        0,
        NUM_TRICKS,
    ),
    Statistic(
        N_("nobody followed"),
        N_("tricks that nobody followed while the player held the marker (TYR-4.12)"),
        0,
        NUM_TRICKS,
    ),
)
(
    TOTAL, PURGED, TRICKS, NO_TRICK, WON_WITHOUT, PASSES, LAID, LAID_ON_LED, LEFT, HARD_PASSED,
    CARDS_LEFT, THREE_LED, NOBODY_PLAYED, NOBODY_FOLLOWED,
) = range(len(TALLIES))  # fmt: skip


@kernel
def measure_dealt(state: np.void, values: np.ndarray) -> None:
    """Fills in the factors that copy no cell."""
    for seat in range(state["num_players"]):
        for place in range(tyr.ROW):
            led = state["leads"][place] // tyr.NUM_RANKS
            values[LED_CARDS, seat] += state["hands"][seat, led] + state["stocks"][seat, led]
            if state["aces"][seat] == led:
                values[ACE_LED, seat] = 1.0
        for suit in range(tyr.NUM_SUITS):
            count = float(state["hands"][seat, suit] + state["stocks"][seat, suit])
            values[LONGEST, seat] = max(values[LONGEST, seat], count)


@kernel
def measure_end(state: np.void, values: np.ndarray) -> None:
    """Fills in the tallies that copy no cell."""
    places = standings(state)
    for seat in range(state["num_players"]):
        values[TRICKS, seat] = tyr.num_tricks(state, seat)
        is_winner = shared_place(places, np.int64(state["num_players"]), seat) == 1.0
        values[NO_TRICK, seat] = values[TRICKS, seat] == 0.0
        values[WON_WITHOUT, seat] = values[TRICKS, seat] == 0.0 and is_winner
        cards = tyr.num_cards(state["hands"][seat]) + tyr.num_cards(state["stocks"][seat])
        values[CARDS_LEFT, seat] = cards
        for trick in range(NUM_TRICKS):
            measure_turn(state, seat, trick, values)
    measure_lost_tricks(state, values)


@kernel
def measure_turn(state: np.void, seat: int, trick: int, values: np.ndarray) -> None:
    """Adds a player's deeds in one trick to the tallies."""
    deed, led = state["deeds"][seat, trick], state["leads"][trick] // tyr.NUM_RANKS
    values[PASSES, seat] += deed == tyr.PASSED
    if deed == tyr.HARD_PASSED:
        values[HARD_PASSED, seat] = 1.0
    values[LAID, seat] += state["laid"][seat, trick]
    if state["targets"][seat, trick] == led:
        values[LAID_ON_LED, seat] += state["laid"][seat, trick]
    values[THREE_LED, seat] += state["plays"][seat, trick, led] == tyr.MOST_PLAYED


@kernel
def measure_lost_tricks(state: np.void, values: np.ndarray) -> None:
    """Counts each trick without a winner for the player that kept the marker."""
    holder = np.int64(state["started"])
    for trick in range(NUM_TRICKS):
        size = 0
        for seat in range(MAX_PLAYERS):
            size += state["sizes"][seat, trick]
        if state["winners"][trick] != tyr.NOBODY:
            holder = np.int64(state["winners"][trick])
        elif size == 0:
            values[NOBODY_PLAYED, holder] += 1.0
        else:
            values[NOBODY_FOLLOWED, holder] += 1.0


@kernel
def lead_value(state: np.void, values: np.ndarray) -> None:
    """Fills float64[P]: the fame of the cards and chips so far."""
    for seat in range(state["num_players"]):
        values[seat] = fame_of_cards(state, seat) + float(state["chips"][seat])


@kernel
def swap_start(state: np.void, seat: int, other: int) -> None:
    """Swaps the marker, and with it the first selection, between two seats (TYR-3.5)."""
    if state["started"] == seat:
        state["started"] = other
    elif state["started"] == other:
        state["started"] = seat
    begin_anew(state)


@kernel
def begin_anew(state: np.void) -> None:
    """Puts the first hands back into the stocks and begins the first selection again."""
    for seat in range(state["num_players"]):
        state["refills"][seat, 0] = 0
        state["selected"][seat, 0] = 0
        for suit in range(tyr.NUM_SUITS):
            state["stocks"][seat, suit] += state["hands"][seat, suit]
            state["hands"][seat, suit] = 0
    state["marker"] = state["started"]
    state["phase"] = tyr.SELECT
    move_on(state, 0)


measure_deal = measurer("tyrant_v0.deal", tyr.STATE, FACTORS, measure_dealt)
measure_game = measurer("tyrant_v0.game", tyr.STATE, TALLIES, measure_end)
MOVES = {
    "keep S": N_("choices of spades for the hand"),
    "keep H": N_("choices of hearts for the hand"),
    "keep D": N_("choices of diamonds for the hand"),
    "pass": N_("passes"),
    "single": N_("single cards"),
    "pair": N_("pairs"),
    "triple": N_("triples"),
    "no chips": N_("choices to lay no chips"),
    "chips": N_("choices to lay chips"),
    "settle": N_("cards put on the plaza"),
}
SWAPS = {"starter": swap_start}
BALANCE = Balance(FACTORS, measure_deal, TALLIES, measure_game, lead_value, SWAPS, MOVES)
