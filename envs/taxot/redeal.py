"""Worlds behind a view of Taxot: dealing anew all that a seat does not know.

Hidden are the other hands, the stock, and while a discard waits for reactions who is asked about
it and what others have answered. Nobody ever has to close or to call, and any card may be
discarded; so before a reshuffle nothing that happened excludes a deal of the hidden cards, and all
are equally likely. A reshuffle tells what the new stock is made of: from then on what was drawn
came out of it, and what was discarded or laid must have been held. So the turns since then are
played again.
"""

import numpy as np

from ..cards.kikisen import NUM_CARDS, NUM_TYPES
from ..core.arrays import clear
from ..core.kernel import kernel
from ..core.rng import draw_below, next_uint64, shuffle
from ..core.seats import NOBODY, seat_after
from ..kikisen.options import MAX_PLAYERS
from . import state as tax
from .holding import can_react
from .rules import add_card, begin_turn, legal, lose_card, place_of
from .view import seems_to_go_on

# Who is asked (TAX-7.3)


@kernel
def is_asked(state: np.void) -> bool:
    """Whether somebody is asked about a discard."""
    return state["decision"] == tax.REACTION and state["to_move"] != NOBODY


@kernel
def seems_just_drawn(state: np.void, viewer: int) -> bool:
    """Whether another player has begun a turn, but as far as the viewer knows may not have."""
    turn, mover = np.int64(state["turn"]), np.int64(state["to_move"])
    if state["decision"] != tax.TURN or mover in (NOBODY, viewer) or turn == 0:
        return False
    return state["turn_laid"][turn, 0] == 0 and state["turn_laid"][turn, 1] == 0


@kernel
def undo_draw(state: np.void, viewer: int) -> None:
    """Goes back to the discard before a draw, with nobody to answer it but who has passed.

    Any card of the hand goes back to the stock: all of that is dealt anew.
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
    state["decision"] = tax.REACTION
    if can_react_to_open(state, viewer):
        state["answers"][viewer] = tax.PASS_ACTION


@kernel
def can_react_to_open(state: np.void, seat: int) -> bool:
    """Whether a seat is among those that are asked about the discard (TAX-4.4)."""
    type_ = np.int64(state["turn_types"][state["turn"]])
    return seat != state["active"] and can_react(state, seat, type_)


@kernel
def may_be_asked(state: np.void, viewer: int, seat: int) -> bool:
    """Whether somebody else may be asked now, for all that the viewer knows of the own answer."""
    if seat == viewer or not can_react_to_open(state, seat):
        return False
    if not can_react_to_open(state, viewer):
        return True
    is_later = distance_of(state, seat) > distance_of(state, viewer)
    return is_later == (state["answers"][viewer] != tax.NO_ANSWER)


@kernel
def distance_of(state: np.void, seat: int) -> int:
    """How many seats after the discarder a player is asked."""
    return (seat - state["active"]) % state["num_players"]


@kernel
def num_who_may_be_asked(state: np.void, viewer: int) -> int:
    """How many others may be asked now."""
    count = 0
    for seat in range(state["num_players"]):
        count += may_be_asked(state, viewer, seat)
    return count


@kernel
def ask_anew(state: np.void, viewer: int) -> None:
    """Picks who is asked, or that nobody is any more where it seems to go on."""
    mover = np.int64(state["to_move"])
    if mover != viewer:
        choices = num_who_may_be_asked(state, viewer) + seems_to_go_on(state, viewer)
        number = draw_below(state, choices)
        mover = nth_who_may_be_asked(state, viewer, number)
    for seat in range(state["num_players"]):
        if seat != viewer:
            state["answers"][seat] = tax.NO_ANSWER
    if mover == NOBODY:
        state["answers"][viewer] = tax.NO_ANSWER
        begin_turn(state, tax.follower(state))
    else:
        answer_anew(state, viewer, mover)


@kernel
def lacks_mover(state: np.void, viewer: int) -> bool:
    """Whether the viewer is kept waiting for somebody, and nobody can be asked."""
    if not is_asked(state) or state["to_move"] == viewer or seems_to_go_on(state, viewer):
        return False
    return num_who_may_be_asked(state, viewer) == 0


@kernel
def nth_who_may_be_asked(state: np.void, viewer: int, number: int) -> int:
    """One of those who may be asked now; behind the last of them NOBODY."""
    for seat in range(state["num_players"]):
        if may_be_asked(state, viewer, seat):
            if number == 0:
                return seat
            number -= 1
    return NOBODY


@kernel
def answer_anew(state: np.void, viewer: int, mover: int) -> None:
    """Whoever is asked before the mover has answered: nobody else knows what."""
    mask = np.empty(tax.NUM_ACTIONS, np.int8)
    for distance in range(1, distance_of(state, mover)):
        seat = seat_after(state, np.int64(state["active"]), distance)
        if seat != viewer and can_react_to_open(state, seat):
            state["to_move"] = seat
            number = draw_below(state, legal(state, mask))
            action = -1
            while number >= 0:
                action += 1
                number -= mask[action]
            state["answers"][seat] = action
    state["to_move"] = mover


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
    stack(state, cards, count)


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
def list_cards(counts: np.ndarray, cards: np.ndarray) -> int:
    """Lists cards by type in rising order, which tells nothing of what lies where; how many."""
    count = 0
    for type_ in range(NUM_TYPES):
        for _ in range(counts[type_]):
            cards[count] = type_
            count += 1
    return count


@kernel
def clear_hand(state: np.void, seat: int) -> None:
    """Takes a player's concealed cards away."""
    clear(state["hands"][seat])
    state["concealed"][seat] = 0


@kernel
def give(state: np.void, seat: int, cards: np.ndarray, last: int, count: int) -> int:
    """Gives a player the last ones of a row of cards; returns how many are left."""
    for position in range(last - count, last):
        add_card(state, seat, np.int64(cards[position]))
    return last - count


@kernel
def stack(state: np.void, cards: np.ndarray, count: int) -> None:
    """What is left of a row of cards is the stock."""
    for position in range(count):
        state["stock"][position] = cards[position]


# The same after a reshuffle. Each card that a player has discarded or laid since then is one of
# those that he held at that time, OLD, or one of those that he has drawn since, NEW.

OLD, NEW = range(2)


@kernel
def deal_since_reshuffle(state: np.void, viewer: int) -> None:
    """Deals who held what at the reshuffle and who has drawn what since: anything that fits."""
    pools = np.empty((2, NUM_TYPES), np.int64)  # the cards that are not dealt yet
    room = np.empty((MAX_PLAYERS, 2), np.int64)  # how many of them a player has still to get
    collect_pools(state, viewer, pools, room)
    while not play_again(state, viewer, pools, room):
        collect_pools(state, viewer, pools, room)
    cards, new_cards = np.empty(NUM_CARDS, np.int8), np.empty(NUM_CARDS, np.int8)
    num_old, num_new = list_cards(pools[OLD], cards), list_cards(pools[NEW], new_cards)
    shuffle(state, cards, num_old)
    shuffle(state, new_cards, num_new)
    for seat in range(state["num_players"]):
        if seat != viewer and not is_public(state, seat):
            clear_hand(state, seat)
            num_old = give(state, seat, cards, num_old, np.int64(room[seat, OLD]))
            for _ in range(room[seat, NEW]):
                num_new = give(state, seat, new_cards, num_new, 1)
                state["drawn"][seat, new_cards[num_new]] += 1
    stack(state, new_cards, num_new)


@kernel
def collect_pools(state: np.void, viewer: int, pools: np.ndarray, room: np.ndarray) -> None:
    """Takes up all that others have held since the reshuffle, and the stock.

    Args:
        state: The table.
        viewer: The seat that knows its own cards.
        pools: int64[2, 24], filled with the old and the new cards by type.
        room: int64[6, 2], filled with how many old cards a player held, and 0.
    """
    clear(pools[OLD])
    for position in range(state["stock_size"]):
        pools[OLD, state["stock"][position]] += 1
    for seat in range(MAX_PLAYERS):
        clear(room[seat])
        if seat != viewer and seat < state["num_players"]:
            room[seat, OLD] = add_all_held(state, seat, pools[OLD])
    for type_ in range(NUM_TYPES):
        count = state["reshuffled"][type_] - state["drawn"][viewer, type_]
        count -= state["to_move"] == NOBODY and state["light_cards"][1] == type_
        pools[NEW, type_] = count
        pools[OLD, type_] -= count


@kernel
def add_all_held(state: np.void, seat: int, counts: np.ndarray) -> int:
    """Adds all that a player has held since the reshuffle; returns how many it was at that time."""
    size = add_cards(state["hands"][seat], counts)
    for turn in range(state["turn"] + 1):
        if state["turn_seats"][turn] == seat:
            size += add_cards(state["turn_laid"][turn], counts)
            size -= state["turn_called"][turn] == 0
            if state["turn_types"][turn] != tax.NO_TYPE:
                counts[state["turn_types"][turn]] += 1
                size += 1
    if took_last(state, seat):
        counts[state["turn_types"][state["turn"] - 1]] -= 1
        size -= 1
    return size


@kernel
def took_last(state: np.void, seat: int) -> bool:
    """Whether a player has closed the match on a discard, which is in the hand now."""
    return is_public(state, seat) and state["fed_by"] != NOBODY


@kernel
def play_again(state: np.void, viewer: int, pools: np.ndarray, room: np.ndarray) -> bool:
    """Finds for all cards that went out of hands since the reshuffle how they had come there.

    Args:
        state: The table; what the others know of their draws is written anew.
        viewer: The seat that knows its own turns.
        pools: int64[2, 24], the old and the new cards by type; those that are dealt are taken out.
        room: int64[6, 2], how many of each a player has still to get.

    Returns:
        Whether that is possible, as it was chosen.
    """
    for seat in range(state["num_players"]):
        if seat != viewer:
            clear(state["drawn"][seat])
    for turn in range(state["turn"] + 1):
        seat = np.int64(state["turn_seats"][turn])
        if seat != viewer:
            room[seat, NEW] += state["turn_called"][turn] == 0
            if not lose_all(state, seat, state["turn_laid"][turn], tax.NO_TYPE, pools, room):
                return False
            type_ = np.int64(state["turn_types"][turn])
            if type_ != tax.NO_TYPE and not lose(state, seat, type_, pools, room):
                return False
    return shows_hand(state, viewer, pools, room)


@kernel
def shows_hand(state: np.void, viewer: int, pools: np.ndarray, room: np.ndarray) -> bool:
    """The same for the cards that a closer showed at the end of the match."""
    closer = np.int64(state["closer"])
    if closer in (NOBODY, viewer) or not is_public(state, closer):
        return True
    taken = tax.NO_TYPE
    if took_last(state, closer):
        taken = int(state["turn_types"][state["turn"] - 1])
    return lose_all(state, closer, state["hands"][closer], taken, pools, room)


@kernel
def lose_all(
    state: np.void, seat: int, hand: np.ndarray, taken: int, pools: np.ndarray, room: np.ndarray
) -> bool:
    """`lose` for all cards of a hand, int64[2], but for one of a type that was taken."""
    for type_ in range(NUM_TYPES):
        for _ in range(tax.count_in(hand, type_) - (type_ == taken)):
            if not lose(state, seat, type_, pools, room):
                return False
    return True


@kernel
def lose(state: np.void, seat: int, type_: int, pools: np.ndarray, room: np.ndarray) -> bool:
    """A card that a player must have had is taken for an old or a new one, by their odds."""
    # Of each place the odds that a card of this type is there: its share of what is left.
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
    """How many cards counts by type are."""
    total = 0
    for type_ in range(NUM_TYPES):
        total += counts[type_]
    return total


@kernel
def redeal(state: np.void, seat: int) -> None:
    """Replaces all that a seat does not know by a random world that it can't exclude.

    The result depends on what the seat knows and on `rng` alone.
    """
    if seems_just_drawn(state, seat):
        undo_draw(state, seat)
    while True:
        if state["is_reshuffled"] == 1:
            deal_since_reshuffle(state, seat)
        else:
            deal_anew(state, seat)
        if not lacks_mover(state, seat):
            break
    if is_asked(state):
        ask_anew(state, seat)
    state["rng"] = next_uint64(state)
