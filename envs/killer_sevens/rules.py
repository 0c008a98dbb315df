"""The rules of Killer Sevens: the kernels that deal, play and score; state.py has the record."""

import numpy as np

from ..cards import laying
from ..core.compiling.kernel import kernel
from ..core.kit import places, recency
from ..core.kit.arrays import clear
from ..core.kit.bits import NOTHING, ONE, bit_of, count_bits, lowest_of
from ..core.kit.rng import draw_below, shuffle
from ..core.kit.seats import NOBODY, drawn_seat
from .board import (
    BOTTOM_ROW,
    FIRST_COLUMN,
    GRID,
    LAST_COLUMN,
    NUM_CELLS,
    NUM_COLUMNS,
    NUM_ROWS,
    SEVENS,
    TOP_ROW,
    from_above,
    from_below,
    from_left,
    from_right,
    neighbours_of_4,
    neighbours_of_8,
)
from .state import (
    ANY_SHAPE,
    BY_RANK,
    DIAMOND_SEVEN,
    ELIMINATE,
    END,
    FIRST_OUT,
    GROUPS_LIVE,
    NEVER,
    NUM_ORDERS,
    PASS_ACTION,
    ROW_ORDERS,
    STILL_LIVE,
    clear_hands,
    start_game,
)

FREE, NO_CHOICE, USED_UP, ALL_PASSED = range(4)  # whether a pass must be forced, and why


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
    start = drawn_seat(state, np.int64(state["deal_start"]))
    clear_hands(state)
    for position in range(NUM_CELLS):
        seat = (start + position) % state["num_players"]
        state["hands"][seat] |= bit_of(pack[position])


@kernel
def begin(state: np.void) -> None:
    """Lays the sevens of the dealt hands and finds the first decision (KIL-3.1).

    `update_grid` finds the first playable cells; nothing dies yet (KIL-3.2).
    """
    clear_table(state)
    for seat in range(state["num_players"]):
        state["hand_size"][seat] = count_bits(state["hands"][seat])
        if state["hands"][seat] & bit_of(cell_of(state, DIAMOND_SEVEN)):
            state["first_player"] = seat
    for row in range(NUM_ROWS):
        cell = row * NUM_COLUMNS + 6
        lay_card(state, holder_of(state, cell), cell)
    update_grid(state)
    find_decision(state, state["first_player"] - 1)


@kernel
def clear_table(state: np.void) -> None:
    """Empties the grid, keeps the dealt hands and makes every player active."""
    start_game(state)
    for seat in range(state["num_players"]):
        state["status"][seat] = laying.ACTIVE


@kernel
def cell_of(state: np.void, card: int) -> int:
    """Returns the cell of a card (KIL-2.2)."""
    row = 0
    while state["suits"][row] != card // NUM_COLUMNS:
        row += 1
    return row * NUM_COLUMNS + card % NUM_COLUMNS


@kernel
def card_of(state: np.void, cell: int) -> int:
    """Returns the card of a cell (KIL-2.2)."""
    return int(state["suits"][cell // NUM_COLUMNS]) * NUM_COLUMNS + cell % NUM_COLUMNS


@kernel
def holder_of(state: np.void, cell: int) -> int:
    """Returns the seat that holds the card of a free cell."""
    seat = 0
    while state["hands"][seat] & bit_of(cell) == NOTHING:
        seat += 1
    return seat


# The grid: links and deaths (KIL-4.1, 5)


@kernel
def connected(state: np.void) -> np.uint64:
    """Returns the laid cells that are linked to a seven through laid cells (KIL-4.1)."""
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
    """Returns the cells with enough taken sides (KIL-5.1)."""
    laid, wrap = state["laid"], state["columns_wrap"]
    left, right = from_left(laid, wrap), from_right(laid, wrap)
    above, below = from_above(laid), from_below(laid)
    if state["sides_needed"] == 2:
        return (left & right) | (above & below) | ((left | right) & (above | below))
    walls_left, walls_right = side_walls(state)
    return (left | walls_left) & (right | walls_right) & (above | TOP_ROW) & (below | BOTTOM_ROW)


@kernel
def side_walls(state: np.void) -> tuple[np.uint64, np.uint64]:
    """Returns the cells with a left wall and those with a right wall (KIL-2.3).

    With `columns_wrap` the grid has no side walls.
    """
    if state["columns_wrap"]:
        return NOTHING, NOTHING
    return FIRST_COLUMN, LAST_COLUMN


@kernel
def hemmed_in(state: np.void) -> np.uint64:
    """Returns the cells whose left and right sides are both taken (KIL-5.3)."""
    walls_left, walls_right = side_walls(state)
    left = from_left(state["laid"], state["columns_wrap"]) | walls_left
    return left & (from_right(state["laid"], state["columns_wrap"]) | walls_right)


@kernel
def dead_groups(state: np.void) -> np.uint64:
    """Returns the cells of all pockets that die as a whole (KIL-5.4)."""
    free = GRID & ~state["laid"]
    wrap = state["columns_wrap"]
    dying = NOTHING
    while free != NOTHING:
        pocket = free & (~free + np.uint64(1))  # one cell to start from
        while True:
            wider = (pocket | neighbours_of_4(pocket, wrap)) & free
            if wider == pocket:
                break
            pocket = wider
        free &= ~pocket
        size = count_bits(pocket)
        if 2 <= size <= state["group_max"] and (
            state["group_kill"] == ANY_SHAPE or is_rectangle(pocket, size)
        ):
            dying |= pocket
    return dying


@kernel
def is_rectangle(pocket: np.uint64, size: int) -> bool:
    """Whether a connected set of cells fills rows times columns (KIL-5.4).

    A pocket is connected, so its columns always form one interval, perhaps across the edge.
    """
    columns, rows = NOTHING, 0
    for row in range(NUM_ROWS):
        in_row = (pocket >> np.uint64(NUM_COLUMNS * row)) & TOP_ROW
        columns |= in_row
        rows += in_row != NOTHING
    return size == rows * count_bits(columns)


@kernel
def update_grid(state: np.void) -> None:
    """Updates the dead and the playable cells (KIL-4.1, KIL-5.1).

    Several cards can die at once and stay in their holders' hands; a dead cell is not laid, so it
    gives no link and takes no side (KIL-5.2).
    """
    dying = enclosed(state)
    if state["side_death"]:
        dying |= hemmed_in(state)
    if state["group_kill"] != GROUPS_LIVE:
        dying |= dead_groups(state)
    fresh = dying & GRID & ~state["laid"] & ~state["dead"]
    state["dead"] |= fresh
    if fresh != NOTHING:
        for cell in range(NUM_CELLS):
            if fresh & bit_of(cell):
                state["left_at"][cell] = state["moment"]
    linked = neighbours_of_8(connected(state), state["columns_wrap"])
    state["playable"] = linked & GRID & ~state["laid"] & ~state["dead"]


# Turns (KIL-4)


@kernel
def num_with_cards(state: np.void) -> int:
    """Returns A of KIL-4.3: the number of players with cards, the eliminated left out."""
    count = 0
    for seat in range(state["num_players"]):
        count += state["status"][seat] == laying.ACTIVE
    return count


@kernel
def can_lay(state: np.void, seat: int) -> bool:
    """Whether the seat holds a playable card (KIL-4.2)."""
    return state["hands"][seat] & state["playable"] != NOTHING


@kernel
def why_forced(state: np.void, seat: int) -> int:
    """Returns why only a player without a playable card may pass now, or FREE to pass.

    NO_CHOICE: by the house rules (KIL-4.3); USED_UP: no pass is left (KIL-4.3); ALL_PASSED: so did
    everybody (KIL-6.2). This is public.
    """
    if not state["voluntary_pass"]:
        return NO_CHOICE
    if not laying.has_pass_left(state, seat):
        return USED_UP
    return ALL_PASSED if state["idle"] >= num_with_cards(state) else FREE


@kernel
def is_exhausted(state: np.void, seat: int) -> bool:
    """Whether a player on turn has no playable card and no pass left (KIL-5.5)."""
    return (
        state["pass_exhaust"] == ELIMINATE
        and not laying.has_pass_left(state, seat)
        and not can_lay(state, seat)
    )


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the int8 mask of the seat to move and returns the number of legal actions."""
    clear(mask)
    seat = np.int64(state["to_move"])
    if seat == NOBODY:
        return 0
    choices = state["hands"][seat] & state["playable"]
    count = 0
    while choices != NOTHING:
        mask[card_of(state, lowest_of(choices))] = 1
        choices &= choices - ONE
        count += 1
    if count == 0 or why_forced(state, seat) == FREE:
        mask[PASS_ACTION] = 1
        count += 1
    return count


@kernel
def apply(state: np.void, action: int) -> None:
    """Carries out a decision of the seat to move, then eliminations up to the next decision."""
    seat = np.int64(state["to_move"])
    recency.fade(state["recency"])
    recency.fade(state["pass_recency"])
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
            state["status"][seat] = laying.FINISHED
    find_decision(state, seat)


@kernel
def pass_turn(state: np.void, seat: int) -> None:
    """Passes (KIL-4.3). A forced pass proves that the seat holds no playable card (KIL-7.2)."""
    if why_forced(state, seat) != FREE:
        state["barred"][seat] |= state["playable"]
    if laying.has_pass_left(state, seat):
        state["passes"][seat] += 1
    laying.note_pass(state, seat)


@kernel
def lay_card(state: np.void, seat: int, cell: int) -> None:
    """Moves a card from a hand to its cell, publicly (KIL-4.4)."""
    state["hands"][seat] &= ~bit_of(cell)
    state["hand_size"][seat] -= 1
    state["laid"] |= bit_of(cell)
    state["dead"] &= ~bit_of(cell)
    state["laid_by"][cell] = seat
    state["recency"][cell] = recency.RECENT
    if state["left_at"][cell] == NEVER:
        state["left_at"][cell] = state["moment"]
    state["idle"] = 0


@kernel
def eliminate(state: np.void, seat: int) -> None:
    """Lays all cards of a hand, dead ones too, and takes its player out of the game (KIL-5.5)."""
    state["moment"] += 1
    state["held_then"][seat] = state["hand_size"][seat]
    hand = state["hands"][seat]
    for cell in range(NUM_CELLS):
        if hand & bit_of(cell):
            lay_card(state, seat, cell)
    state["status"][seat] = laying.ELIMINATED
    state["num_eliminated"] += 1
    state["order"][seat] = state["num_eliminated"]
    update_grid(state)


@kernel
def goes_on(state: np.void) -> bool:
    """Whether a cell is playable and at least two players are not eliminated (KIL-6.1).

    KIL-5.6 says which death rules leave a playable cell as long as a live card is held; under the
    others the game ends here, and those cards count as held.
    """
    return state["playable"] != NOTHING and state["num_players"] - state["num_eliminated"] > 1


@kernel
def can_act(state: np.void, seat: int) -> bool:
    """Whether a player on turn has a decision; otherwise he is eliminated (KIL-4.5, KIL-5.5)."""
    return not is_exhausted(state, seat)


find_decision = laying.decision_finder("killer_sevens_v0", goes_on, can_act, eliminate)


# End and points (KIL-6)


@kernel
def held(state: np.void, seat: int) -> int:
    """Returns the cards in hand at the end, or when the player was eliminated (KIL-6.3, 6.4)."""
    if state["status"][seat] == laying.ELIMINATED:
        return int(state["held_then"][seat])
    return int(state["hand_size"][seat])


@kernel
def last_live_moment(state: np.void, seat: int) -> int:
    """Returns the moment at which the seat's last live card was laid or died (KIL-6.3).

    STILL_LIVE if the seat holds live cards.
    """
    latest = 0
    for cell in range(NUM_CELLS):
        in_hand = state["hands"][seat] & bit_of(cell) != NOTHING
        if in_hand and state["left_at"][cell] == NEVER:
            return STILL_LIVE
        if in_hand or state["laid_by"][cell] == seat:
            latest = max(latest, int(state["left_at"][cell]))
    return latest


@kernel
def standing(state: np.void, seat: int) -> int:
    """Returns a number that orders the players of a finished game; the lowest is best.

    Fewest cards held come first; among equals `first_out` prefers the player whose last live card
    left earlier, otherwise they share the place. The eliminated are below all others, the first
    eliminated last (KIL-6.3).
    """
    if state["status"][seat] == laying.ELIMINATED:
        return 1_000_000 - int(state["order"][seat])
    cards = held(state, seat) * 1_000
    return cards + (last_live_moment(state, seat) if state["tie_break"] == FIRST_OUT else 0)


standings = places.standings_by("killer_sevens_v0", standing)


@kernel
def score(state: np.void, points: np.ndarray) -> None:
    """Fills the points of a deal, which is one game (KIL-6.5): by place or mean(held) - held.

    All points are zero before the end (KIL-6.4).
    """
    clear(points)
    if state["to_move"] != NOBODY:
        return
    count = np.int64(state["num_players"])
    if state["reward_mode"] == BY_RANK:
        places.pay_by_place(standings(state), count, points)
        return
    total = 0
    for seat in range(count):
        total += held(state, seat)
    for seat in range(count):
        points[seat] = total / count - held(state, seat)
