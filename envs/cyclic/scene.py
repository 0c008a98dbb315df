"""The scene of Cyclic: the table as a seat sees it, built from its view alone."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ..cards.counts import spread_out
from ..cards.kikisen import COLOUR_NAMES, type_name
from ..cards.kikisen_faces import card_face
from ..core.scene.scene import GAME_OVER, Card, Scene, Zone, ordinal, plural
from ..kikisen.scene import PRIZE_POINTS, faces_of, seats_of
from ..kikisen.words import deals, player_with, points_fact, season_note
from . import state as cyc
from .circle import circle
from .text.words import Face, Shape, card_names, newest_faces, newest_shape

LONGEST_ROW = 24

Row = tuple[Card, ...]

POINTS = PRIZE_POINTS


def scene(view: np.void, seat: int) -> Scene:
    """Returns the table as a seat sees it.

    Args:
        view: The seat's view record.
        seat: The seat's position at the table, for the players' names.

    Returns:
        The newest play with its owner, the plays below it, the stock and the cleared pile; the own
        hand, where the cards chosen for a play are marked; the circle of strength; and the players.
    """
    return Scene(
        "Cyclic",
        seat,
        seats_of(view, seat, view["hand_sizes"], _facts, _hand(view), view["place"] > 0),
        (_middle(view, seat), (Zone("cleared", _rows(view["cleared"])),)),
        tuple(_notes(view)),
        _question(view),
        pictures=(circle(view),),
    )


# The cards


def _middle(view: np.void, seat: int) -> tuple[Zone, ...]:
    """Returns the newest play, those below it, and the stock."""
    stock = Zone("stock", ((Card(str(view["stock_size"]), look="back"),),))
    if newest_shape(view) is None:
        return (Zone("table", ((),)), stock)
    owner = player_with(view["owner"], view, seat)
    newest = Zone(f"newest, by {owner}", (tuple(map(_face, newest_faces(view))),))
    below = view["table"] - view["newest"]
    return (newest, Zone("below it", _rows(below)), stock) if below.any() else (newest, stock)


def _face(face: Face) -> Card:
    """Returns the face of a card of a play; a nothing shows its colour and what it stands for."""
    if not face.is_wild:
        return card_face(face.type)
    card = card_face(face.type, note=f"as {cyc.SYMBOLS[face.kind]}")
    return replace(card, text=type_name(face.type), name=face.name)


def _rows(counts: np.ndarray) -> tuple[Row, ...]:
    """Returns cards by type, in two rows where they are many."""
    cards = faces_of(counts)
    half = len(cards) if len(cards) <= LONGEST_ROW else (len(cards) + 1) // 2
    return tuple(row for row in (cards[:half], cards[half:]) if row) or ((),)


def _hand(view: np.void) -> Row:
    """Returns the own cards and marks those that are chosen for a play."""
    left, cards = view["laid"].copy(), []
    for type_ in spread_out(view["hand"]):
        is_laid = left[type_] > 0
        left[type_] -= is_laid
        cards.append(replace(card_face(type_), mark="recent" if is_laid else "none"))
    return tuple(cards)


# Words


def _facts(view: np.void, distance: int) -> Iterator[str]:
    """Yields `dealer`, `began the season`, `+3 points`, `1st`."""
    if view["leader"][distance] and view["on_turn"].any():
        yield "dealer"
    if deals(view, distance) and view["seasons"] > 1:
        yield "began the season"
    yield from points_fact(view, distance)
    if view["place"][distance]:
        yield ordinal(int(view["place"][distance]))


def _notes(view: np.void) -> Iterator[str]:
    """Yields the season, the passes, and the wanted colour."""
    yield from season_note(view)
    if not view["on_turn"].any():
        return
    if view["colours"].sum() == 1:
        yield f"a play must have a {COLOUR_NAMES[int(view['colours'].argmax())]} card"
    if view["passes"] > 0:
        yield f"{plural(int(view['passes']), 'pass', 'es')} since the newest play"


def _question(view: np.void) -> str:
    """Returns the question: a lead, an answer, or the next card of the own play."""
    if not view["on_turn"].any():
        return GAME_OVER
    if view["chosen_form"].any():
        return _next_card(view)
    newest = newest_shape(view)
    if newest is None:
        return "Lead a single, friends or a run"
    foot = cyc.SYMBOLS[newest.foot]
    return f"Beat the {newest.name}, begin a longer play with {foot}, or pass"


def _next_card(view: np.void) -> str:
    """Returns `Choose the card for 2 of the run 1 2 3: r1 chosen`."""
    form, foot = int(view["chosen_form"].argmax()) + 1, int(view["chosen_foot"].argmax())
    shape, filled = Shape(form, foot, int(view["chosen_size"])), int(view["num_filled"])
    if form == cyc.SINGLE:
        return f"Choose the card for the {shape.name}"
    is_run, symbol = form == cyc.RUN, cyc.SYMBOLS[shape.kinds[filled]]
    place = f"the card for {symbol}" if is_run else f"card {filled + 1}"
    so_far = f": {card_names(view['laid'])} chosen" if filled else ""
    return f"Choose {place} of the {shape.name}{so_far}"
