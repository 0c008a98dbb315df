"""Forming a hand from the stock: at the start (TYR-3.6) and after a pass (TYR-4.3)."""

import numpy as np

from ...core.compiling.kernel import kernel
from .. import state as tyr


@kernel
def hand_size(state: np.void) -> int:
    """Returns the size of a hand formed now, if the stock is large enough (TYR-3.6, TYR-4.3)."""
    return int(state["first_hand"] if state["trick"] == 0 else state["refill_hand"])


@kernel
def begin_refill(state: np.void, seat: int) -> bool:
    """Forms a player's hand at the start or after a pass; returns whether the player chooses.

    See TYR-3.6 and TYR-4.3.
    """
    if state["trick"] > 0 and tyr.deed_before(state, seat) != tyr.PASSED:
        return False
    ask_suits(state, seat)
    if state["step"] < tyr.NUM_STEPS:
        state["selected"][seat, state["trick"]] = 1
        return True
    take_up(state, seat)
    return False


@kernel
def ask_suits(state: np.void, seat: int) -> None:
    """Asks a player for the number of cards of each suit, from the first suit on (TYR-4.3)."""
    tyr.ask(state, seat, tyr.SELECT)
    for suit in range(tyr.NUM_SUITS):
        state["kept"][suit] = 0
    state["step"] = 0
    skip_forced(state, seat)


@kernel
def skip_forced(state: np.void, seat: int) -> None:
    """Takes the steps that leave no choice (TYR-4.14, TYR-9.18)."""
    while state["step"] < tyr.NUM_STEPS:
        fewest, most = bounds(state, seat)
        if fewest < most:
            return
        state["kept"][state["step"]] = most
        state["step"] += 1


@kernel
def bounds(state: np.void, seat: int) -> tuple[int, int]:
    """Returns the fewest and the most cards of the suit that is asked (TYR-4.3)."""
    step, stock = np.int64(state["step"]), state["stocks"][seat]
    need = min(hand_size(state), tyr.num_cards(stock)) - tyr.num_cards(state["kept"])
    later = 0
    for suit in range(step + 1, tyr.NUM_SUITS):
        later += stock[suit]
    return max(0, need - later), min(np.int64(stock[step]), need)


@kernel
def mark_numbers(state: np.void, mask: np.ndarray) -> int:
    """Marks the numbers of cards of the suit that can be taken; returns how many (TYR-4.3)."""
    seat = np.int64(state["to_move"])
    fewest, most = bounds(state, seat)
    first = tyr.NUM_KEPT * state["step"]
    for number in range(fewest, most + 1):
        mask[first + number] = 1
    return most - fewest + 1


@kernel
def keep(state: np.void, action: int) -> bool:
    """Takes the chosen number of cards of a suit; returns whether the hand is complete."""
    seat = np.int64(state["to_move"])
    state["kept"][state["step"]] = action % tyr.NUM_KEPT
    state["step"] += 1
    skip_forced(state, seat)
    if state["step"] < tyr.NUM_STEPS:
        return False
    take_up(state, seat)
    return True


@kernel
def take_up(state: np.void, seat: int) -> None:
    """Moves the chosen cards to the hand; the last suit gives the remainder (TYR-4.3)."""
    stock = state["stocks"][seat]
    size = min(hand_size(state), tyr.num_cards(stock))
    state["refills"][seat, state["trick"]] = size
    state["kept"][tyr.NUM_STEPS] = size - tyr.num_cards(state["kept"])
    for suit in range(tyr.NUM_SUITS):
        number = state["kept"][suit]
        stock[suit] -= number
        state["hands"][seat, suit] += number
        state["kept"][suit] = 0
    state["step"] = 0
