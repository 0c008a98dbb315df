"""Redealing of Taxot: random worlds that agree with all that a seat knows.

Hidden are the other hands, the stock, and, while a discard waits for reactions, the players that
are asked and the answers of others. Nobody ever has to close or to call, and any card may be
discarded. So before a reshuffle no event excludes a deal of the hidden cards, and all deals are
equally likely. After a reshuffle the cards of the new stock are known: every drawn card came out
of it, and every card that was discarded or laid was held before. So the turns since the reshuffle
are played again.
"""

import numpy as np

from ..cards.counts import list_cards
from ..cards.kikisen import NUM_CARDS, NUM_COLOURS, NUM_TYPES
from ..core.compiling.kernel import kernel
from ..core.kit.arrays import clear, copy
from ..core.kit.rng import draw_below, shuffle
from ..core.kit.seats import NOBODY
from ..kikisen.options import MAX_PLAYERS
from . import state as tax
from .holding import can_react
from .rules import add_card, begin_turn, lose_card, mark_answers, place_of
from .view import seems_to_go_on

# The players that are asked (TAX-7.3)


@kernel
def is_asked(state: np.void) -> bool:
    """Whether a player is being asked about a discard."""
    return state["phase"] == tax.REACTION and state["to_move"] != NOBODY


@kernel
def seems_just_drawn(state: np.void, viewer: int) -> bool:
    """Whether another player has just drawn and the viewer can't tell it from a reaction."""
    turn, mover = np.int64(state["turn"]), np.int64(state["to_move"])
    if state["phase"] != tax.TURN or mover in (NOBODY, viewer) or turn == 0:
        return False
    return state["turn_laid"][turn] == 0


@kernel
def undo_draw(state: np.void, viewer: int) -> None:
    """Returns the table to the discard before a draw, with the viewer's answer a pass, if any.

    An arbitrary card of the hand returns to the stock, since both are dealt anew.
    """
    turn, seat = np.int64(state["turn"]), np.int64(state["to_move"])
    type_ = 0
    while tax.count_in(state["hands"][seat], type_) == 0:
        type_ += 1
    lose_card(state, seat, type_)
    state["stock"][state["stock_size"]] = type_
    state["stock_size"] += 1
    state["turn_seats"][turn] = NOBODY
    state["turn"] -= 1
    state["active"] = state["turn_seats"][state["turn"]]
    state["lap"] -= place_of(state, seat) < place_of(state, np.int64(state["active"]))
    state["phase"] = tax.REACTION
    if can_answer(state, viewer):
        state["answers"][viewer] = tax.PASS_ACTION


@kernel
def can_answer(state: np.void, seat: int) -> bool:
    """Whether a seat can react to the discard, and so is asked about it (TAX-4.4)."""
    type_ = np.int64(state["turn_types"][state["turn"]])
    return seat != state["active"] and can_react(state, seat, type_)


@kernel
def find_candidates(state: np.void, viewer: int, asked: np.ndarray, movers: np.ndarray) -> int:
    """Finds the seats that may be asked now, given the viewer's own answer.

    Args:
        state: The table, while a player is asked.
        viewer: The seat.
        asked: int8[6], filled with 1 for each seat that is asked sooner or later.
        movers: int8[6], filled from the front with the other seats that may be asked now.

    Returns:
        The number of such seats.
    """
    count = 0
    for seat in range(state["num_players"]):
        asked[seat] = can_answer(state, seat)
    has_answered = state["answers"][viewer] != tax.NO_ANSWER
    for seat in range(state["num_players"]):
        is_later = distance_of(state, seat) > distance_of(state, viewer)
        fits = asked[viewer] == 0 or is_later == has_answered
        if seat != viewer and asked[seat] == 1 and fits:
            movers[count] = seat
            count += 1
    return count


@kernel
def distance_of(state: np.void, seat: int) -> int:
    """Returns the number of seats from the discarder to a player."""
    return (seat - state["active"]) % state["num_players"]


@kernel
def ask_anew(
    state: np.void, viewer: int, movers: np.ndarray, num_movers: int, goes_on: bool
) -> None:
    """Draws the seat that is asked; with `goes_on` the next turn may have begun instead."""
    if state["to_move"] == viewer:
        return
    chosen = draw_below(state, num_movers + goes_on)
    if chosen < num_movers:
        state["to_move"] = movers[chosen]
    else:
        state["answers"][viewer] = tax.NO_ANSWER
        begin_turn(state, tax.follower(state))


@kernel
def answer_anew(state: np.void, viewer: int, asked: np.ndarray) -> None:
    """Draws the answers of the other seats that were asked before the mover."""
    last = distance_of(state, np.int64(state["to_move"])) if is_asked(state) else 0
    for seat in range(state["num_players"]):
        if seat != viewer:
            is_due = asked[seat] == 1 and distance_of(state, seat) < last
            state["answers"][seat] = any_answer(state, seat) if is_due else tax.NO_ANSWER


@kernel
def any_answer(state: np.void, seat: int) -> int:
    """Draws one of the answers that a player can give."""
    mask = np.zeros(tax.NUM_ACTIONS, np.int8)
    number, action = draw_below(state, mark_answers(state, seat, mask)), -1
    while number >= 0:
        action += 1
        number -= mask[action]
    return action


# The hidden cards


@kernel
def is_public(state: np.void, seat: int) -> bool:
    """Whether a player's concealed cards were shown by the close that ended the match."""
    return state["to_move"] == NOBODY and state["closer"] == seat


@kernel
def deal_anew(state: np.void, viewer: int) -> None:
    """Deals the hidden cards to the hidden hands and the stock."""
    hidden = np.zeros(NUM_TYPES, np.int64)
    for seat in range(state["num_players"]):
        if seat != viewer and not is_public(state, seat):
            add_cards(state["hands"][seat], hidden)
    for position in range(state["stock_size"]):
        hidden[state["stock"][position]] += 1
    cards = np.empty(NUM_CARDS, np.int8)
    count = list_cards(hidden, cards)
    shuffle(state, cards, count)
    for seat in range(state["num_players"]):
        if seat != viewer and not is_public(state, seat):
            size = np.int64(state["concealed"][seat])
            clear_hand(state, seat)
            count = give(state, seat, cards, count, size)
    fill_stock(state, cards, count)


@kernel
def add_cards(hand: np.ndarray, counts: np.ndarray) -> int:
    """Adds the cards of a hand, int64[2], to counts by type; returns how many."""
    size = 0
    for type_ in range(NUM_TYPES):
        count = tax.count_in(hand, type_)
        counts[type_] += count
        size += count
    return size


@kernel
def clear_hand(state: np.void, seat: int) -> None:
    """Removes a player's concealed cards."""
    clear(state["hands"][seat])
    state["concealed"][seat] = 0


@kernel
def give(state: np.void, seat: int, cards: np.ndarray, last: int, count: int) -> int:
    """Gives a player the last `count` of `last` cards; returns how many are left."""
    for position in range(last - count, last):
        add_card(state, seat, np.int64(cards[position]))
    return last - count


@kernel
def fill_stock(state: np.void, cards: np.ndarray, count: int) -> None:
    """Makes the first `count` cards the stock."""
    for position in range(count):
        state["stock"][position] = cards[position]


# After a reshuffle. A card that a player has discarded or laid since then is OLD if he held it at
# the reshuffle, NEW if he has drawn it since.

OLD, NEW = range(2)
A_DRAW = tax.NO_TYPE
MOST_EVENTS = 2 * tax.MOST_TURNS + 2 * NUM_CARDS


@kernel
def deal_since_reshuffle(state: np.void, viewer: int) -> None:
    """Deals the hands at the reshuffle and the draws since then, in agreement with the record."""
    events = np.empty((MOST_EVENTS, 2), np.int8)
    num_events = list_events(state, viewer, events)
    pools = np.empty((2, NUM_TYPES), np.int64)  # old and new cards that are not dealt yet
    room = np.empty((MAX_PLAYERS, 2), np.int64)  # how many of each a player still gets
    is_possible = False
    while not is_possible:
        collect_pools(state, viewer, events, num_events, pools, room)
        is_possible = play_again(state, viewer, events, num_events, pools, room)
    cards, new_cards = np.empty(NUM_CARDS, np.int8), np.empty(NUM_CARDS, np.int8)
    num_old, num_new = list_cards(pools[OLD], cards), list_cards(pools[NEW], new_cards)
    shuffle(state, cards, num_old)
    shuffle(state, new_cards, num_new)
    for seat in range(state["num_players"]):
        if seat != viewer and not is_public(state, seat):
            clear_hand(state, seat)
            num_old = give(state, seat, cards, num_old, room[seat, OLD])
            for position in range(num_new - room[seat, NEW], num_new):
                state["drawn"][seat, new_cards[position]] += 1
            num_new = give(state, seat, new_cards, num_new, room[seat, NEW])
    fill_stock(state, new_cards, num_new)


@kernel
def list_events(state: np.void, viewer: int, events: np.ndarray) -> int:
    """Lists the draws of others and the cards that left their hands since the reshuffle.

    Args:
        state: The table.
        viewer: The seat that knows its own cards.
        events: int8[184, 2], filled in order with a seat and a type, or A_DRAW. The cards that a
            closer showed at the end of the match count as gone.

    Returns:
        The number of events.
    """
    count, hand = 0, np.empty(NUM_COLOURS, np.int64)
    for turn in range(state["turn"] + 1):
        seat, type_ = state["turn_seats"][turn], state["turn_types"][turn]
        if seat != viewer:
            if state["turn_called"][turn] == 0:
                count = note(events, count, seat, A_DRAW)
            find_laid(state, turn, hand)
            count = note_hand(events, count, seat, hand)
            if type_ != tax.NO_TYPE:
                count = note(events, count, seat, type_)
    closer = np.int64(state["closer"])
    if closer not in (NOBODY, viewer) and is_public(state, closer):
        copy(state["hands"][closer], hand)
        if state["fed_by"] != NOBODY:
            take(hand, int(state["turn_types"][state["turn"] - 1]))
        count = note_hand(events, count, closer, hand)
    return count


@kernel
def find_laid(state: np.void, turn: int, hand: np.ndarray) -> None:
    """Finds the cards that were laid from the hand in a recorded turn, as a hand, int64[2].

    A player lays a four, or a meld with a discard; a triple may be extended later (TAX-4.6).
    """
    seat = np.int64(state["turn_seats"][turn])
    is_called, extension = state["turn_called"][turn] == 1, int(state["extensions"][seat])
    if state["turn_laid"][turn] == 0:
        clear(hand)
    elif is_called:
        copy(tax.MELD_CARDS[state["melds"][seat]], hand)
        take(hand, int(state["turn_types"][turn - 1]))
        if extension != tax.NO_TYPE:
            take(hand, extension)
    else:
        is_extended = extension != tax.NO_TYPE
        copy(tax.UNITS[extension] if is_extended else tax.MELD_CARDS[state["melds"][seat]], hand)


@kernel
def take(hand: np.ndarray, type_: int) -> None:
    """Takes a card out of a hand, int64[2]."""
    for colour in range(NUM_COLOURS):
        hand[colour] -= tax.UNITS[type_, colour]


@kernel
def note(events: np.ndarray, count: int, seat: int, type_: int) -> int:
    """Appends an event to a list; returns the new number of events."""
    events[count, 0] = seat
    events[count, 1] = type_
    return count + 1


@kernel
def note_hand(events: np.ndarray, count: int, seat: int, hand: np.ndarray) -> int:
    """Appends an event for each card of a hand, int64[2]; returns the new number of events."""
    for type_ in range(NUM_TYPES):
        for _ in range(tax.count_in(hand, type_)):
            count = note(events, count, seat, type_)
    return count


@kernel
def collect_pools(
    state: np.void,
    viewer: int,
    events: np.ndarray,
    num_events: int,
    pools: np.ndarray,
    room: np.ndarray,
) -> None:
    """Collects all cards that others have held since the reshuffle, and the stock.

    Args:
        state: The table.
        viewer: The seat that knows its own cards.
        events: The events of `list_events`.
        num_events: Their number.
        pools: int64[2, 24], filled with the old and the new cards by type.
        room: int64[6, 2], filled with the number of old cards that a player held, and 0.
    """
    clear(pools[OLD])
    for seat in range(MAX_PLAYERS):
        clear(room[seat])
        if seat != viewer and not is_public(state, seat):
            room[seat, OLD] = add_cards(state["hands"][seat], pools[OLD])
    for number in range(num_events):
        seat, type_ = int(events[number, 0]), int(events[number, 1])
        if type_ != A_DRAW:
            pools[OLD, type_] += 1
        room[seat, OLD] += -1 if type_ == A_DRAW else 1
    for position in range(state["stock_size"]):
        pools[OLD, state["stock"][position]] += 1
    for type_ in range(NUM_TYPES):
        count = state["reshuffled"][type_] - state["drawn"][viewer, type_]
        count -= state["to_move"] == NOBODY and state["light_cards"][1] == type_
        pools[NEW, type_] = count
        pools[OLD, type_] -= count


@kernel
def play_again(
    state: np.void,
    viewer: int,
    events: np.ndarray,
    num_events: int,
    pools: np.ndarray,
    room: np.ndarray,
) -> bool:
    """Draws for each card that left a hand since the reshuffle whether it was held before it.

    Args:
        state: The table; the others' `drawn` is written anew.
        viewer: The seat that knows its own turns.
        events: The events of `list_events`.
        num_events: Their number.
        pools: int64[2, 24], the old and the new cards by type; drawn ones are removed.
        room: int64[6, 2], how many of each a player still gets.

    Returns:
        False if the choices have led to an event that is impossible.
    """
    for seat in range(state["num_players"]):
        if seat != viewer:
            clear(state["drawn"][seat])
    for number in range(num_events):
        seat, type_ = int(events[number, 0]), int(events[number, 1])
        if type_ == A_DRAW:
            room[seat, NEW] += 1
        elif not lose(state, seat, type_, pools, room):
            return False
    return True


@kernel
def lose(state: np.void, seat: int, type_: int, pools: np.ndarray, room: np.ndarray) -> bool:
    """Draws whether a card that left a hand was old or new, by the odds of both.

    Returns:
        False if it can be neither.
    """
    # The odds of each pool: the player's room in it times the type's share of the cards left.
    old_odds = room[seat, OLD] * pools[OLD, type_] * max(1, num_in(pools[NEW]))
    new_odds = room[seat, NEW] * pools[NEW, type_] * max(1, num_in(pools[OLD]))
    if old_odds + new_odds == 0:
        return False
    source = OLD if draw_below(state, old_odds + new_odds) < old_odds else NEW
    pools[source, type_] -= 1
    room[seat, source] -= 1
    state["drawn"][seat, type_] += source == NEW
    return True


@kernel
def num_in(counts: np.ndarray) -> int:
    """Returns the sum of counts by type."""
    total = 0
    for type_ in range(NUM_TYPES):
        total += counts[type_]
    return total


@kernel
def redeal(state: np.void, seat: int) -> None:
    """Replaces all that a seat does not know by a random world that it can't exclude.

    A seat that is kept waiting knows that somebody is asked. The result depends on what the seat
    knows and on `rng` alone.
    """
    if seems_just_drawn(state, seat):
        undo_draw(state, seat)
    asked, movers = np.zeros(MAX_PLAYERS, np.int8), np.zeros(MAX_PLAYERS, np.int8)
    goes_on, num_movers = seems_to_go_on(state, seat), 0
    is_waiting = is_asked(state) and state["to_move"] != seat and not goes_on
    while True:
        if state["is_reshuffled"] == 1:
            deal_since_reshuffle(state, seat)
        else:
            deal_anew(state, seat)
        if is_asked(state):
            num_movers = find_candidates(state, seat, asked, movers)
        if num_movers > 0 or not is_waiting:
            break
    if is_asked(state):
        ask_anew(state, seat, movers, num_movers, goes_on)
        answer_anew(state, seat, asked)
