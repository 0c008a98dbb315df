"""The 52 playing cards in a player's words, for the meanings of games."""

from collections.abc import Iterator

from fudaba.common.languages import N_, translator

from ..core.scene.about import About, Topic
from .french import NUM_CARDS, NUM_RANKS, RANKS, SUIT_SIGNS, SUITS, card_word

_, _n = translator("cards")

SUIT_NAMES = (N_("spades"), N_("hearts"), N_("diamonds"), N_("clubs"))
COURT_CARDS = {
    "A": N_("the ace of {suit}"),
    "J": N_("the jack of {suit}"),
    "Q": N_("the queen of {suit}"),
    "K": N_("the king of {suit}"),
}


def suit_in_words(suit: int) -> str:
    """Returns a suit's name in the current language, `hearts`."""
    return _(SUIT_NAMES[suit])


def card_in_words(card: int) -> str:
    """Returns a card in words.

    >>> card_in_words(0), card_in_words(22)
    ('the ace of spades', 'the 10 of hearts')
    """
    suit, rank = suit_in_words(card // NUM_RANKS), RANKS[card % NUM_RANKS]
    if rank in COURT_CARDS:
        return _(COURT_CARDS[rank], suit=suit)
    return _("the {rank} of {suit}", rank=rank, suit=suit)


def card_first(card: int) -> str:
    """Returns a card in words for the beginning of a sentence: `The queen of hearts`."""
    words = card_in_words(card)
    return words[0].upper() + words[1:]


def card_labels(topic: Topic) -> Iterator[tuple[str, About]]:
    """Yields all names of the cards, each with its topic: `H7`, `♥7`, `the 7 of hearts`.

    Args:
        topic: What the game says of cards; its value is `card`.
    """
    for card in range(NUM_CARDS):
        suit, rank = divmod(card, NUM_RANKS)
        names = {SUITS[suit] + RANKS[rank], SUIT_SIGNS[suit] + RANKS[rank], card_word(card)}
        yield from ((name, topic(card=card)) for name in (*names, card_in_words(card)))


def suit_labels(topic: Topic) -> Iterator[tuple[str, About]]:
    """Yields all names of the suits, each with its topic: `H`, `♥`, `hearts`, `heart`.

    Args:
        topic: What the game says of a suit; its value is `suit`.
    """
    for suit, name in enumerate(SUIT_NAMES):
        for word in {SUITS[suit], SUIT_SIGNS[suit], name, name.removesuffix("s"), _(name)}:
            yield word, topic(suit=suit)
