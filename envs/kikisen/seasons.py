"""Dealers and seasons, the same in every game of kikisen (KIKI-6).

A game puts `SEASON_STATE` into its state record and `SEASON_FIELDS` into its view. Its `deal` calls
`begin_match` and deals the first season; where a season ends it calls `finish_season`, and deals
the next one or finds that the match is over.
"""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.fields import Field
from ..core.kit.arrays import clear
from ..core.kit.seats import NOBODY, drawn_seat, next_seat, seat_after
from .options import MAX_PLAYERS, MOST_SEASONS, KikisenOptions

_, ROTATE, STAY = KikisenOptions.codes("next_dealer")

SEASON_STATE = (
    ("to_move", np.int8),  # seat with a decision, NOBODY once the match is over
    ("dealer", np.int8),
    ("bonus", np.int16),  # of the dealer (KIKI-6.1)
    ("season", np.int8),  # seasons finished
    # Of these, by player, for whoever asks whether the game is fair; see balance.py.
    ("seasons_dealt", np.int8, MAX_PLAYERS),
    ("seasons_won", np.int8, MAX_PLAYERS),  # alone or with others
    ("won_as_dealer", np.int8, MAX_PLAYERS),
)

SEASON_FIELDS = (
    Field("on_turn", (MAX_PLAYERS,), 0, 1, "whose decision it is"),
    Field("dealer", (MAX_PLAYERS,), 0, 1, "who deals this season"),
    Field("season", (), 0, MOST_SEASONS, "seasons finished"),
)


@kernel
def begin_match(state: np.void) -> None:
    """The first dealer, by option or by lot, with a new bonus (KIKI-6.1, 6.3)."""
    state["dealer"] = drawn_seat(state, np.int64(state["first_dealer"]))
    state["bonus"] = state["dealer_bonus_start"]
    state["season"] = 0
    clear(state["seasons_dealt"])
    clear(state["seasons_won"])
    clear(state["won_as_dealer"])


@kernel
def finish_season(state: np.void, won: np.ndarray) -> bool:
    """Counts a season and passes the deal on for the next one (KIKI-6.3, 6.4, 9.10).

    Args:
        state: The table.
        won: int8[6], 1 for each winner; a season may have none.

    Returns:
        Whether there is another season; if not, the match is over.
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
    """The next dealer, and the bonus: it grows with the dealer's wins (KIKI-6.1, 6.3, 9.9)."""
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
    """The winner met first from the dealer onward, the dealer included; NOBODY without one."""
    for distance in range(state["num_players"]):
        seat = seat_after(state, np.int64(state["dealer"]), distance)
        if won[seat] == 1:
            return seat
    return NOBODY


@kernel
def observe_season(state: np.void, player: int, distance: int, view: np.void) -> None:
    """A player's row of `SEASON_FIELDS`, so many seats from the viewer, and the season."""
    view["on_turn"][distance] = state["to_move"] == player
    view["dealer"][distance] = state["dealer"] == player
    view["season"] = state["season"]
