"""Redealing of Tyrant: random worlds that agree with all that a seat knows.

Hidden are the others' hands, stocks and aces, cards face down on the table, cards removed unseen,
and the order of the lead cards. The players' deeds restrict the hands. A play without the led suit
came from a hand without it, and that hand had no such card until its player passed. A player that
was not asked to choose a hand, or a card for the plaza, had no choice. All of this follows from
the public tricks, which are in the view.
"""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.kit.redeal import world_dealer
from ..core.kit.rng import shuffle
from . import state as tyr
from .options import MAX_PLAYERS, NUM_TRICKS
from .rules.hands import ask_suits

# Places of number cards: for each seat the hand, the stock, and the play of each trick.
HAND, STOCK, FIRST_TRICK = range(3)
NUM_PLACES = FIRST_TRICK + NUM_TRICKS
ASIDE = MAX_PLAYERS * NUM_PLACES


@kernel
def list_places(state: np.void, viewer: int, places: np.ndarray) -> int:
    """Fills int8[72] with the places of the cards that the viewer has not seen; returns how many.

    They are listed by seat, so their order does not depend on the hidden cards.
    """
    count = 0
    for seat in range(state["num_players"]):
        if seat != viewer:
            first = NUM_PLACES * seat
            in_hand = tyr.num_cards(state["hands"][seat])
            in_stock = tyr.num_cards(state["stocks"][seat])
            count = list_place(first + HAND, in_hand, places, count)
            count = list_place(first + STOCK, in_stock, places, count)
            for trick in range(NUM_TRICKS):
                hidden = state["sizes"][seat, trick] - tyr.num_cards(state["shown"][seat, trick])
                count = list_place(first + FIRST_TRICK + trick, hidden, places, count)
    return list_place(ASIDE, tyr.num_cards(state["aside"]), places, count)


@kernel
def list_place(place: int, size: int, places: np.ndarray, count: int) -> int:
    """Appends a place `size` times to `count` listed ones; returns the new count."""
    for _ in range(size):
        places[count] = place
        count += 1
    return count


@kernel
def list_cards(state: np.void, viewer: int, cards: np.ndarray) -> None:
    """Fills int8[72] with the suits of the cards that the viewer has not seen, in rising order."""
    count, copies = 0, tyr.COPIES[state["num_players"]]
    for suit in range(tyr.NUM_SUITS):
        known = state["seen"][suit] + state["unshown"][viewer, suit]
        known += state["hands"][viewer, suit] + state["stocks"][viewer, suit]
        for _ in range(copies - known):
            cards[count] = suit
            count += 1


@kernel
def clear_places(state: np.void, viewer: int) -> None:
    """Removes all cards that the viewer has not seen from their places."""
    for suit in range(tyr.NUM_SUITS):
        state["aside"][suit] = 0
        for seat in range(state["num_players"]):
            if seat != viewer:
                state["hands"][seat, suit] = 0
                state["stocks"][seat, suit] = 0
                state["unshown"][seat, suit] = 0
                for trick in range(NUM_TRICKS):
                    state["plays"][seat, trick, suit] = state["shown"][seat, trick, suit]


@kernel
def lay(state: np.void, place: int, suit: int) -> None:
    """Puts a card into a place."""
    if place == ASIDE:
        state["aside"][suit] += 1
        return
    seat, part = divmod(place, NUM_PLACES)
    if part == HAND:
        state["hands"][seat, suit] += 1
    elif part == STOCK:
        state["stocks"][seat, suit] += 1
    else:
        state["plays"][seat, part - FIRST_TRICK, suit] += 1
        state["unshown"][seat, suit] += 1


@kernel
def count_conflicts(
    state: np.void, viewer: int, cards: np.ndarray, places: np.ndarray, count: int
) -> int:
    """Deals the hidden cards out, and counts the known facts that this world contradicts."""
    clear_places(state, viewer)
    for position in range(count):
        lay(state, np.int64(places[position]), np.int64(cards[position]))
    conflicts = 0
    for seat in range(state["num_players"]):
        if seat != viewer:
            conflicts += conflicts_of(state, seat)
    return conflicts


@kernel
def conflicts_of(state: np.void, seat: int) -> int:
    """Counts the cards of a player that contradict the player's deeds, trick by trick.

    `held` has the cards of hand and stock in the trick, `missing` the suits that the hand lacked,
    as a bit set, and `size` the number of its cards.
    """
    held = np.zeros(tyr.NUM_SUITS, np.int64)
    for suit in range(tyr.NUM_SUITS):
        held[suit] = state["hands"][seat, suit] + state["stocks"][seat, suit]
        for trick in range(NUM_TRICKS):
            held[suit] += state["plays"][seat, trick, suit]
    conflicts, missing, size = 0, 0, 0
    for trick in range(min(state["trick"] + 1, NUM_TRICKS)):
        if state["selected"][seat, trick] or state["refills"][seat, trick] > 0:
            conflicts += conflicts_of_choice(state, seat, trick, held)
            missing, size = 0, int(state["refills"][seat, trick])
        if state["deeds"][seat, trick] == tyr.PLAYED:
            conflicts += conflicts_of_play(state, seat, trick, missing)
            led = state["leads"][trick] // tyr.NUM_RANKS
            missing |= int(state["plays"][seat, trick, led] == 0) << led
            size -= state["sizes"][seat, trick]
            for suit in range(tyr.NUM_SUITS):
                held[suit] -= state["plays"][seat, trick, suit]
        elif state["deeds"][seat, trick] == tyr.PASSED:
            conflicts += max(0, size - num_outside(held, missing))
    for suit in range(tyr.NUM_SUITS):
        conflicts += state["hands"][seat, suit] * (missing >> suit & 1)
    return conflicts


@kernel
def num_outside(held: np.ndarray, missing: int) -> int:
    """Returns the number of cards in int64[4] whose suits are not in the bit set `missing`."""
    count = 0
    for suit in range(tyr.NUM_SUITS):
        count += held[suit] * (1 - (missing >> suit & 1))
    return count


@kernel
def conflicts_of_choice(state: np.void, seat: int, trick: int, held: np.ndarray) -> int:
    """Counts conflicts with the choice of a hand, which needs two suits or more (TYR-9.18)."""
    total, most = 0, 0
    for suit in range(tyr.NUM_SUITS):
        total += held[suit]
        most = max(most, held[suit])
    if state["selected"][seat, trick]:
        return int(most == total)
    return int(total - most) if total > state["refills"][seat, trick] else 0


@kernel
def conflicts_of_play(state: np.void, seat: int, trick: int, missing: int) -> int:
    """Counts the cards that can't be in a play from a hand without some suits (TYR-4.5, 4.12)."""
    play, conflicts = state["plays"][seat, trick], 0
    led = state["leads"][trick] // tyr.NUM_RANKS
    for suit in range(tyr.NUM_SUITS):
        is_excluded = missing >> suit & 1 or (suit == led and was_not_followed(state, trick))
        conflicts += play[suit] * is_excluded
    if was_choosing(state, seat, trick) and tyr.num_suits(play) < 2:
        conflicts += 1
    return conflicts


@kernel
def was_not_followed(state: np.void, trick: int) -> bool:
    """Whether a trick was publicly played without a follower (TYR-4.12)."""
    if trick < state["trick"]:
        return state["winners"][trick] == tyr.NOBODY
    return state["phase"] == tyr.SETTLE


@kernel
def was_choosing(state: np.void, seat: int, trick: int) -> bool:
    """Whether a player is or was asked for a card to settle (TYR-4.12, TYR-9.18).

    A player without a choice has shown the whole play, which can't conflict.
    """
    if trick == state["trick"] and state["phase"] == tyr.SETTLE and state["to_move"] == seat:
        return True
    if state["settled"][seat, trick] == tyr.NO_SUIT:
        return False
    return tyr.num_cards(state["shown"][seat, trick]) < state["sizes"][seat, trick]


deal_world = world_dealer("tyrant_v0", count_conflicts)


# Lead cards and aces


@kernel
def shuffle_leads(state: np.void) -> None:
    """Shuffles the lead cards that have not been face up (TYR-3.1)."""
    first = min(state["trick"] + tyr.ROW, NUM_TRICKS)
    shuffle_sorted(state, state["leads"][first:], tyr.NUM_LEADS - first)


@kernel
def shuffle_aces(state: np.void, viewer: int) -> None:
    """Shuffles the others' aces and the removed one (TYR-3.2)."""
    aces, count = np.empty(tyr.NUM_SUITS, np.int8), 0
    for owner in range(tyr.NUM_SUITS):
        if owner != viewer:
            aces[count] = state["aces"][owner]
            count += 1
    shuffle_sorted(state, aces, count)
    for owner in range(tyr.NUM_SUITS):
        if owner != viewer:
            count -= 1
            state["aces"][owner] = aces[count]


@kernel
def shuffle_sorted(state: np.void, cards: np.ndarray, count: int) -> None:
    """Sorts int8[count], so that the result does not depend on the old order, and shuffles it."""
    for last in range(1, count):
        card, place = cards[last], last
        while place > 0 and cards[place - 1] > card:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card
    shuffle(state, cards, count)


@kernel
def redeal(state: np.void, seat: int) -> None:
    """Replaces all that a seat does not know by a random world that it can't exclude.

    Equally likely where uniform dealing finds one; see `deal_world`. The result depends on what
    the seat knows and on `rng` alone. Another player who forms a hand begins anew.
    """
    cards, places = np.empty(tyr.MOST_CARDS, np.int8), np.empty(tyr.MOST_CARDS, np.int8)
    count = list_places(state, seat, places)
    list_cards(state, seat, cards)
    deal_world(state, seat, cards, places, count)
    shuffle_leads(state)
    if state["to_move"] != tyr.NOBODY:  # at the end all aces lie face up
        shuffle_aces(state, seat)
        if state["to_move"] != seat and state["phase"] == tyr.SELECT:
            ask_suits(state, np.int64(state["to_move"]))
