"""Redealing of Sevens: random worlds that agree with all that a seat knows.

A world is an assignment of the hidden cards to the other active hands. It can be excluded if a
hand's size or known jokers don't fit, if the public record proves that a seat can't hold a card
(`not_held`, `max_dealt_jokers`), or if the player on turn would have been eliminated instead of
getting a decision (SEV-4.5). All of that is in the view.
"""

import numpy as np

from ..cards.french import NUM_CARDS
from ..cards.laying import ACTIVE
from ..core.compiling.kernel import kernel
from ..core.kit.redeal import world_dealer
from ..core.kit.seats import NOBODY
from .options import MAX_JOKERS
from .rules import can_act
from .state import JOKER_CARD, NEVER_HELD


@kernel
def collect_hidden(state: np.void, seat: int, cards: np.ndarray, seats: np.ndarray) -> int:
    """Lists the cards that a seat does not see, in rising order, and their places.

    Jokers that everybody knows to be in a hand are no secret and stay where they are.

    Args:
        state: The table.
        seat: The viewer.
        cards: int8[54], filled with the hidden cards, jokers last.
        seats: int8[54], filled with the seat of each hidden place in a hand.

    Returns:
        The number of hidden cards.
    """
    num_cards, num_places = 0, 0
    for card in range(NUM_CARDS):
        if state["holder"][card] != NOBODY and state["holder"][card] != seat:
            cards[num_cards] = card
            num_cards += 1
    for other in range(state["num_players"]):
        if other == seat or state["status"][other] != ACTIVE:
            continue
        for _ in range(state["hand_size"][other] - state["known_jokers"][other]):
            seats[num_places] = other
            num_places += 1
    cards[num_cards:num_places] = JOKER_CARD
    return num_places


@kernel
def hand_over(state: np.void, cards: np.ndarray, seats: np.ndarray, count: int) -> None:
    """Puts card i of the hidden ones into the hand of `seats[i]`."""
    for position in range(count):
        state["hand_jokers"][seats[position]] = state["known_jokers"][seats[position]]
    for position in range(count):
        if cards[position] == JOKER_CARD:
            state["hand_jokers"][seats[position]] += 1
        else:
            state["holder"][cards[position]] = seats[position]


@kernel
def count_conflicts(
    state: np.void, viewer: int, cards: np.ndarray, seats: np.ndarray, count: int
) -> int:
    """Deals the hidden cards out, and counts the known facts that this world contradicts."""
    hand_over(state, cards, seats, count)
    conflicts = 0
    for position in range(count):
        if not may_hold(state, seats[position], cards[position]):
            conflicts += 1
    if state["to_move"] != NOBODY and not can_act(state, np.int64(state["to_move"])):
        conflicts += 1
    return conflicts


@kernel
def may_hold(state: np.void, seat: int, card: int) -> bool:
    """Whether a seat may hold a hidden card, given the jokers it holds in this world."""
    dealt_jokers = state["hand_jokers"][seat] - state["joker_gain"][seat]
    if card == JOKER_CARD:
        return dealt_jokers <= state["max_dealt_jokers"][seat]
    return dealt_jokers < NEVER_HELD - state["not_held"][seat, card]


deal_world = world_dealer("sevens_v0", count_conflicts)


@kernel
def redeal(state: np.void, seat: int) -> None:
    """Replaces all that a seat does not know by a random world that it can't exclude.

    Equally likely where uniform dealing finds one; see `deal_world`. The result depends on what
    the seat knows and on `rng` alone.
    """
    cards = np.empty(NUM_CARDS + MAX_JOKERS, np.int8)
    seats = np.empty(NUM_CARDS + MAX_JOKERS, np.int8)
    count = collect_hidden(state, seat, cards, seats)
    deal_world(state, seat, cards, seats, count)
