"""Seats around a table: 0..num_players-1, clockwise; a view counts them from its viewer."""

import numpy as np

from ..compiling.kernel import kernel
from .rng import draw_below

NOBODY = -1


@kernel
def next_seat(state: np.void, seat: int) -> int:
    """Returns the next seat clockwise; seat 0 for seat -1."""
    return seat + 1 if seat + 1 < state["num_players"] else 0


@kernel
def seat_after(state: np.void, seat: int, distance: int) -> int:
    """Returns the seat `distance` seats clockwise."""
    return (seat + distance) % state["num_players"]


@kernel
def seat_seen_at(state: np.void, viewer: int, distance: int) -> int:
    """Returns the seat in row `distance` of a view: clockwise from the viewer, absent ones last."""
    count = int(state["num_players"])
    if distance >= count:
        return distance
    seat = viewer + distance
    return seat if seat < count else seat - count


@kernel
def number_from_viewer(seat: np.int8, viewer: np.int8, count: np.int8) -> np.int8:
    """Returns a seat's number in a view: 0 nobody, 1 the viewer, 2 the next clockwise, ...

    All arithmetic is int8; otherwise loops over many cells are eight times slower.
    """
    distance = np.int8(np.int8(seat) - np.int8(viewer))
    clockwise = np.int8(distance + (np.int8(count) if distance < 0 else np.int8(0)))
    return np.int8((clockwise + np.int8(1)) * np.int8(seat != NOBODY))


@kernel
def drawn_seat(state: np.void, wanted: int) -> int:
    """Returns the seat `wanted`, or a random one for a negative number."""
    if wanted >= 0:
        return wanted
    return int(draw_below(state, np.int64(state["num_players"])))


def distances(viewer: int, count: int) -> list[tuple[int, int]]:
    """Returns every seat in rising order with its distance clockwise from the viewer.

    >>> distances(1, 3)
    [(0, 2), (1, 0), (2, 1)]
    """
    return [(seat, (seat - viewer) % count) for seat in range(count)]


def player_name(seat: int) -> str:
    """Returns a seat's name, which PettingZoo uses too: `player_2`."""
    return f"player_{seat}"
