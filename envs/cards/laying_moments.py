"""Shared moments of the two Sevens: a player finishes or is eliminated, or the game ends."""

from collections.abc import Callable

import numpy as np

from fudaba.common.languages import translator

from ..core.kit.seats import distances, player_name
from ..core.scene.moment import Moment, Row

_, _n = translator("cards")


def laying_moments(
    before: np.void,
    after: np.void,
    seat: int,
    departure: Callable[[str, int], Row],
    result: Callable[[str, int], tuple[int, Row]],
    end: str,
) -> list[Moment]:
    """Returns the moment of a step after which players are out, or the game is over.

    Args:
        before: The view record of a seat before the step.
        after: Its view record after the step.
        seat: Its number, for the players' names.
        departure: `departure(name, distance)`, the line of a player who left the game.
        result: `result(name, distance)`, a player's line at the end of the game, and a number
            that orders the lines, the best first.
        end: The reason why the game is over, as a sentence without a full stop.
    """
    is_end = bool(before["on_turn"].any() and not after["on_turn"].any())
    players = [
        (player_name(player), distance)
        for player, distance in distances(seat, int(after["num_players"]))
    ]
    if is_end:
        results = [result(*player) for player in players]
        ranked = sorted(results, key=lambda ranked: ranked[0])
        return [Moment(_("The end"), tuple(row for _, row in ranked), end)]
    rows, leavers = [], []
    for name, distance in players:
        if is_out(after, distance) and not is_out(before, distance):
            rows.append(departure(name, distance))
            leavers.append(name)
    names = _(" and ").join(leavers)
    verdict = _n(
        "{names} {names:takes|take} no more turns",
        "{names} take no more turns",
        len(leavers),
        names=names,
    )
    return [Moment(_("A player leaves the game"), tuple(rows), verdict)] if rows else []


def is_out(view: np.void, distance: int) -> bool:
    """Whether a player has run out of cards or is eliminated."""
    return bool(view["finished"][distance] or view["eliminated"][distance])
