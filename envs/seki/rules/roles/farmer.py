"""FARMER (農家): a reset without the right, and up to two cards (SEKI-5.16). A legacy role."""

import numpy as np

from ....core.compiling.kernel import kernel
from ... import state as seki
from .. import cards, turn


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """Returns True: the role has no condition."""
    return True


@kernel
def activate(state: np.void) -> None:
    """Begins step 1: excludes the pile and turns up a new one."""
    cards.reset_pile(state)
    cards.flip(state, np.int64(state["to_move"]))
    turn.ask(state, seki.FARMER_FIRST)


@kernel
def legal_first(state: np.void, mask: np.ndarray) -> None:
    """Marks trashing, passing, and the special trash."""
    mask[seki.PASS_ACTION] = 1
    mask[seki.SPECIAL_ACTION] = 1
    seki.mark_trash(state, np.int64(state["to_move"]), mask)


@kernel
def apply_first(state: np.void, action: int) -> None:
    """Trashes, passes, or draws for the special trash."""
    seat = np.int64(state["to_move"])
    if action == seki.PASS_ACTION:
        turn.draw_and_ask(state, seat, False)
    elif action == seki.SPECIAL_ACTION:
        cards.draw(state, seat)
        turn.ask(state, seki.FARMER_SECOND)
    else:
        cards.discard(state, seat, action)
        turn.finish_effect(state)


@kernel
def legal_second(state: np.void, mask: np.ndarray) -> None:
    """Marks the cards that beat the pile, and stopping."""
    mask[seki.STOP_ACTION] = 1
    seki.mark_trash(state, np.int64(state["to_move"]), mask)


@kernel
def apply_second(state: np.void, action: int) -> None:
    """Trashes the first of two cards, or stops."""
    if action == seki.STOP_ACTION:
        turn.finish_effect(state)
    else:
        cards.discard(state, np.int64(state["to_move"]), action)
        turn.ask(state, seki.FARMER_THIRD)


@kernel
def may_stack(state: np.void, seat: int, card: int) -> bool:
    """Whether a card has the number of the pile's top, or the next stronger one."""
    top, number = np.int64(state["top"]), np.int64(seki.number_of(card))
    if not seki.is_free(state, card, seat) or (number == 0 and state["zone_size"][seat] == 1):
        return False
    if number == top:
        return True
    stronger = top - 1 if state["reversed"] == 1 else top + 1
    return bool(top != 0 and 1 <= stronger <= 9 and number == stronger)


@kernel
def legal_third(state: np.void, mask: np.ndarray) -> None:
    """Marks the cards that may be stacked, and stopping."""
    mask[seki.STOP_ACTION] = 1
    for card in range(seki.NUM_NUMBERS):
        mask[card] = may_stack(state, np.int64(state["to_move"]), card)


@kernel
def apply_third(state: np.void, action: int) -> None:
    """Stacks the second card, or stops."""
    if action != seki.STOP_ACTION:
        cards.discard(state, np.int64(state["to_move"]), action)
    turn.finish_effect(state)
