"""The kernels of Tyrant: decision points (TYR-4.14) and their effects."""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.contract.phases import by_phase
from ...core.kit.arrays import clear
from ...core.kit.seats import seat_after
from .. import state as tyr
from ..options import NUM_TRICKS
from . import ending, hands, plays, setup, tricks
from .ending import score

__all__ = ["apply", "deal", "legal", "score"]


@kernel
def deal(state: np.void) -> None:
    """Starts a game from `rng` and the options (TYR-3)."""
    tyr.start_game(state)
    setup.lay_out(state)
    setup.deal_cards(state)
    move_on(state, 0)


STEPS = {
    tyr.SELECT: (hands.mark_numbers, hands.keep),
    tyr.PLAY: (plays.mark_plays, plays.play_or_pass),
    tyr.TYRANT: (plays.mark_chips, plays.lay_chips),
    tyr.SETTLE: (tricks.mark_cards, tricks.choose_card),
}
mark, carry_out = by_phase("tyrant_v0", STEPS)


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the int8 mask of the seat to move and returns the number of legal actions."""
    clear(mask)
    return 0 if state["to_move"] == tyr.NOBODY else mark(state["phase"], state, mask)


@kernel
def apply(state: np.void, action: int) -> None:
    """Carries out a decision of the seat to move, and all that follows without one."""
    seat = np.int64(state["to_move"])
    is_done = carry_out(state["phase"], state, action)
    if is_done:
        count = int(state["num_players"])
        distance = (seat - state["marker"] + count) % count
        move_on(state, distance + 1)


@kernel
def move_on(state: np.void, distance: int) -> None:
    """Goes on to the next decision or the end, from the seat `distance` after the marker holder."""
    while state["trick"] < NUM_TRICKS:
        for further in range(distance, state["num_players"]):
            seat = seat_after(state, np.int64(state["marker"]), further)
            if is_asked(state, seat):
                return
        tricks.end_phase(state)
        distance = 0
    ending.finish(state)


@kernel
def is_asked(state: np.void, seat: int) -> bool:
    """Whether a player decides in this phase; without a decision the player's part is done here."""
    if state["phase"] == tyr.SELECT:
        return hands.begin_refill(state, seat)
    if state["phase"] == tyr.PLAY:
        return plays.begin_turn(state, seat)
    return tricks.begin_settling(state, seat)
