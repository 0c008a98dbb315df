"""Moments of Daifugo: revolutions, and the titles at the end of a round."""

import numpy as np

from fudaba.common.languages import N_, Ordinal, translator

from ..core.kit.seats import distances, player_name
from ..core.scene.moment import Moment, Row
from .scene import faces
from .text.news import begins_playoff, why_over
from .text.words import seat_at, title_word

_, _n = translator("daifugo")

# By whether lower ranks are stronger, and whether a J-back is in force.
ORDERS = {
    (True, False): N_("Lower ranks are stronger now, until the round ends or the next revolution"),
    (False, False): N_(
        "Higher ranks are stronger now, until the round ends or the next revolution"
    ),
    (True, True): N_("Lower ranks are stronger now, until the J-back ends with the field"),
    (False, True): N_("Higher ranks are stronger now, until the J-back ends with the field"),
}


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
    name = seat_at(after, seat, before["on_turn"].argmax())
    row = Row(_("{name} {name:plays|play} four cards", name=name), faces(np.flatnonzero(laid)))
    verdict = _(ORDERS[bool(after["reversed"]), bool(after["j_back"])])
    return Moment(_("Revolution"), (row,), verdict)


def _round_over(before: np.void, after: np.void, seat: int) -> Moment:
    """Returns the titles of all players, the best first, and why the round is over."""
    count = int(after["num_players"])
    placed = sorted(
        (int(after["title"][distance]), player_name(player))
        for player, distance in distances(seat, count)
    )
    rows = tuple(_result(place, name, count) for place, name in placed)
    first, last = placed[0][1], placed[-1][1]
    verdict = why_over(before, last) or _("{name} {name:is|are} daifugo", name=first)
    if not after["on_turn"].any():
        verdict = _("{name} {name:is daifugo and wins|are daifugo and win} the match", name=first)
    number, total = after["round"], after["num_rounds"]
    title = _("Round {number} of {count} is over", number=number, count=total)
    return Moment(title, rows, verdict, is_result=True)


def _result(place: int, name: str, num_players: int) -> Row:
    """Returns a player's place and title at the end of a round."""
    title = title_word(place, num_players)
    text = _("{place}: {name}, {title}", place=Ordinal(place), name=name, title=title)
    return Row(text, is_best=place == 1)
