"""The view of Niekhi: the facts of a table that one seat may know (NIE-7, KIKI-3.3)."""

import numpy as np

from ..cards.melds import show_counts, total_of
from ..core.compiling.kernel import kernel
from ..core.contract.cells import cell_observer, view_fields
from ..core.kit.arrays import show_one
from . import state as nie
from .options import NiekhiOptions

FIELDS = view_fields(nie.CELLS, NiekhiOptions)

observe_cells = cell_observer("niekhi_v0", nie.CELLS, NiekhiOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (NIE-7.4)."""
    observe_cells(state, seat, view)
    view["aside"] = total_of(state["aside"])
    length, copies = np.int64(state["length"]), np.int64(state["copies"])
    show_one(nie.kind_of(length, copies), view["kind"])
    view["rank"] = (state["rank"] + 1) * (copies > 0)
    observe_decision(state, seat, view)


@kernel
def observe_decision(state: np.void, seat: int, view: np.void) -> None:
    """Writes the decision; only the player sees the steps of the play (NIE-9.11)."""
    phase = int(state["phase"])
    if state["to_move"] == nie.NOBODY:
        phase = nie.NOBODY
    elif state["to_move"] != seat:
        phase = nie.public_phase(phase)
    show_one(phase, view["phase"])
    is_within = phase == nie.SHIPS
    view["chosen_rank"] = (state["chosen_rank"] + 1) * is_within
    view["chosen_length"] = state["chosen_length"] * is_within
    view["chosen_copies"] = state["chosen_copies"] * is_within
    show_counts(state["chosen_ships"] * is_within, view["chosen_ships"])
