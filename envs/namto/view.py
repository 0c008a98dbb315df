"""What one seat may know of a table of Namto (NAM-7)."""

import numpy as np

from ..cards.kikisen import NUM_TYPES
from ..core.compiling.kernel import kernel
from ..core.contract.fields import Field
from ..core.contract.options import option_observer
from ..core.kit.arrays import clear, copy
from ..core.kit.seats import seat_seen_at
from ..kikisen.betting import BETTING_FIELDS, LARGEST_STAKE, observe_betting
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.seasons import SEASON_FIELDS, observe_season
from . import state as nam
from .hands import CATEGORIES, NUM_RANKS
from .options import NamtoOptions

PER_TYPE, PER_SEAT = (NUM_TYPES,), (MAX_PLAYERS,)
PER_SEAT_AND_TYPE = (MAX_PLAYERS, NUM_TYPES)
NUMBERED = ", ".join(f"{number} {name}" for number, name in enumerate(CATEGORIES) if number)

FIELDS = (
    Field("hand", PER_TYPE, 0, nam.HAND_SIZE, "own hidden cards by type: bS, b0 to b8, bK, bE, and "
          "the same in red", private=True),
    Field("choice", PER_TYPE, 0, 1, "of these, the one chosen to be revealed", private=True),
    Field("revealed", PER_SEAT_AND_TYPE, 0, nam.HAND_SIZE, "cards revealed in this season, by "
          "type"),
    Field("shown", PER_SEAT_AND_TYPE, 0, nam.HAND_SIZE, "hands shown at the end of the season "
          "before, by type"),
    Field("best_hands", PER_SEAT, 0, NUM_RANKS, f"the best of these: 0 none, {NUMBERED}"),
    Field("community", PER_TYPE, 0, int(nam.COPIES.max()), "cards turned up for all, by type"),
    Field("hand_sizes", PER_SEAT, 0, nam.HAND_SIZE, "hidden cards"),
    Field("phase", (nam.NUM_PHASES,), 0, 1, "what is on: betting 1, reveal, betting 2"),
    Field("chosen", PER_SEAT, 0, 1, "who has chosen a card to reveal in this season"),
    Field("bets", PER_SEAT, 0, LARGEST_STAKE, "paid in this betting"),
    Field("last_bet", (), 0, LARGEST_STAKE, "the last bet of this betting, or of the one before a "
          "reveal; 0 before the first"),
    Field("least_bet", (), 1, LARGEST_STAKE, "the least that may be bet next"),
    Field("most_bet", (), 1, LARGEST_STAKE, "the most that may be bet"),
    Field("makes_up", (), 0, 1, "whether smaller bets are being made up"),
    *BETTING_FIELDS,
    *SEASON_FIELDS,
    *NamtoOptions.view_fields(),
)  # fmt: skip

observe_options = option_observer(NamtoOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (NAM-7.4)."""
    observe_hand(state, seat, view)
    observe_stakes(state, view)
    copy(state["community"], view["community"])
    for distance in range(MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        observe_cards(state, player, distance, view)
        view["chosen"][distance] = state["chosen"][player]
        view["bets"][distance] = state["bets"][player]
        view["best_hands"][distance] = state["best_hands"][player]
        observe_betting(state, player, distance, view)
        observe_season(state, player, distance, view)
    observe_options(state, view)


@kernel
def observe_hand(state: np.void, seat: int, view: np.void) -> None:
    """The own hidden cards, and which of them was chosen (NAM-7.2)."""
    clear(view["hand"])
    clear(view["choice"])
    num_revealed = np.int64(state["num_revealed"][seat])
    nam.add_cards(state, seat, num_revealed, nam.HAND_SIZE, view["hand"])
    if state["chosen"][seat] == 1 and num_revealed == 0:
        view["choice"][state["cards"][seat, 0]] = 1


@kernel
def observe_stakes(state: np.void, view: np.void) -> None:
    """What is on, and what may be bet (NAM-4.2)."""
    for phase in range(nam.NUM_PHASES):
        view["phase"][phase] = state["phase"] == phase and state["to_move"] != nam.NOBODY
    view["last_bet"] = state["last_bet"]
    view["least_bet"] = state["least_bet"]
    view["most_bet"] = state["most_bet"]
    view["makes_up"] = state["makes_up"]


@kernel
def observe_cards(state: np.void, player: int, distance: int, view: np.void) -> None:
    """A player's face-up cards by type, and how many are hidden. Absent seats hold zeros."""
    clear(view["revealed"][distance])
    clear(view["shown"][distance])
    num_revealed = np.int64(state["num_revealed"][player])
    nam.add_cards(state, player, 0, num_revealed, view["revealed"][distance])
    if state["shown"][player, 0] != nam.NO_CARD:
        for position in range(nam.HAND_SIZE):
            view["shown"][distance, state["shown"][player, position]] += 1
    is_there = player < state["num_players"]
    view["hand_sizes"][distance] = nam.HAND_SIZE - num_revealed if is_there else 0
