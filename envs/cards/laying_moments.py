"""Shared moments of Sevens and Killer Sevens: players who leave the game, and its end."""

from collections.abc import Callable

import numpy as np

from ..core.kit.seats import distances, player_name
from ..core.scene.moment import Moment, Row


def laying_moments(
    before: np.void,
    after: np.void,
    seat: int,
    departure: Callable[[str, int], Row],
    result: Callable[[str, int], Row],
    end: str,
) -> list[Moment]:
    """Returns the players who left the game by a step, or the results at its end.

    Args:
        before: The view record of a seat before the step.
        after: Its view record after the step.
        seat: Its number, for the players' names.
        departure: `departure(name, distance)`, the line of a player who left the game.
        result: `result(name, distance)`, the line of any other player at the end of the game.
        end: The reason why the game is over, as a sentence without a full stop.
    """
    is_end = bool(before["on_turn"].any() and not after["on_turn"].any())
    rows, leavers = [], []
    for player, distance in distances(seat, int(after["num_players"])):
        name = player_name(player)
        if is_out(after, distance) and not is_out(before, distance):
            rows.append(departure(name, distance))
            leavers.append(name)
        elif is_end:
            rows.append(result(name, distance))
    if is_end:
        return [Moment("The end", tuple(rows), end)]
    verb = "takes" if len(leavers) == 1 else "take"
    verdict = f"{' and '.join(leavers)} {verb} no more turns"
    return [Moment("A player leaves the game", tuple(rows), verdict)] if rows else []


def is_out(view: np.void, distance: int) -> bool:
    """Whether a player has run out of cards or is eliminated."""
    return bool(view["finished"][distance] or view["eliminated"][distance])
