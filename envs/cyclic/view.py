"""What one seat may know of a table of Cyclic (CYC-7)."""

from dataclasses import replace

import numpy as np

from ..cards.kikisen import COPIES, NUM_CARDS, NUM_COLOURS, NUM_TYPES
from ..core.compiling.kernel import kernel
from ..core.contract.fields import Field
from ..core.contract.options import option_observer
from ..core.kit.arrays import copy
from ..core.kit.seats import seat_seen_at
from ..kikisen.prizes import PRIZE_FIELDS, observe_score
from ..kikisen.seasons import SEASON_FIELDS, observe_season
from . import state as cyc
from .options import CyclicOptions
from .rules.plays import kind_at

PER_TYPE, PER_SEAT, MOST_COPIES = (NUM_TYPES,), (cyc.MAX_PLAYERS,), max(COPIES)
PER_FORM, PER_KIND = (cyc.RUN,), (cyc.NUM_KINDS,)

# The rows of the family's fields have six seats; here they have four.
FAMILY_FIELDS = tuple(
    replace(field, shape=PER_SEAT if field.shape else ())
    for field in (*SEASON_FIELDS, *PRIZE_FIELDS)
)

FIELDS = (
    Field("hand", PER_TYPE, 0, MOST_COPIES, "own cards by type: black ship, nothing, 1 to 8, king, "
          "emperor, then red", private=True),
    Field("table", PER_TYPE, 0, MOST_COPIES, "cards played in this round, by type"),
    Field("cleared", PER_TYPE, 0, MOST_COPIES, "cards played in the rounds before, by type"),
    Field("newest", PER_TYPE, 0, MOST_COPIES, "cards of the newest play by type; zeros for a lead"),
    Field("form", PER_FORM, 0, 1, "the newest play: single, friends, run"),
    Field("foot", PER_KIND, 0, 1, "its kind, of a run the lowest: ship, 1 to 8, king, emperor"),
    Field("size", (), 0, cyc.LARGEST_PLAY, "its cards"),
    Field("colours", (NUM_COLOURS,), 0, 1, "its colours: black, red"),
    Field("owner", PER_SEAT, 0, 1, "who made it"),
    Field("passes", (), 0, cyc.MAX_PLAYERS - 1, "passes since"),
    Field("stock_size", (), 0, NUM_CARDS, "cards in the stock"),
    Field("hand_sizes", PER_SEAT, 0, NUM_CARDS, "cards in hand"),
    Field("leader", PER_SEAT, 0, 1, "who deals this round"),
    Field("place", PER_SEAT, 0, cyc.MAX_PLAYERS, "1 for who emptied the hand first, 2 ..., 0 for "
          "not yet"),
    Field("chosen_form", PER_FORM, 0, 1, "the own play while its cards are asked: single, friends, "
          "run", private=True),
    Field("chosen_foot", PER_KIND, 0, 1, "its foot, as in `foot`", private=True),
    Field("chosen_size", (), 0, cyc.LARGEST_PLAY, "its cards", private=True),
    Field("num_filled", (), 0, cyc.LARGEST_PLAY, "how many of them are chosen", private=True),
    Field("laid", PER_TYPE, 0, MOST_COPIES, "those by type; they are still in `hand`",
          private=True),
    *FAMILY_FIELDS,
    *CyclicOptions.view_fields(),
)  # fmt: skip

observe_options = option_observer(CyclicOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (CYC-7.4)."""
    observe_cards(state, seat, view)
    observe_play(state, view)
    observe_choice(state, seat, view)
    observe_players(state, seat, view)
    observe_options(state, view)


@kernel
def observe_cards(state: np.void, seat: int, view: np.void) -> None:
    """Own cards, and those that lie face up (CYC-7.1, 7.2)."""
    hand = state["hands"][seat]
    for type_ in range(NUM_TYPES):
        view["hand"][type_] = hand[type_]
    copy(state["table"], view["table"])
    copy(state["cleared"], view["cleared"])
    copy(state["newest"], view["newest"])
    view["stock_size"] = state["stock_size"]


@kernel
def show_one(row: np.ndarray, position: int) -> None:
    """A row of flags of which one is set, or none where there is no such position."""
    for other in range(len(row)):
        row[other] = other == position


@kernel
def observe_play(state: np.void, view: np.void) -> None:
    """The newest play (CYC-4.4)."""
    has_play, colours = state["form"] != cyc.NONE, np.int64(state["colours"])
    show_one(view["form"], np.int64(state["form"]) - 1)
    show_one(view["foot"], np.int64(state["foot"]) if has_play else -1)
    view["size"] = state["size"]
    for colour in range(NUM_COLOURS):
        view["colours"][colour] = colours >> colour & 1
    view["passes"] = state["passes"]


@kernel
def observe_choice(state: np.void, seat: int, view: np.void) -> None:
    """The play that is being made, to who makes it only (CYC-7.3)."""
    is_own = state["to_move"] == seat and state["chosen_form"] != cyc.NONE
    show_one(view["chosen_form"], np.int64(state["chosen_form"]) - 1 if is_own else -1)
    show_one(view["chosen_foot"], np.int64(state["chosen_foot"]) if is_own else -1)
    view["chosen_size"] = state["chosen_size"] if is_own else 0
    view["num_filled"] = state["num_filled"] if is_own else 0
    for type_ in range(NUM_TYPES):
        view["laid"][type_] = 0
    if is_own:
        for place in range(state["num_filled"]):
            view["laid"][cyc.TYPES_OF_WAYS[state["fills"][place], kind_at(state, place)]] += 1


@kernel
def observe_players(state: np.void, seat: int, view: np.void) -> None:
    """The fields with one row per player, the viewer first. Absent seats hold zeros."""
    for distance in range(cyc.MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        observe_season(state, player, distance, view)
        observe_score(state, player, distance, view)
        view["owner"][distance] = state["owner"] == player
        view["hand_sizes"][distance] = state["hand_sizes"][player]
        view["leader"][distance] = state["leader"] == player
        view["place"][distance] = state["place"][player]
