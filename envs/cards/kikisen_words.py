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
    return card_words([type_])


def card_words(types: Iterable[int]) -> str:
    """Returns cards, in English neighbours of a colour together: `black 5 6 red ship`.

    For programs they are in letters: `b5 b6 rS`.
    """
    if not _is_in_words():
        return " ".join(map(type_word, types))
    groups = groupby(types, lambda type_: type_ // NUM_KINDS)
    return " ".join(
        " ".join([COLOUR_NAMES[colour], *(kind_word(type_ % NUM_KINDS) for type_ in group)])
        for colour, group in groups
    )


def _is_in_words() -> bool:
    """Whether letters become words: for people, where no translation has made them words."""
    return is_read_by_a_person() and language() == ENGLISH
