"""The 52 playing cards and their names: card 13 * suit + rank - 1, suits S, H, D, C = 0..3."""

from collections.abc import Iterable

from fudaba.common.languages import N_, is_read_by_a_person, translator

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
    """Returns a suit in moves: its sign for a person, else `S`, but in Japanese always its sign."""
    return SUIT_SIGNS[suit] if is_read_by_a_person() else _(SUITS[suit])


def card_word(card: int) -> str:
    """Returns a card in moves: `♠A` for a person, else its name, but in Japanese always `♠A`."""
    return suit_word(card // NUM_RANKS) + RANKS[card % NUM_RANKS]


def card_words(cards: Iterable[int]) -> str:
    """Returns cards one after another, as `card_word` says: `♠A ♥10`."""
    return _(" ").join(map(card_word, cards))
