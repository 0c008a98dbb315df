"""Balance of every kikisen game: dealing, seasons won, and the lead.

A game puts `DEALER_FACTOR` before its own factors and `SEASON_TALLIES` before its own tallies, a
game with betting `BETTING_TALLIES` between them. The tallies of seasons and of betting are those of
the whole match, a game's own ones those of its last season.
"""

import numpy as np

from ..cards.kikisen import NUM_CARDS
from ..core.compiling.kernel import kernel
from ..core.contract.game import Statistic
from .options import MOST_SEASONS

LARGEST_LEAD = 100_000_000  # far above what the largest bonus can bring

DEALER_FACTOR = Statistic("dealer", "deals the first season, and begins it (KIKI-5.2, 6.3)", 0, 1)
DEALER = 0

SEASON_TALLIES = (
    Statistic("seasons dealt", "seasons that the player dealt (KIKI-6.3)", 0, MOST_SEASONS),
    Statistic("seasons won", "seasons that the player won, alone or with others", 0, MOST_SEASONS),
    Statistic("won as dealer", "seasons that the player both dealt and won (KIKI-6.1)", 0,
            MOST_SEASONS),
    Statistic("lead", "points ahead of all others at the end, 0 if not alone ahead (KIKI-6.4)", 0,
            LARGEST_LEAD),
)  # fmt: skip
SEASONS_DEALT, SEASONS_WON, WON_AS_DEALER, LEAD = range(len(SEASON_TALLIES))

BETTING_TALLIES = (
    Statistic("drops", "seasons in which the player dropped (MKK-4.3, NAM-4.2)", 0, MOST_SEASONS),
    Statistic("unopposed", "seasons won because all others dropped (MKK-4.5, NAM-4.4)", 0,
            MOST_SEASONS),
    Statistic("divided", "seasons won together with others (MKK-6.2, NAM-5.5)", 0, MOST_SEASONS),
)  # fmt: skip


@kernel
def measure_seasons(state: np.void, points: np.ndarray, values: np.ndarray) -> None:
    """Fills the first rows of float64[T, P] with `SEASON_TALLIES`.

    Args:
        state: The table, after the match.
        points: float64[P], what each player has won.
        values: The tallies, zeros so far.
    """
    for seat in range(state["num_players"]):
        values[SEASONS_DEALT, seat] = state["seasons_dealt"][seat]
        values[SEASONS_WON, seat] = state["seasons_won"][seat]
        values[WON_AS_DEALER, seat] = state["won_as_dealer"][seat]
        ahead = float(LARGEST_LEAD)
        for other in range(state["num_players"]):
            if other != seat:
                ahead = min(ahead, points[seat] - points[other])
        values[LEAD, seat] = max(ahead, 0.0)


@kernel
def measure_betting(state: np.void, values: np.ndarray, first: int) -> None:
    """Fills the rows of float64[T, P] from `first` on with `BETTING_TALLIES`."""
    for seat in range(state["num_players"]):
        values[first, seat] = state["drops"][seat]
        values[first + 1, seat] = state["unopposed"][seat]
        values[first + 2, seat] = state["divided"][seat]


@kernel
def lead_value(state: np.void, values: np.ndarray) -> None:
    """Fills float64[P] by seasons won, then by fewest cards (KIKI-6.4, 6.5).

    For games in which the first empty hand wins.
    """
    for seat in range(state["num_players"]):
        values[seat] = state["scores"][seat] - state["hand_sizes"][seat] / NUM_CARDS


@kernel
def swap_dealers(state: np.void, seat: int, other: int) -> None:
    """Swaps the first deal and turn between two seats; all cards stay (KIKI-6.3)."""
    if state["dealer"] in (seat, other):
        state["dealer"] = other if state["dealer"] == seat else seat
        state["to_move"] = state["dealer"]


@kernel
def longest_run(bits: int) -> int:
    """Returns the length of the longest row of bits."""
    length = 0
    while bits > 0:
        bits &= bits >> 1
        length += 1
    return length
