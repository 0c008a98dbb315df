"""What one seat may know of a table of Killer Sevens (KIL-7): a view, and the worlds behind it."""

import numpy as np

from ..core.game import Field
from ..core.kernel import kernel
from ..core.redeal import world_dealer
from ..core.rng import next_uint64
from .board import NOTHING, NUM_CELLS, NUM_COLUMNS, NUM_ROWS, cell_bit
from .rules import (
    ABSENT,
    ACTIVE,
    FINISHED,
    LARGEST_COUNT,
    MAX_PLAYERS,
    NOBODY,
    RECENT,
    is_exhausted,
    largest_group,
)

GRID_SHAPE = (NUM_ROWS, NUM_COLUMNS)

FIELDS = (
    Field("hand", GRID_SHAPE, 0, 1, "own cards, dead ones too", private=True),
    Field("laid", GRID_SHAPE, 0, 1, "cells that hold their card"),
    Field("dead", GRID_SHAPE, 0, 1, "free cells whose card can never be laid"),
    Field("playable", GRID_SHAPE, 0, 1, "cells where a card may be laid now"),
    Field("laid_by", GRID_SHAPE, 0, MAX_PLAYERS, "who laid the card: 0 nobody, 1 the viewer, 2 the "
          "next seat clockwise, ..."),
    Field("recency", GRID_SHAPE, 0, RECENT, f"{RECENT} for what the last decision laid, one less "
          "for each decision since"),
    Field("shown", GRID_SHAPE, 0, MAX_PLAYERS, "once the game is over: who holds the card, as "
          "laid_by"),
    Field("not_held", (MAX_PLAYERS, *GRID_SHAPE), 0, 1, "free cells whose cards a player was "
          "proven not to hold, by passing when only a player without a playable card may"),
    Field("suits", (NUM_ROWS,), 0, 3, "the suit of each row: S, H, D, C"),
    Field("hand_size", (MAX_PLAYERS,), 0, 26, "cards in hand"),
    Field("active", (MAX_PLAYERS,), 0, 1, "players who still hold cards"),
    Field("finished", (MAX_PLAYERS,), 0, 1, "players who ran out of cards"),
    Field("eliminated", (MAX_PLAYERS,), 0, MAX_PLAYERS, "1 for the first to be eliminated, 2 ..."),
    Field("on_turn", (MAX_PLAYERS,), 0, 1, "whose decision it is"),
    Field("first_player", (MAX_PLAYERS,), 0, 1, "who laid the seven of diamonds"),
    Field("passes", (MAX_PLAYERS,), 0, LARGEST_COUNT, "passes used"),
    Field("pass_recency", (MAX_PLAYERS,), 0, RECENT, "as recency, for the player's last pass"),
    Field("idle", (), 0, LARGEST_COUNT, "passes since the last card was laid"),
    Field("num_players", (), 2, MAX_PLAYERS, "option"),
    Field("columns_wrap", (), 0, 1, "option"),
    Field("voluntary_pass", (), 0, 1, "option"),
    Field("pass_limit", (), -1, 10, "option, -1 for none"),
    Field("pass_exhaust", (), 0, 1, "option: must_play, eliminate"),
    Field("all_pass", (), 0, 1, "option: must_play, end"),
    Field("sides_needed", (), 2, 4, "option"),
    Field("side_death", (), 0, 1, "option"),
    Field("group_kill", (), 0, 2, "option: off, rectangle, any_shape"),
    Field("group_max", (), 2, 23, "option, the usual one worked out"),
    Field("tie_break", (), 0, 1, "option: shared, first_out"),
    Field("reward_mode", (), 0, 1, "option: rank, cards"),
)  # fmt: skip


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (KIL-7.3)."""
    observe_grid(state, seat, view)
    observe_players(state, seat, view)
    for row in range(NUM_ROWS):
        view["suits"][row] = state["suits"][row]
    view["idle"] = min(state["idle"], LARGEST_COUNT)
    view["num_players"] = state["num_players"]
    view["columns_wrap"] = state["columns_wrap"]
    view["voluntary_pass"] = state["voluntary_pass"]
    view["pass_limit"] = state["pass_limit"]
    view["pass_exhaust"] = state["pass_exhaust"]
    view["all_pass"] = state["all_pass"]
    view["sides_needed"] = state["sides_needed"]
    view["side_death"] = state["side_death"]
    view["group_kill"] = state["group_kill"]
    view["group_max"] = largest_group(state)
    view["tie_break"] = state["tie_break"]
    view["reward_mode"] = state["reward_mode"]


@kernel
def observe_grid(state: np.void, seat: int, view: np.void) -> None:
    """The fields with one entry per cell."""
    hand, laid = state["hands"][seat], state["laid"]
    dead, playable = state["dead"], state["playable"]
    count, viewer = np.int8(state["num_players"]), np.int8(seat)
    for cell in range(NUM_CELLS):
        row, column = cell // NUM_COLUMNS, cell % NUM_COLUMNS
        bit = cell_bit(cell)
        view["hand"][row, column] = hand & bit != NOTHING
        view["laid"][row, column] = laid & bit != NOTHING
        view["dead"][row, column] = dead & bit != NOTHING
        view["playable"][row, column] = playable & bit != NOTHING
        view["recency"][row, column] = state["recency"][cell]
        view["laid_by"][row, column] = from_viewer(state["laid_by"][cell], viewer, count)
        view["shown"][row, column] = 0
    if state["to_move"] == NOBODY:
        for other in range(state["num_players"]):
            for cell in range(NUM_CELLS):
                if state["hands"][other] & cell_bit(cell):
                    shown = from_viewer(np.int8(other), viewer, count)
                    view["shown"][cell // NUM_COLUMNS, cell % NUM_COLUMNS] = shown


@kernel
def from_viewer(seat: np.int8, viewer: np.int8, count: np.int8) -> np.int8:
    """A seat as the viewer counts: 0 nobody, 1 itself, 2 the next clockwise, ..."""
    distance = np.int8(seat - viewer)
    clockwise = np.int8(distance + np.int8(count if distance < 0 else 0))
    return np.int8((clockwise + 1) * (seat != NOBODY))


@kernel
def observe_players(state: np.void, seat: int, view: np.void) -> None:
    """The fields with one row per player, the viewer first. Absent seats hold zeros."""
    count = int(state["num_players"])
    free = ~state["laid"]
    for distance in range(MAX_PLAYERS):
        player = seat + distance if distance < count else distance
        player -= count if distance < count <= player else 0
        status = state["status"][player]
        view["active"][distance] = status == ACTIVE
        view["finished"][distance] = status == FINISHED
        view["eliminated"][distance] = state["order"][player]
        view["hand_size"][distance] = state["hand_size"][player]
        view["passes"][distance] = min(state["passes"][player], LARGEST_COUNT)
        view["pass_recency"][distance] = state["pass_recency"][player]
        view["on_turn"][distance] = state["to_move"] == player
        view["first_player"][distance] = state["first_player"] == player
        barred = state["barred"][player] & free
        for row in range(NUM_ROWS):
            for column in range(NUM_COLUMNS):
                proven = barred & cell_bit(row * NUM_COLUMNS + column) != NOTHING
                view["not_held"][distance, row, column] = proven


# Redealing. A world is an assignment of the hidden cards to the other hands. It can be excluded
# if a hand's size does not fit, if a forced pass proves that a seat can't hold a card, or if the
# player on turn would have been eliminated instead of getting a decision (KIL-5.5).


@kernel
def collect_hidden(state: np.void, seat: int, cells: np.ndarray, seats: np.ndarray) -> int:
    """Lists the cells whose cards a seat does not see, and the seats of the hidden places.

    Args:
        state: The table.
        seat: The viewer.
        cells: int8[52], filled with cells in rising order.
        seats: int8[52], filled with seats in rising order.

    Returns:
        How many of each.
    """
    hidden = ~(state["laid"] | state["hands"][seat])
    count, places = 0, 0
    for cell in range(NUM_CELLS):
        if hidden & cell_bit(cell):
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
    """Deals a world out and counts what excludes it."""
    for position in range(count):
        state["hands"][seats[position]] = NOTHING
    conflicts = 0
    for position in range(count):
        other, bit = seats[position], cell_bit(cells[position])
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
    state["rng"] = next_uint64(state)
