"""MILLIONAIRE (富豪): a number for the top of the symbol deck, then a bonus turn (SEKI-5.14)."""

import numpy as np

from ....core.compiling.kernel import kernel
from ... import state as seki
from .. import cards, turn


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """Whether the hand has a free number and the symbol deck a card."""
    return seki.free_numbers(state, seat) > 0 and state["zone_size"][seki.SYMBOL_DECK] > 0


@kernel
def activate(state: np.void) -> None:
    """Begins step 1: asks for the number."""
    turn.ask(state, seki.MILLIONAIRE_NUMBER)


@kernel
def apply_number(state: np.void, action: int) -> None:
    """Excludes the number and takes the top symbol unseen."""
    seat = np.int64(state["to_move"])
    cards.exclude(state, seat, action, True)
    cards.draw_from(state, seat, seki.SYMBOL_DECK)
    turn.finish_effect(state)
