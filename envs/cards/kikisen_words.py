"""The cards of kikisen in words: for people as their faces read, for programs in letters."""

from collections.abc import Iterable
from itertools import groupby

from fudaba.common.languages import ENGLISH, is_read_by_a_person, language

from .kikisen import COLOUR_NAMES, KIND_NAMES, KIND_SYMBOLS, NUM_KINDS, type_word


def symbol_of(kind: int) -> str:
    """Returns the letter or number of a kind: `S`, `7`; in Japanese `船`, `7`."""
    return type_word(kind)[1:]  # behind the colour


def kind_word(kind: int) -> str:
    """Returns a kind: `ship`, `7`; for programs in letters: `S`, `7`."""
    is_word = _is_in_words() and not KIND_SYMBOLS[kind].isdecimal()
    return KIND_NAMES[kind] if is_word else symbol_of(kind)


def card_word(type_: int) -> str:
    """Returns a card: `black 7`, in Japanese `黒7`; for programs in letters: `b7`."""
    if not _is_in_words():
        return type_word(type_)
    return f"{COLOUR_NAMES[type_ // NUM_KINDS]} {kind_word(type_ % NUM_KINDS)}"


def card_words(types: Iterable[int]) -> str:
    """Returns cards: `black 5 6 red ship`, for programs in letters: `b5 b6 rS`."""
    return joined(map(card_word, types))


def joined(cards: Iterable[str]) -> str:
    """Returns words of cards as one text, in English neighbours of a colour together."""
    if not _is_in_words():
        return " ".join(cards)
    groups = groupby((card.split(" ", 1) for card in cards), lambda card: card[0])
    return " ".join(
        " ".join([colour, *(word for _colour, word in group)]) for colour, group in groups
    )


def _is_in_words() -> bool:
    """Whether letters become words: for people, where no translation has made them words."""
    return is_read_by_a_person() and language() == ENGLISH
