"""The rules of Sevens: the kernels that deal, play and score; state.py has the record."""

import numpy as np

from ..cards import laying
from ..cards.french import NUM_CARDS, NUM_RANKS, NUM_SUITS
from ..cards.laying import MAX_PLAYERS
from ..core.compiling.kernel import kernel
from ..core.contract.fields import LARGEST_COUNT
from ..core.kit import places, recency
from ..core.kit.arrays import clear
from ..core.kit.rng import shuffle
from ..core.kit.seats import NOBODY, drawn_seat
from . import state as sevens
from .options import MAX_JOKERS


@kernel
def deal(state: np.void) -> None:
    """Starts a game from `rng` and the options (SEV-3); deals again if nobody can act (SEV-3.4)."""
    state["to_move"] = NOBODY
    while state["to_move"] == NOBODY:
        deal_hands(state)
        begin(state)


@kernel
def deal_hands(state: np.void) -> None:
    """Shuffles and deals all cards one by one from a random or fixed seat (SEV-3.1)."""
    count = NUM_CARDS + state["jokers"]
    pack = np.empty(NUM_CARDS + MAX_JOKERS, np.int8)
    for card in range(count):
        pack[card] = min(card, sevens.JOKER_CARD)
    shuffle(state, pack, count)
    start = drawn_seat(state, np.int64(state["deal_start"]))
    sevens.clear_hands(state)
    for position in range(count):
        seat = (start + position) % state["num_players"]
        state["hand_size"][seat] += 1
        if pack[position] == sevens.JOKER_CARD:
            state["hand_jokers"][seat] += 1
        else:
            state["holder"][pack[position]] = seat


@kernel
def begin(state: np.void) -> None:
    """Lays the sevens of the dealt hands and finds the first decision (SEV-3.2, SEV-3.3)."""
    clear_table(state)
    state["first_player"] = state["holder"][sevens.DIAMOND_SEVEN]
    for suit in range(NUM_SUITS):
        seven = suit * NUM_RANKS + sevens.SEVEN
        lay_natural(state, seven, np.int64(state["holder"][seven]))
    for suit in range(NUM_SUITS):
        update_walks(state, suit)
    find_decision(state, state["first_player"] - 1)


@kernel
def clear_table(state: np.void) -> None:
    """Empties the layout, keeps the dealt hands and makes every player active."""
    sevens.start_game(state)
    state["num_active"] = state["num_players"]
    for seat in range(state["num_players"]):
        state["status"][seat] = laying.ACTIVE
        state["max_dealt_jokers"][seat] = state["jokers"]


# Walks and frontiers (SEV-4.1, SEV-4.2)


@kernel
def next_rank(rank: int, direction: int, tunnel: int) -> int:
    """Returns the next rank (0..12) of a walk; ace follows king unless `tunnel=none` (SEV-4.1)."""
    rank += 1 if direction == sevens.HIGH else -1
    if 0 <= rank < NUM_RANKS:
        return rank
    if tunnel == sevens.TUNNEL_NONE:
        return sevens.NO_RANK
    return 0 if rank == NUM_RANKS else NUM_RANKS - 1


@kernel
def cell_beyond(cell: int, direction: int, tunnel: int) -> int:
    """Returns the next cell in a walk's direction, or NO_CELL (SEV-4.3c)."""
    rank = next_rank(cell % NUM_RANKS, direction, tunnel)
    return sevens.NO_CELL if rank == sevens.NO_RANK else cell - cell % NUM_RANKS + rank


@kernel
def walk(state: np.void, suit: int, direction: int) -> int:
    """Marks the cells of a walk and returns its frontier, or NO_CELL (SEV-4.1).

    Occupied cells beyond the frontier stay unmarked: they are isolated (SEV-4.2).
    """
    ace = suit * NUM_RANKS
    state["reachable"][ace + sevens.SEVEN] = 1
    rank = next_rank(sevens.SEVEN, direction, state["tunnel"])
    while rank != sevens.NO_RANK and rank != sevens.SEVEN:
        if state["layout"][ace + rank] == sevens.EMPTY:
            return ace + rank
        state["reachable"][ace + rank] = 1
        rank = next_rank(rank, direction, state["tunnel"])
    return sevens.NO_CELL


@kernel
def side_is_complete(state: np.void, suit: int, direction: int) -> bool:
    """Whether A..6 (LOW) or 8..K (HIGH) of a suit are all occupied (SEV-4.1).

    A joker counts as the card that it stands for (SEV-5.5).
    """
    first = suit * NUM_RANKS + (0 if direction == sevens.LOW else sevens.SEVEN + 1)
    for cell in range(first, first + sevens.SEVEN):
        if state["layout"][cell] == sevens.EMPTY:
            return False
    return True


@kernel
def update_walks(state: np.void, suit: int) -> None:
    """Updates the frontiers of a suit after cards were laid (SEV-4.1, SEV-4.2).

    With `tunnel=one_way` a complete side closes the walk of the other side (SEV-5.6).
    """
    for cell in range(suit * NUM_RANKS, (suit + 1) * NUM_RANKS):
        state["reachable"][cell] = 0
    for direction in range(2):
        cell = walk(state, suit, direction)
        if state["tunnel"] == sevens.TUNNEL_ONE_WAY and side_is_complete(
            state, suit, 1 - direction
        ):
            cell = sevens.NO_CELL
        slot = 2 * suit + direction
        if state["frontier"][slot] != cell:
            state["frontier"][slot] = cell
            for seat in range(MAX_PLAYERS):
                state["passed_over"][seat, slot] = 0


# Legal plays (SEV-4.3, SEV-4.4). The mask and the elimination test use the same predicates.


@kernel
def may_play(state: np.void, seat: int, slot: int) -> bool:
    """Whether the seat holds the card of a frontier (SEV-4.3a)."""
    cell = state["frontier"][slot]
    return cell != sevens.NO_CELL and state["holder"][cell] == seat


@kernel
def joker_fits(state: np.void, seat: int, slot: int) -> bool:
    """Whether the seat holds a joker but not the card of a frontier (SEV-4.3b, SEV-4.3c)."""
    cell = state["frontier"][slot]
    return (
        cell != sevens.NO_CELL and state["hand_jokers"][seat] > 0 and state["holder"][cell] != seat
    )


@kernel
def may_lay_joker(state: np.void, seat: int, slot: int) -> bool:
    """Whether a joker can be laid alone, with `joker_use=wild` (SEV-4.3b).

    Where two walks end at one cell only the low slot counts (SEV-4.8). A joker fits every
    frontier whose card is not in hand, so its holder can always move (SEV-5.4).
    """
    is_copy = slot % 2 == sevens.HIGH and state["frontier"][slot] == state["frontier"][slot - 1]
    return state["joker_use"] == sevens.WILD and not is_copy and joker_fits(state, seat, slot)


@kernel
def may_fill(state: np.void, seat: int, slot: int) -> bool:
    """Whether a joker can be laid with the next card beyond, with `joker_use=fill` (SEV-4.3c).

    That card must be in hand and its cell empty, so a lone joker is unplayable (SEV-5.4).
    """
    if state["joker_use"] != sevens.FILL or not joker_fits(state, seat, slot):
        return False
    beyond = cell_beyond(state["frontier"][slot], slot % 2, state["tunnel"])
    return (
        beyond != sevens.NO_CELL
        and state["layout"][beyond] == sevens.EMPTY
        and state["holder"][beyond] == seat
    )


@kernel
def must_recover(state: np.void, seat: int, cell: int) -> bool:
    """Whether a joker lies on a cell whose natural card the seat holds (SEV-5.3)."""
    return state["layout"][cell] == sevens.JOKER and state["holder"][cell] == seat


@kernel
def has_recovery(state: np.void, seat: int) -> bool:
    """Whether a RECOVER is pending for the seat; only with `own_turn` (SEV-4.3d, SEV-5.3)."""
    if state["jokers"] == 0 or state["joker_recovery"] == sevens.IMMEDIATE:
        return False
    for cell in range(NUM_CARDS):
        if must_recover(state, seat, cell):
            return True
    return False


@kernel
def has_play(state: np.void, seat: int) -> bool:
    """Whether the seat has a legal play besides RECOVER (SEV-4.3a-c)."""
    for slot in range(sevens.NUM_SLOTS):
        if may_play(state, seat, slot):
            return True
    if state["hand_jokers"][seat] > 0:
        for slot in range(sevens.NUM_SLOTS):
            if may_lay_joker(state, seat, slot) or may_fill(state, seat, slot):
                return True
    return False


@kernel
def pass_must_be_forced(state: np.void, seat: int) -> bool:
    """Whether only a player without a legal play may pass now (SEV-4.4). This is public."""
    guard = state["pass_limit"] == laying.UNLIMITED and state["idle"] >= state["num_active"]
    return guard or not state["voluntary_pass"]


@kernel
def may_pass(state: np.void, seat: int) -> bool:
    """Whether the seat may pass, given that no RECOVER is pending (SEV-4.4).

    A player with a legal play and no pass left must play (SEV-4.6).
    """
    return laying.has_pass_left(state, seat) and not (
        pass_must_be_forced(state, seat) and has_play(state, seat)
    )


@kernel
def can_act(state: np.void, seat: int) -> bool:
    """Whether a player on turn has a legal action; otherwise he is eliminated (SEV-4.5)."""
    return may_pass(state, seat) or has_play(state, seat) or has_recovery(state, seat)


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the int8 mask of the seat to move and returns the number of legal actions."""
    clear(mask)
    seat = np.int64(state["to_move"])
    if seat == NOBODY:
        return 0
    if has_recovery(state, seat):
        return legal_recoveries(state, seat, mask)
    count = 0
    for slot in range(sevens.NUM_SLOTS):
        cell = state["frontier"][slot]
        if may_play(state, seat, slot) and mask[cell] == 0:
            mask[cell] = 1
            count += 1
    if state["hand_jokers"][seat] > 0:
        count += legal_joker_plays(state, seat, mask)
    if may_pass(state, seat):
        mask[sevens.PASS_ACTION] = 1
        count += 1
    return count


@kernel
def legal_recoveries(state: np.void, seat: int, mask: np.ndarray) -> int:
    """Marks the cards for which the seat must take a joker, with `own_turn`; returns how many.

    The seat chooses the order, and each RECOVER is a whole turn (SEV-5.3).
    """
    count = 0
    for cell in range(NUM_CARDS):
        if must_recover(state, seat, cell):
            mask[cell] = 1
            count += 1
    return count


@kernel
def legal_joker_plays(state: np.void, seat: int, mask: np.ndarray) -> int:
    """Marks JOKER_AT and FILL; returns how many (SEV-4.3b, SEV-4.3c)."""
    count = 0
    for slot in range(sevens.NUM_SLOTS):
        if may_lay_joker(state, seat, slot):
            mask[sevens.FIRST_JOKER_AT + slot] = 1
            count += 1
        if may_fill(state, seat, slot):
            mask[sevens.FIRST_FILL + slot] = 1
            count += 1
    return count


# Effects of a turn (SEV-4.4, SEV-4.7, SEV-5)


@kernel
def apply(state: np.void, action: int) -> None:
    """Carries out a decision of the seat to move, then eliminations up to the next decision."""
    seat = np.int64(state["to_move"])
    note_no_recovery(state, seat, action)
    recency.fade(state["recency"])
    recency.fade(state["pass_recency"])
    if action < sevens.PASS_ACTION:
        play(state, seat, action)
    elif action == sevens.PASS_ACTION:
        pass_turn(state, seat)
    elif action < sevens.FIRST_FILL:
        lay_joker(state, seat, action - sevens.FIRST_JOKER_AT)
    else:
        fill(state, seat, action - sevens.FIRST_FILL)
    if state["hand_size"][seat] == 0:
        finish(state, seat)
    find_decision(state, seat)


@kernel
def play(state: np.void, seat: int, card: int) -> None:
    """Lays one natural card (SEV-4.3a, SEV-5.1).

    Where a joker lies on its cell the seat takes it: this is RECOVER (SEV-4.3d, SEV-5.3).
    """
    if state["layout"][card] == sevens.JOKER:
        take_joker(state, seat)
    lay_natural(state, card, seat)
    update_walks(state, card // NUM_RANKS)


@kernel
def pass_turn(state: np.void, seat: int) -> None:
    """Passes, and records the proof that a forced pass gives (SEV-4.4)."""
    if pass_must_be_forced(state, seat):
        note_forced_pass(state, seat)
    state["passes"][seat] += 1
    laying.note_pass(state, seat)
    for slot in range(sevens.NUM_SLOTS):
        if state["frontier"][slot] != sevens.NO_CELL:
            passes = state["passed_over"][seat, slot]
            state["passed_over"][seat, slot] = min(passes + 1, LARGEST_COUNT)


@kernel
def lay_joker(state: np.void, seat: int, slot: int) -> None:
    """Lays a joker on a frontier (SEV-4.3b)."""
    cell = np.int64(state["frontier"][slot])
    put_joker(state, seat, cell)
    update_walks(state, cell // NUM_RANKS)


@kernel
def fill(state: np.void, seat: int, slot: int) -> None:
    """Lays a joker on a frontier and the own card beyond it, both in one turn (SEV-4.3c, 5.1)."""
    cell = np.int64(state["frontier"][slot])
    lay_natural(state, cell_beyond(cell, slot % 2, state["tunnel"]), seat)
    put_joker(state, seat, cell)
    update_walks(state, cell // NUM_RANKS)


@kernel
def lay_natural(state: np.void, card: int, seat: int) -> None:
    """Moves a natural card from its holder's hand to its cell (SEV-4.7)."""
    put_on_cell(state, card, sevens.NATURAL, seat)
    note_card_held(state, seat, card)
    state["holder"][card] = NOBODY
    state["hand_size"][seat] -= 1
    state["naturals_held"] -= 1


@kernel
def put_joker(state: np.void, seat: int, cell: int) -> None:
    """Moves a joker from the hand to a cell (SEV-4.7).

    With `immediate` the holder of the cell's natural card lays it and takes the joker (SEV-5.3).
    """
    put_on_cell(state, cell, sevens.JOKER, seat)
    state["hand_size"][seat] -= 1
    state["hand_jokers"][seat] -= 1
    state["known_jokers"][seat] = max(0, state["known_jokers"][seat] - 1)
    state["joker_gain"][seat] -= 1
    state["not_held"][seat, cell] = sevens.NEVER_HELD
    if state["joker_recovery"] == sevens.IMMEDIATE:
        holder = np.int64(state["holder"][cell])
        take_joker(state, holder)
        lay_natural(state, cell, holder)


@kernel
def put_on_cell(state: np.void, cell: int, what: int, seat: int) -> None:
    """Puts a natural card or a joker on a cell, publicly (SEV-7.1)."""
    state["layout"][cell] = what
    state["laid_by"][cell] = seat
    state["recency"][cell] = recency.RECENT
    state["idle"] = 0


@kernel
def take_joker(state: np.void, seat: int) -> None:
    """Gives a recovered joker to a seat, publicly (SEV-5.3, SEV-7.1)."""
    state["hand_size"][seat] += 1
    state["hand_jokers"][seat] += 1
    state["known_jokers"][seat] += 1
    state["joker_gain"][seat] += 1


@kernel
def finish(state: np.void, seat: int) -> None:
    """Gives a player without cards the next free place (SEV-4.7)."""
    state["status"][seat] = laying.FINISHED
    state["num_active"] -= 1
    state["num_finished"] += 1
    state["order"][seat] = state["num_finished"]


@kernel
def eliminate(state: np.void, seat: int) -> None:
    """Lays all naturals of a hand and removes its jokers from the game (SEV-4.5, SEV-5.2)."""
    for card in range(NUM_CARDS):
        if state["holder"][card] == seat:
            if state["layout"][card] == sevens.JOKER:
                state["jokers_aside"] += 1
            lay_natural(state, card, seat)
    state["jokers_aside"] += state["hand_jokers"][seat]
    state["hand_jokers"][seat] = 0
    state["known_jokers"][seat] = 0
    state["hand_size"][seat] = 0
    state["status"][seat] = laying.ELIMINATED
    state["num_active"] -= 1
    state["num_eliminated"] += 1
    state["order"][seat] = state["num_eliminated"]
    for suit in range(NUM_SUITS):
        update_walks(state, suit)


@kernel
def goes_on(state: np.void) -> bool:
    """Whether two players are active (SEV-6.1) and a natural is off the layout (SEV-5.8).

    As long as this holds some active player can act (SEV-5.7), so `find_decision` ends.
    """
    return state["num_active"] > 1 and state["naturals_held"] > 0


find_decision = laying.decision_finder("sevens_v0", goes_on, can_act, eliminate)


# Proofs about hidden hands from the public record


@kernel
def note_no_recovery(state: np.void, seat: int, action: int) -> None:
    """Records that a seat holds no card under a joker, if its action is no RECOVER (SEV-4.3d)."""
    if state["jokers"] == 0 or state["joker_recovery"] == sevens.IMMEDIATE:
        return
    if action < sevens.PASS_ACTION and state["layout"][action] == sevens.JOKER:
        return
    for cell in range(NUM_CARDS):
        if state["layout"][cell] == sevens.JOKER:
            state["not_held"][seat, cell] = sevens.NEVER_HELD


@kernel
def note_forced_pass(state: np.void, seat: int) -> None:
    """Records the proof of a forced pass: the seat had no legal play (SEV-7.3).

    The seat holds no frontier card. With `wild` it holds no joker either. With `fill` it may hold
    a joker, or the card one past a frontier, but not both. The jokers in hand are those dealt plus
    `joker_gain`, so what is stored are limits on the jokers dealt: `max_dealt_jokers`, `not_held`.
    """
    jokers_that_play = max(0, 1 - state["joker_gain"][seat])
    for slot in range(sevens.NUM_SLOTS):
        cell = state["frontier"][slot]
        if cell == sevens.NO_CELL:
            continue
        state["not_held"][seat, cell] = sevens.NEVER_HELD
        if state["joker_use"] == sevens.WILD:
            state["max_dealt_jokers"][seat] = min(
                state["max_dealt_jokers"][seat], jokers_that_play - 1
            )
            continue
        beyond = cell_beyond(cell, slot % 2, state["tunnel"])
        if beyond != sevens.NO_CELL and state["layout"][beyond] == sevens.EMPTY:
            state["not_held"][seat, beyond] = max(
                state["not_held"][seat, beyond], sevens.NEVER_HELD - jokers_that_play
            )


@kernel
def note_card_held(state: np.void, seat: int, card: int) -> None:
    """Bounds the jokers that a seat was dealt: it held the laid card since the deal."""
    state["max_dealt_jokers"][seat] = min(
        state["max_dealt_jokers"][seat], sevens.NEVER_HELD - state["not_held"][seat, card] - 1
    )


# End and points (SEV-6)


@kernel
def standing(state: np.void, seat: int) -> int:
    """Returns a number that orders the players of a finished game; the lowest is best.

    Finished players come first, in their order, then the remaining ones, then the eliminated, the
    last eliminated best (SEV-6.2). Remaining players have equal numbers and share their places
    (SEV-6.3). With `joker_last=last_place` those with a joker are below everybody (SEV-6.4).
    """
    if state["status"][seat] == laying.FINISHED:
        return int(state["order"][seat])
    if state["status"][seat] == laying.ELIMINATED:
        return 3 * MAX_PLAYERS - state["order"][seat]
    if state["joker_last"] == sevens.LAST_PLACE and state["hand_jokers"][seat] > 0:
        return 3 * MAX_PLAYERS
    return MAX_PLAYERS + 1


standings = places.standings_by("sevens_v0", standing)


@kernel
def score(state: np.void, points: np.ndarray) -> None:
    """Fills the points: (n + 1 - 2k) / (n - 1) for place k of n; zeros before the end (SEV-6.5)."""
    clear(points)
    if state["to_move"] == NOBODY:
        places.pay_by_place(standings(state), np.int64(state["num_players"]), points)


@kernel
def settled_points(state: np.void, seat: int) -> float:
    """Returns the points of a seat that has finished, whose place is its own; NaN before."""
    if state["status"][seat] != laying.FINISHED:
        return np.nan
    return places.worth_of_place(float(state["order"][seat]), np.int64(state["num_players"]))
