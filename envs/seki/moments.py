"""Moments of SEKI: a role that is revealed, and the end of a game with its points."""

from typing import Any

import numpy as np

from ..core.kit.seats import distances, player_name
from ..core.scene.moment import Moment, Row
from ..core.scene.scene import ordinal
from . import state as seki
from .meanings.roles import effect, of_the_player
from .options import SekiOptions
from .scene import POINTS
from .text.words import points_gained, seat_at

RULES_OF_ROLES = (
    "alchemist_must_beat", "angler_last_card", "police_scope", "hunter_shuffles_deck",
    "new_grad_bonus_turn",
)  # fmt: skip


def moments(before: np.void, after: np.void, seat: int) -> list[Moment]:
    """Returns the role that a player activated by the step, or the end of a game."""
    is_end = bool(before["on_turn"].any() and not after["on_turn"].any())
    if is_end or after["games_left"] < before["games_left"]:
        return [_end(before, after, seat, is_end)]
    activated = (after["panel"] == seki.ACTIVATED) & (before["panel"] != seki.ACTIVATED)
    return [_activated(after, seat, far) for far in np.flatnonzero(activated).tolist()]


def _activated(after: np.void, seat: int, distance: int) -> Moment:
    """Returns a role that was turned up to be used (SEKI-4.7)."""
    role, who = int(after["role"][distance].argmax()), seat_at(after, seat, distance)
    name, rules = seki.ROLE_NAMES[role], _house_rules(after)
    deed, words = f"is {name}", effect(name, rules)
    if role == seki.NEW_GRAD:
        copied = seki.ROLE_NAMES[int(after["copied"].argmax())]
        deed, words = f"is {name}, as {copied}", effect(copied, rules, is_copied=True)
    words = (words if distance == 0 else of_the_player(words)).removesuffix(".")
    verdict = f"{who} {deed}: {words[0].lower()}{words[1:]}"
    return Moment("A role is revealed", (Row(f"{who}: {name}", is_best=True),), verdict)


def _house_rules(view: np.void) -> SekiOptions:
    """Returns the house rules of a view that change what roles do."""
    values: dict[str, Any] = {}
    for name in RULES_OF_ROLES:
        words = {code: word for word, code in SekiOptions.coding(name).words}
        values[name] = words.get(int(view[name]), bool(view[name]))
    return SekiOptions(**values)


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
    verdict = _winners(after, seat) if is_end else "The next game is dealt"
    return Moment("The game is over", tuple(rows), verdict)


def _winners(after: np.void, seat: int) -> str:
    """Returns who has the most points in the end: `player_1 wins the game`."""
    players = distances(seat, int(after["num_players"]))
    points = {player: POINTS.won(after, distance) for player, distance in players}
    best = [player_name(player) for player in points if points[player] == max(points.values())]
    verb = "wins" if len(best) == 1 else "share"
    whole = f"match of {after['num_games']} games" if after["num_games"] > 1 else "game"
    return f"{' and '.join(best)} {verb} the {whole}"
