"""Balance of Niekhi: factors of the first hand, tallies of the game, and the lead."""

import numpy as np

from fudaba.common.languages import N_

from ..cards.kikisen import COURT, NUM_NUMBERS, NUM_STRENGTHS
from ..cards.melds import count_of, kinds_of, total_of
from ..core.compiling.kernel import kernel
from ..core.contract.game import Balance, Statistic, measurer
from ..core.kit.seats import NOBODY
from ..kikisen import balance as kikisen
from ..kikisen.balance import DEALER_FACTOR, SEASON_TALLIES, match_measurer
from ..kikisen.options import MAX_PLAYERS
from . import state as nie
from .options import LARGEST_HAND, MOST_TURNS
from .rules import score

ALL_NUMBERS = (1 << NUM_NUMBERS) - 1
FACTORS = (
    DEALER_FACTOR,
    Statistic(N_("ships"), N_("ships dealt (NIE-4.8)"), 0, nie.NUM_SHIPS),
    Statistic(N_("generals"), N_("8s dealt (NIE-5.1)"), 0, 4),
    Statistic(N_("court cards"), N_("kings and emperors dealt"), 0, 4),
    Statistic(N_("zeros"), N_("0s dealt, of which there are 6 (NIE-2.1)"), 0, 6),
    Statistic(N_("ones"), N_("1s dealt, of which there are 8 (NIE-2.1)"), 0, 8),
    Statistic(
        N_("large sets"),
        N_("strengths of which there are three cards or more, ships left out (NIE-5.6)"),
        0,
        LARGEST_HAND // nie.LARGE_SET,
        derived=True,
    ),
    Statistic(
        N_("longest run"),
        N_("numbers in a row, ships left out (NIE-4.1)"),
        0,
        NUM_NUMBERS,
        derived=True,
    ),
)
SHIPS, GENERALS, COURT_CARDS, ZEROS, ONES, LARGE_SETS, RUN = range(1, len(FACTORS))

WAYS_OUT = (N_("nothing, cards left"), N_("own play"), N_("own removal"), N_("removal of another"))
NOT_EMPTIED, BY_OWN_PLAY, BY_OWN_REMOVAL, BY_ANOTHER = range(len(WAYS_OUT))
MOST_GIVEN_UP = 48
TALLIES = (
    *SEASON_TALLIES,
    Statistic(
        N_("emptied by"),
        N_("what took the last card of the hand (NIE-6.1, 6.2)"),
        0,
        len(WAYS_OUT) - 1,
        WAYS_OUT,
    ),
    Statistic(
        N_("others emptied"),
        N_("hands of others that the player's removals emptied (NIE-6.2)"),
        0,
        MAX_PLAYERS - 1,
    ),
    Statistic(
        N_("removals"),
        N_("plays whose generals removed strengths (NIE-5.1)"),
        0,
        MOST_TURNS,
        of="removals",
    ),
    Statistic(
        N_("cards given up"), N_("cards of the hand that were removed (NIE-5.1)"), 0, MOST_GIVEN_UP
    ),
    Statistic(
        N_("taken"), N_("cards taken from the discards (NIE-5.1)"), 0, MOST_TURNS, of="taken"
    ),
    Statistic(
        N_("generals taken"),
        N_("of these, 8s: the loop of NIE-9.9"),
        0,
        MOST_TURNS,
        of="generals_taken",
    ),
    Statistic(N_("bombs"), N_("large sets played (NIE-5.6)"), 0, MOST_TURNS, of="bombs"),
    Statistic(N_("cards left"), N_("cards in hand at the end"), 0, MOST_GIVEN_UP, of="hand_sizes"),
    Statistic(
        N_("at the cap"), N_("the last season ended at the cap (NIE-6.4)"), 0, 1, is_ending=True
    ),
)
(
    EMPTIED_BY, OTHERS_EMPTIED, REMOVALS, GIVEN_UP, TAKEN, GENERALS_TAKEN, BOMBS, LEFT, AT_CAP,
) = range(len(SEASON_TALLIES), len(TALLIES))  # fmt: skip


@kernel
def measure_hands(state: np.void, values: np.ndarray) -> None:
    """Fills in the factors of the hands that were dealt."""
    for seat in range(state["num_players"]):
        hand = state["hands"][seat]
        values[SHIPS, seat] = count_of(hand, nie.SHIP)
        values[GENERALS, seat] = count_of(hand, nie.GENERAL)
        values[COURT_CARDS, seat] = count_of(hand, COURT)
        values[ZEROS, seat] = count_of(hand, 0)
        values[ONES, seat] = count_of(hand, 1)
        for rank in range(NUM_STRENGTHS):
            values[LARGE_SETS, seat] += count_of(hand, rank) >= nie.LARGE_SET
        values[RUN, seat] = kikisen.longest_run(kinds_of(hand) & ALL_NUMBERS)


@kernel
def measure_season(state: np.void, values: np.ndarray) -> None:
    """Fills in the tallies of the last season that copy no cell."""
    for seat in range(state["num_players"]):
        way, remover = way_out(state, seat), np.int64(state["emptied_by"][seat])
        values[EMPTIED_BY, seat] = way
        if way == BY_ANOTHER:
            values[OTHERS_EMPTIED, remover] += 1.0
        values[GIVEN_UP, seat] = total_of(state["given_up"][seat])
        values[AT_CAP, seat] = is_at_cap(state)


@kernel
def way_out(state: np.void, seat: int) -> int:
    """Returns the cause that took the last card of a hand, as an index of `WAYS_OUT`."""
    if state["hand_sizes"][seat] > 0:
        return NOT_EMPTIED
    remover = state["emptied_by"][seat]
    if remover == NOBODY:
        return BY_OWN_PLAY
    return BY_OWN_REMOVAL if remover == seat else BY_ANOTHER


@kernel
def is_at_cap(state: np.void) -> bool:
    """Returns whether the last season ended at the cap of turns (NIE-6.4)."""
    num_in = 0
    for seat in range(state["num_players"]):
        if state["is_in"][seat] == 1:
            num_in += 1
            if state["hand_sizes"][seat] == 0:
                return False
    return num_in > 1


@kernel
def lead_value(state: np.void, values: np.ndarray) -> None:
    """Fills float64[P] by points, then cards in hand; players out are last (NIE-6.1, 6.2)."""
    kikisen.lead_value(state, values)
    for seat in range(state["num_players"]):
        if state["is_in"][seat] == 0:
            values[seat] -= 1.0


measure_deal = measurer("niekhi_v0.deal", nie.STATE, FACTORS, measure_hands)
measure_game = match_measurer("niekhi_v0", nie.STATE, TALLIES, score, measure_season)
MOVES = {
    "pass": N_("passes"),
    "single": N_("single cards"),
    "set": N_("sets"),
    "run": N_("runs"),
    "run of sets": N_("runs of sets"),
    "done": N_("plays without a further ship"),
    "ship": N_("ships put into plays"),
    "remove": N_("generals that remove"),
    "take": N_("generals that take"),
    "strength": N_("strengths named for removal"),
    "card": N_("cards taken"),
    "nothing": N_("generals that do nothing"),
    "short run": N_("short runs"),
    "short run of sets": N_("short runs of sets"),
}
SWAPS = {"dealer": kikisen.swap_dealers}
BALANCE = Balance(FACTORS, measure_deal, TALLIES, measure_game, lead_value, SWAPS, MOVES)
