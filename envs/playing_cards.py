"""The 52 playing cards and their names: card 13 * suit + rank - 1, suits S, H, D, C = 0..3."""

from collections.abc import Sequence
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


def draw_layout(suits: Sequence[int], cells: Sequence[str]) -> list[str]:
    """A picture of 4 x 13 cells: the ranks above, the sign and the letter of each suit at the left.

    Args:
        suits: The suit of each row.
        cells: What to write into each of the 52 cells, row by row; at most 4 characters each.
    """
    rows: list[tuple[str, Sequence[str]]] = [("", RANKS)]
    for row, suit in enumerate(suits):
        start = row * NUM_RANKS
        rows.append((f" {SUIT_SIGNS[suit]} {SUITS[suit]}", cells[start : start + NUM_RANKS]))
    return [f"{head:<5}{''.join(f'{cell:^4}' for cell in row)}".rstrip() for head, row in rows]


def draw_legend(meanings: dict[str, str], cells: Sequence[str]) -> list[str]:
    """One line that explains the signs that are there, or none.

    Args:
        meanings: What to say of a sign, by the first character of a cell.
        cells: What is written into the cells.
    """
    first = {cell[0] for cell in cells}
    said = [meaning for sign, meaning in meanings.items() if sign in first]
    return [f"     {'   '.join(said)}"] if said else []


def draw_hand(cards: Sequence[tuple[int, str]], others: Sequence[str] = ()) -> str:
    """A hand, suit by suit.

    Args:
        cards: Suit and rank of each card, all cards of a suit together.
        others: Cards without a suit.

    >>> draw_hand([(1, "3"), (1, "K"), (3, "A")], ["joker"])
    '♥ 3 K   ♣ A   joker'
    """
    ranks: dict[int, list[str]] = {}
    for suit, rank in cards:
        ranks.setdefault(suit, []).append(rank)
    parts = [f"{SUIT_SIGNS[suit]} {' '.join(held)}" for suit, held in ranks.items()]
    return "   ".join([*parts, *others]) or "(empty)"
