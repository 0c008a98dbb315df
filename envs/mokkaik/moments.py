"""Moments of Mokkaik: a round that is won, and the end of a season."""

import numpy as np

from ..core.kit.seats import distances, player_name
from ..core.scene.moment import Moment, Row
from ..kikisen.moments import season_end
from ..kikisen.scene import faces_of
from .text import news, season_winner


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the round that the step decided, or the end of its season."""
    if after["season"] > before["season"]:
        return season_end(before, after, seat, lambda *_: season_winner(after, seat))
    if after["won"].sum() <= before["won"].sum():
        return []
    taken = after["won"].astype(int) - before["won"]
    rows = tuple(
        Row(f"{player_name(player)} takes the cards of the round",
            faces_of(taken[distance]), is_best=True)
        for player, distance in distances(seat, int(after["num_players"]))
        if taken[distance].any()
    )  # fmt: skip
    return [Moment("The round is over", rows, news(before, after, seat))]
