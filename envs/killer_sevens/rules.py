"""The rules of Killer Sevens: one record for the whole table, and the kernels that move it.

Cards are 13 * suit + rank - 1 (KIL-2.1), cells 13 * row + column. With the default `row_order` a
card has the number of its cell. Sets of cells are bit boards (board.py).
"""

from typing import get_args

import numpy as np

from ..core.game import ActionKind
from ..core.kernel import kernel
from ..core.rng import draw_below, shuffle
from ..playing_cards import SUITS
from .board import (
    BOTTOM_ROW,
    FIRST_COLUMN,
    GRID,
    LAST_COLUMN,
    NOTHING,
    NUM_CELLS,
    NUM_COLUMNS,
    NUM_ROWS,
    SEVENS,
    TOP_ROW,
    cell_bit,
    count_cells,
    from_above,
    from_below,
    from_left,
    from_right,
    neighbours_of_4,
    neighbours_of_8,
)
from .options import MAX_PLAYERS as MAX_PLAYERS
from .options import RowOrder

NUM_CARDS = NUM_CELLS
DIAMOND_SEVEN = 2 * NUM_COLUMNS + 6
NOBODY, NEVER = -1, -1
RECENT = 16  # decisions that stay visible as recent
LARGEST_COUNT = 127  # where the public counters stop

# Codes of the options, in the order of their words in options.py.
UNLIMITED = -1
ELIMINATE = 1
END = 1
RECTANGLE, ANY_SHAPE = 1, 2
USUAL = -1
USUAL_RECTANGLE, USUAL_ANY_SHAPE = 23, 4
FIRST_OUT = 1
RANK = 0

# The suits of the rows for every word of `row_order` but the last, which is random.
ROW_ORDERS = np.array(
    [[SUITS.index(suit) for suit in word] for word in get_args(RowOrder)[:-1]], np.int8
)
NUM_ORDERS = len(ROW_ORDERS)

ABSENT, ACTIVE, FINISHED, ELIMINATED = 0, 1, 2, 3

LAY = ActionKind("lay", 0, NUM_CARDS, "lay the card with this id (KIL-4.2)")
PASS = ActionKind("pass", NUM_CARDS, 1, "pass (KIL-4.3)")
ACTIONS = (LAY, PASS)
PASS_ACTION = PASS.first

STATE = np.dtype(
    [
        ("rng", np.uint64),  # the random stream
        # The grid (KIL-2.2), as boards.
        ("laid", np.uint64),
        ("dead", np.uint64),
        ("playable", np.uint64),  # free, live and linked to a seven (KIL-4.1)
        ("hands", np.uint64, MAX_PLAYERS),  # the cells whose cards a seat holds, dead ones too
        ("barred", np.uint64, MAX_PLAYERS),  # cells that a seat was proven not to hold (KIL-7.2)
        # Options (KIL-8), as coded above.
        ("num_players", np.int8),
        ("row_order", np.int8),  # NUM_ORDERS for random
        ("columns_wrap", np.int8),
        ("voluntary_pass", np.int8),
        ("pass_limit", np.int8),  # UNLIMITED for none
        ("pass_exhaust", np.int8),
        ("all_pass", np.int8),
        ("sides_needed", np.int8),
        ("side_death", np.int8),
        ("group_kill", np.int8),
        ("group_max", np.int8),  # USUAL for the usual one
        ("tie_break", np.int8),
        ("reward_mode", np.int8),
        ("deal_start", np.int8),  # -1 for random
        # The cards' places and history.
        ("suits", np.int8, NUM_ROWS),  # the suit of each row
        ("laid_by", np.int8, NUM_CELLS),  # seat, NOBODY for a free cell
        ("recency", np.int8, NUM_CELLS),  # RECENT when it is laid, one less for each decision since
        ("left_at", np.int8, NUM_CELLS),  # the moment a card was laid or died, NEVER if it is live
        # The players.
        ("hand_size", np.int8, MAX_PLAYERS),
        ("status", np.int8, MAX_PLAYERS),  # ABSENT, ACTIVE, FINISHED or ELIMINATED
        ("order", np.int8, MAX_PLAYERS),  # 1 for the first to be eliminated
        ("held_then", np.int8, MAX_PLAYERS),  # cards held when eliminated
        ("passes", np.int16, MAX_PLAYERS),
        ("pass_recency", np.int8, MAX_PLAYERS),  # as recency, for the last pass
        # The game.
        ("to_move", np.int8),  # seat with a decision, NOBODY once the game is over
        ("first_player", np.int8),
        ("idle", np.int16),  # passes since the last card was laid (KIL-4.3)
        ("moment", np.int8),  # lays and eliminations so far (KIL-6.3)
        ("num_eliminated", np.int8),
    ],
    align=True,
)


@kernel
def deal(state: np.void) -> None:
    """Starts a game from `rng` and the options (KIL-3); deals again if nobody can act (SEV-3.4)."""
    state["to_move"] = NOBODY
    while state["to_move"] == NOBODY:
        order_rows(state)
        deal_hands(state)
        begin(state)


@kernel
def order_rows(state: np.void) -> None:
    """Puts the suits into rows (KIL-2.2)."""
    order = np.int64(state["row_order"])
    if order == NUM_ORDERS:
        order = draw_below(state, NUM_ORDERS)
    for row in range(NUM_ROWS):
        state["suits"][row] = ROW_ORDERS[order, row]


@kernel
def deal_hands(state: np.void) -> None:
    """Shuffles and deals all cards one by one from a random or fixed seat (SEV-3.1)."""
    pack = np.empty(NUM_CELLS, np.int8)
    for cell in range(NUM_CELLS):
        pack[cell] = cell
    shuffle(state, pack, NUM_CELLS)
    start = np.int64(state["deal_start"])
    if start < 0:
        start = draw_below(state, np.int64(state["num_players"]))
    for seat in range(MAX_PLAYERS):
        state["hands"][seat] = NOTHING
    for position in range(NUM_CELLS):
        seat = (start + position) % state["num_players"]
        state["hands"][seat] |= cell_bit(pack[position])


@kernel
def begin(state: np.void) -> None:
    """Lays the sevens of the dealt hands and finds the first decision (KIL-3.1, 3.2)."""
    clear_table(state)
    for seat in range(state["num_players"]):
        state["hand_size"][seat] = count_cells(state["hands"][seat])
        if state["hands"][seat] & cell_bit(cell_of(state, DIAMOND_SEVEN)):
            state["first_player"] = seat
    for row in range(NUM_ROWS):
        cell = row * NUM_COLUMNS + 6
        lay_card(state, holder_of(state, cell), cell)
    update_grid(state)
    find_decision(state, state["first_player"] - 1)


@kernel
def clear_table(state: np.void) -> None:
    """An empty grid and players who have done nothing yet, with the hands as dealt."""
    state["laid"] = NOTHING
    state["dead"] = NOTHING
    state["laid_by"][:] = NOBODY
    state["recency"][:] = 0
    state["left_at"][:] = NEVER
    state["order"][:] = 0
    state["held_then"][:] = 0
    state["hand_size"][:] = 0
    state["passes"][:] = 0
    state["pass_recency"][:] = 0
    state["idle"] = 0
    state["moment"] = 0
    state["num_eliminated"] = 0
    for seat in range(MAX_PLAYERS):
        state["barred"][seat] = NOTHING
        state["status"][seat] = ACTIVE if seat < state["num_players"] else ABSENT


@kernel
def cell_of(state: np.void, card: int) -> int:
    """The cell of a card (KIL-2.2)."""
    row = 0
    while state["suits"][row] != card // NUM_COLUMNS:
        row += 1
    return row * NUM_COLUMNS + card % NUM_COLUMNS


@kernel
def card_of(state: np.void, cell: int) -> int:
    """The card of a cell (KIL-2.2)."""
    return int(state["suits"][cell // NUM_COLUMNS]) * NUM_COLUMNS + cell % NUM_COLUMNS


@kernel
def holder_of(state: np.void, cell: int) -> int:
    """The seat that holds the card of a free cell."""
    seat = 0
    while state["hands"][seat] & cell_bit(cell) == NOTHING:
        seat += 1
    return seat


# The grid: links and deaths (KIL-4.1, 5)


@kernel
def connected(state: np.void) -> np.uint64:
    """The laid cells that are linked to a seven through laid cells (KIL-4.1)."""
    if state["num_eliminated"] == 0:
        return state["laid"]
    linked = SEVENS
    while True:
        wider = (linked | neighbours_of_8(linked, state["columns_wrap"])) & state["laid"]
        if wider == linked:
            return linked
        linked = wider


@kernel
def enclosed(state: np.void) -> np.uint64:
    """The cells with enough taken sides (KIL-5.1)."""
    laid, wrap = state["laid"], state["columns_wrap"]
    left, right = from_left(laid, wrap), from_right(laid, wrap)
    above, below = from_above(laid), from_below(laid)
    if state["sides_needed"] == 2:
        return (left & right) | (above & below) | ((left | right) & (above | below))
    walls_left, walls_right = side_walls(state)
    return (left | walls_left) & (right | walls_right) & (above | TOP_ROW) & (below | BOTTOM_ROW)


@kernel
def side_walls(state: np.void) -> tuple[np.uint64, np.uint64]:
    """The cells with a wall to the left, and to the right: none with `columns_wrap` (KIL-2.3)."""
    if state["columns_wrap"]:
        return NOTHING, NOTHING
    return FIRST_COLUMN, LAST_COLUMN


@kernel
def hemmed_in(state: np.void) -> np.uint64:
    """The cells whose left and right sides are both taken (KIL-5.3)."""
    walls_left, walls_right = side_walls(state)
    left = from_left(state["laid"], state["columns_wrap"]) | walls_left
    return left & (from_right(state["laid"], state["columns_wrap"]) | walls_right)


@kernel
def largest_group(state: np.void) -> int:
    """The largest pocket that dies (KIL-5.4)."""
    if state["group_max"] != USUAL:
        return int(state["group_max"])
    return USUAL_RECTANGLE if state["group_kill"] == RECTANGLE else USUAL_ANY_SHAPE


@kernel
def dead_groups(state: np.void) -> np.uint64:
    """The pockets of free cells that die as a whole (KIL-5.4)."""
    free = GRID & ~state["laid"]
    wrap = state["columns_wrap"]
    largest = largest_group(state)
    dying = NOTHING
    while free != NOTHING:
        pocket = free & (~free + np.uint64(1))  # one cell to start from
        while True:
            wider = (pocket | neighbours_of_4(pocket, wrap)) & free
            if wider == pocket:
                break
            pocket = wider
        free &= ~pocket
        size = count_cells(pocket)
        if 2 <= size <= largest and (
            state["group_kill"] == ANY_SHAPE or is_rectangle(pocket, size)
        ):
            dying |= pocket
    return dying


@kernel
def is_rectangle(pocket: np.uint64, size: int) -> bool:
    """Whether a connected set of cells fills rows times columns (KIL-5.4).

    Columns may be an interval around the edge: a pocket is connected, so its columns are one.
    """
    columns, rows = NOTHING, 0
    for row in range(NUM_ROWS):
        in_row = (pocket >> np.uint64(NUM_COLUMNS * row)) & TOP_ROW
        columns |= in_row
        rows += in_row != NOTHING
    return size == rows * count_cells(columns)


@kernel
def update_grid(state: np.void) -> None:
    """Kills what dies now and finds what can be laid (KIL-4.1, 5.1)."""
    dying = enclosed(state)
    if state["side_death"]:
        dying |= hemmed_in(state)
    if state["group_kill"] != 0:
        dying |= dead_groups(state)
    fresh = dying & GRID & ~state["laid"] & ~state["dead"]
    state["dead"] |= fresh
    if fresh != NOTHING:
        for cell in range(NUM_CELLS):
            if fresh & cell_bit(cell):
                state["left_at"][cell] = state["moment"]
    linked = neighbours_of_8(connected(state), state["columns_wrap"])
    state["playable"] = linked & GRID & ~state["laid"] & ~state["dead"]


# Turns (KIL-4)


@kernel
def num_with_cards(state: np.void) -> int:
    """A of KIL-4.3: the players who are not eliminated and hold a card."""
    count = 0
    for seat in range(state["num_players"]):
        count += state["status"][seat] == ACTIVE
    return count


@kernel
def can_lay(state: np.void, seat: int) -> bool:
    """Whether the seat holds a playable card (KIL-4.2)."""
    return state["hands"][seat] & state["playable"] != NOTHING


@kernel
def has_pass_left(state: np.void, seat: int) -> bool:
    """Whether the seat has used fewer passes than it has (KIL-4.3)."""
    return state["pass_limit"] == UNLIMITED or state["passes"][seat] < state["pass_limit"]


@kernel
def pass_must_be_forced(state: np.void, seat: int) -> bool:
    """Whether only a player without a playable card may pass now (KIL-4.3, 6.2). Public."""
    return (
        not state["voluntary_pass"]
        or state["idle"] >= num_with_cards(state)
        or not has_pass_left(state, seat)
    )


@kernel
def is_exhausted(state: np.void, seat: int) -> bool:
    """Whether a player on turn is eliminated: no playable card and no pass left (KIL-5.5)."""
    return (
        state["pass_exhaust"] == ELIMINATE
        and not has_pass_left(state, seat)
        and not can_lay(state, seat)
    )


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the int8 mask of the seat to move and returns the number of legal actions."""
    for action in range(len(mask)):
        mask[action] = 0
    seat = np.int64(state["to_move"])
    if seat == NOBODY:
        return 0
    choices = state["hands"][seat] & state["playable"]
    count = 0
    for cell in range(NUM_CELLS):
        if choices & cell_bit(cell):
            mask[card_of(state, cell)] = 1
            count += 1
    if count == 0 or not pass_must_be_forced(state, seat):
        mask[PASS_ACTION] = 1
        count += 1
    return count


@kernel
def apply(state: np.void, action: int) -> None:
    """One decision of the seat to move; then eliminations until the next decision or the end."""
    seat = np.int64(state["to_move"])
    fade(state)
    if action == PASS_ACTION:
        pass_turn(state, seat)
        if state["all_pass"] == END and state["idle"] == num_with_cards(state):
            state["to_move"] = NOBODY
            return
    else:
        state["moment"] += 1
        lay_card(state, seat, cell_of(state, action))
        update_grid(state)
        if state["hand_size"][seat] == 0:
            state["status"][seat] = FINISHED
    find_decision(state, seat)


@kernel
def fade(state: np.void) -> None:
    """What was recent is one decision older."""
    for cell in range(NUM_CELLS):
        state["recency"][cell] -= state["recency"][cell] > 0
    for seat in range(MAX_PLAYERS):
        state["pass_recency"][seat] -= state["pass_recency"][seat] > 0


@kernel
def pass_turn(state: np.void, seat: int) -> None:
    """PASS (KIL-4.3). A forced one proves that no playable card is in hand (KIL-7.2)."""
    if pass_must_be_forced(state, seat):
        state["barred"][seat] |= state["playable"]
    if has_pass_left(state, seat):
        state["passes"][seat] += 1
    state["pass_recency"][seat] = RECENT
    state["idle"] += 1


@kernel
def lay_card(state: np.void, seat: int, cell: int) -> None:
    """A card goes from a hand to its cell, publicly (KIL-4.4)."""
    state["hands"][seat] &= ~cell_bit(cell)
    state["hand_size"][seat] -= 1
    state["laid"] |= cell_bit(cell)
    state["dead"] &= ~cell_bit(cell)
    state["laid_by"][cell] = seat
    state["recency"][cell] = RECENT
    if state["left_at"][cell] == NEVER:
        state["left_at"][cell] = state["moment"]
    state["idle"] = 0


@kernel
def eliminate(state: np.void, seat: int) -> None:
    """All cards of the hand, dead ones too, go to their cells (KIL-5.5)."""
    state["moment"] += 1
    state["held_then"][seat] = state["hand_size"][seat]
    hand = state["hands"][seat]
    for cell in range(NUM_CELLS):
        if hand & cell_bit(cell):
            lay_card(state, seat, cell)
    state["status"][seat] = ELIMINATED
    state["num_eliminated"] += 1
    state["order"][seat] = state["num_eliminated"]
    update_grid(state)


@kernel
def find_decision(state: np.void, seat: int) -> None:
    """Moves the turn on to the next player with cards, or ends the game (KIL-4.5, 6.1).

    The game ends when nothing can be laid, or at most one player is not eliminated.
    """
    state["to_move"] = NOBODY
    while state["playable"] != NOTHING and state["num_players"] - state["num_eliminated"] > 1:
        seat = seat + 1 if seat + 1 < state["num_players"] else 0
        if state["status"][seat] != ACTIVE:
            continue
        if not is_exhausted(state, seat):
            state["to_move"] = seat
            return
        eliminate(state, seat)


# End and points (KIL-6)


@kernel
def held(state: np.void, seat: int) -> int:
    """Cards in hand at the end, or when the player was eliminated (KIL-6.3, 6.4)."""
    if state["status"][seat] == ELIMINATED:
        return int(state["held_then"][seat])
    return int(state["hand_size"][seat])


@kernel
def last_live_moment(state: np.void, seat: int) -> int:
    """When the seat's last live card was laid or died; the latest if it holds live cards."""
    latest = 0
    for cell in range(NUM_CELLS):
        in_hand = state["hands"][seat] & cell_bit(cell) != NOTHING
        if in_hand and state["left_at"][cell] == NEVER:
            return LARGEST_COUNT
        if in_hand or state["laid_by"][cell] == seat:
            latest = max(latest, int(state["left_at"][cell]))
    return latest


@kernel
def standing(state: np.void, seat: int) -> int:
    """Orders the players of a finished game: less is better, equal shares the place.

    Fewest held first, with `first_out` the earliest out among equals; the eliminated below all
    others, the first eliminated last (KIL-6.3).
    """
    if state["status"][seat] == ELIMINATED:
        return 1_000_000 - int(state["order"][seat])
    cards = held(state, seat) * 1_000
    return cards + (last_live_moment(state, seat) if state["tie_break"] == FIRST_OUT else 0)


@kernel
def place(state: np.void, seat: int) -> float:
    """The place of a seat once the game is over: 1 is best, shared places averaged."""
    better, equal = 0, 0
    for other in range(state["num_players"]):
        if standing(state, other) < standing(state, seat):
            better += 1
        elif standing(state, other) == standing(state, seat):
            equal += 1
    return better + (equal + 1) / 2


@kernel
def score(state: np.void, points: np.ndarray) -> None:
    """KIL-6.4: by place, or mean(held) - held; all zero until the end."""
    for seat in range(len(points)):
        points[seat] = 0.0
    if state["to_move"] != NOBODY:
        return
    count = np.int64(state["num_players"])
    total = 0
    for seat in range(count):
        total += held(state, seat)
    for seat in range(count):
        if state["reward_mode"] == RANK:
            points[seat] = (count + 1 - 2 * place(state, seat)) / (count - 1)
        else:
            points[seat] = total / count - held(state, seat)
