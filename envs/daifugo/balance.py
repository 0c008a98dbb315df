"""Balance statistics of Daifugo: factors of the deal, tallies per seat, and the lead value.

Factors describe the first round, tallies the last one. With `num_rounds=1` both describe the same
round; with `num_rounds=2` the places before the last round are those that decided the exchange.
"""

import numpy as np

from fudaba.common.languages import N_

from ..core.compiling.kernel import kernel
from ..core.contract.game import Balance, Statistic, measurer
from ..core.kit.bits import holds
from ..core.kit.seats import NOBODY, seat_after
from . import state as dfg
from .options import ALL_EFFECTS
from .rules.plays import shape_of
from .rules.rounds import worth_of_place

LARGEST_HAND = 13
LOW_RANKS = 5  # 3 to 7
FACTORS = (
    Statistic(N_("starter"), N_("takes the first turn (DFG-3.3)"), 0, 1, of="starter"),
    Statistic(N_("jokers"), N_("jokers dealt (DFG-4.6)"), 0, dfg.MOST_JOKERS),
    Statistic(N_("twos"), N_("2s dealt, the strongest rank (DFG-2.1)"), 0, dfg.NUM_SUITS),
    Statistic(N_("eights"), N_("8s dealt (DFG-5.5)"), 0, dfg.NUM_SUITS),
    Statistic(N_("sevens"), N_("7s dealt (DFG-5.6)"), 0, dfg.NUM_SUITS),
    Statistic(N_("fives"), N_("5s dealt (DFG-5.4)"), 0, dfg.NUM_SUITS),
    Statistic(N_("kings"), N_("Ks dealt (DFG-5.8)"), 0, dfg.NUM_SUITS),
    Statistic(N_("low cards"), N_("cards 3 to 7 dealt"), 0, LARGEST_HAND, derived=True),
    Statistic(N_("ranks"), N_("different ranks dealt: what one card at a time would take"), 0,
            dfg.NUM_RANKS, derived=True),
    Statistic(N_("3 of spades"), N_("was dealt the 3 of spades (DFG-5.3)"), 0, 1),
)  # fmt: skip
STARTER, JOKERS, TWOS, EIGHTS, SEVENS, FIVES, KINGS, LOW_CARDS, RANKS, SPADE_THREE = range(
    len(FACTORS)
)

TALLIES = (
    Statistic(N_("began the last round"), N_("took the first turn of the last round (DFG-3.3)"),
            0, 1, of="starter"),
    Statistic(N_("mean place before the last round"), N_("mean place in the rounds before the "
            "last, 0 if there were none (DFG-11.8)"), 0, dfg.MAX_PLAYERS),
    Statistic(N_("always daifugo"), N_("was first in every round of several"), 0, 1),
    Statistic(N_("always daihinmin"), N_("was last in every round of several"), 0, 1),
    Statistic(N_("ended by pile"), N_("the pile was used up in the last round (DFG-4.14)"), 0, 1,
            is_ending=True),
    Statistic(N_("play-off"), N_("played in the last play-off of the last round (DFG-4.16)"), 0, 1,
            of="participant"),
    Statistic(N_("next in turn in the play-off"), N_("of these, the first after whoever ended the "
            "round: leads it, unless by lot (DFG-4.16)"), 0, 1),
    Statistic(N_("next in turn and best in the play-off"), N_("of these, those who got the best "
            "place of it"), 0, 1),
    Statistic(N_("revolution"), N_("the last round ended in a revolution (DFG-5.2)"), 0, 1),
    Statistic(N_("passes in the last round"), N_("passes in the last round (DFG-4.10)"), 0, 10_000,
            of="passes"),
    Statistic(N_("draws"), N_("of these, those with a draw (DFG-4.10)"), 0, dfg.NUM_CARDS,
            of="draws"),
    Statistic(N_("changes"), N_("cards changed for Ks in the last round (DFG-5.8)"), 0,
            dfg.NUM_CARDS, of="changes"),
    Statistic(N_("cards left"), N_("cards in hand at the end"), 0, dfg.NUM_CARDS, of="hand_sizes"),
    Statistic(N_("jokers left"), N_("jokers in hand at the end (DFG-4.7)"), 0, dfg.MOST_JOKERS),
)  # fmt: skip
(
    BEGAN, EARLIER, ALWAYS_FIRST, ALWAYS_LAST, BY_PILE, IN_PLAYOFF, NEXT, NEXT_AND_BEST, REVOLUTION,
    PASSES, DRAWS, CHANGES, LEFT, JOKERS_LEFT,
) = range(len(TALLIES))  # fmt: skip
OUT_LEAD = 100.0  # above any hand


@kernel
def measure_dealt(state: np.void, values: np.ndarray) -> None:
    """Fills in the factors that copy no cell."""
    for seat in range(state["num_players"]):
        hand = state["hands"][seat]
        values[JOKERS, seat] = dfg.num_jokers_in(hand)
        values[SPADE_THREE, seat] = holds(hand, dfg.SPADE_THREE)
        for card in range(dfg.FIRST_JOKER):
            if holds(hand, card):
                rank = dfg.rank_of(card)
                values[TWOS, seat] += rank == dfg.NUM_RANKS - 1
                values[EIGHTS, seat] += rank == dfg.EIGHT
                values[SEVENS, seat] += rank == dfg.SEVEN
                values[FIVES, seat] += rank == dfg.FIVE
                values[KINGS, seat] += rank == dfg.KING
                values[LOW_CARDS, seat] += rank < LOW_RANKS
        for rank in range(dfg.NUM_RANKS):
            values[RANKS, seat] += dfg.suits_held(hand, rank) != 0


@kernel
def measure_end(state: np.void, values: np.ndarray) -> None:
    """Fills in the tallies that copy no cell."""
    for seat in range(state["num_players"]):
        earlier = earlier_places(state, seat)
        values[EARLIER, seat] = earlier
        values[ALWAYS_FIRST, seat] = earlier == 1 and state["place"][seat] == 1
        last = state["num_players"]
        values[ALWAYS_LAST, seat] = earlier == last and state["place"][seat] == last
        values[BY_PILE, seat] = state["ender"] != NOBODY and state["pile_size"] == 0
        values[REVOLUTION, seat] = state["revolution"]
        values[JOKERS_LEFT, seat] = dfg.num_jokers_in(state["hands"][seat])
    if state["is_playoff"] == 1:
        seat = first_in_turn(state)
        values[NEXT, seat] = 1.0
        values[NEXT_AND_BEST, seat] = has_best_place(state, seat)


@kernel
def earlier_places(state: np.void, seat: int) -> float:
    """Returns a player's mean place in the rounds before the last, from the points; 0 if none."""
    rounds = state["num_rounds"] - 1
    if rounds == 0:
        return 0.0
    total = state["match_points"][seat] * state["num_rounds"] - worth_of_place(state, seat)
    places = rounds + (rounds - total) * (state["num_players"] - 1) / 2
    return np.rint(places) / rounds


@kernel
def first_in_turn(state: np.void) -> int:
    """Returns the first participant of the last play-off after the round's ender (DFG-4.16)."""
    seat = seat_after(state, np.int64(state["ender"]), 1)
    while state["participant"][seat] == 0:
        seat = seat_after(state, seat, 1)
    return seat


@kernel
def has_best_place(state: np.void, player: int) -> bool:
    """Whether a player has the best place among the participants of the last play-off."""
    for seat in range(state["num_players"]):
        if state["participant"][seat] == 1 and state["place"][seat] < state["place"][player]:
            return False
    return True


@kernel
def lead_value(state: np.void, values: np.ndarray) -> None:
    """Fills float64[P], higher is better: places, then fewest cards held (DFG-4.15)."""
    for seat in range(state["num_players"]):
        place = float(state["place"][seat])
        if place > 0:
            values[seat] = OUT_LEAD - place
        else:
            values[seat] = -float(state["hand_sizes"][seat])


@kernel
def swap_starters(state: np.void, seat: int, other: int) -> None:
    """Swaps the first turn of the match between two seats; all cards stay (DFG-3.3)."""
    if state["starter"] in (seat, other):
        state["starter"] = other if state["starter"] == seat else seat
        dfg.ask_for_play(state, np.int64(state["starter"]))


measure_deal = measurer("daifugo_v0.deal", dfg.STATE, FACTORS, measure_dealt)
measure_game = measurer("daifugo_v0.game", dfg.STATE, TALLIES, measure_end)
MOVES = {
    "single": N_("single cards"),
    "lone joker": N_("lone jokers"),
    "set": N_("sets"),
    "run": N_("runs"),
    "pass": N_("passes"),
    "pass and draw": N_("passes that draw a card"),
    "suit": N_("suits named for singles and runs"),
    "suits": N_("suits named for sets"),
    "joker suits": N_("suits named for jokers in sets"),
    "joker positions": N_("positions named for jokers in runs"),
    "card": N_("cards given, discarded or changed"),
    "stop": N_("no more cards given or discarded"),
    "player": N_("players chosen"),
}
SWAPS = {"starter": swap_starters}
RANK_OF_USE = (dfg.NO_RANK, dfg.FIVE, dfg.SEVEN, dfg.EIGHT, dfg.JACK, dfg.KING)
EFFECT_OF_USE = (dfg.REVOLUTION, dfg.SKIP5, dfg.GIVE7, dfg.CUT8, dfg.JBACK, dfg.CHANGE13)
USES = tuple(ALL_EFFECTS[effect] for effect in EFFECT_OF_USE)


@kernel
def is_use(state: np.void, action: int, number: int) -> bool:
    """Whether an action chooses a shape with an effect of `USES` that is in force (DFG-5)."""
    effect, rank = EFFECT_OF_USE[number], RANK_OF_USE[number]
    is_shape = action < dfg.PASS_ACTION and state["phase"] == dfg.SHAPE
    if not is_shape or not dfg.has_effect(state, effect):
        return False
    kind, size, first = shape_of(action)
    if effect == dfg.REVOLUTION:
        return size == dfg.REVOLUTION_SIZE
    length = size if kind == dfg.RUN else 1
    return kind != dfg.LONE_JOKER and first <= rank < first + length


BALANCE = Balance(
    FACTORS, measure_deal, TALLIES, measure_game, lead_value, SWAPS, MOVES, USES, is_use
)
