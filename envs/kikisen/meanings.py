"""Meanings that the kikisen games share: the names of cards, the dealer, seasons and points."""

import re
from typing import Any

from ..cards.kikisen import COLOUR_LETTERS, COLOUR_NAMES, KIND_NAMES, KIND_SYMBOLS
from ..core.contract.meanings import Meaning

CARD = f"(?P<colour>[{COLOUR_LETTERS}])(?P<kind>[{KIND_SYMBOLS}])"  # the form of a card: b7


def card_in_words(name: str) -> str:
    """Returns a card's name in words.

    >>> card_in_words("b7"), card_in_words("rS")
    ('Black 7, a shaman', 'Red ship')
    """
    colour, symbol = name[0].casefold(), name[1:].upper()
    kind = KIND_NAMES[KIND_SYMBOLS.index(symbol)]
    numbered = f"{symbol}, a {kind}" if symbol.isdecimal() else kind
    return f"{COLOUR_NAMES[COLOUR_LETTERS.index(colour)].capitalize()} {numbered}"


def _card_line(found: re.Match[str], _: Any) -> str:
    return f"{card_in_words(found[0])}."


def _number_line(found: re.Match[str], _: Any) -> str:
    return f"A {found[0]}, a {KIND_NAMES[KIND_SYMBOLS.index(found[0])]}; its colour does not count."


CARD_MEANING = Meaning(CARD, _card_line, "KIKI-2.1, 2.3", sign="b7")
NUMBER_MEANING = Meaning("[0-8]", _number_line, "KIKI-2.1", sign="7")
SHARED = (
    Meaning(
        r"dealer(, bonus \d+)?",
        "This player deals the season.",
        "KIKI-6.1, 6.3",
    ),
    Meaning(
        r"[-+]\d+ points?",
        "The points that this player has won or lost so far.",
        "KIKI-6.4",
    ),
    Meaning(
        r"season \d+ of \d+",
        "The game is a match of {seasons} seasons; the points add up.",
        "KIKI-6.4",
    ),
)
