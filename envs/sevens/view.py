"""What one seat may know of a table of Sevens (SEV-7)."""

import numpy as np

from ..cards.french import NUM_CARDS
from ..cards.laying import (
    ELIMINATED,
    FINISHED,
    LARGEST_COUNT,
    MAX_PLAYERS,
    PLAYER_FIELDS,
    observe_player,
)
from ..core.compiling.kernel import kernel
from ..core.contract.fields import Field
from ..core.contract.options import option_observer
from ..core.kit.recency import RECENT
from ..core.kit.seats import number_from_viewer, seat_seen_at
from . import state as sevens
from .options import MAX_JOKERS, SevensOptions

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
    *PLAYER_FIELDS,
    Field("finished", (MAX_PLAYERS,), 0, MAX_PLAYERS, "1 for the first to finish, 2 ..., 0 if not"),
    Field("eliminated", (MAX_PLAYERS,), 0, MAX_PLAYERS, "1 for the first to be eliminated, 2 ..."),
    Field("passed_over", (MAX_PLAYERS, sevens.NUM_SLOTS), 0, LARGEST_COUNT, "passes of each "
          "player since the present frontier of slot 2 * suit + direction opened"),
    Field("known_jokers", (MAX_PLAYERS,), 0, MAX_JOKERS, "jokers known to be in the hand"),
    Field("jokers_aside", (), 0, MAX_JOKERS, "jokers out of the game"),
    Field("not_held", (MAX_PLAYERS, NUM_CARDS), 0, sevens.NEVER_HELD, "what forced passes prove: 3 "
          "the player does not hold the card, 2 not if dealt a joker, 1 not if dealt two"),
    Field("max_dealt_jokers", (MAX_PLAYERS,), 0, MAX_JOKERS, "most jokers that a player can have "
          "been dealt"),
    Field("joker_gain", (MAX_PLAYERS,), -MAX_JOKERS, MAX_JOKERS, "jokers taken less jokers laid"),
    *SevensOptions.view_fields(),
)  # fmt: skip

observe_options = option_observer(SevensOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (SEV-7.4)."""
    observe_layout(state, seat, view)
    observe_players(state, seat, view)
    view["hand_jokers"] = state["hand_jokers"][seat]
    view["jokers_aside"] = state["jokers_aside"]
    view["idle"] = min(state["idle"], LARGEST_COUNT)
    observe_options(state, view)


@kernel
def observe_layout(state: np.void, seat: int, view: np.void) -> None:
    """The fields with one entry per card. One loop for each, so that each is vectorised."""
    for cell in range(NUM_CARDS):
        view["hand"][cell] = state["holder"][cell] == seat
    for cell in range(NUM_CARDS):
        view["natural"][cell] = state["layout"][cell] == sevens.NATURAL
    for cell in range(NUM_CARDS):
        view["joker"][cell] = state["layout"][cell] == sevens.JOKER
    for cell in range(NUM_CARDS):
        view["reachable"][cell] = state["reachable"][cell]
    for cell in range(NUM_CARDS):
        view["recency"][cell] = state["recency"][cell]
    for cell in range(NUM_CARDS):
        view["frontier"][cell] = 0
    for slot in range(sevens.NUM_SLOTS):
        cell = state["frontier"][slot]
        if cell != sevens.NO_CELL:
            view["frontier"][cell] = 1
    count, viewer = np.int8(state["num_players"]), np.int8(seat)
    for cell in range(NUM_CARDS):
        view["laid_by"][cell] = number_from_viewer(state["laid_by"][cell], viewer, count)


@kernel
def observe_players(state: np.void, seat: int, view: np.void) -> None:
    """The fields with one row per player, the viewer first. Absent seats hold zeros."""
    for distance in range(MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        status, order = state["status"][player], state["order"][player]
        observe_player(state, player, distance, view)
        view["finished"][distance] = order if status == FINISHED else 0
        view["eliminated"][distance] = order if status == ELIMINATED else 0
        view["known_jokers"][distance] = state["known_jokers"][player]
        for slot in range(sevens.NUM_SLOTS):
            view["passed_over"][distance, slot] = state["passed_over"][player, slot]
        view["max_dealt_jokers"][distance] = state["max_dealt_jokers"][player]
        view["joker_gain"][distance] = state["joker_gain"][player]
        for card in range(NUM_CARDS):
            view["not_held"][distance, card] = state["not_held"][player, card]
