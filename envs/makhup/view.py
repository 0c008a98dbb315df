"""The view of Makhup: the facts of a table that one seat may know (MHP-7, KIKI-3.3)."""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.cells import cell_observer, view_fields
from ..core.kit.arrays import clear
from . import state as mhp
from .options import MakhupOptions

FIELDS = view_fields(mhp.CELLS, MakhupOptions)

observe_cells = cell_observer("makhup_v0", mhp.CELLS, MakhupOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (MHP-7.3)."""
    observe_cells(state, seat, view)
    observe_stock(state, view)


@kernel
def observe_stock(state: np.void, view: np.void) -> None:
    """Writes the cards of the stock by rank after a reshuffle, zeros before (MHP-7.1)."""
    clear(view["stock"])
    if state["reshuffles"] > 0:
        for position in range(state["stock_size"]):
            view["stock"][state["stock"][position]] += 1
