"""THIEF (盗賊): one TRADE, and a second one if he likes (SEKI-5.17)."""

import numpy as np

from ...core.kernel import kernel
from ..state import TRADE_CARD
from ..symbols import can_trade
from ..turn import ask


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """A TRADE is possible with the whole hand."""
    return can_trade(state, seat, 0)


@kernel
def activate(state: np.void) -> None:
    """Begins the first TRADE; a second one is left."""
    state["left_to_do"] = 1
    ask(state, TRADE_CARD)
