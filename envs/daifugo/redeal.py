"""Redealing of Daifugo: random worlds that agree with all that a seat knows.

A world is excluded if a card lies where it can't by the viewer's memory (DFG-7.4), or if a player
that chooses among his strongest cards would have no choice. The other seats' memories are private
too: in the world each of them has the memory of a spectator and knows his own hand.
"""

import numpy as np

from ..core.compiling.kernel import kernel
from ..core.kit.bits import NOTHING, ONE, bit_of, count_bits, holds
from ..core.kit.memory import can_be, exclude, know, list_hidden
from ..core.kit.redeal import world_dealer
from ..core.kit.rng import draw_below, shuffle
from ..core.kit.seats import NOBODY
from . import state as dfg
from .rules import exchange


@kernel
def cards_in(state: np.void, zone: int) -> np.uint64:
    """Returns the cards of a zone (DFG-7.4)."""
    table = state["field"] | state["discards"]
    if zone < dfg.PILE:
        return state["hands"][zone]
    if zone == dfg.TABLE:
        return table
    elsewhere = table
    for seat in range(dfg.MAX_PLAYERS):
        elsewhere |= state["hands"][seat]
    return (bit_of(dfg.deck_size(state)) - ONE) & ~elsewhere


@kernel
def set_of(cards: np.ndarray, count: int) -> np.uint64:
    """Returns the first `count` cards of a list as a set."""
    found = NOTHING
    for position in range(count):
        found |= bit_of(cards[position])
    return found


@kernel
def collect_hidden(state: np.void, viewer: int, cards: np.ndarray, places: np.ndarray) -> int:
    """Lists the hidden cards by id and the hidden places by zone; returns how many.

    So the order does not depend on the places of the cards.
    """
    count, num_places = list_hidden(state["memory"], viewer, cards), 0
    hidden = set_of(cards, count)
    for zone in range(dfg.NUM_ZONES):
        for _ in range(count_bits(hidden & cards_in(state, zone))):
            places[num_places] = zone
            num_places += 1
    return count


@kernel
def count_conflicts(
    state: np.void, viewer: int, cards: np.ndarray, places: np.ndarray, count: int
) -> int:
    """Deals the hidden cards out, and counts the known facts that this world contradicts."""
    hidden = set_of(cards, count)
    for seat in range(state["num_players"]):
        state["hands"][seat] &= ~hidden
    state["discards"] &= ~hidden
    state["face_down"] &= ~hidden
    conflicts = 0
    for position in range(count):
        card, zone = np.int64(cards[position]), np.int64(places[position])
        conflicts += not can_be(state["memory"], viewer, zone, card)
        if zone < dfg.PILE:
            state["hands"][zone] |= bit_of(card)
        elif zone == dfg.TABLE:
            state["discards"] |= bit_of(card)
            state["face_down"] |= bit_of(card)
    if state["to_move"] != NOBODY and state["phase"] == dfg.EX_UP:
        conflicts += not exchange.has_choice(state)
    return conflicts


deal_world = world_dealer("daifugo_v0", count_conflicts)


@kernel
def stack_pile(state: np.void) -> None:
    """Orders the pile at random, and clears the dealt cards above it, which show the deal."""
    pile, count = cards_in(state, dfg.PILE), 0
    for card in range(dfg.deck_size(state)):
        state["deck"][count] = card  # overwritten if the card is not in the pile
        count += holds(pile, card)
    shuffle(state, state["deck"], count)
    for position in range(count, dfg.NUM_CARDS):
        state["deck"][position] = dfg.NO_CARD


@kernel
def step_back(state: np.void) -> None:
    """Takes the player on turn back to the first step of his decision; others see no more.

    See DFG-7.2.
    """
    if state["to_move"] != NOBODY:
        state["phase"] = dfg.first_step(np.int64(state["phase"]))
    state["chosen_kind"] = dfg.NONE
    state["chosen_size"] = 0
    state["chosen_rank"] = dfg.NO_RANK
    state["chosen_suits"] = 0
    state["chosen_card"] = dfg.NO_CARD


@kernel
def receive_anew(state: np.void, viewer: int) -> None:
    """Draws the cards that daifugo or fugo has just got, unless the viewer knows them.

    See DFG-4.18.
    """
    step, num_left = np.int64(state["exchange_step"]), 0
    if state["received"] == NOTHING or exchange.partner(state, step | 1) == viewer:
        return
    if exchange.partner(state, step & ~1) == viewer:
        return
    for card in range(dfg.NUM_CARDS):
        num_left += holds(state["received"], card)
    state["received"] = NOTHING
    hand = state["hands"][exchange.partner(state, step | 1)]
    while num_left > 0:
        card = draw_below(state, dfg.NUM_CARDS)
        if holds(hand & ~state["received"], card):
            state["received"] |= bit_of(card)
            num_left -= 1


@kernel
def remember_anew(state: np.void, viewer: int) -> None:
    """Gives every other player the memory of a spectator and the knowledge of his own hand."""
    memory, spectator = state["memory"], np.int64(state["num_players"])
    for seat in range(state["num_players"]):
        if seat == viewer:
            continue
        hand = state["hands"][seat]
        for card in range(dfg.NUM_CARDS):
            memory[seat, card] = memory[spectator, card]
            if holds(hand, card):
                know(memory, seat, card, seat)
            else:
                exclude(memory, seat, seat, card)


@kernel
def redeal(state: np.void, seat: int) -> None:
    """Replaces all that a seat does not know by a random world that it can't exclude.

    Equally likely where even dealing finds one; see `deal_world`. The result depends on what the
    seat knows and on `rng` alone. Another player on turn is taken back to the first step of the
    decision.
    """
    cards = np.empty(dfg.NUM_CARDS, np.int8)
    places = np.empty(dfg.NUM_CARDS, np.int8)
    count = collect_hidden(state, seat, cards, places)
    deal_world(state, seat, cards, places, count)
    stack_pile(state)
    if state["to_move"] != seat:
        step_back(state)
    receive_anew(state, seat)
    remember_anew(state, seat)
