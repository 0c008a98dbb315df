"""The 52 playing cards as a scene shows them."""

from collections.abc import Iterable, Sequence
from typing import Any

from ..core.scene.about import About, Topic
from ..core.scene.scene import BLACK, BLUE, GREEN, RED, Card, Zone
from .french import NUM_CARDS, NUM_RANKS, RANKS, SUIT_SIGNS, card_word

SUIT_COLOURS = (BLACK, RED, BLUE, GREEN)


def card_face(card: int, about: About, **looks: Any) -> Card:
    """Returns a card of a scene.

    Args:
        card: The card, 0..51.
        about: What it is.
        **looks: Further attributes of `Card`.
    """
    suit, rank = divmod(card, NUM_RANKS)
    text, sign, name = RANKS[rank], SUIT_SIGNS[suit], card_word(card)
    return Card(about, text, sign, name, SUIT_COLOURS[suit], **looks)


def faces_of(cards: Iterable[int], topic: Topic) -> tuple[Card, ...]:
    """Returns cards of a scene; `topic` is the game's topic of cards, with the value `card`."""
    return tuple(card_face(card, topic(card=card)) for card in cards)


def suit_grid(
    about: About,
    suits: Iterable[int],
    cells: Sequence[Card],
    legend: tuple[tuple[Card, str], ...],
) -> Zone:
    """Returns a zone of 4 x 13 cells with the ranks above and the suits at the left.

    Args:
        about: What the zone is.
        suits: The suit of each row.
        cells: The 52 cells, row by row.
        legend: As in `Zone`.
    """
    heads = tuple(SUIT_SIGNS[suit] for suit in suits)
    starts = range(0, NUM_CARDS, NUM_RANKS)
    rows = tuple(tuple(cells[start : start + NUM_RANKS]) for start in starts)
    return Zone("", about, rows, heads=(RANKS, heads), legend=legend)
