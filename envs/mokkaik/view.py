"""The view of Mokkaik: the facts of a table that one seat may know (MOK-7, KIKI-3.3)."""

import numpy as np

from ..cards.kikisen import NUM_TYPES
from ..core.compiling.kernel import kernel
from ..core.contract.cells import cell_observer, view_fields
from . import state as mok
from .options import MokkaikOptions

FIELDS = view_fields(mok.CELLS, MokkaikOptions)


@kernel
def observe_play(state: np.void, player: int, distance: int, view: np.void) -> None:
    """Writes the cards that a player laid in this round and the number of thrown ones."""
    action = np.int64(state["plays"][player])
    is_laid = action != mok.NO_PLAY
    view["strengths"][distance] = 1 + mok.STRENGTHS[action] if is_laid else 0
    view["num_thrown"][distance] = mok.num_cards_in(state["thrown"][player])
    for type_ in range(NUM_TYPES):
        view["table"][distance, type_] = mok.COUNTS[action, type_] if is_laid else 0


observe_cells = cell_observer("mokkaik_v0", mok.CELLS, MokkaikOptions, observe_play)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (MOK-7.4)."""
    observe_cells(state, seat, view)
    observe_round(state, seat, view)
    view["num_undealt"] = mok.num_cards_in(state["undealt"])


@kernel
def observe_round(state: np.void, seat: int, view: np.void) -> None:
    """Writes the led kind and the phase; the cards left to throw only for the thrower."""
    is_over, phase, led = state["to_move"] < 0, mok.phase_of(state), mok.led_play(state)
    for kind in range(mok.NUM_PHASES):
        view["phase"][kind] = kind == phase and not is_over
    for shape in range(mok.NUM_SHAPES):
        view["shape"][shape] = led != mok.NO_PLAY and shape == mok.SHAPE_OF_ACTION[led]
    view["size"] = mok.SIZES[led] if led != mok.NO_PLAY else 0
    view["num_black"] = mok.NUM_BLACK[led] if led != mok.NO_PLAY else 0
    view["left_to_throw"] = state["left_to_throw"] if state["to_move"] == seat else 0
