"""The 52 playing cards and their names: card 13 * suit + rank - 1, suits S, H, D, C = 0..3."""

from typing import Any

from .core.scene import BLACK, BLUE, GREEN, RED, Card

NUM_SUITS, NUM_RANKS = 4, 13
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


def pictured(card: int, **looks: Any) -> Card:
    """A card as a picture shows it; `looks` are further attributes of `Card`."""
    suit, rank = divmod(card, NUM_RANKS)
    return Card(RANKS[rank], SUIT_SIGNS[suit], SUIT_COLOURS[suit], **looks)
