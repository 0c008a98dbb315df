"""The table of Taxot as a seat sees it, from its view alone."""

from collections.abc import Iterator

import numpy as np

from ..cards.kikisen import type_name
from ..cards.kikisen_faces import card_face, card_faces
from ..core.kit.seats import distances, player_name
from ..core.scene.scene import GAME_OVER, Card, Mark, Scene, Zone
from ..kikisen.scene import SCORE_POINTS, faces_of, seats_of
from ..kikisen.words import deals, player_with, score_fact, season_note
from . import state as tax
from .nearest import nearest
from .text import types_of_meld

ANSWERS = ("passed", "will close", "will call")

POINTS = SCORE_POINTS


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The discards of each player, the melds, stock and lights, the last close; the own hand and
        the winning shapes that are nearest to it; and the players.
    """
    players = distances(seat, int(view["num_players"]))
    return Scene(
        "Taxot",
        seat,
        seats_of(view, seat, view["concealed"], _facts, faces_of(view["hand"])),
        (
            tuple(
                Zone(f"discards of {player_name(player)}", (_discards(view, distance),))
                for player, distance in players
            ),
            tuple(
                Zone(f"meld of {player_name(player)}", (card_faces(types_of_meld(view, distance)),))
                for player, distance in players
                if view["meld_strengths"][distance]
            )
            or (Zone("melds", ()),),
            tuple(_middle(view, seat)),
        ),
        tuple(_notes(view)),
        _question(view),
        pictures=(nearest(view),),
    )


def _discards(view: np.void, distance: int) -> tuple[Card, ...]:
    """Returns a player's discards that were not taken, in order; the latest one is marked."""
    is_taken = np.append(view["turn_called"][1:], 0)
    lies_there = (view["turn_seats"] == 1 + distance) & (is_taken == 0)
    types = (view["turn_types"][lies_there] - 1).tolist()
    is_latest = bool(view["discarder"][distance])
    marks: list[Mark] = ["none"] * len(types)
    if is_latest:
        marks[-1] = "recent"
    return tuple(card_face(type_, mark=mark) for type_, mark in zip(types, marks, strict=True))


def _middle(view: np.void, seat: int) -> Iterator[Zone]:
    """Yields the zones of the stock, the lights, and the cards of the last close."""
    stock = int(view["stock_size"])
    yield Zone("stock", ((Card(str(stock), look="back"),) if stock else (),))
    if view["light_cards"].any():
        lights = [int(light.argmax()) for light in view["light_cards"] if light.any()]
        yield Zone("lights", (card_faces(lights),))
    if view["closer"].any():
        closer = player_with(view["closer"], view, seat)
        yield Zone(f"{closer} closed with", (faces_of(view["shown"]),))


def _facts(view: np.void, distance: int) -> Iterator[str]:
    """Yields a player's facts: `dealer, bonus 2`, `+3 points`, and the viewer's own answer."""
    if deals(view, distance):
        yield f"dealer, bonus {view['bonus']}"
    yield from score_fact(view, distance)
    if distance == 0 and view["answer"].any():
        yield ANSWERS[int(view["answer"].argmax())]


def _notes(view: np.void) -> Iterator[str]:
    """Yields the notes on seasons and on the first round."""
    yield from season_note(view)
    if view["is_first_lap"]:
        yield "first round"


def _question(view: np.void) -> str:
    """Returns the question of the phase; only the player that is asked sees that of a reaction."""
    if not view["phase"].any():
        return GAME_OVER
    if view["phase"][tax.TURN]:
        return "Discard a card, close, or reveal a four"
    if view["phase"][tax.AFTER_CALL]:
        return "Discard a card"
    card = type_name(int(view["latest"].argmax()))
    if view["on_turn"][0]:
        return f"Close with {card}, call it, or pass"
    return f"Others may still take {card}"
