"""The start of a game (TYR-3)."""

import numpy as np

from ...core.compiling.kernel import kernel
from ...core.kit.rng import shuffle
from ...core.kit.seats import drawn_seat
from .. import state as tyr
from ..options import CARDS_EACH


@kernel
def lay_out(state: np.void) -> None:
    """Shuffles lead cards (TYR-3.1) and aces (TYR-3.2), gives chips and the marker (TYR-3.5)."""
    for lead in range(tyr.NUM_LEADS):
        state["leads"][lead] = lead
    for suit in range(tyr.NUM_SUITS):
        state["aces"][suit] = suit
    shuffle(state, state["leads"], tyr.NUM_LEADS)
    shuffle(state, state["aces"], tyr.NUM_SUITS)
    for seat in range(state["num_players"]):
        state["chips"][seat] = state["chips_per_player"]
    state["started"] = drawn_seat(state, np.int64(state["start_player"]))
    state["marker"] = state["started"]


@kernel
def deal_cards(state: np.void) -> None:
    """Deals the plaza and the removed cards (TYR-3.3), then 16 to each stock (TYR-3.4)."""
    cards, copies = np.empty(tyr.MOST_CARDS, np.int8), tyr.COPIES[state["num_players"]]
    for card in range(tyr.NUM_SUITS * copies):
        cards[card] = card // copies
    shuffle(state, cards, tyr.NUM_SUITS * copies)
    put(cards, 0, np.int64(state["plaza_start"]), state["plaza"])
    put(cards, np.int64(state["plaza_start"]), np.int64(state["plaza_removed"]), state["aside"])
    num_dealt = state["plaza_start"] + state["plaza_removed"]
    for seat in range(state["num_players"]):
        put(cards, num_dealt, CARDS_EACH, state["stocks"][seat])
        num_dealt += CARDS_EACH
    for suit in range(tyr.NUM_SUITS):
        state["seen"][suit] = state["plaza"][suit]


@kernel
def put(cards: np.ndarray, first: int, count: int, counts: np.ndarray) -> None:
    """Adds the suits of `count` cards from position `first` on to `counts`, int8[4]."""
    for card in range(first, first + count):
        counts[cards[card]] += 1
