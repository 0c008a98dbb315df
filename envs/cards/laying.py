"""What Sevens and Killer Sevens share: players lay the French pack out, pass, and drop out.

The functions read fields that both games' states and views have: `status`, `passes`, `pass_limit`,
`pass_recency`, `first_player`, `idle`, `active`, `hand_size`, `on_turn`.
"""

import numpy as np

from ..core.compiling.kernel import Kernel, kernel, specialise, unbound
from ..core.contract.fields import Field
from ..core.kit.recency import RECENT
from ..core.kit.seats import NOBODY, next_seat

MAX_PLAYERS = 8
UNLIMITED = -1  # the code of `pass_limit=none`
LARGEST_COUNT = 127  # where the public counters stop

ABSENT, ACTIVE, FINISHED, ELIMINATED = range(4)

PLAYER_STATE = (
    ("hand_size", np.int8, MAX_PLAYERS),
    ("status", np.int8, MAX_PLAYERS),  # ABSENT, ACTIVE, FINISHED or ELIMINATED
    ("passes", np.int16, MAX_PLAYERS),  # passes used
    ("pass_recency", np.int8, MAX_PLAYERS),  # RECENT when passing, one less each decision since
    ("to_move", np.int8),  # seat with a decision, NOBODY once the game is over
    ("first_player", np.int8),  # who laid the seven of diamonds
    ("idle", np.int16),  # passes since the last card was laid
)

PLAYER_FIELDS = (
    Field("active", (MAX_PLAYERS,), 0, 1, "players who still take part"),
    Field("on_turn", (MAX_PLAYERS,), 0, 1, "whose decision it is"),
    Field("first_player", (MAX_PLAYERS,), 0, 1, "who laid the seven of diamonds"),
    Field("hand_size", (MAX_PLAYERS,), 0, 27, "cards in hand, jokers included"),
    Field("passes", (MAX_PLAYERS,), 0, LARGEST_COUNT, "passes used"),
    Field("pass_recency", (MAX_PLAYERS,), 0, RECENT, "as recency, for the player's last pass"),
    Field("idle", (), 0, LARGEST_COUNT, "passes since the last card was laid"),
)


@kernel
def has_pass_left(state: np.void, seat: int) -> bool:
    """Whether the seat has used fewer passes than it has (SEV-4.4, KIL-4.3)."""
    return state["pass_limit"] == UNLIMITED or state["passes"][seat] < state["pass_limit"]


@kernel
def note_pass(state: np.void, seat: int) -> None:
    """A pass, publicly; whether it counts against a limit is up to the game."""
    state["pass_recency"][seat] = RECENT
    state["idle"] += 1


goes_on = can_act = eliminate = unbound


def _find_decision(state: np.void, seat: int) -> None:
    """Moves the turn on from a seat to the next player who can act, or ends the game.

    A player on turn who can't act is eliminated (SEV-4.5, KIL-5.5).
    """
    state["to_move"] = NOBODY
    while goes_on(state):
        seat = next_seat(state, seat)
        if state["status"][seat] != ACTIVE:
            continue
        if can_act(state, seat):
            state["to_move"] = seat
            return
        eliminate(state, seat)


def decision_finder(game: str, goes_on: Kernel, can_act: Kernel, eliminate: Kernel) -> Kernel:
    """The kernel `find_decision(state, seat)` of a game.

    Args:
        game: The game's id.
        goes_on: `goes_on(state) -> bool`, whether the game is not over.
        can_act: `can_act(state, seat) -> bool`, whether a player on turn has a decision.
        eliminate: `eliminate(state, seat)` takes a player out of the game.
    """
    return specialise(_find_decision, game, goes_on=goes_on, can_act=can_act, eliminate=eliminate)


@kernel
def observe_player(state: np.void, player: int, distance: int, view: np.void) -> None:
    """A player's row of `PLAYER_FIELDS`, so many seats from the viewer."""
    view["active"][distance] = state["status"][player] == ACTIVE
    view["on_turn"][distance] = state["to_move"] == player
    view["first_player"][distance] = state["first_player"] == player
    view["hand_size"][distance] = state["hand_size"][player]
    view["passes"][distance] = min(state["passes"][player], LARGEST_COUNT)
    view["pass_recency"][distance] = state["pass_recency"][player]
