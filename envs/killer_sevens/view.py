"""What one seat may know of a table of Killer Sevens (KIL-7)."""

import numpy as np

from ..cards.laying import FINISHED, LARGEST_COUNT, MAX_PLAYERS, PLAYER_FIELDS, observe_player
from ..core.compiling.kernel import kernel
from ..core.contract.fields import Field
from ..core.contract.options import option_observer
from ..core.kit.bits import NOTHING, bit_of
from ..core.kit.recency import RECENT
from ..core.kit.seats import NOBODY, number_from_viewer, seat_seen_at
from .board import NUM_CELLS, NUM_COLUMNS, NUM_ROWS
from .options import KillerSevensOptions

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
    *PLAYER_FIELDS,
    Field("finished", (MAX_PLAYERS,), 0, 1, "players who ran out of cards"),
    Field("eliminated", (MAX_PLAYERS,), 0, MAX_PLAYERS, "1 for the first to be eliminated, 2 ..."),
    *KillerSevensOptions.view_fields(),
)  # fmt: skip


observe_options = option_observer(KillerSevensOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (KIL-7.3)."""
    observe_grid(state, seat, view)
    observe_players(state, seat, view)
    for row in range(NUM_ROWS):
        view["suits"][row] = state["suits"][row]
    view["idle"] = min(state["idle"], LARGEST_COUNT)
    observe_options(state, view)


@kernel
def observe_grid(state: np.void, seat: int, view: np.void) -> None:
    """The fields with one entry per cell."""
    hand, laid = state["hands"][seat], state["laid"]
    dead, playable = state["dead"], state["playable"]
    count, viewer = np.int8(state["num_players"]), np.int8(seat)
    for cell in range(NUM_CELLS):
        row, column = cell // NUM_COLUMNS, cell % NUM_COLUMNS
        bit = bit_of(cell)
        view["hand"][row, column] = hand & bit != NOTHING
        view["laid"][row, column] = laid & bit != NOTHING
        view["dead"][row, column] = dead & bit != NOTHING
        view["playable"][row, column] = playable & bit != NOTHING
        view["recency"][row, column] = state["recency"][cell]
        view["laid_by"][row, column] = number_from_viewer(state["laid_by"][cell], viewer, count)
        view["shown"][row, column] = 0
    if state["to_move"] == NOBODY:
        for other in range(state["num_players"]):
            for cell in range(NUM_CELLS):
                if state["hands"][other] & bit_of(cell):
                    shown = number_from_viewer(np.int8(other), viewer, count)
                    view["shown"][cell // NUM_COLUMNS, cell % NUM_COLUMNS] = shown


@kernel
def observe_players(state: np.void, seat: int, view: np.void) -> None:
    """The fields with one row per player, the viewer first. Absent seats hold zeros."""
    free = ~state["laid"]
    for distance in range(MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        observe_player(state, player, distance, view)
        view["finished"][distance] = state["status"][player] == FINISHED
        view["eliminated"][distance] = state["order"][player]
        spread_out(state["barred"][player] & free, view["not_held"][distance])


@kernel
def spread_out(board: np.uint64, cells: np.ndarray) -> None:
    """Fills int8[4, 13] with a board's cells. Most boards of proofs are empty."""
    for row in range(NUM_ROWS):
        for column in range(NUM_COLUMNS):
            cells[row, column] = 0
    if board != NOTHING:
        for row in range(NUM_ROWS):
            for column in range(NUM_COLUMNS):
                cells[row, column] = board & bit_of(row * NUM_COLUMNS + column) != NOTHING
