"""Seats around a table: 0..num_players-1, clockwise; a view counts them from its viewer."""

import numpy as np

from ..compiling.kernel import kernel
from .rng import draw_below

NOBODY = -1


@kernel
def next_seat(state: np.void, seat: int) -> int:
    """The clockwise next seat; of seat -1 it is seat 0."""
    return seat + 1 if seat + 1 < state["num_players"] else 0


@kernel
def seat_after(state: np.void, seat: int, distance: int) -> int:
    """The seat so many seats further on, clockwise."""
    return (seat + distance) % state["num_players"]


@kernel
def seat_seen_at(state: np.void, viewer: int, distance: int) -> int:
    """The seat whose row in a view is `distance`: clockwise from the viewer, then absent ones."""
    count = int(state["num_players"])
    if distance >= count:
        return distance
    seat = viewer + distance
    return seat if seat < count else seat - count


@kernel
def number_from_viewer(seat: np.int8, viewer: np.int8, count: np.int8) -> np.int8:
    """A seat as a field of cells names it: 0 nobody, 1 the viewer, 2 the next clockwise, ...

    In int8 throughout, or loops over many cells run eight times slower.
    """
    distance = np.int8(np.int8(seat) - np.int8(viewer))
    clockwise = np.int8(distance + (np.int8(count) if distance < 0 else np.int8(0)))
    return np.int8((clockwise + np.int8(1)) * np.int8(seat != NOBODY))


@kernel
def drawn_seat(state: np.void, wanted: int) -> int:
    """The seat that an option names, or a random one where it is negative."""
    if wanted >= 0:
        return wanted
    return int(draw_below(state, np.int64(state["num_players"])))


def distances(viewer: int, count: int) -> list[tuple[int, int]]:
    """Every seat in rising order, each with its distance clockwise from the viewer.

    >>> distances(1, 3)
    [(0, 2), (1, 0), (2, 1)]
    """
    return [(seat, (seat - viewer) % count) for seat in range(count)]


def player_name(seat: int) -> str:
    """What a seat is called, in PettingZoo too: `player_2`."""
    return f"player_{seat}"
