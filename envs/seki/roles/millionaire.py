"""MILLIONAIRE (富豪): a number for the top of the symbol deck, then a bonus turn (SEKI-5.14)."""

import numpy as np

from ...core.kernel import kernel
from ..cards import draw_from, exclude
from ..state import MILLIONAIRE_NUMBER, SYMBOL_DECK, free_numbers
from ..turn import ask, finish_effect


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """There is a free number to pay with, and a symbol to buy."""
    return free_numbers(state, seat) > 0 and state["zone_size"][SYMBOL_DECK] > 0


@kernel
def activate(state: np.void) -> None:
    """Step 1 asks for the number."""
    ask(state, MILLIONAIRE_NUMBER)


@kernel
def apply_number(state: np.void, action: int) -> None:
    """Excludes the number and takes the top symbol unseen."""
    seat = np.int64(state["to_move"])
    exclude(state, seat, action, True)
    draw_from(state, seat, SYMBOL_DECK)
    finish_effect(state)
