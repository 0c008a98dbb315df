"""Dealers and seasons, the same in every game of kikisen (KIKI-6).

A game puts `SEASON_CELLS` among its cells, or `DEALER_CELLS` where it is secret who is to move.
Its `deal` resets the cells of the match, calls `begin_match`, and deals the first season. Where a
season ends it calls `finish_season`, and deals the next one or finds that the match is over.
"""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.cells import Cell, public, seat_flag
from ..core.kit.seats import NOBODY, drawn_seat, next_seat, seat_after
from .options import MAX_PLAYERS, MOST_SEASONS, KikisenOptions

_, ROTATE, STAY = KikisenOptions.codes("next_dealer")

DEALER_CELLS = (
    Cell("dealer", np.int8, shown=seat_flag("who deals this season"), start=None, in_snapshot=True),
    Cell("season", np.int8, shown=public(0, MOST_SEASONS, "seasons finished"), reset_on="match",
         in_snapshot=True),
    # For balance.py: of the seasons finished, how many each player dealt and won.
    Cell("seasons_dealt", np.int8, (MAX_PLAYERS,), reset_on="match"),
    Cell("seasons_won", np.int8, (MAX_PLAYERS,), reset_on="match"),  # alone or with others
    Cell("won_as_dealer", np.int8, (MAX_PLAYERS,), reset_on="match"),
)  # fmt: skip
SEASON_CELLS = (
    # NOBODY is to move once the match is over.
    Cell("to_move", np.int8, shown=seat_flag("whose decision it is", name="on_turn"), start=None,
         in_snapshot=True),
    *DEALER_CELLS,
)  # fmt: skip

# The dealer's bonus (KIKI-6.1), in games whose views do not show it; see points.py.
HIDDEN_BONUS = Cell("bonus", np.int16, start=None)


@kernel
def begin_match(state: np.void) -> None:
    """Chooses the first dealer, by option or by lot, with a new bonus (KIKI-6.1, 6.3)."""
    state["dealer"] = drawn_seat(state, np.int64(state["first_dealer"]))
    state["bonus"] = state["dealer_bonus_start"]


@kernel
def finish_season(state: np.void, won: np.ndarray) -> bool:
    """Counts a season and passes the deal on for the next one (KIKI-6.3, 6.4, 9.10).

    Args:
        state: The table.
        won: int8[6], 1 for each winner; a season may have none.

    Returns:
        Whether another season follows; otherwise the match is over.
    """
    count_season(state, won)
    if state["season"] == state["seasons"]:
        end_match(state)
        return False
    pass_on_the_deal(state, won)
    return True


@kernel
def end_match(state: np.void) -> None:
    """Ends the match; the dealer and the bonus stay those of its last season (KIKI-9.10)."""
    state["to_move"] = NOBODY


@kernel
def count_season(state: np.void, won: np.ndarray) -> None:
    """Counts a finished season for its dealer and its winners."""
    dealer = np.int64(state["dealer"])
    state["season"] += 1
    state["seasons_dealt"][dealer] += 1
    state["won_as_dealer"][dealer] += won[dealer]
    for seat in range(state["num_players"]):
        state["seasons_won"][seat] += won[seat]


@kernel
def pass_on_the_deal(state: np.void, won: np.ndarray) -> None:
    """Chooses the next dealer; the bonus grows with wins (KIKI-6.1, 6.3, 9.9)."""
    dealer, following = np.int64(state["dealer"]), first_winner(state, won)
    if following == NOBODY:
        return
    if won[dealer] == 1:
        state["bonus"] += state["dealer_bonus_step"]
    if state["next_dealer"] == STAY:
        following = dealer
    elif state["next_dealer"] == ROTATE:
        following = next_seat(state, dealer)
    if following != dealer:
        state["dealer"] = following
        state["bonus"] = state["dealer_bonus_start"]


@kernel
def first_winner(state: np.void, won: np.ndarray) -> int:
    """Returns the first winner from the dealer onward, the dealer included; or NOBODY."""
    for distance in range(state["num_players"]):
        seat = seat_after(state, np.int64(state["dealer"]), distance)
        if won[seat] == 1:
            return seat
    return NOBODY
