"""The view of Makkaik: the facts of a table that one seat may know (MKK-7, KIKI-3.3)."""

import numpy as np

from ..cards.kikisen import NUM_TYPES
from ..core.compiling.kernel import kernel
from ..core.contract.cells import cell_observer, view_fields
from ..kikisen.betting import observe_pot
from . import state as mkk
from .options import MakkaikOptions
from .rules.exchange import drawn_card

FIELDS = view_fields(mkk.CELLS, MakkaikOptions)


@kernel
def observe_draw(state: np.void, player: int, distance: int, view: np.void) -> None:
    """Shows a player's kind of exchange, and the drawn card that was not taken (MKK-7.1)."""
    is_known = distance == 0 or state["unused_draw"] == mkk.PUBLIC
    view["swapped"][distance] = state["kinds"][player] == mkk.SWAP
    view["drew"][distance] = state["kinds"][player] == mkk.DRAW
    unused = np.int64(state["unused"][player]) if is_known else mkk.NO_CARD
    mkk.show_card(unused, view["unused"][distance])


observe_cells = cell_observer("makkaik_v0", mkk.CELLS, MakkaikOptions, observe_draw)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (MKK-7.4); the size of hands is known (MKK-2.2)."""
    observe_cells(state, seat, view)
    observe_exchange(state, seat, view)
    observe_pot(state, view)


@kernel
def observe_exchange(state: np.void, seat: int, view: np.void) -> None:
    """Writes the drawn and the incoming card for the exchanger only (MKK-7.2, 9.13)."""
    for type_ in range(NUM_TYPES):
        view["drawn"][type_] = 0
    if is_drawing(state, seat):
        for number in range(mkk.NUM_DRAWN):
            view["drawn"][drawn_card(state, number)] += 1
    incoming = np.int64(state["incoming"]) if seat == state["to_move"] else mkk.NO_CARD
    mkk.show_card(incoming, view["incoming"])


@kernel
def is_drawing(state: np.void, seat: int) -> bool:
    """Returns whether a player has drawn two cards and not yet put one out."""
    is_choosing = state["phase"] == mkk.INCOMING or state["phase"] == mkk.OUTGOING
    return is_choosing and seat == state["to_move"] and state["kinds"][seat] == mkk.DRAW
