"""What one seat may know of a table of Makkaik (MKK-7)."""

import numpy as np

from ..cards.kikisen import NUM_CARDS, NUM_TYPES
from ..core.compiling.kernel import kernel
from ..core.contract.fields import Field
from ..core.contract.options import option_observer
from ..core.kit.arrays import copy
from ..core.kit.seats import seat_seen_at
from ..kikisen.betting import BETTING_FIELDS, LARGEST_STAKE, MOST_BETTINGS, observe_betting
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.seasons import SEASON_FIELDS, observe_season
from . import state as mkk
from .options import MakkaikOptions
from .rules.exchange import drawn_card

PER_TYPE, PER_SEAT = (NUM_TYPES,), (MAX_PLAYERS,)
PER_SEAT_AND_TYPE = (MAX_PLAYERS, NUM_TYPES)
MOST_COPIES = int(mkk.COPIES.max())

FIELDS = (
    Field("hand", PER_TYPE, 0, mkk.HAND_SIZE, "own cards by type: bS, b0 to b8, bK, bE, and the "
          "same in red", private=True),
    Field("drawn", PER_TYPE, 0, mkk.NUM_DRAWN, "the two drawn cards, while one is chosen and one "
          "put out", private=True),
    Field("incoming", PER_TYPE, 0, 1, "the card that the viewer will take for the one put out",
          private=True),
    Field("common", PER_TYPE, 0, MOST_COPIES, "common cards by type"),
    Field("phase", (mkk.NUM_PHASES,), 0, 1, "the decision that is asked: swap or draw, the card to "
          "take, the card to put out, the base, join or drop"),
    Field("swapped", PER_SEAT, 0, 1, "who has swapped, or chosen to"),
    Field("drew", PER_SEAT, 0, 1, "who has drawn"),
    Field("taken", PER_SEAT_AND_TYPE, 0, 1, "the card taken in a swap, which is still held"),
    Field("put_out", PER_SEAT_AND_TYPE, 0, 1, "the card put out to the common cards"),
    Field("unused", PER_SEAT_AND_TYPE, 0, 1, "the drawn card that was not taken: the own one, with "
          "unused_draw=public those of all"),
    Field("stock_size", (), 0, NUM_CARDS, "cards in the stock"),
    Field("round", (), 0, MOST_BETTINGS, "rounds of betting that are over"),
    Field("base", (), 0, LARGEST_STAKE, "the base of this round, 0 before it is set"),
    Field("joined", PER_SEAT, 0, 1, "who has paid the base of this round"),
    Field("shown", PER_SEAT_AND_TYPE, 0, mkk.HAND_SIZE, "hands shown at the end of the last season "
          "by type"),
    *SEASON_FIELDS,
    *BETTING_FIELDS,
    *MakkaikOptions.view_fields(),
)  # fmt: skip

observe_options = option_observer(MakkaikOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (MKK-7.4); the size of hands is known (MKK-2.2)."""
    copy(state["hands"][seat], view["hand"])
    copy(state["common"], view["common"])
    view["stock_size"] = state["stock_size"]
    view["round"] = state["round"]
    view["base"] = state["base"]
    is_over = state["to_move"] == mkk.NOBODY
    for phase in range(mkk.NUM_PHASES):
        view["phase"][phase] = state["phase"] == phase and not is_over
    observe_exchange(state, seat, view)
    for distance in range(MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        observe_player(state, player, distance, view)
        observe_cards(state, player, distance, view)
        observe_season(state, player, distance, view)
        observe_betting(state, player, distance, view)
    observe_options(state, view)


@kernel
def observe_exchange(state: np.void, seat: int, view: np.void) -> None:
    """The drawn cards and the incoming one, for the player who is at it (MKK-7.2, 9.13)."""
    for type_ in range(NUM_TYPES):
        view["drawn"][type_] = 0
    if is_drawing(state, seat):
        for number in range(mkk.NUM_DRAWN):
            view["drawn"][drawn_card(state, number)] += 1
    incoming = state["incoming"] if seat == state["to_move"] else mkk.NO_CARD
    show_card(view["incoming"], incoming)


@kernel
def is_drawing(state: np.void, seat: int) -> bool:
    """Whether a player has drawn two cards and not yet put one out."""
    is_choosing = state["phase"] == mkk.INCOMING or state["phase"] == mkk.OUTGOING
    return is_choosing and seat == state["to_move"] and state["kinds"][seat] == mkk.DRAW


@kernel
def show_card(row: np.ndarray, type_: int) -> None:
    """A row of flags by type, with that of one card set, or none for NO_CARD."""
    for other in range(NUM_TYPES):
        row[other] = other == type_


@kernel
def observe_player(state: np.void, player: int, distance: int, view: np.void) -> None:
    """A player's row of the fields with one number for each. Absent seats hold zeros."""
    view["swapped"][distance] = state["kinds"][player] == mkk.SWAP
    view["drew"][distance] = state["kinds"][player] == mkk.DRAW
    view["joined"][distance] = state["joined"][player]


@kernel
def observe_cards(state: np.void, player: int, distance: int, view: np.void) -> None:
    """What is known of a player's exchange, and the hand shown at the last showdown (MKK-7.1)."""
    is_known = distance == 0 or state["unused_draw"] == mkk.PUBLIC
    show_card(view["taken"][distance], state["taken"][player])
    show_card(view["put_out"][distance], state["put_out"][player])
    show_card(view["unused"][distance], state["unused"][player] if is_known else mkk.NO_CARD)
    copy(state["shown"][player], view["shown"][distance])
