"""The cards of kikisen as a scene shows them: colour, kind and number in letters."""

from collections.abc import Iterable
from typing import Any

from ..core.scene.scene import BLACK, RED, Card
from .kikisen import COURT, KIND_NAMES, KIND_SYMBOLS, NOTHING, NUM_KINDS, type_name

COLOURS = (BLACK, RED)


def card_face(type_: int, **looks: Any) -> Card:
    """Returns a card of a scene: `b7` with `shaman` below it.

    Args:
        type_: The card's type, 0..23.
        **looks: Further attributes of `Card`.
    """
    colour, kind = divmod(type_, NUM_KINDS)
    looks.setdefault("note", KIND_NAMES[kind])
    return Card(KIND_SYMBOLS[kind], "", type_name(type_), COLOURS[colour], **looks)


def card_faces(types: Iterable[int]) -> tuple[Card, ...]:
    """Returns cards of a scene for some types."""
    return tuple(map(card_face, types))


def number_face(number: int, **looks: Any) -> Card:
    """Returns a card of which only the number counts: `7` with `shaman` below it.

    Args:
        number: 0..8, or 9 for a card without a number, which the scene calls special.
        **looks: Further attributes of `Card`.
    """
    if number == COURT:
        looks.setdefault("note", "special")
        return Card("★", "", "special", **looks)
    looks.setdefault("note", KIND_NAMES[NOTHING + number])
    return Card(str(number), "", str(number), **looks)
