"""The view of Cyclic: the facts of a table that one seat may know (CYC-7, KIKI-3.3)."""

import numpy as np

from ..cards.kikisen import NUM_TYPES
from ..core.compiling.kernel import kernel
from ..core.contract.cells import cell_observer, view_fields
from ..core.kit.arrays import show_one
from . import state as cyc
from .options import CyclicOptions
from .rules.plays import kind_at

FIELDS = view_fields(cyc.CELLS, CyclicOptions)

observe_cells = cell_observer("cyclic_v0", cyc.CELLS, CyclicOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (CYC-7.4)."""
    observe_cells(state, seat, view)
    has_play = state["form"] != cyc.NONE
    show_one(np.int64(state["foot"]) if has_play else -1, view["foot"])
    observe_choice(state, seat, view)


@kernel
def observe_choice(state: np.void, seat: int, view: np.void) -> None:
    """Writes the play under way, only for the player who makes it (CYC-7.3)."""
    is_own = state["to_move"] == seat and state["chosen_form"] != cyc.NONE
    show_one(np.int64(state["chosen_form"]) - 1 if is_own else -1, view["chosen_form"])
    show_one(np.int64(state["chosen_foot"]) if is_own else -1, view["chosen_foot"])
    view["chosen_size"] = state["chosen_size"] if is_own else 0
    view["num_filled"] = state["num_filled"] if is_own else 0
    for type_ in range(NUM_TYPES):
        view["laid"][type_] = 0
    if is_own:
        for place in range(state["num_filled"]):
            view["laid"][cyc.TYPES_OF_WAYS[state["fills"][place], kind_at(state, place)]] += 1
