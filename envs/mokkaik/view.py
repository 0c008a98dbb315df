"""What one seat may know of a table of Mokkaik (MOK-7)."""

import numpy as np

from ..cards.kikisen import NUM_CARDS, NUM_STRENGTHS, NUM_TYPES
from ..core.compiling.kernel import kernel
from ..core.contract.fields import Field
from ..core.contract.options import option_observer
from ..core.kit.arrays import copy
from ..core.kit.seats import seat_seen_at
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.points import HIGHEST_BONUS, LARGEST_SCORE, observe_points
from ..kikisen.seasons import SEASON_FIELDS, observe_season
from . import state as mok
from .options import LARGEST_HAND, MokkaikOptions

PER_TYPE, PER_SEAT = (NUM_TYPES,), (MAX_PLAYERS,)
PER_SEAT_AND_TYPE = (MAX_PLAYERS, NUM_TYPES)
MOST_COPIES, LARGEST_PLAY = int(mok.COPIES.max()), int(mok.SIZES.max())
NUM_SHAPES = len(mok.SHAPES)

FIELDS = (
    Field("hand", PER_TYPE, 0, MOST_COPIES, "own cards by type: bS, b0 to b8, bK, bE, and the same "
          "in red", private=True),
    Field("thrown", PER_TYPE, 0, MOST_COPIES, "own face-down discards by type", private=True),
    Field("left_to_throw", (), 0, LARGEST_PLAY, "cards that the viewer has still to throw",
          private=True),
    Field("phase", (mok.NUM_PHASES,), 0, 1, "what is asked: lead, follow, throw"),
    Field("shape", (NUM_SHAPES,), 0, 1, "what was led in this round: single, set, run"),
    Field("size", (), 0, LARGEST_PLAY, "its cards"),
    Field("num_black", (), 0, LARGEST_PLAY, "how many of them are black"),
    Field("leader", PER_SEAT, 0, 1, "who leads this round"),
    Field("best", PER_SEAT, 0, 1, "whose play is the strongest of this round so far"),
    Field("folded", PER_SEAT, 0, 1, "who has folded in this round"),
    Field("strengths", PER_SEAT, 0, NUM_STRENGTHS, "the plays of this round: 1 for a strength of "
          "0 to 9 for 8 and 10 for court, of a run its foot; 0 without one"),
    Field("table", PER_SEAT_AND_TYPE, 0, MOST_COPIES, "their cards by type"),
    Field("won", PER_SEAT_AND_TYPE, 0, MOST_COPIES, "won piles by type"),
    Field("played", PER_SEAT_AND_TYPE, 0, MOST_COPIES, "cards played face up in this season, by "
          "type"),
    Field("discards", PER_TYPE, 0, MOST_COPIES, "face-up discards by type"),
    Field("hand_sizes", PER_SEAT, 0, LARGEST_HAND, "cards in hand"),
    Field("num_thrown", PER_SEAT, 0, LARGEST_HAND, "face-down discards"),
    Field("num_undealt", (), 0, NUM_CARDS, "cards that were not dealt"),
    Field("winner", PER_SEAT, 0, 1, "who won the last round that is over"),
    *SEASON_FIELDS,
    Field("bonus", (), 0, HIGHEST_BONUS, "the dealer's bonus"),
    Field("scores", PER_SEAT, -LARGEST_SCORE, LARGEST_SCORE, "points so far"),
    *MokkaikOptions.view_fields(),
)  # fmt: skip

observe_options = option_observer(MokkaikOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (MOK-7.4)."""
    copy(state["hands"][seat], view["hand"])
    copy(state["thrown"][seat], view["thrown"])
    copy(state["discards"], view["discards"])
    view["num_undealt"] = mok.num_cards_in(state["undealt"])
    view["bonus"] = state["bonus"]
    observe_round(state, seat, view)
    for distance in range(MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        observe_player(state, player, distance, view)
        observe_cards(state, player, distance, view)
        observe_season(state, player, distance, view)
    observe_options(state, view)


@kernel
def observe_round(state: np.void, seat: int, view: np.void) -> None:
    """What was led and what is asked; how many cards are left to throw only to the thrower."""
    is_over, phase, led = state["to_move"] < 0, mok.phase_of(state), mok.led_play(state)
    for kind in range(mok.NUM_PHASES):
        view["phase"][kind] = kind == phase and not is_over
    for shape in range(NUM_SHAPES):
        view["shape"][shape] = led != mok.NO_PLAY and shape == mok.SHAPE_OF_ACTION[led]
    view["size"] = mok.SIZES[led] if led != mok.NO_PLAY else 0
    view["num_black"] = mok.NUM_BLACK[led] if led != mok.NO_PLAY else 0
    view["left_to_throw"] = state["left_to_throw"] if state["to_move"] == seat else 0


@kernel
def observe_player(state: np.void, player: int, distance: int, view: np.void) -> None:
    """A player's row of the fields with one number for each. Absent seats hold zeros."""
    action = np.int64(state["plays"][player])
    view["leader"][distance] = state["leader"] == player
    view["best"][distance] = state["best"] == player
    view["folded"][distance] = state["folded"][player]
    view["strengths"][distance] = 0 if action == mok.NO_PLAY else 1 + mok.STRENGTHS[action]
    view["hand_sizes"][distance] = state["hand_sizes"][player]
    view["num_thrown"][distance] = mok.num_cards_in(state["thrown"][player])
    view["winner"][distance] = state["winner"] == player
    observe_points(state, player, distance, view)


@kernel
def observe_cards(state: np.void, player: int, distance: int, view: np.void) -> None:
    """A player's public cards by type."""
    action = np.int64(state["plays"][player])
    is_laid = action != mok.NO_PLAY
    for type_ in range(NUM_TYPES):
        view["table"][distance, type_] = mok.COUNTS[action, type_] if is_laid else 0
    copy(state["won"][player], view["won"][distance])
    copy(state["played"][player], view["played"][distance])
