"""FORTUNE_TELLER (占い師): see hands and panels, then a bonus turn (SEKI-5.9)."""

import numpy as np

from ....core.compiling.kernel import kernel
from .. import memory, turn


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """Returns True: the role has no condition."""
    return True


@kernel
def activate(state: np.void) -> None:
    """Shows all free cards and panels of the others to the player; TURN_B follows."""
    seat = np.int64(state["to_move"])
    memory.remember_view_of_hands(state, seat)
    for other in range(state["num_players"]):
        state["seen_role"][seat, other] = other != seat
    turn.finish_effect(state)
