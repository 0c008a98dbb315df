"""The view of Namto: the facts of a table that one seat may know (NAM-7, KIKI-3.3)."""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.contract.cells import cell_observer, view_fields
from ..core.kit.arrays import clear
from ..kikisen.betting import observe_pot
from . import state as nam
from .options import NamtoOptions

FIELDS = view_fields(nam.CELLS, NamtoOptions)


@kernel
def observe_cards(state: np.void, player: int, distance: int, view: np.void) -> None:
    """Writes a player's face-up cards by type and the number hidden; zeros for no player."""
    clear(view["revealed"][distance])
    clear(view["shown"][distance])
    num_revealed = np.int64(state["num_revealed"][player])
    nam.add_cards(state, player, 0, num_revealed, view["revealed"][distance])
    if state["shown"][player, 0] != nam.NO_CARD:
        for position in range(nam.HAND_SIZE):
            view["shown"][distance, state["shown"][player, position]] += 1
    is_there = player < state["num_players"]
    view["hand_sizes"][distance] = nam.HAND_SIZE - num_revealed if is_there else 0


observe_cells = cell_observer("namto_v0", nam.CELLS, NamtoOptions, observe_cards)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (NAM-7.4)."""
    observe_cells(state, seat, view)
    observe_hand(state, seat, view)
    observe_pot(state, view)


@kernel
def observe_hand(state: np.void, seat: int, view: np.void) -> None:
    """Writes the own hidden cards and the chosen one (NAM-7.2)."""
    clear(view["hand"])
    clear(view["choice"])
    num_revealed = np.int64(state["num_revealed"][seat])
    nam.add_cards(state, seat, num_revealed, nam.HAND_SIZE, view["hand"])
    if state["chosen"][seat] == 1 and num_revealed == 0:
        view["choice"][state["cards"][seat, 0]] = 1
