"""The 52 playing cards in a player's words, for the meanings of games."""

import re

from ...languages import N_, words
from .french import NUM_RANKS, RANKS, SUIT_SIGNS, SUITS, card_word

_, _n = words("cards")

ANY_CARD = r"[SHDC♠♥♦♣] ?(?:A|[2-9]|10|J|Q|K)"
CARD = r"(?P<suit>[SHDC♠♥♦♣]) ?(?P<rank>A|[2-9]|10|J|Q|K)"
SUIT = r"[SHDC♠♥♦♣]|spades?|hearts?|diamonds?|clubs?"
SUIT_NAMES = (N_("spades"), N_("hearts"), N_("diamonds"), N_("clubs"))
COURT_CARDS = {
    "A": N_("the ace of {suit}"),
    "J": N_("the jack of {suit}"),
    "Q": N_("the queen of {suit}"),
    "K": N_("the king of {suit}"),
}


def suit_of(word: str) -> int:
    """Returns the suit of a letter, a sign or a name.

    >>> suit_of("h"), suit_of("♦"), suit_of("Clubs")
    (1, 2, 3)
    """
    return SUIT_SIGNS.index(word) if word in SUIT_SIGNS else SUITS.index(word[0].upper())


def suit_in_words(suit: int) -> str:
    """Returns a suit's name in the current language, `hearts`."""
    return _(SUIT_NAMES[suit])


def card_in_words(found: re.Match[str]) -> str:
    """Returns the card of a match of `CARD`, as `the queen of hearts`."""
    rank = found["rank"].upper()
    suit = suit_in_words(suit_of(found["suit"]))
    if rank in COURT_CARDS:
        return _(COURT_CARDS[rank], suit=suit)
    return _("the {rank} of {suit}", rank=rank, suit=suit)


def card_first(found: re.Match[str]) -> str:
    """Returns the same at the beginning of a sentence, `The queen of hearts`."""
    card = card_in_words(found)
    return card[0].upper() + card[1:]


def card_written(text: str) -> str:
    """Returns the word of a card that is written like `h10` or `♥ 10`, as `card_word` does."""
    rank = RANKS.index(text[1:].strip().upper())
    return card_word(NUM_RANKS * suit_of(text[0]) + rank)


def rank_of(found: re.Match[str]) -> int:
    """Returns the rank of a match of `CARD`, 0 for an ace."""
    return RANKS.index(found["rank"].upper())
