"""Moments of SEKI: a role that is revealed, and the end of a game with its points."""

import numpy as np

from ..core.kit.seats import distances, player_name
from ..core.scene.moment import Moment, Row
from ..core.scene.scene import ordinal
from . import state as seki
from .scene import POINTS
from .text.words import points_gained, seat_at


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the role that a player activated by the step, or the end of a game."""
    is_end = bool(before["on_turn"].any() and not after["on_turn"].any())
    if is_end or after["games_left"] < before["games_left"]:
        return [_end(before, after, seat, is_end)]
    activated = (after["panel"] == seki.ACTIVATED) & (before["panel"] != seki.ACTIVATED)
    return [_activated(after, seat, far) for far in np.flatnonzero(activated).tolist()]


def _activated(after: np.void, seat: int, distance: int) -> Moment:
    """Returns a role that was turned up to be used (SEKI-4.7)."""
    name = seki.ROLE_NAMES[int(after["role"][distance].argmax())]
    who = seat_at(after, seat, distance)
    verdict = f"{who} is {name}, and all players know it from now on"
    return Moment("A role is revealed", (Row(f"{who}: {name}", is_best=True),), verdict)


def _end(before: np.void, after: np.void, seat: int, is_end: bool) -> Moment:
    """Returns what a game brought each player, and at the match's end the places (SEKI-6)."""
    players = distances(seat, int(after["num_players"]))
    gains = {distance: points_gained(before, after, distance) for _, distance in players}
    rows = []
    for player, distance in players:
        place = f", {ordinal(int(after['place'][distance]))}" if after["place"][distance] else ""
        words = f"{player_name(player)}: {POINTS.words(gains[distance])}"
        is_best = gains[distance] == max(gains.values())
        rows.append(Row(words + place * is_end, is_best=is_best))
    is_match = is_end and after["num_games"] > 1
    over = f"All {after['num_games']} games are played" if is_match else "No further game follows"
    return Moment("The game is over", tuple(rows), over if is_end else "The next game is dealt")
