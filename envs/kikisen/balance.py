"""Balance of every kikisen game: dealing, seasons won, and the lead.

A game puts `DEALER_FACTOR` before its own factors and `SEASON_TALLIES` before its own tallies, a
game with betting `BETTING_TALLIES` between them. The tallies of seasons and of betting are those of
the whole match, a game's own ones those of its last season.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from fudaba.common.languages import N_

from ..cards.kikisen import NUM_CARDS
from ..core.compiling.kernel import Kernel, kernel, specialise, unbound
from ..core.contract.game import Statistic, measurer
from .options import MAX_PLAYERS, MOST_SEASONS

LARGEST_LEAD = 100_000_000  # far above what the largest bonus can bring

DEALER_FACTOR = Statistic(
    N_("dealer"), N_("deals the first season, and begins it (KIKI-5.2, 6.3)"), 0, 1, of="dealer"
)

SEASON_TALLIES = (
    Statistic(
        N_("seasons dealt"),
        N_("seasons that the player dealt (KIKI-6.3)"),
        0,
        MOST_SEASONS,
        of="seasons_dealt",
    ),
    Statistic(
        N_("seasons won"),
        N_("seasons that the player won, alone or with others"),
        0,
        MOST_SEASONS,
        of="seasons_won",
    ),
    Statistic(
        N_("won as dealer"),
        N_("seasons that the player both dealt and won (KIKI-6.1)"),
        0,
        MOST_SEASONS,
        of="won_as_dealer",
    ),
    Statistic(
        N_("lead"),
        N_("points ahead of all others at the end, 0 if not alone ahead (KIKI-6.4)"),
        0,
        LARGEST_LEAD,
    ),
)
LEAD = len(SEASON_TALLIES) - 1

BETTING_TALLIES = (
    Statistic(
        N_("drops"),
        N_("seasons in which the player dropped (MKK-4.3, NAM-4.2)"),
        0,
        MOST_SEASONS,
        of="drops",
    ),
    Statistic(
        N_("unopposed"),
        N_("seasons won because all others dropped (MKK-4.5, NAM-4.4)"),
        0,
        MOST_SEASONS,
        of="unopposed",
    ),
    Statistic(
        N_("divided"),
        N_("seasons won together with others (MKK-6.2, NAM-5.5)"),
        0,
        MOST_SEASONS,
        of="divided",
    ),
)

score = measure = unbound


def _measure_match(state: np.void, values: np.ndarray) -> None:
    """Fills in the lead, and the game's own tallies of its last season."""
    points = np.empty(MAX_PLAYERS)
    score(state, points)
    for seat in range(state["num_players"]):
        ahead = float(LARGEST_LEAD)
        for other in range(state["num_players"]):
            if other != seat:
                ahead = min(ahead, points[seat] - points[other])
        values[LEAD, seat] = max(ahead, 0.0)
    measure(state, values)


def match_measurer(
    game: str,
    state: np.dtype[Any],
    tallies: Sequence[Statistic],
    scoring: Kernel,
    measure_season: Kernel,
) -> Kernel:
    """Returns a game's `measure_game`.

    Args:
        game: The game's id.
        state: The dtype of its state record.
        tallies: Its tallies, `SEASON_TALLIES` first.
        scoring: Its `score` kernel.
        measure_season: `measure_season(state, values)` fills in its own tallies that copy no cell.
    """
    match = specialise(_measure_match, game, score=scoring, measure=measure_season)
    return measurer(f"{game}.match", state, tallies, match)


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
