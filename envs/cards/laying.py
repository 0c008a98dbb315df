"""Shared cells and turn order of Sevens and Killer Sevens.

Both games put `PLAYER_CELLS` among their cells and fill `active` in their views.
"""

import numpy as np

from ..core.compiling.kernel import Kernel, kernel, specialise, unbound
from ..core.contract.cells import Cell, Cells, by_seat, public, seat_flag
from ..core.contract.fields import LARGEST_COUNT, Field
from ..core.kit.recency import RECENT
from ..core.kit.seats import NOBODY, next_seat

MAX_PLAYERS = 8
UNLIMITED = -1  # the code of `pass_limit=none`

ABSENT, ACTIVE, FINISHED, ELIMINATED = range(4)

PER_SEAT = (MAX_PLAYERS,)
PLAYER_CELLS: Cells = (
    Field("active", PER_SEAT, 0, 1, "players who still take part", of=("status",)),
    Cell("status", np.int8, PER_SEAT, start=ABSENT),  # ABSENT, ACTIVE, FINISHED or ELIMINATED
    # NOBODY is to move once the game is over.
    Cell("to_move", np.int8, (), seat_flag("whose decision it is", name="on_turn"), start=None),
    Cell("first_player", np.int8, (), seat_flag("who laid the seven of diamonds"), start=None),
    Cell("hand_size", np.int8, PER_SEAT, by_seat(0, 27, "cards in hand, jokers included"),
         reset_on="hands"),
    Cell("passes", np.int16, PER_SEAT, by_seat(0, LARGEST_COUNT, "passes used; 127 stands for "
         "more, too", is_clipped=True)),
    # RECENT after the seat's pass, one less for each decision since.
    Cell("pass_recency", np.int8, PER_SEAT, by_seat(0, RECENT, "as recency, for the player's last "
         "pass")),
    Cell("idle", np.int16, (), public(0, LARGEST_COUNT, "passes since the last card was laid; "
         "127 stands for more, too", is_clipped=True)),
)  # fmt: skip


@kernel
def has_pass_left(state: np.void, seat: int) -> bool:
    """Whether the seat has used fewer passes than the limit (SEV-4.4, KIL-4.3)."""
    return state["pass_limit"] == UNLIMITED or state["passes"][seat] < state["pass_limit"]


@kernel
def note_pass(state: np.void, seat: int) -> None:
    """Records a pass, publicly. The game decides whether it counts against a limit."""
    state["pass_recency"][seat] = RECENT
    state["idle"] += 1


goes_on = can_act = eliminate = unbound


def _find_decision(state: np.void, seat: int) -> None:
    """Gives the turn to the next active player after `seat`, or ends the game.

    A player on turn without a legal action is eliminated, and the search goes on (SEV-4.5,
    KIL-5.5).
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
    """Returns the kernel `find_decision(state, seat)` of a game.

    Args:
        game: The game's id.
        goes_on: `goes_on(state) -> bool`, false once the game is over.
        can_act: `can_act(state, seat) -> bool`, whether a player on turn has a decision.
        eliminate: `eliminate(state, seat)` takes a player out of the game.
    """
    return specialise(_find_decision, game, goes_on=goes_on, can_act=can_act, eliminate=eliminate)
