"""What a hand of Taxot needs for a winning shape, in words and in cards."""

import re
from dataclasses import replace
from itertools import combinations, product

import numpy as np

from fudaba.common.languages import translator

from ..cards.kikisen import EMPEROR, KING, NUM_KINDS, NUM_TYPES, SHIP, strength_of
from ..cards.kikisen_faces import card_face
from ..cards.kikisen_words import kind_word, symbol_of
from ..core.scene.scene import PURPLE, Card
from ..kikisen.words import words_of
from . import state as tax
from .meanings import CARD, NEAREST_SHAPES
from .nearest import FOUR, SHAPES, Distance, Way

_, _n = translator("taxot")

MOST_NAMED, MOST_WAYS = 8, 3
EQUAL_TYPES = [
    [other for other in range(NUM_TYPES) if other % NUM_KINDS != SHIP
     and strength_of(other % NUM_KINDS) == strength_of(type_ % NUM_KINDS)]
    for type_ in range(NUM_TYPES)
]  # fmt: skip

# In a text each card is first a letter that nobody writes: by its type, or behind these by its kind
# where the colour does not matter.
FIRST_LETTER = 0xE000
LETTER = f"[{chr(FIRST_LETTER)}-{chr(FIRST_LETTER + NUM_TYPES + NUM_KINDS)}]"
LETTERS, A_LETTER = re.compile(f"{LETTER}(?: {LETTER})*"), re.compile(f"({LETTER})")


def letter_of(card: int) -> str:
    """Returns the letter of a card: a type, or NUM_TYPES more than a kind of any colour."""
    return chr(FIRST_LETTER + card)


def in_words(text: str) -> str:
    """Returns a text with the words of its cards: `needs b3`, `needs any 2 of 5 6 7`."""
    return LETTERS.sub(lambda found: _cards_in_words(found[0]), text)


def _cards_in_words(letters: str) -> str:
    cards = [ord(letter) - FIRST_LETTER for letter in letters.split()]
    if all(card < NUM_TYPES for card in cards):
        return words_of(cards)
    return " ".join(
        words_of([card]) if card < NUM_TYPES else _any_colour(card - NUM_TYPES) for card in cards
    )


def _any_colour(kind: int) -> str:
    """Returns a kind in words: `5`, and for a king also the emperor, its equal: `king/emperor`."""
    return f"{kind_word(KING)}/{kind_word(EMPEROR)}" if kind == KING else kind_word(kind)


def in_cards(text: str) -> tuple[str | Card, ...]:
    """Returns the parts of a text: words, and its cards as faces; empty if it has no cards."""
    parts = [part.strip() for part in A_LETTER.split(text)]
    if len(parts) == 1:
        return ()
    return tuple(_face(part) if A_LETTER.match(part) else part for part in parts if part)


def _face(letter: str) -> Card:
    card = ord(letter) - FIRST_LETTER
    if card < NUM_TYPES:
        return replace(card_face(card, CARD, note=""), figure="")
    kind = card - NUM_TYPES
    return Card(NEAREST_SHAPES(), symbol_of(kind), name=_any_colour(kind), colour=PURPLE)


def need(distance: Distance, points_for_four: int) -> str:
    """Returns `complete`, `needs b3`, `needs 1 of b3 b6`, `any card`, `needs 4 4, or 5 5`.

    Args:
        distance: How far the hand is from the shape.
        points_for_four: What everybody else pays for a four (TAX-5.3).
    """
    if not distance.missing:
        lacks = _("complete")
    elif distance.missing == 1 and len(distance.wanted) > MOST_NAMED:
        lacks = _("any card")
    elif distance.missing == 1:
        cards = " ".join(map(letter_of, distance.wanted))
        is_one = len(distance.wanted) == 1
        lacks = _("needs {cards}", cards=cards) if is_one else _("needs 1 of {cards}", cards=cards)
    else:
        lacks = _("needs {cards}", cards=ways_in_letters(distance.ways, distance.own))
    if FOUR not in SHAPES[distance.shape] or not points_for_four:
        return lacks
    return _("{lacks} (four: +{points} from each)", lacks=lacks, points=points_for_four)


def ways_in_letters(ways: list[Way], own: np.ndarray) -> str:
    """Returns the text of two or more missing cards, where a stroke means *or*.

    As in `any 2 of 5 6 K/E`, `b1 or b4, and r5 or r8`, `4 4, or 5 5`, `b4 b5, or b5 b7, or others`.

    Args:
        ways: The cards that are missing in each way.
        own: The cards of the player, int8[24], by type.
    """
    names = names_of(ways, own)
    by_kind = sorted(sorted((type_ % NUM_KINDS, type_) for type_ in way) for way in ways)
    named = [*dict.fromkeys(tuple(names[type_] for kind, type_ in way) for way in by_kind)]
    if len(named) == 1:
        return _(" and ").join(named[0])
    parts = parts_of(named)
    if len(parts) == len(named[0]):
        return _(", and ").join(map(_(" or ").join, parts))
    if parts:
        cards = " ".join(map("/".join, parts))
        return _("any {count} of {cards}", count=len(named[0]), cards=cards)
    some = named if len(named) <= MOST_WAYS else named[: MOST_WAYS - 1]
    return _(", or ").join([*map(" ".join, some), *[_("others")] * (len(some) < len(named))])


def names_of(ways: list[Way], own: np.ndarray) -> dict[int, str]:
    """Returns letters of the types in some ways: of `b5`, or of `5` where colours don't matter.

    It does not matter if every way stays one of the ways after a replacement of the card by an
    equal card of the other colour that is still to be had.
    """
    found, names = {*ways}, dict[int, str]()
    for type_ in {type_ for way in ways for type_ in way}:
        kind = type_ % NUM_KINDS
        others = (replaced(way, type_, other) for way in ways if type_ in way
                  for other in EQUAL_TYPES[type_])  # fmt: skip
        if kind == SHIP or not all(way in found or is_too_many(way, own) for way in others):
            names[type_] = letter_of(type_)
        else:
            names[type_] = letter_of(NUM_TYPES + min(kind, KING))  # which is before the emperor
    return names


def is_too_many(way: Way, own: np.ndarray) -> bool:
    """Returns whether a way and the own cards together need more cards of a type than exist."""
    return any(own[type_] + way.count(type_) > tax.COPIES[type_] for type_ in way)


def replaced(way: Way, type_: int, other: int) -> Way:
    """Returns a way with one card replaced by another."""
    left = [*way]
    left[left.index(type_)] = other
    return tuple(sorted(left))


def parts_of(ways: list[tuple[str, ...]]) -> list[list[str]]:
    """Groups cards so that the ways are all choices of one card from different groups.

    The list is empty if there are no such parts.
    """
    cards = [*dict.fromkeys(card for way in ways for card in way)]
    if len(cards) > MOST_NAMED:
        return []
    together = {frozenset(pair) for way in ways for pair in combinations(way, 2)}
    parts: list[list[str]] = []
    for card in cards:
        part = [one for one in cards if one == card or frozenset((one, card)) not in together]
        parts += [part] * (part not in parts)
    choices = {
        frozenset(choice) for some in combinations(parts, len(ways[0])) for choice in product(*some)
    }
    is_all = choices == {*map(frozenset, ways)} and sum(map(len, parts)) == len(cards)
    return parts if is_all else []
