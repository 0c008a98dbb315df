"""The 52 playing cards and their names: card 13 * suit + rank - 1, suits S, H, D, C = 0..3."""

from collections.abc import Iterable

from fudaba.common.languages import N_, translator

_, _n = translator("cards")

NUM_SUITS, NUM_RANKS = 4, 13
NUM_CARDS = NUM_SUITS * NUM_RANKS
SUITS = (N_("S"), N_("H"), N_("D"), N_("C"))
SUIT_SIGNS = "♠♥♦♣"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def card_name(card: int) -> str:
    """A card's name, suit before rank.

    >>> card_name(0), card_name(22)
    ('SA', 'H10')
    """
    return SUITS[card // NUM_RANKS] + RANKS[card % NUM_RANKS]


def suit_word(suit: int) -> str:
    """Returns a suit as people write it in moves, `S`; in Japanese its sign, `♠`."""
    return _(SUITS[suit])


def card_word(card: int) -> str:
    """Returns a card as people write it in moves: its name, in Japanese `♠A`."""
    return suit_word(card // NUM_RANKS) + RANKS[card % NUM_RANKS]


def card_words(cards: Iterable[int]) -> str:
    """Returns cards one after another: `SA H10`; in Japanese `♠A、♥10`."""
    return _(" ").join(map(card_word, cards))
