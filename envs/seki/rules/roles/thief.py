"""THIEF (盗賊): one TRADE, and an optional second one (SEKI-5.17)."""

import numpy as np

from ....core.compiling.kernel import kernel
from ... import state as seki
from .. import symbols, turn


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """Whether a TRADE is executable with the whole hand."""
    return symbols.can_trade(state, seat, 0)


@kernel
def activate(state: np.void) -> None:
    """Begins the first TRADE and notes that a second one is left."""
    state["left_to_do"] = 1
    turn.ask(state, seki.TRADE_CARD)
