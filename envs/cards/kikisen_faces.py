"""The cards of kikisen as a scene shows them: colour, kind and number in letters."""

from collections.abc import Iterable
from typing import Any

from ...languages import words
from ..core.scene.scene import BLACK, RED, Card
from .kikisen import COURT, KIND_NAMES, NOTHING, NUM_KINDS, type_word

_, _n = words("cards")

COLOURS = (BLACK, RED)


def card_face(type_: int, **looks: Any) -> Card:
    """Returns a card of a scene: `b7` with `shaman` below it, in Japanese `黒7` with `巫`.

    Args:
        type_: The card's type, 0..23.
        **looks: Further attributes of `Card`.
    """
    colour, kind = divmod(type_, NUM_KINDS)
    looks.setdefault("note", _(KIND_NAMES[kind]))
    name = type_word(type_)  # its first letter is the colour, in Japanese too
    return Card(name[1:], "", name, COLOURS[colour], **looks)


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
        looks.setdefault("note", _("special"))
        return Card("★", "", _("special"), **looks)
    looks.setdefault("note", _(KIND_NAMES[NOTHING + number]))
    return Card(str(number), "", str(number), **looks)
