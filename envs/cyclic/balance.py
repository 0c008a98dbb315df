"""Balance of Cyclic: factors of the first hand, tallies of the game, and the lead.

The first hand of the dealer has the cards of the first round's draw in it. Which ones they are
nobody can tell afterwards, so the deal can't be given to another seat while the cards stay.
"""

import numpy as np

from fudaba.common.languages import N_

from ..cards.kikisen import NUM_COLOURS
from ..core.compiling.kernel import kernel
from ..core.contract.game import Balance, Statistic, measurer
from ..kikisen import balance as kikisen
from ..kikisen.balance import DEALER_FACTOR, SEASON_TALLIES, match_measurer
from . import state as cyc
from .options import LARGE_HAND, MOST_DRAWN
from .rules import score
from .rules.plays import colours_held, num_nothings
from .rules.rounds import FIRST

LARGEST_HAND = LARGE_HAND + MOST_DRAWN
MOST_CARDS = 48
SOLDIER, BRUSH, GENERAL, KING = (cyc.NAMES.index(name)
                                 for name in ("soldier", "brush", "general", "king"))  # fmt: skip
FACTORS = (
    DEALER_FACTOR,
    Statistic(
        N_("nothings"), N_("nothings in the hand, which are wild (CYC-5.1)"), 0, cyc.NUM_NOTHINGS
    ),
    Statistic(N_("ships"), N_("ships in the hand (CYC-5.2)"), 0, 2),
    Statistic(N_("emperors"), N_("emperors in the hand, which only ships beat (CYC-4.6)"), 0, 2),
    Statistic(N_("kings"), N_("kings in the hand"), 0, 2),
    Statistic(N_("high numbers"), N_("brushes, shamans and generals in the hand"), 0, 12),
    Statistic(N_("soldiers"), N_("soldiers in the hand"), 0, 8),
    Statistic(
        N_("kinds"),
        N_("different kinds in the hand, nothings left out (CYC-2.1)"),
        0,
        cyc.NUM_KINDS,
        derived=True,
    ),
    Statistic(
        N_("longest run"),
        N_("kinds in a row round the circle, nothings left out (CYC-4.2)"),
        0,
        cyc.NUM_KINDS,
        derived=True,
    ),
    Statistic(
        N_("larger colour"),
        N_("cards of the colour that the hand has more of (CYC-4.4)"),
        0,
        LARGEST_HAND,
        derived=True,
    ),
)
(
    NOTHINGS, SHIPS, EMPERORS, KINGS, HIGH_NUMBERS, SOLDIERS, KINDS, RUN, LARGER_COLOUR,
) = range(1, len(FACTORS))  # fmt: skip

LAST_PLAYS = (N_("none"), N_("one colour"), N_("both colours"))
TALLIES = (
    *SEASON_TALLIES,
    Statistic(
        N_("place"),
        N_("place in the last season, 0 if somebody else ended it (CYC-6.1)"),
        0,
        cyc.MAX_PLAYERS,
        of="place",
    ),
    Statistic(
        N_("last play"),
        N_("the play that ended the last season, by its colours (CYC-4.4)"),
        0,
        len(LAST_PLAYS) - 1,
        LAST_PLAYS,
    ),
    Statistic(
        N_("rounds won"),
        N_("rounds that the player's play ended (CYC-4.5)"),
        0,
        MOST_CARDS,
        of="rounds_won",
    ),
    Statistic(
        N_("drawn"), N_("cards drawn as the dealer of rounds (CYC-4.1)"), 0, MOST_CARDS, of="drawn"
    ),
    Statistic(
        N_("reversals"),
        N_("plays with a ship at the foot upon one with an emperor (CYC-4.6)"),
        0,
        MOST_CARDS,
        of="reversals",
    ),
    Statistic(N_("cards left"), N_("cards in hand at the end"), 0, MOST_CARDS, of="hand_sizes"),
    Statistic(N_("nothings left"), N_("of these, nothings"), 0, cyc.NUM_NOTHINGS),
    Statistic(N_("stock used up"), N_("no stock was left at the end (CYC-4.1)"), 0, 1),
)
(
    PLACE, LAST_PLAY, ROUNDS_WON, DRAWN, REVERSALS, LEFT, NOTHINGS_LEFT, USED_UP,
) = range(len(SEASON_TALLIES), len(TALLIES))  # fmt: skip


@kernel
def measure_hands(state: np.void, values: np.ndarray) -> None:
    """Fills in the factors of the hands that were dealt."""
    for seat in range(state["num_players"]):
        hand, kinds = state["hands"][seat], 0
        values[NOTHINGS, seat] = num_nothings(hand)
        values[SHIPS, seat] = num_of_kind(hand, cyc.SHIP)
        values[EMPERORS, seat] = num_of_kind(hand, cyc.EMPEROR)
        values[KINGS, seat] = num_of_kind(hand, KING)
        values[SOLDIERS, seat] = num_of_kind(hand, SOLDIER)
        for kind in range(BRUSH, GENERAL + 1):
            values[HIGH_NUMBERS, seat] += num_of_kind(hand, kind)
        for kind in range(cyc.NUM_KINDS):
            is_held = colours_held(hand, cyc.NATURAL_BLACK, kind) != 0
            values[KINDS, seat] += is_held
            kinds |= int(is_held) << kind
        in_a_row = kikisen.longest_run(kinds | kinds << cyc.NUM_KINDS)
        values[RUN, seat] = min(in_a_row, cyc.NUM_KINDS)
        values[LARGER_COLOUR, seat] = larger_colour(hand)


@kernel
def num_of_kind(hand: np.ndarray, kind: int) -> int:
    """Returns how many cards of a kind a hand has, int8[24], in both colours."""
    black, red = (
        cyc.TYPES_OF_WAYS[cyc.NATURAL_BLACK, kind],
        cyc.TYPES_OF_WAYS[cyc.NATURAL_RED, kind],
    )
    return int(hand[black]) + int(hand[red])


@kernel
def larger_colour(hand: np.ndarray) -> int:
    """Returns the number of cards of a hand's larger colour; the hand is int8[24]."""
    half, black, red = len(hand) // NUM_COLOURS, 0, 0
    for kind in range(half):
        black += hand[kind]
        red += hand[half + kind]
    return max(black, red)


@kernel
def measure_season(state: np.void, values: np.ndarray) -> None:
    """Fills in the tallies of the last season that copy no cell."""
    values[LAST_PLAY, state["owner"]] = 2.0 if state["colours"] == cyc.ANY_COLOUR else 1.0
    for seat in range(state["num_players"]):
        values[NOTHINGS_LEFT, seat] = num_nothings(state["hands"][seat])
        values[USED_UP, seat] = state["stock_size"] == 0


@kernel
def lead_value(state: np.void, values: np.ndarray) -> None:
    """Fills float64[P] by points, then cards in hand; one place is paid (CYC-9.9)."""
    kikisen.lead_value(state, values)
    for seat in range(state["num_players"]):
        if state["place"][seat] == FIRST:
            values[seat] += 1.0


measure_deal = measurer("cyclic_v0.deal", cyc.STATE, FACTORS, measure_hands)
measure_game = match_measurer("cyclic_v0", cyc.STATE, TALLIES, score, measure_season)
MOVES = {
    "pass": N_("passes"),
    "single": N_("single cards"),
    "friends": N_("friends of one kind"),
    "run": N_("runs"),
    "fill": N_("places of plays filled"),
    "run of two": N_("runs of two"),
}
BALANCE = Balance(FACTORS, measure_deal, TALLIES, measure_game, lead_value, moves=MOVES)
