"""The rules of Taxot: the kernels that deal and play; state.py has the record, payments.py the end.

Reactions to a discard are secret. So `answers` collects them, and `settle` carries one out after
the last player who can react has answered (TAX-4.4).
"""

import numpy as np

from ..cards.kikisen import NUM_COLOURS, NUM_TYPES
from ..core.compiling.kernel import kernel
from ..core.kit.arrays import clear
from ..core.kit.rng import shuffle
from ..core.kit.seats import NOBODY, seat_after
from ..kikisen import seasons
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.pack import shuffle_pack
from . import state as tax
from .holding import can_close, can_react, mark_calls, mark_discards, mark_reveals
from .options import DEALT
from .payments import pay, pay_close, pay_four
from .payments import score as score  # a kernel of the game (TAX-6.8)


@kernel
def deal(state: np.void) -> None:
    """Starts a match from `rng` and the options (KIKI-6.3, TAX-3)."""
    tax.start_match(state)
    seasons.begin_match(state)
    deal_season(state)


@kernel
def deal_season(state: np.void) -> None:
    """Shuffles, deals five cards each, turns the first light; the dealer begins (TAX-3.1)."""
    tax.start_season(state)
    tax.clear_record(state)
    state["stock_size"] = shuffle_pack(state, state["stock"])
    for seat in range(state["num_players"]):
        for _ in range(DEALT):
            add_card(state, seat, take_top(state))
    if state["lights"]:
        state["light_cards"][0] = take_top(state)
    state["active"] = state["dealer"]
    begin_turn(state, np.int64(state["dealer"]))


# Legal actions (TAX-4.3, TAX-4.4, TAX-4.5)


@kernel
def legal(state: np.void, mask: np.ndarray) -> int:
    """Fills the int8 mask of the seat to move and returns the number of legal actions."""
    clear(mask)
    seat = np.int64(state["to_move"])
    if seat == NOBODY:
        return 0
    if state["phase"] == tax.AFTER_CALL:
        return mark_discards(state, seat, mask)
    if state["phase"] == tax.REACTION:
        return mark_answers(state, seat, mask)
    mask[tax.CLOSE_ACTION] = can_close(state, seat, tax.NO_TYPE)
    count = mark_discards(state, seat, mask) + mark_reveals(state, seat, mask)
    return count + mask[tax.CLOSE_ACTION]


@kernel
def mark_answers(state: np.void, seat: int, mask: np.ndarray) -> int:
    """Marks the answers that a player can give to the discard; returns how many (TAX-4.4)."""
    type_ = np.int64(state["turn_types"][state["turn"]])
    mask[tax.PASS_ACTION] = 1
    mask[tax.CLOSE_ACTION] = can_close(state, seat, type_)
    return 1 + mask[tax.CLOSE_ACTION] + mark_calls(state, seat, type_, mask)


# Turns (TAX-4.1, TAX-4.2, TAX-4.3)


@kernel
def apply(state: np.void, action: int) -> None:
    """One decision of the seat to move, and all that follows without one."""
    seat = np.int64(state["to_move"])
    if state["phase"] == tax.REACTION:
        state["answers"][seat] = action
    elif action >= tax.FIRST_DISCARD:
        discard(state, seat, action - tax.FIRST_DISCARD)
    elif action != tax.CLOSE_ACTION:
        lay(state, seat, tax.FIRST_FOUR + action - tax.FIRST_REVEAL, tax.NO_TYPE)
        return
    if state["phase"] == tax.TURN or not ask_after(state, seat):
        settle(state)


@kernel
def begin_turn(state: np.void, seat: int) -> None:
    """Starts a player's turn with a draw from the top of the stock (TAX-4.1)."""
    record_turn(state, seat, False)
    give_turn(state, seat)
    draw(state, seat)
    state["phase"] = tax.TURN


@kernel
def record_turn(state: np.void, seat: int, is_called: bool) -> None:
    """Adds a turn to the record; it begins with a draw or, `is_called`, with the discard."""
    state["turn"] += 1
    state["turn_seats"][state["turn"]] = seat
    state["turn_called"][state["turn"]] = is_called


@kernel
def give_turn(state: np.void, seat: int) -> None:
    """Gives the turn to a player and counts the laps (TAX-4.8)."""
    state["lap"] += place_of(state, seat) < place_of(state, np.int64(state["active"]))
    state["active"] = seat
    state["to_move"] = seat


@kernel
def place_of(state: np.void, seat: int) -> int:
    """Returns r of TAX-4.8: the seats from the dealer to a player."""
    return (seat - state["dealer"]) % state["num_players"]


@kernel
def take_top(state: np.void) -> int:
    """Takes the top card off the stock; returns its type."""
    state["stock_size"] -= 1
    top = np.int64(state["stock_size"])
    type_ = int(state["stock"][top])
    state["stock"][top] = tax.NO_TYPE
    return type_


@kernel
def add_card(state: np.void, seat: int, type_: int) -> None:
    """Adds a card to a player's concealed cards."""
    for colour in range(NUM_COLOURS):
        state["hands"][seat, colour] += tax.UNITS[type_, colour]
    state["concealed"][seat] += 1


@kernel
def lose_card(state: np.void, seat: int, type_: int) -> None:
    """Removes a card from a player's concealed cards."""
    for colour in range(NUM_COLOURS):
        state["hands"][seat, colour] -= tax.UNITS[type_, colour]
    state["concealed"][seat] -= 1


@kernel
def draw(state: np.void, seat: int) -> None:
    """Draws a card; draws from a reshuffled stock are remembered by their player (TAX-7.2)."""
    type_ = take_top(state)
    add_card(state, seat, type_)
    state["drawn"][seat, type_] += state["is_reshuffled"]


@kernel
def lay(state: np.void, seat: int, meld: int, called: int) -> None:
    """Lays a meld face up, or extends a triple to a four; pays for a four (TAX-4.6, TAX-5.3).

    Args:
        state: The table, in the turn of the player.
        seat: The player.
        meld: The meld.
        called: The type of the discard in the meld, or NO_TYPE if all cards are concealed ones.
    """
    triple = np.int64(state["melds"][seat])
    size = tax.SIZE_OF_MELD[meld] - (called != tax.NO_TYPE)
    if triple != tax.NO_MELD:
        size -= tax.SIZE_OF_MELD[triple]
        state["extensions"][seat] = extension_to(triple, meld)
    for colour in range(NUM_COLOURS):
        laid = tax.MELD_CARDS[meld, colour]
        if called != tax.NO_TYPE:
            laid -= tax.UNITS[called, colour]
        if triple != tax.NO_MELD:
            laid -= tax.MELD_CARDS[triple, colour]
        state["hands"][seat, colour] -= laid
    state["concealed"][seat] -= size
    state["turn_laid"][state["turn"]] = size > 0
    state["melds"][seat] = meld
    if tax.KIND_OF_MELD[meld] == tax.FOUR:
        pay_four(state, seat)


@kernel
def extension_to(triple: int, four: int) -> int:
    """Returns the type that extends a triple to a four."""
    for type_ in range(NUM_TYPES):
        if tax.EXTENDED[triple, type_] == four:
            return type_
    return tax.NO_TYPE


@kernel
def discard(state: np.void, seat: int, type_: int) -> None:
    """Discards a concealed card face up; the others may react (TAX-4.3c)."""
    lose_card(state, seat, type_)
    state["discards"][seat, type_] += 1
    state["turn_types"][state["turn"]] = type_
    state["phase"] = tax.REACTION


# Reactions (TAX-4.4)


@kernel
def ask_after(state: np.void, last: int) -> bool:
    """Asks the next player after `last` that can react; returns whether one can (TAX-4.4)."""
    active = np.int64(state["active"])
    type_ = np.int64(state["turn_types"][state["turn"]])
    seat = seat_after(state, last, 1)
    while seat != active:
        if can_react(state, seat, type_):
            state["to_move"] = seat
            return True
        seat = seat_after(state, seat, 1)
    return False


@kernel
def settle(state: np.void) -> None:
    """Carries out a close on the own draw, or the reaction that wins.

    A close beats every call; among equals the first in seat order from the discarder wins
    (TAX-4.4).
    """
    closer, fed_by, caller = int(state["active"]), NOBODY, NOBODY
    if state["phase"] == tax.REACTION:
        fed_by = int(state["active"])
        closer = first_to_answer(state, tax.CLOSE_ACTION, tax.FIRST_REVEAL)
        caller = first_to_answer(state, tax.FIRST_CALL, tax.FIRST_DISCARD)
    if closer != NOBODY:
        close(state, closer, fed_by)
        end_season(state, closer, fed_by)
    elif caller != NOBODY:
        call(state, caller)
    elif not go_on(state):
        end_season(state, NOBODY, NOBODY)
    for seat in range(state["num_players"]):
        state["answers"][seat] = tax.NO_ANSWER


@kernel
def first_to_answer(state: np.void, first: int, last: int) -> int:
    """Returns the first seat after the discarder with an answer in first..last-1, or NOBODY."""
    for distance in range(1, state["num_players"]):
        seat = seat_after(state, np.int64(state["active"]), distance)
        if first <= state["answers"][seat] < last:
            return seat
    return NOBODY


@kernel
def take_discard(state: np.void, seat: int) -> int:
    """Takes the discard, which begins a turn without a draw (TAX-4.5); returns its type."""
    type_ = int(state["turn_types"][state["turn"]])
    state["discards"][state["active"], type_] -= 1
    record_turn(state, seat, True)
    return type_


@kernel
def call(state: np.void, seat: int) -> None:
    """Takes the discard for a meld and pays the discarder; a discard follows (TAX-4.4b, TAX-4.5).

    `lay` adds the payments for a four, if the call makes one (TAX-5.4).
    """
    meld = np.int64(state["answers"][seat]) - tax.FIRST_CALL
    pay(state, seat, np.int64(state["active"]), np.int64(state["pt_call"]))
    type_ = take_discard(state, seat)
    give_turn(state, seat)
    state["calls"][seat] += 1
    lay(state, seat, meld, type_)
    state["phase"] = tax.AFTER_CALL


@kernel
def go_on(state: np.void) -> bool:
    """Starts the next seat's turn, as nobody reacts; returns False if the stock is empty.

    An empty stock ends the season drawn (TAX-4.1, TAX-4.4, TAX-6.7).
    """
    following = tax.follower(state)
    if state["stock_size"] == 0:
        reshuffle(state)
    if state["stock_size"] == 0:
        give_turn(state, following)  # the lap counts this step too (TAX-9.13)
        return False
    begin_turn(state, following)
    return True


@kernel
def reshuffle(state: np.void) -> None:
    """Makes all discards the stock, once a season and only with `exhaust=reshuffle` (TAX-9.13)."""
    if state["exhaust"] != tax.RESHUFFLE or state["is_reshuffled"] == 1:
        return
    count = 0
    for type_ in range(NUM_TYPES):
        for seat in range(state["num_players"]):
            for _ in range(state["discards"][seat, type_]):
                state["stock"][count] = type_
                count += 1
            state["reshuffled"][type_] += state["discards"][seat, type_]
            state["discards"][seat, type_] = 0
    shuffle(state, state["stock"], count)
    state["stock_size"] = count
    state["is_reshuffled"] = 1
    tax.clear_record(state)


# End (TAX-6)


@kernel
def close(state: np.void, seat: int, fed_by: int) -> None:
    """Closes on the own draw or on a discard, turns the second light and pays (TAX-6.3, TAX-6.5).

    Taking the discard of `fed_by` costs no call point here (TAX-5.5).
    """
    if fed_by != NOBODY:
        add_card(state, seat, take_discard(state, seat))
    if state["lights"] and state["stock_size"] > 0:
        state["light_cards"][1] = take_top(state)
    note_close(state, seat, fed_by)
    pay_close(state, seat, fed_by)


@kernel
def note_close(state: np.void, seat: int, fed_by: int) -> None:
    """Shows the closer's six cards to all (TAX-4.7, TAX-7.1), or none if `seat` is NOBODY."""
    state["closer"] = seat
    state["fed_by"] = fed_by
    for type_ in range(NUM_TYPES):
        state["shown"][type_] = 0 if seat == NOBODY else num_held(state, seat, type_)


@kernel
def num_held(state: np.void, seat: int, type_: int) -> int:
    """Returns how many cards of a type a player has, concealed and melded."""
    meld = np.int64(state["melds"][seat])
    count = tax.count_in(state["hands"][seat], type_)
    return count if meld == tax.NO_MELD else count + tax.COUNTS_OF_MELD[meld, type_]


@kernel
def end_season(state: np.void, closer: int, fed_by: int) -> None:
    """Ends the season, drawn if `closer` is NOBODY, and deals the next (TAX-6.6, TAX-6.7)."""
    won = np.zeros(MAX_PLAYERS, np.int8)
    if closer == NOBODY:
        note_close(state, NOBODY, NOBODY)
    else:
        won[closer] = 1
        state["closed_on_draw"][closer] += fed_by == NOBODY
    if fed_by != NOBODY:
        state["fed"][fed_by] += 1
    if seasons.finish_season(state, won):
        deal_season(state)
