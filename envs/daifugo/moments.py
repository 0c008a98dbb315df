"""Moments of Daifugo: the titles at the end of a round."""

import numpy as np

from ..core.kit.seats import distances, player_name
from ..core.scene.moment import Moment, Row
from ..core.scene.scene import ordinal
from .text.words import title_name


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the titles of all players at the end of a round (DFG-4.17), the best first."""
    if after["round"] <= before["round"]:
        return []
    count = int(after["num_players"])
    placed = sorted(
        (int(after["title"][distance]), player_name(player))
        for player, distance in distances(seat, count)
    )
    rows = tuple(
        Row(f"{ordinal(place)}: {name}, {title_name(place, count)}", is_best=place == 1)
        for place, name in placed
    )
    is_last = not after["on_turn"].any()
    verdict = f"{placed[0][1]} is daifugo" + " and wins the match" * is_last
    return [Moment(f"Round {after['round']} of {after['num_rounds']} is over", rows, verdict)]
