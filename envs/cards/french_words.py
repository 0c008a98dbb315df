"""The 52 playing cards in a player's words, for the meanings of games."""

import re

from .french import RANKS, SUIT_SIGNS, SUITS

ANY_CARD = r"[SHDC♠♥♦♣] ?(?:A|[2-9]|10|J|Q|K)"
CARD = r"(?P<suit>[SHDC♠♥♦♣]) ?(?P<rank>A|[2-9]|10|J|Q|K)"
SUIT = r"[SHDC♠♥♦♣]|spades?|hearts?|diamonds?|clubs?"
SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
COURT = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


def suit_of(word: str) -> int:
    """Returns the suit of a letter, a sign or a name.

    >>> suit_of("h"), suit_of("♦"), suit_of("Clubs")
    (1, 2, 3)
    """
    return SUIT_SIGNS.index(word) if word in SUIT_SIGNS else SUITS.index(word[0].upper())


def card_in_words(found: re.Match[str]) -> str:
    """Returns the card of a match of `CARD`, as `the queen of hearts`."""
    rank = found["rank"].upper()
    return f"the {COURT.get(rank, rank)} of {SUIT_NAMES[suit_of(found['suit'])]}"


def rank_of(found: re.Match[str]) -> int:
    """Returns the rank of a match of `CARD`, 0 for an ace."""
    return RANKS.index(found["rank"].upper())
