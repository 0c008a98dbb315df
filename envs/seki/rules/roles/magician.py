"""MAGICIAN (手品師): the panel acts as a symbol (SEKI-5.13)."""

import numpy as np

from ....core.compiling.kernel import kernel
from ... import state as seki
from .. import symbols, turn


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """Returns True: the panel can always act as REVERSE."""
    return True


@kernel
def activate(state: np.void) -> None:
    """Begins step 1: asks for the symbol."""
    turn.ask(state, seki.MAGICIAN_KIND)


@kernel
def legal_kind(state: np.void, mask: np.ndarray) -> None:
    """Marks the executable ones of REVERSE, TRADE and DIG UP; no card is spent."""
    seat = np.int64(state["to_move"])
    for kind in range(seki.DIG_UP + 1):
        mask[seki.FIRST_KIND + kind] = symbols.can_act_as(state, seat, kind, 0)


@kernel
def apply_kind(state: np.void, action: int) -> None:
    """Begins the effect of the chosen symbol."""
    symbols.act_as(state, action - seki.FIRST_KIND)
