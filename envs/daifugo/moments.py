"""Moments of Daifugo: revolutions, and the titles at the end of a round."""

import numpy as np

from ..core.kit.seats import distances, player_name
from ..core.scene.moment import Moment, Row
from ..core.scene.scene import ordinal
from .scene import faces
from .text.news import begins_playoff, why_over
from .text.words import seat_at, title_name


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns a revolution (DFG-5.2), or the end of a round with all titles (DFG-4.17)."""
    if after["round"] > before["round"]:
        return [_round_over(before, after, seat)]
    turns = after["revolution"] != before["revolution"]
    return [_revolution(before, after, seat)] if turns and not begins_playoff(before, after) else []


def _revolution(before: np.void, after: np.void, seat: int) -> Moment:
    """Returns a revolution: the four cards that were laid, and the order from now on."""
    lain = (before["field"] + before["discards"]) != 0
    laid = ((after["field"] + after["discards"]) != 0) & ~lain
    words = f"{seat_at(after, seat, before['on_turn'].argmax())} plays four cards"
    stronger = "Lower" if after["reversed"] else "Higher"
    lasts = "until the round ends or the next revolution"
    if after["j_back"]:
        lasts = "until the J-back ends with the field"
    verdict = f"{stronger} ranks are stronger now, {lasts}"
    return Moment("Revolution", (Row(words, faces(np.flatnonzero(laid))),), verdict)


def _round_over(before: np.void, after: np.void, seat: int) -> Moment:
    """Returns the titles of all players, the best first, and why the round is over."""
    count = int(after["num_players"])
    placed = sorted(
        (int(after["title"][distance]), player_name(player))
        for player, distance in distances(seat, count)
    )
    rows = tuple(
        Row(f"{ordinal(place)}: {name}, {title_name(place, count)}", is_best=place == 1)
        for place, name in placed
    )
    verdict = why_over(before, placed[-1][1]) or f"{placed[0][1]} is daifugo"
    if not after["on_turn"].any():
        verdict = f"{placed[0][1]} is daifugo and wins the match"
    return Moment(f"Round {after['round']} of {after['num_rounds']} is over", rows, verdict)
