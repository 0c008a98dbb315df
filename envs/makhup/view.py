"""What one seat may know of a table of Makhup (MHP-7)."""

import numpy as np

from ..cards.kikisen import NUM_CARDS, NUM_NUMBERS
from ..cards.melds import show_counts
from ..core.compiling.kernel import kernel
from ..core.contract.fields import Field
from ..core.contract.options import option_observer
from ..core.kit.seats import seat_seen_at
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.prizes import PRIZE_FIELDS, observe_score
from ..kikisen.seasons import SEASON_FIELDS, observe_season
from . import state as mhp
from .options import LARGEST_HAND, MOST_CLEARINGS, MakhupOptions

PER_RANK, MOST_COPIES = (mhp.NUM_RANKS,), int(mhp.COPIES.max())
NUM_SUMS = NUM_NUMBERS - 1  # 1 to 8

FIELDS = (
    Field("hand", PER_RANK, 0, LARGEST_HAND, "own cards by rank: 0 to 8, special", private=True),
    Field("ends", PER_RANK, 0, MOST_COPIES, "open ends by rank"),
    Field("table", PER_RANK, 0, MOST_COPIES, "cards laid since the last clearing, by rank"),
    Field("gone", PER_RANK, 0, MOST_COPIES, "cards of the gone pile by rank"),
    Field("stock", PER_RANK, 0, MOST_COPIES, "cards of the stock by rank, which are known after a "
          "reshuffle; zeros before"),
    Field("stock_size", (), 0, NUM_CARDS, "cards in the stock"),
    Field("reshuffles", (), 0, MOST_CLEARINGS, "times that the gone pile became the stock"),
    Field("idle", (), 0, MAX_PLAYERS, "passes in a row"),
    Field("hand_sizes", (MAX_PLAYERS,), 0, LARGEST_HAND, "cards in hand"),
    Field("barred_ranks", (MAX_PLAYERS, mhp.NUM_RANKS), 0, 1, "ranks that a hand can't hold, for "
          "its player could not play"),
    Field("barred_sums", (MAX_PLAYERS, NUM_SUMS), 0, 1, "numbers 1 to 8 that no cards of a hand "
          "can add up to, for the same reason"),
    *SEASON_FIELDS,
    *PRIZE_FIELDS,
    *MakhupOptions.view_fields(),
)  # fmt: skip

observe_options = option_observer(MakhupOptions)


@kernel
def observe(state: np.void, seat: int, view: np.void) -> None:
    """Fills the view record of a seat (MHP-7.3)."""
    show_counts(state["hands"][seat], view["hand"])
    show_counts(state["ends"], view["ends"])
    show_counts(state["table"], view["table"])
    show_counts(state["gone"], view["gone"])
    observe_stock(state, view)
    view["idle"] = state["idle"]
    observe_players(state, seat, view)
    observe_options(state, view)


@kernel
def observe_stock(state: np.void, view: np.void) -> None:
    """The stock's size, and after a reshuffle its content (MHP-7.1)."""
    view["stock_size"] = state["stock_size"]
    view["reshuffles"] = state["reshuffles"]
    for rank in range(mhp.NUM_RANKS):
        view["stock"][rank] = 0
    if state["reshuffles"] > 0:
        for position in range(state["stock_size"]):
            view["stock"][state["stock"][position]] += 1


@kernel
def observe_players(state: np.void, seat: int, view: np.void) -> None:
    """The fields with one row per player, the viewer first. Absent seats hold zeros."""
    for distance in range(MAX_PLAYERS):
        player = seat_seen_at(state, seat, distance)
        observe_season(state, player, distance, view)
        observe_score(state, player, distance, view)
        view["hand_sizes"][distance] = state["hand_sizes"][player]
        for rank in range(mhp.NUM_RANKS):
            view["barred_ranks"][distance, rank] = state["barred_ranks"][player] >> rank & 1
        for sum_ in range(NUM_SUMS):
            view["barred_sums"][distance, sum_] = state["barred_sums"][player] >> sum_ + 1 & 1
