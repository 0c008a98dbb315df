"""The cards of kikisen as a scene shows them: colour, kind and number in letters."""

from collections.abc import Iterable
from typing import Any

from fudaba.common.languages import translator

from ..core.scene.about import About, Topic
from ..core.scene.scene import BLACK, RED, Card
from .kikisen import COURT, KIND_NAMES, NOTHING, NUM_KINDS
from .kikisen_words import card_word, symbol_of

_, _n = translator("cards")

COLOURS = (BLACK, RED)
COLOUR_NAMES = ("black", "red")  # in the names of figures
FIGURES = ("ship", *map(str, range(9)), "king", "emperor")  # by kind


def about_card(type_: int, topic: Topic) -> About:
    """Returns the topic of a card of some type, with its values."""
    colour, kind = divmod(int(type_), NUM_KINDS)
    return topic(kind=kind, colour=colour)


def card_face(type_: int, topic: Topic, **looks: Any) -> Card:
    """Returns a card of a scene: `7` with `shaman` below it, in Japanese with `巫`.

    Args:
        type_: The card's type, 0..23.
        topic: What the game says of cards; its values are `kind` and `colour`.
        **looks: Further attributes of `Card`.
    """
    colour, kind = divmod(type_, NUM_KINDS)
    looks.setdefault("note", _(KIND_NAMES[kind]))
    figure = f"kikisen-{COLOUR_NAMES[colour]}-{FIGURES[kind]}"
    return Card(
        about_card(type_, topic), symbol_of(kind), "", card_word(type_), COLOURS[colour],
        figure=figure, **looks,
    )  # fmt: skip


def card_faces(types: Iterable[int], topic: Topic) -> tuple[Card, ...]:
    """Returns cards of a scene for some types; see `card_face`."""
    return tuple(card_face(type_, topic) for type_ in types)


def number_face(number: int, about: About, **looks: Any) -> Card:
    """Returns a scene's card of which only the number counts: `7` with `shaman` below it.

    Args:
        number: 0..8, or 9 for a card without a number, which the scene calls special.
        about: What it is.
        **looks: Further attributes of `Card`.
    """
    if number == COURT:
        looks.setdefault("note", _("special"))
        return Card(about, "★", "", _("special"), figure="kikisen-special", **looks)
    looks.setdefault("note", _(KIND_NAMES[NOTHING + number]))
    return Card(about, str(number), "", str(number), figure=f"kikisen-{number}", **looks)
