"""The betting of makkaik and namto: stakes, drops, and one pot for each season.

A game puts `BETTING_CELLS` among its cells, calls `observe_pot` in its `observe`, and builds its
options on `BettingOptions`. Every season calls `begin_pot` and, where
the rules have it, `take_antes`; where a season ends it calls `end_season`, which pays out, and
deals the next one or finds that the match is over.

Payments lie in the pot until the season ends, and the points of all players add up to zero after
every season (KIKI-2.4).
"""

from abc import abstractmethod
from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field as Option
from pydantic import model_validator

from fudaba.common.languages import N_, translator

from ..core.compiling.kernel import kernel
from ..core.contract.cells import Cell, Cells, by_seat
from ..core.contract.fields import Field
from ..core.kit.arrays import clear
from ..core.kit.seats import next_seat, seat_after
from . import seasons
from .options import MAX_PLAYERS, KikisenOptions
from .points import LARGEST_SCORE

_, _n = translator("kikisen")

LARGEST_STAKE = 25  # of one betting, and of the ante
MOST_BETTINGS = 5  # in a season
MOST_PAID = LARGEST_STAKE * (1 + MOST_BETTINGS)
LARGEST_STACK = 1000


class BettingOptions(KikisenOptions):
    """The options of games with betting beside those of KIKI-8 (MKK-8, NAM-8)."""

    ante: Annotated[int, Option(strict=True, ge=0, le=LARGEST_STAKE)] = Option(
        1, description=N_("What every player pays into the pot in every season (KIKI-2.4).")
    )
    start_chips: Annotated[int, Option(strict=True, ge=1, le=LARGEST_STACK)] | Literal["none"] = (
        Option(
            "none",
            description=N_(
                "What every player has at the start, at table stakes; none is unlimited "
                "credit (KIKI-2.4)."
            ),
        )
    )

    @property
    @abstractmethod
    def num_bettings(self) -> int:
        """Returns the number of bettings in a season."""

    @property
    @abstractmethod
    def highest_stake(self) -> int:
        """Returns the most that a player pays in one betting."""

    @property
    def fewest_chips(self) -> int:
        """Returns the chips that each player needs at the start: the ante, and 1 a betting."""
        return self.ante + self.num_bettings

    @model_validator(mode="after")
    def _chips_last_for_a_season(self) -> Self:
        if isinstance(self.start_chips, int) and self.start_chips < self.fewest_chips:
            raise ValueError(
                _(
                    "option start_chips can't be {chips} with an ante of {ante} and {bettings} "
                    "bettings a season; allowed: none or {fewest} to {most}",
                    chips=self.start_chips,
                    ante=self.ante,
                    bettings=self.num_bettings,
                    fewest=self.fewest_chips,
                    most=LARGEST_STACK,
                )
            )
        return self

    def lowest_points(self) -> float:
        """Returns the points if every season, or all chips, are lost (MKK-6.4, NAM-6.2)."""
        lost = self.seasons * (self.ante + self.num_bettings * self.highest_stake)
        return -float(min(lost, self.start_chips) if isinstance(self.start_chips, int) else lost)


(UNLIMITED,) = BettingOptions.codes("start_chips")

PER_SEAT = (MAX_PLAYERS,)
BETTING_CELLS: Cells = (
    seasons.HIDDEN_BONUS,
    Cell("scores", np.int32, PER_SEAT, reset_on="match",
         shown=by_seat(-LARGEST_SCORE, LARGEST_SCORE, "points of the seasons so far",
                       is_clipped=True), in_snapshot=True),
    Cell("paid", np.int16, PER_SEAT, by_seat(0, MOST_PAID, "paid into the pot of this season"),
         in_snapshot=True),
    Field("pot", (), 0, MAX_PLAYERS * MOST_PAID, "what lies in the pot"),
    Cell("active", np.int8, PER_SEAT, by_seat(0, 1, "who has not dropped in this season"),
         start=None),
    Cell("winners", np.int8, PER_SEAT, by_seat(0, 1, "who won the last pot"), reset_on="match"),
    # For balance.py: seasons of each player.
    Cell("drops", np.int8, PER_SEAT, reset_on="match"),  # in which the player dropped
    Cell("unopposed", np.int8, PER_SEAT, reset_on="match"),  # won because all others dropped
    Cell("divided", np.int8, PER_SEAT, reset_on="match"),  # won together with others
)  # fmt: skip


@kernel
def begin_pot(state: np.void) -> None:
    """Makes all players active for a season."""
    for seat in range(MAX_PLAYERS):
        state["active"][seat] = seat < state["num_players"]


# Payments


@kernel
def take_antes(state: np.void) -> None:
    """Takes the ante of every player (MKK-4.2, NAM-3.1)."""
    for seat in range(state["num_players"]):
        pay(state, seat, np.int64(state["ante"]))


@kernel
def pay(state: np.void, seat: int, amount: int) -> None:
    """Adds a player's payment to the pot."""
    state["paid"][seat] += amount


@kernel
def pot_of(state: np.void) -> int:
    """Returns the points in the pot."""
    total = 0
    for seat in range(state["num_players"]):
        total += int(state["paid"][seat])
    return total


@kernel
def chips_of(state: np.void, seat: int) -> int:
    """Returns a player's chips; below zero where credit is unlimited."""
    start = max(int(state["start_chips"]), 0)
    return start + int(state["scores"][seat]) - int(state["paid"][seat])


@kernel
def stake_cap(state: np.void, highest: int, num_left: int) -> int:
    """Returns the highest stake that every active player can pay to the end of the season.

    Args:
        state: The table.
        highest: The most that the house rules allow.
        num_left: Bettings of this season that follow this one; each leaves room for 1.

    Returns:
        At least 1, if all players could afford the season when it began.
    """
    if state["start_chips"] == UNLIMITED:
        return highest
    cap = highest
    for seat in range(state["num_players"]):
        if state["active"][seat] == 1:
            cap = min(cap, chips_of(state, seat) - num_left)
    return cap


# Who is in


@kernel
def num_active(state: np.void) -> int:
    """Returns the number of players who have not dropped."""
    count = 0
    for seat in range(state["num_players"]):
        count += int(state["active"][seat])
    return count


@kernel
def next_active(state: np.void, seat: int) -> int:
    """Returns the next seat that has not dropped; the given one comes last."""
    following = next_seat(state, seat)
    while state["active"][following] == 0 and following != seat:
        following = next_seat(state, following)
    return following


@kernel
def drop(state: np.void, seat: int) -> None:
    """Drops a player; a dealer's place passes on (MKK-4.3, 4.4, NAM-4.2, 4.3, 4.6).

    The payments stay in the pot. The dealership passes on before the check for a last player, who
    is the dealer then (MKK-9.11).
    """
    state["active"][seat] = 0
    state["drops"][seat] += 1
    if state["dealer"] == seat:
        state["dealer"] = next_active(state, seat)


# The end of a season


@kernel
def end_season(state: np.void, won: np.ndarray, fewest_chips: int) -> bool:
    """Divides the pot, counts the season, finds the dealer (MKK-6.1, 6.3, NAM-6.1).

    Args:
        state: The table.
        won: int8[6], 1 for each winner, at least one.
        fewest_chips: What every player must have for another season.

    Returns:
        Whether another season follows; otherwise no seat is to move.
    """
    note_winners(state, won)
    divide_pot(state, won)
    if can_go_on(state, fewest_chips):
        return bool(seasons.finish_season(state, won))
    seasons.count_season(state, won)
    seasons.end_match(state)
    return False


@kernel
def end_unopposed(state: np.void, fewest_chips: int) -> bool:
    """Gives the pot to the only player left (MKK-4.5, NAM-4.4); returns as `end_season`."""
    won = np.zeros(MAX_PLAYERS, np.int8)
    for seat in range(state["num_players"]):
        won[seat] = state["active"][seat]
        state["unopposed"][seat] += won[seat]
    return end_season(state, won, fewest_chips)


@kernel
def note_winners(state: np.void, won: np.ndarray) -> None:
    """Notes the winners of this pot, and whether they shared it."""
    num_winners = 0
    for seat in range(MAX_PLAYERS):
        state["winners"][seat] = won[seat]
        num_winners += won[seat]
    for seat in range(MAX_PLAYERS):
        state["divided"][seat] += won[seat] == 1 and num_winners > 1


@kernel
def divide_pot(state: np.void, won: np.ndarray) -> None:
    """Divides the pot evenly among the winners; odd points go one each from the dealer on.

    (MKK-6.2, NAM-5.5.)
    """
    num_winners = 0
    for seat in range(state["num_players"]):
        num_winners += int(won[seat])
    share, odd = divmod(pot_of(state), num_winners)
    for distance in range(state["num_players"]):
        seat = seat_after(state, np.int64(state["dealer"]), distance)
        gain = -np.int64(state["paid"][seat])
        if won[seat] == 1:
            gain += share + (odd > 0)
            odd -= odd > 0
        state["scores"][seat] += gain
    clear(state["paid"])


@kernel
def can_go_on(state: np.void, fewest_chips: int) -> bool:
    """Returns whether every player has the chips for another season, or credit (MKK-8, NAM-8)."""
    if state["start_chips"] == UNLIMITED:
        return True
    for seat in range(state["num_players"]):
        if chips_of(state, seat) < fewest_chips:
            return False
    return True


@kernel
def score(state: np.void, points: np.ndarray) -> None:
    """Writes the points of finished seasons, net of the first chips (MKK-6.4, NAM-6.2)."""
    clear(points)
    for seat in range(state["num_players"]):
        points[seat] = state["scores"][seat]


@kernel
def settled_points(state: np.void, seat: int) -> float:
    """Returns the points of a seat that has dropped in the last season; NaN before (MKK-4.3)."""
    if state["active"][seat] == 1 or state["season"] + 1 < state["seasons"]:
        return np.nan
    return float(state["scores"][seat] - state["paid"][seat])


# What a seat sees


@kernel
def observe_pot(state: np.void, view: np.void) -> None:
    """Writes the points in the pot."""
    view["pot"] = pot_of(state)
