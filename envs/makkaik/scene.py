"""The table of Makkaik as a seat sees it, from its view alone."""

from collections.abc import Iterator

import numpy as np

from ..cards.kikisen import type_name
from ..cards.kikisen_faces import card_face
from ..core.scene import GAME_OVER, Card, Scene, Seat, Zone, plural
from ..core.seats import distances, player_name
from ..kikisen.words import spread_out
from . import state as mkk
from .text.words import best_hand


def scene(view: np.void, seat: int) -> Scene:
    """The table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The common cards, what the viewer has drawn or set aside, and the hands of the last
        showdown; the own hand; and the players with their exchanges and payments.
    """
    players = distances(seat, int(view["num_players"]))
    return Scene(
        "Makkaik",
        seat,
        tuple(
            Seat(
                player_name(player),
                mkk.HAND_SIZE,
                tuple(_facts(view, distance)),
                () if distance else _faces(view["hand"]),
                is_on_turn=bool(view["on_turn"][distance]),
                is_out=not view["active"][distance],
            )
            for player, distance in players
        ),
        tuple(filter(None, (tuple(_cards(view)), tuple(_shown(view, players))))),
        tuple(_notes(view)),
        _question(view),
    )


def _faces(counts: np.ndarray) -> tuple[Card, ...]:
    return tuple(map(card_face, spread_out(counts)))


def _cards(view: np.void) -> Iterator[Zone]:
    """What can be used or taken, and what the viewer put aside."""
    yield Zone("common cards", (_faces(view["common"]),))
    if view["drawn"].any():
        yield Zone("drawn", (_faces(view["drawn"]),))
    if view["incoming"].any():
        yield Zone("to be taken", (_faces(view["incoming"]),))
    if view["unused"][0].any() and view["unused_draw"] != mkk.PUBLIC:
        yield Zone("set aside", (_faces(view["unused"][0]),))


def _shown(view: np.void, players: list[tuple[int, int]]) -> Iterator[Zone]:
    """The hands of the last showdown."""
    for player, distance in players:
        if view["shown"][distance].any():
            title = f"last shown by {player_name(player)}"
            yield Zone(title, (_faces(view["shown"][distance]),))


def _facts(view: np.void, distance: int) -> Iterator[str]:
    """`dealer`, `+3 points`, `took b3 for r7`, `drew for r7`, `paid 4`, `in`, `dropped`."""
    if view["dealer"][distance]:
        yield "dealer"
    if view["scores"].any():
        yield f"{view['scores'][distance]:+d} points"
    if view["start_chips"] > 0:
        left = view["start_chips"] + view["scores"][distance] - view["paid"][distance]
        yield plural(int(left), "chip")
    yield from _exchange(view, distance)
    if view["paid"][distance]:
        yield f"paid {view['paid'][distance]}"
    if view["joined"][distance]:
        yield "in"
    if not view["active"][distance]:
        yield "dropped"


def _exchange(view: np.void, distance: int) -> Iterator[str]:
    """What everybody knows of a player's exchange, finished or not."""
    if not view["put_out"][distance].any():
        if view["swapped"][distance] or view["drew"][distance]:
            yield "swaps" if view["swapped"][distance] else "draws"
        return
    put_out = type_name(int(view["put_out"][distance].argmax()))
    if view["swapped"][distance]:
        yield f"took {type_name(int(view['taken'][distance].argmax()))} for {put_out}"
    else:
        yield f"drew for {put_out}"


def _notes(view: np.void) -> Iterator[str]:
    """Seasons, the round, its base, the pot, and what the own hand makes."""
    if view["seasons"] > 1:
        yield f"season {min(view['season'] + 1, view['seasons'])} of {view['seasons']}"
    if not view["on_turn"].any():
        return
    if view["point"][mkk.BASE] or view["point"][mkk.JOIN]:
        yield f"round {view['round'] + 1} of {view['bet_rounds']}"
        if view["base"]:
            yield f"base {view['base']}"
        yield f"pot {view['pot']}"
    yield f"own hand: {best_hand(view['hand'], view['common'], view)}"


def _question(view: np.void) -> str:
    """What is asked."""
    if not view["on_turn"].any():
        return GAME_OVER
    return mkk.POINTS[int(view["point"].argmax())].question
