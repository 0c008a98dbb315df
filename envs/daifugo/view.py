"""The view of Daifugo: everything that a seat may know, memory included (DFG-7)."""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.cells import cell_observer, view_fields
from ..core.kit.arrays import show_one
from ..core.kit.bits import show_set
from ..core.kit.memory import observe_memory
from . import state as dfg
from .options import DaifugoOptions

FIELDS = view_fields(dfg.CELLS, DaifugoOptions)

observe_cells = cell_observer("daifugo_v0", dfg.CELLS, DaifugoOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (DFG-7.5)."""
    observe_cells(state, seat, view)
    observe_memory(state, seat, view)
    show_set(state["discards"] & ~state["face_down"], view["discards"])
    view["reversed"] = dfg.is_reversed(state)
    view["rounds_left"] = max(state["num_rounds"] - state["round"] - 1, 0)
    observe_decision(state, seat, view)


@kernel
def observe_decision(state: np.void, seat: int, view: np.void) -> None:
    """Writes the phase, and the own steps so far for the player on turn (DFG-7.2)."""
    is_mover, phase = state["to_move"] == seat, np.int64(state["phase"])
    show_one(phase if is_mover else dfg.first_step(phase), view["phase"])
    is_within = is_mover and phase in (dfg.SUITS, dfg.JOKER_FACES)
    show_one(np.int64(state["chosen_kind"]) if is_within else -1, view["chosen_kind"])
    view["chosen_size"] = state["chosen_size"] if is_within else 0
    view["chosen_rank"] = 1 + state["chosen_rank"] if is_within else 0
    for suit in range(dfg.NUM_SUITS):
        view["chosen_suits"][suit] = (state["chosen_suits"] >> suit & 1) * is_within
    show_one(np.int64(state["chosen_card"]) if is_mover else dfg.NO_CARD, view["chosen_card"])
