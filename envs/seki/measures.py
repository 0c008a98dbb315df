"""What is worth knowing of a seat of SEKI: its role and hand, what became of it, who is ahead."""

import numpy as np

from ..core.game import Measure
from ..core.kernel import kernel
from .state import (
    ACTIVATED,
    MAX_PLAYERS,
    NUM_CARDS,
    is_number,
    kind_of,
    number_of,
)
from .text import ROLE_NAMES

FACTORS = (
    Measure("role", "the panel dealt (SEKI-2.3)", 0, len(ROLE_NAMES) - 1, ROLE_NAMES),
    Measure("parent", "takes the first turn (SEKI-3.4)", 0, 1),
    Measure("zeros", "0 cards dealt, which beat everything (SEKI-4.1)", 0, 4),
    Measure("high numbers", "numbers 6 to 9 dealt", 0, 8),
    Measure("low numbers", "numbers 1 to 4 dealt", 0, 8),
    Measure("REVERSE", "REVERSE cards dealt (SEKI-5.1)", 0, 3),
    Measure("TRADE", "TRADE cards dealt (SEKI-5.2)", 0, 3),
    Measure("DIG UP", "DIG UP cards dealt (SEKI-5.3)", 0, 3),
    Measure("DISCARD", "was dealt DISCARD (SEKI-5.4)", 0, 1),
)
ROLE, PARENT, ZEROS, HIGH_NUMBERS, LOW_NUMBERS, FIRST_SYMBOL = range(6)

TALLIES = (
    Measure("finished", "shed all cards (SEKI-4.10)", 0, 1),
    Measure("stalled", "was left when the last game stalled (SEKI-6.4)", 0, 1),
    Measure("activated", "used the panel in the last game (SEKI-4.7)", 0, 1),
    Measure("turn of activation", "in which own turn the panel was used; 0 for never", 0, 100_000),
    Measure("resets", "resets of the pile (SEKI-4.9)", 0, 100_000),
)
SHED_ALL, STALLED, USED_PANEL, ACTIVATION_TURN, RESETS = range(len(TALLIES))
FINISHED_OUTLOOK = 100.0  # above any hand


@kernel
def measure_deal(state: np.void, values: np.ndarray) -> None:
    """Fills float64[F, P] with the factors."""
    values[:] = 0.0
    values[PARENT, state["parent"]] = 1.0
    for seat in range(state["num_players"]):
        values[ROLE, seat] = state["role"][seat]
    for card in range(NUM_CARDS):
        zone = np.int64(state["zone"][card])
        if zone >= MAX_PLAYERS:
            continue
        if is_number(card):
            number = number_of(card)
            values[ZEROS, zone] += number == 0
            values[LOW_NUMBERS, zone] += 1 <= number <= 4
            values[HIGH_NUMBERS, zone] += number >= 6
        else:
            values[FIRST_SYMBOL + kind_of(card), zone] += 1.0


@kernel
def measure_game(state: np.void, values: np.ndarray) -> None:
    """Fills float64[T, P] with the tallies, of the last game of a match."""
    values[:] = 0.0
    for seat in range(state["num_players"]):
        values[SHED_ALL, seat] = state["zone_size"][seat] == 0
        values[STALLED, seat] = state["stalled"] == 1 and state["zone_size"][seat] > 0
        values[USED_PANEL, seat] = state["panel"][seat] == ACTIVATED
        values[ACTIVATION_TURN, seat] = state["activation_turn"][seat]
        values[RESETS, seat] = state["resets"][seat]


@kernel
def outlook(state: np.void, values: np.ndarray) -> None:
    """Fills float64[P]: who finished first is ahead, then who holds fewest cards (SEKI-6.1)."""
    for seat in range(state["num_players"]):
        place = float(state["place"][seat])
        if place > 0:
            values[seat] = FINISHED_OUTLOOK - place
        else:
            values[seat] = -float(state["zone_size"][seat])
