"""Redealing of Killer Sevens: random worlds that agree with all that a seat knows.

A world is an assignment of the hidden cards to the other hands. It can be excluded if a hand's
size does not fit, if a forced pass proves that a seat can't hold a card, or if the player on turn
would have been eliminated instead of getting a decision (KIL-5.5).
"""

import numpy as np

from ..cards.laying import ABSENT
from ..core.compiling.kernel import kernel
from ..core.kit.bits import NOTHING, bit_of
from ..core.kit.redeal import world_dealer
from ..core.kit.seats import NOBODY
from .board import NUM_CELLS
from .rules import is_exhausted


@kernel
def collect_hidden(state: np.void, seat: int, cells: np.ndarray, seats: np.ndarray) -> int:
    """Lists the cells whose cards a seat does not see, and the seats of the hidden places.

    Args:
        state: The table.
        seat: The viewer.
        cells: int8[52], filled with cells in rising order.
        seats: int8[52], filled with seats in rising order.

    Returns:
        The number of cells, which is that of places.
    """
    hidden = ~(state["laid"] | state["hands"][seat])
    count, places = 0, 0
    for cell in range(NUM_CELLS):
        if hidden & bit_of(cell):
            cells[count] = cell
            count += 1
    for other in range(state["num_players"]):
        if other != seat and state["status"][other] != ABSENT:
            for _ in range(state["hand_size"][other]):
                seats[places] = other
                places += 1
    return count


@kernel
def count_conflicts(
    state: np.void, viewer: int, cells: np.ndarray, seats: np.ndarray, count: int
) -> int:
    """Deals the hidden cards out, and counts the known facts that this world contradicts."""
    for position in range(count):
        state["hands"][seats[position]] = NOTHING
    conflicts = 0
    for position in range(count):
        other, bit = seats[position], bit_of(cells[position])
        state["hands"][other] |= bit
        conflicts += state["barred"][other] & bit != NOTHING
    if state["to_move"] != NOBODY and is_exhausted(state, np.int64(state["to_move"])):
        conflicts += 1
    return conflicts


deal_world = world_dealer("killer_sevens_v0", count_conflicts)


@kernel
def redeal(state: np.void, seat: int) -> None:
    """Replaces all that a seat does not know by a random world that it can't exclude.

    Equally likely where uniform dealing finds one; see `deal_world`. The result depends on what
    the seat knows and on `rng` alone. Once the game is over all hands are public.
    """
    if state["to_move"] != NOBODY:
        cells = np.empty(NUM_CELLS, np.int8)
        seats = np.empty(NUM_CELLS, np.int8)
        count = collect_hidden(state, seat, cells, seats)
        deal_world(state, seat, cells, seats, count)
