"""Moments of SEKI: a role that is revealed, and the end of a game with its points."""

import numpy as np

from fudaba.common.languages import N_, Ordinal, translator

from ..core.kit.seats import distances, player_name
from ..core.scene.moment import Moment, Row
from . import state as seki
from .meanings.roles import effect, house_rules_of
from .scene import POINTS
from .text.words import after_colon, points_gained, seat_at

_, _n = translator("seki")


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the role that a player activated by the step, or the end of a game."""
    is_end = bool(before["on_turn"].any() and not after["on_turn"].any())
    if is_end or after["games_left"] < before["games_left"]:
        return [_end(before, after, seat, is_end)]
    activated = (after["panel"] == seki.ACTIVATED) & (before["panel"] != seki.ACTIVATED)
    return [_activated(after, seat, far) for far in np.flatnonzero(activated).tolist()]


def _activated(after: np.void, seat: int, distance: int) -> Moment:
    """Returns a role that was turned up to be used (SEKI-4.7)."""
    role, player = int(after["role"][distance].argmax()), seat_at(after, seat, distance)
    is_copied, word = role == seki.NEW_GRAD, _(seki.ROLE_NAMES[role])
    name = seki.ROLE_NAMES[int(after["copied"].argmax()) if is_copied else role]
    told = effect(name, house_rules_of(after), is_copied=is_copied, of_player=distance > 0)
    words = after_colon(told).rstrip(_("."))
    if is_copied:
        verdict = _(
            "{player} {player:is|are} NEW GRAD, as {role}: {effect}",
            player=player,
            role=_(name),
            effect=words,
        )
    else:
        verdict = _(
            "{player} {player:is|are} {role}: {effect}", player=player, role=word, effect=words
        )
    row = Row(_("{player}: {role}", player=player, role=word), is_best=True)
    return Moment(_("A role is revealed"), (row,), verdict)


def _end(before: np.void, after: np.void, seat: int, is_end: bool) -> Moment:
    """Returns the moment of a game's end: each player's points, at the match's end the places."""
    players = distances(seat, int(after["num_players"]))
    gains = [points_gained(before, after, distance) for _player, distance in players]
    rows = []
    for (number, distance), gain in zip(players, gains, strict=True):
        player, points = player_name(number), POINTS.words(gain)
        place = Ordinal(after["place"][distance])
        if is_end and place:
            line = _("{player}: {points}, {place}", player=player, points=points, place=place)
        else:
            line = _("{player}: {points}", player=player, points=points)
        rows.append(Row(line, is_best=gain == max(gains)))
    verdict = _winners(after, seat) if is_end else _("The next game is dealt")
    return Moment(_("The game is over"), tuple(rows), verdict, is_result=True)


def _winners(after: np.void, seat: int) -> str:
    """Returns a sentence on the winners of the match: `player_1 wins the game`."""
    players = distances(seat, int(after["num_players"]))
    points = {player: POINTS.won(after, distance) for player, distance in players}
    best = [player_name(player) for player in points if points[player] == max(points.values())]
    names, count = _(" and ").join(best), int(after["num_games"])
    if len(best) == 1:
        won = (
            N_("{names} {names:wins|win} the game"),
            N_("{names} {names:wins|win} the match of {count} games"),
        )
    else:
        won = N_("{names} share the game"), N_("{names} share the match of {count} games")
    return _(won[count > 1], names=names, count=count)
