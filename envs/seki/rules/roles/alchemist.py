"""ALCHEMIST (錬金術師): draw, then discard two numbers as one declared number (SEKI-5.5)."""

import numpy as np

from ....core.compiling.kernel import kernel
from ... import state as seki
from .. import cards, turn


@kernel
def can_activate(state: np.void, seat: int) -> bool:
    """Whether the number deck has a card or the hand two free numbers."""
    return state["zone_size"][seki.NUMBER_DECK] > 0 or seki.free_numbers(state, seat) >= 2


@kernel
def activate(state: np.void) -> None:
    """Carries out step 1, the draw; offers step 2 if the hand has two free numbers."""
    seat = np.int64(state["to_move"])
    cards.draw(state, seat)
    if seki.free_numbers(state, seat) >= 2:
        turn.ask(state, seki.ALCHEMIST_FIRST)
    else:
        turn.finish_effect(state)


@kernel
def declared_number(one: int, other: int, action: int) -> int:
    """Returns the last digit of the sum, or the difference, of two cards' numbers."""
    if action == seki.SUM_ACTION:
        return (seki.number_of(one) + seki.number_of(other)) % 10
    return abs(seki.number_of(one) - seki.number_of(other))


@kernel
def may_declare(state: np.void, one: int, other: int, action: int) -> bool:
    """Whether two cards may be discarded with a declared number."""
    number = declared_number(one, other, action)
    if state["alchemist_must_beat"] == 1 and not seki.beats(state, number):
        return False
    if state["zone_size"][state["to_move"]] > 2:
        return True
    zeros = (seki.number_of(one) == 0) + (seki.number_of(other) == 0)
    rule = state["alchemist_zero_finish"]
    return (
        (rule == seki.ANY_ZERO and zeros == 0)
        or (rule == seki.BOTH_ZERO and zeros < 2)
        or (rule == seki.DECLARED_ZERO and number != 0)
    )


@kernel
def may_pair(state: np.void, one: int, other: int) -> bool:
    """Whether two different free numbers may be discarded together."""
    seat = np.int64(state["to_move"])
    return (
        one != other
        and seki.is_free(state, one, seat)
        and seki.is_free(state, other, seat)
        and (
            may_declare(state, one, other, seki.SUM_ACTION)
            or may_declare(state, one, other, seki.DIFFERENCE_ACTION)
        )
    )


@kernel
def legal_first(state: np.void, mask: np.ndarray) -> None:
    """Marks the cards that may go below, and declining."""
    mask[seki.STOP_ACTION] = 1
    for one in range(seki.NUM_NUMBERS):
        for other in range(seki.NUM_NUMBERS):
            if may_pair(state, one, other):
                mask[one] = 1


@kernel
def apply_first(state: np.void, action: int) -> None:
    """Stores the card that goes below, or ends the effect."""
    if action == seki.STOP_ACTION:
        turn.finish_effect(state)
    else:
        state["first_choice"] = action
        turn.ask(state, seki.ALCHEMIST_SECOND)


@kernel
def legal_second(state: np.void, mask: np.ndarray) -> None:
    """Marks the cards that may go on top."""
    for other in range(seki.NUM_NUMBERS):
        mask[other] = may_pair(state, np.int64(state["first_choice"]), other)


@kernel
def apply_second(state: np.void, action: int) -> None:
    """Stores the card that goes on top."""
    state["second_choice"] = action
    turn.ask(state, seki.ALCHEMIST_DECLARE)


@kernel
def legal_declare(state: np.void, mask: np.ndarray) -> None:
    """Marks the sum and the difference, if they may be declared."""
    one, other = np.int64(state["first_choice"]), np.int64(state["second_choice"])
    for action in (seki.SUM_ACTION, seki.DIFFERENCE_ACTION):
        mask[action] = may_declare(state, one, other, action)


@kernel
def apply_declare(state: np.void, action: int) -> None:
    """Discards both cards and makes the declared number the top."""
    seat = np.int64(state["to_move"])
    one, other = np.int64(state["first_choice"]), np.int64(state["second_choice"])
    cards.discard(state, seat, one)
    cards.discard(state, seat, other)
    state["top"] = declared_number(one, other, action)
    state["top_kind"] = seki.DECLARED
    turn.finish_effect(state)
