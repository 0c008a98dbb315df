"""The kernels of Cyclic: which decision is asked (CYC-4.7), and what carries it out."""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.kit.arrays import clear
from ...kikisen import seasons
from ...kikisen.prizes import score
from .. import state as cyc
from . import plays, rounds

__all__ = ["apply", "deal", "legal", "score"]


@kernel
def deal(state: np.void) -> None:
    """Starts a match from `rng` and the options (KIKI-6.3, CYC-3.1)."""
    cyc.start_match(state)
    seasons.begin_match(state)
    rounds.deal_season(state)


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the int8 mask of the seat to move and returns the number of legal actions."""
    clear(mask)
    if state["to_move"] == cyc.NOBODY:
        return 0
    if state["chosen_form"] != cyc.NONE:
        return plays.mark_fills(state, mask)
    if state["form"] == cyc.NONE:
        return plays.mark_leads(state, mask)
    mask[cyc.PASS_ACTION] = 1
    return 1 + plays.mark_answers(state, mask)


@kernel
def apply(state: np.void, action: int) -> None:
    """Carries out one decision of the seat to move, and all that follows without one."""
    if action == cyc.PASS_ACTION:
        rounds.pass_turn(state)
        return
    if state["chosen_form"] == cyc.NONE:
        plays.choose_shape(state, action)
    else:
        plays.fill(state, action - cyc.FIRST_FILL)
    plays.fill_what_is_forced(state)
    if plays.is_complete(state):
        rounds.lay(state)
