"""Moments of Mokkaik: a round that is won, and the end of a season."""

import numpy as np

from fudaba.common.languages import translator

from ..core.kit.seats import distances, player_name
from ..core.scene.moment import Moment, Row
from ..kikisen.moments import season_end
from ..kikisen.scene import faces_of
from .meanings import CARD
from .owed import table_of
from .rules import amount_of
from .text import round_words, season_winner

_, _n = translator("mokkaik")


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the round that the step decided, or the end of its season."""
    if after["season"] > before["season"]:
        return season_end(
            before, after, seat, lambda *args: season_winner(after, seat),
            lambda distance: (_why_paid(before, after, distance), ()),
        )  # fmt: skip
    if after["won"].sum() <= before["won"].sum():
        return []
    taken = after["won"].astype(int) - before["won"]
    rows = tuple(
        Row(_("{player} {player:takes|take} the winning cards", player=player_name(player)),
            faces_of(taken[distance], CARD), is_best=True)
        for player, distance in distances(seat, int(after["num_players"]))
        if taken[distance].any()
    )  # fmt: skip
    return [Moment(_("The round is over"), rows, round_words(before, after, seat))]


def _why_paid(before: np.void, after: np.void, distance: int) -> str:
    """Returns `6 less 1 won card`, `6 less 0 won cards, times the dealer's bonus of 2`."""
    if after["winner"][distance]:
        return _("wins the last round")
    table, num_won = table_of(before), int(before["won"][distance].sum())
    less = _n(
        "{par} less {count} won card", "{par} less {count} won cards", num_won, par=before["par"]
    )
    amount = int(amount_of(table, distance, int(after["winner"].argmax())))
    if amount == before["par"] - num_won:
        return less
    return _("{points}, times the dealer's bonus of {bonus}", points=less, bonus=before["bonus"])
