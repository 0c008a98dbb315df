"""What one seat may know of a table of Sevens (SEV-7): a view, and the worlds behind it."""

import numpy as np

from ..core.game import Field
from ..core.kernel import kernel
from ..core.redeal import world_dealer
from ..core.rng import next_uint64
from .rules import (
    ACTIVE,
    ELIMINATED,
    FINISHED,
    JOKER,
    JOKER_CARD,
    LARGEST_COUNT,
    MAX_JOKERS,
    MAX_PLAYERS,
    NATURAL,
    NO_CELL,
    NOBODY,
    NUM_CARDS,
    NUM_SLOTS,
    RECENT,
    can_act,
)

FIELDS = (
    Field("hand", (NUM_CARDS,), 0, 1, "own natural cards", private=True),
    Field("hand_jokers", (), 0, MAX_JOKERS, "own jokers", private=True),
    Field("natural", (NUM_CARDS,), 0, 1, "cells that hold their natural card"),
    Field("joker", (NUM_CARDS,), 0, 1, "cells that hold a joker"),
    Field("reachable", (NUM_CARDS,), 0, 1, "occupied cells that a walk from a seven runs through"),
    Field("frontier", (NUM_CARDS,), 0, 1, "cells where a card may be laid now"),
    Field("laid_by", (NUM_CARDS,), 0, MAX_PLAYERS, "who laid what lies there: 0 nobody, 1 the "
          "viewer, 2 the next seat clockwise, ..."),
    Field("recency", (NUM_CARDS,), 0, RECENT, f"{RECENT} for what the last decision laid, one "
          "less for each decision since"),
    Field("hand_size", (MAX_PLAYERS,), 0, 27, "cards in hand, jokers included"),
    Field("active", (MAX_PLAYERS,), 0, 1, "players still in the game"),
    Field("finished", (MAX_PLAYERS,), 0, MAX_PLAYERS, "1 for the first to finish, 2 ..., 0 if not"),
    Field("eliminated", (MAX_PLAYERS,), 0, MAX_PLAYERS, "1 for the first to be eliminated, 2 ..."),
    Field("on_turn", (MAX_PLAYERS,), 0, 1, "whose decision it is"),
    Field("first_player", (MAX_PLAYERS,), 0, 1, "who laid the seven of diamonds"),
    Field("passes", (MAX_PLAYERS,), 0, LARGEST_COUNT, "passes used"),
    Field("pass_recency", (MAX_PLAYERS,), 0, RECENT, "as recency, for the player's last pass"),
    Field("passed_over", (MAX_PLAYERS, NUM_SLOTS), 0, LARGEST_COUNT, "passes of each player since "
          "the present frontier of slot 2 * suit + direction opened"),
    Field("known_jokers", (MAX_PLAYERS,), 0, MAX_JOKERS, "jokers known to be in the hand"),
    Field("jokers_aside", (), 0, MAX_JOKERS, "jokers out of the game"),
    Field("idle", (), 0, LARGEST_COUNT, "passes since the last card was laid"),
    Field("num_players", (), 2, MAX_PLAYERS, "option"),
    Field("pass_limit", (), -1, 10, "option, -1 for none"),
    Field("voluntary_pass", (), 0, 1, "option"),
    Field("tunnel", (), 0, 2, "option: none, ring, one_way"),
    Field("jokers", (), 0, MAX_JOKERS, "option"),
    Field("joker_use", (), 0, 1, "option: wild, fill"),
    Field("joker_recovery", (), 0, 1, "option: immediate, own_turn"),
    Field("joker_last", (), 0, 1, "option: off, last_place"),
)  # fmt: skip


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (SEV-7.4)."""
    observe_layout(state, seat, view)
    observe_players(state, seat, view)
    view["hand_jokers"] = state["hand_jokers"][seat]
    view["jokers_aside"] = state["jokers_aside"]
    view["idle"] = min(state["idle"], LARGEST_COUNT)
    view["num_players"] = state["num_players"]
    view["pass_limit"] = state["pass_limit"]
    view["voluntary_pass"] = state["voluntary_pass"]
    view["tunnel"] = state["tunnel"]
    view["jokers"] = state["jokers"]
    view["joker_use"] = state["joker_use"]
    view["joker_recovery"] = state["joker_recovery"]
    view["joker_last"] = state["joker_last"]


@kernel
def observe_layout(state: np.void, seat: int, view: np.void) -> None:
    """The fields with one entry per card. One loop for each, so that each is vectorised."""
    for cell in range(NUM_CARDS):
        view["hand"][cell] = state["holder"][cell] == seat
    for cell in range(NUM_CARDS):
        view["natural"][cell] = state["layout"][cell] == NATURAL
    for cell in range(NUM_CARDS):
        view["joker"][cell] = state["layout"][cell] == JOKER
    for cell in range(NUM_CARDS):
        view["reachable"][cell] = state["reachable"][cell]
    for cell in range(NUM_CARDS):
        view["recency"][cell] = state["recency"][cell]
    for cell in range(NUM_CARDS):
        view["frontier"][cell] = 0
    for slot in range(NUM_SLOTS):
        cell = state["frontier"][slot]
        if cell != NO_CELL:
            view["frontier"][cell] = 1
    # In int8 throughout, or the loop runs eight times slower.
    count, viewer = np.int8(state["num_players"]), np.int8(seat)
    for cell in range(NUM_CARDS):
        layer = state["laid_by"][cell]
        distance = np.int8(layer - viewer)
        clockwise = np.int8(distance + np.int8(count if distance < 0 else 0))
        view["laid_by"][cell] = np.int8((clockwise + 1) * (layer != NOBODY))


@kernel
def observe_players(state: np.void, seat: int, view: np.void) -> None:
    """The fields with one row per player, the viewer first. Absent seats hold zeros."""
    count = int(state["num_players"])
    for distance in range(MAX_PLAYERS):
        player = seat + distance if distance < count else distance
        player -= count if distance < count <= player else 0
        status, order = state["status"][player], state["order"][player]
        view["active"][distance] = status == ACTIVE
        view["finished"][distance] = order if status == FINISHED else 0
        view["eliminated"][distance] = order if status == ELIMINATED else 0
        view["hand_size"][distance] = state["hand_size"][player]
        view["passes"][distance] = min(state["passes"][player], LARGEST_COUNT)
        view["pass_recency"][distance] = state["pass_recency"][player]
        view["known_jokers"][distance] = state["known_jokers"][player]
        view["on_turn"][distance] = state["to_move"] == player
        view["first_player"][distance] = state["first_player"] == player
        for slot in range(NUM_SLOTS):
            view["passed_over"][distance, slot] = state["passed_over"][player, slot]


# Redealing. A world is an assignment of the hidden cards to the other active hands. It can be
# excluded if a hand's size or known jokers don't fit, if the public record proves that a seat
# can't hold a card (`barred_from`, `max_dealt_jokers` in rules.py), or if the player on turn
# would have been eliminated instead of getting a decision (SEV-4.5).


@kernel
def collect_hidden(state: np.void, seat: int, cards: np.ndarray, seats: np.ndarray) -> int:
    """Lists what a seat does not see: the cards, in the order of their ids, and their places.

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
    """Puts hidden card i into the hand of `seats[i]`."""
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
    """Deals a world out and counts what excludes it."""
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
    return dealt_jokers < state["barred_from"][seat, card]


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
    state["rng"] = next_uint64(state)
