"""The view of Sevens: everything that a seat may know (SEV-7)."""

import numpy as np

from ..cards.french import NUM_CARDS
from ..cards.laying import ACTIVE, ELIMINATED, FINISHED
from ..core.compiling.kernel import kernel
from ..core.contract.cells import cell_observer, view_fields
from ..core.kit.seats import number_from_viewer
from . import state as sevens
from .options import SevensOptions

FIELDS = view_fields(sevens.CELLS, SevensOptions)


@kernel
def observe_player(state: np.void, player: int, distance: int, view: np.void) -> None:
    """Writes whether a player is active, has finished or was eliminated."""
    status, order = state["status"][player], state["order"][player]
    view["active"][distance] = status == ACTIVE
    view["finished"][distance] = order if status == FINISHED else 0
    view["eliminated"][distance] = order if status == ELIMINATED else 0


observe_cells = cell_observer("sevens_v0", sevens.CELLS, SevensOptions, observe_player)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (SEV-7.4)."""
    observe_cells(state, seat, view)
    observe_cards(state, seat, view)
    observe_layout(state, seat, view)


@kernel
def observe_cards(state: np.void, seat: int, view: np.void) -> None:
    """Writes the own cards and those that lie. Each field has its own loop, which is vectorised."""
    for cell in range(NUM_CARDS):
        view["hand"][cell] = state["holder"][cell] == seat
    for cell in range(NUM_CARDS):
        view["natural"][cell] = state["layout"][cell] == sevens.NATURAL
    for cell in range(NUM_CARDS):
        view["joker"][cell] = state["layout"][cell] == sevens.JOKER


@kernel
def observe_layout(state: np.void, seat: int, view: np.void) -> None:
    """Writes the cells where the layout goes on, and who laid each card."""
    for cell in range(NUM_CARDS):
        view["frontier"][cell] = 0
    for slot in range(sevens.NUM_SLOTS):
        cell = state["frontier"][slot]
        if cell != sevens.NO_CELL:
            view["frontier"][cell] = 1
    count, viewer = np.int8(state["num_players"]), np.int8(seat)
    for cell in range(NUM_CARDS):
        view["laid_by"][cell] = number_from_viewer(state["laid_by"][cell], viewer, count)
