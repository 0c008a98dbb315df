"""The 52 playing cards and their names: card 13 * suit + rank - 1, suits S, H, D, C = 0..3."""

from collections.abc import Iterable, Sequence
from typing import Any

from ..core.scene import BLACK, BLUE, GREEN, RED, Card, Zone

NUM_SUITS, NUM_RANKS = 4, 13
NUM_CARDS = NUM_SUITS * NUM_RANKS
SUITS = "SHDC"
SUIT_SIGNS = "♠♥♦♣"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUIT_COLOURS = (BLACK, RED, BLUE, GREEN)


def card_name(card: int) -> str:
    """A card's name, suit before rank.

    >>> card_name(0), card_name(22)
    ('SA', 'H10')
    """
    return SUITS[card // NUM_RANKS] + RANKS[card % NUM_RANKS]


def card_face(card: int, **looks: Any) -> Card:
    """A card of a scene; `looks` are further attributes of `Card`."""
    suit, rank = divmod(card, NUM_RANKS)
    return Card(RANKS[rank], SUIT_SIGNS[suit], card_name(card), SUIT_COLOURS[suit], **looks)


def suit_grid(
    suits: Iterable[int], cells: Sequence[Card], legend: tuple[tuple[Card, str], ...]
) -> Zone:
    """A zone of 4 x 13 cells: the ranks above, the sign and the letter of each suit at the left.

    Args:
        suits: The suit of each row.
        cells: The 52 cells, row by row.
        legend: As in `Zone`.
    """
    heads = tuple(f"{SUIT_SIGNS[suit]} {SUITS[suit]}" for suit in suits)
    starts = range(0, NUM_CARDS, NUM_RANKS)
    rows = tuple(tuple(cells[start : start + NUM_RANKS]) for start in starts)
    return Zone("", rows, (RANKS, heads), legend)
