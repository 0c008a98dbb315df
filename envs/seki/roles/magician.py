"""MAGICIAN (手品師): the panel acts as a symbol (SEKI-5.13)."""

import numpy as np

from ...core.kernel import kernel
from ..state import DIG_UP, FIRST_KIND, MAGICIAN_KIND
from ..symbols import act_as, can_act_as
from ..turn import ask


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """Always: it can act as REVERSE."""
    return True


@kernel
def activate(state: np.void) -> None:
    """Step 1 asks for the symbol."""
    ask(state, MAGICIAN_KIND)


@kernel
def legal_kind(state: np.void, mask: np.ndarray) -> None:
    """REVERSE, TRADE or DIG UP, as far as it has an effect; no card is spent."""
    for kind in range(DIG_UP + 1):
        mask[FIRST_KIND + kind] = can_act_as(state, np.int64(state["to_move"]), kind, 0)


@kernel
def apply_kind(state: np.void, action: int) -> None:
    """Acts as the symbol."""
    act_as(state, action - FIRST_KIND)
