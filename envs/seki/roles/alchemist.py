"""ALCHEMIST (錬金術師): draw, then make one number of two (SEKI-5.5)."""

import numpy as np

from ...core.kernel import kernel
from ..cards import discard, draw
from ..state import (
    ALCHEMIST_DECLARE,
    ALCHEMIST_FIRST,
    ALCHEMIST_SECOND,
    ANY_ZERO,
    BOTH_ZERO,
    DECLARED,
    DECLARED_ZERO,
    DIFFERENCE_ACTION,
    NUM_NUMBERS,
    NUMBER_DECK,
    STOP_ACTION,
    SUM_ACTION,
    beats,
    free_numbers,
    is_free,
    number_of,
)
from ..turn import ask, finish_effect


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """There is a card to draw, or there are two free numbers."""
    return state["zone_size"][NUMBER_DECK] > 0 or free_numbers(state, seat) >= 2


@kernel
def activate(state: np.void) -> None:
    """Step 1: draw. With two free numbers, step 2 is offered."""
    seat = np.int64(state["to_move"])
    draw(state, seat)
    if free_numbers(state, seat) >= 2:
        ask(state, ALCHEMIST_FIRST)
    else:
        finish_effect(state)


@kernel
def declared_number(one: int, other: int, action: int) -> int:
    """The last digit of the sum, or the difference, of two cards' numbers."""
    if action == SUM_ACTION:
        return (number_of(one) + number_of(other)) % 10
    return abs(number_of(one) - number_of(other))


@kernel
def may_declare(state: np.void, one: int, other: int, action: int) -> bool:
    """Whether two cards may be discarded under a declared number."""
    number = declared_number(one, other, action)
    if state["alchemist_must_beat"] == 1 and not beats(state, number):
        return False
    if state["zone_size"][state["to_move"]] > 2:
        return True
    zeros = (number_of(one) == 0) + (number_of(other) == 0)
    rule = state["alchemist_zero_finish"]
    return (
        (rule == ANY_ZERO and zeros == 0)
        or (rule == BOTH_ZERO and zeros < 2)
        or (rule == DECLARED_ZERO and number != 0)
    )


@kernel
def may_pair(state: np.void, one: int, other: int) -> bool:
    """Whether two different free numbers may be discarded together."""
    seat = np.int64(state["to_move"])
    return (
        one != other
        and is_free(state, one, seat)
        and is_free(state, other, seat)
        and (
            may_declare(state, one, other, SUM_ACTION)
            or may_declare(state, one, other, DIFFERENCE_ACTION)
        )
    )


@kernel
def legal_first(state: np.void, mask: np.ndarray) -> None:
    """The card that goes below, or declining."""
    mask[STOP_ACTION] = 1
    for one in range(NUM_NUMBERS):
        for other in range(NUM_NUMBERS):
            if may_pair(state, one, other):
                mask[one] = 1


@kernel
def apply_first(state: np.void, action: int) -> None:
    """Notes the card that goes below."""
    if action == STOP_ACTION:
        finish_effect(state)
    else:
        state["first_choice"] = action
        ask(state, ALCHEMIST_SECOND)


@kernel
def legal_second(state: np.void, mask: np.ndarray) -> None:
    """The card that goes on top."""
    for other in range(NUM_NUMBERS):
        mask[other] = may_pair(state, np.int64(state["first_choice"]), other)


@kernel
def apply_second(state: np.void, action: int) -> None:
    """Notes the card that goes on top."""
    state["second_choice"] = action
    ask(state, ALCHEMIST_DECLARE)


@kernel
def legal_declare(state: np.void, mask: np.ndarray) -> None:
    """Sum or difference."""
    one, other = np.int64(state["first_choice"]), np.int64(state["second_choice"])
    for action in (SUM_ACTION, DIFFERENCE_ACTION):
        mask[action] = may_declare(state, one, other, action)


@kernel
def apply_declare(state: np.void, action: int) -> None:
    """Discards both cards under the declared number."""
    seat = np.int64(state["to_move"])
    one, other = np.int64(state["first_choice"]), np.int64(state["second_choice"])
    discard(state, seat, one)
    discard(state, seat, other)
    state["top"] = declared_number(one, other, action)
    state["top_kind"] = DECLARED
    finish_effect(state)
