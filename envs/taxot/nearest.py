"""The winning shapes that are nearest to a hand of Taxot."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, compress, product
from typing import NamedTuple

import numpy as np

from fudaba.common.languages import N_, translator

from ..cards.kikisen import (
    NUM_CARDS,
    NUM_KINDS,
    NUM_TYPES,
    PLAYS,
    SHIP,
    TYPES,
)
from . import state as tax

_, _n = translator("taxot")

FEWEST_ROWS = 3
TOO_MANY = -1

# The groups of winning shapes by number: the melds, then the pairs (TAX-4.2).
PAIRS = [play for play in PLAYS if play.shape == "set" and len(play.types) == 2]
GROUPS = [*tax.MELDS, *PAIRS]
COUNTS = np.array(
    [[group.types.count(type_) for type_ in range(NUM_TYPES)] for group in GROUPS], np.int8
)
TRIPLE, FOUR, RUN, PAIR = (
    range(0, tax.FIRST_FOUR),
    range(tax.FIRST_FOUR, tax.FIRST_RUN),
    range(tax.FIRST_RUN, tax.NUM_MELDS),
    range(tax.NUM_MELDS, len(GROUPS)),
)
SHAPES = {
    N_("three pairs"): (PAIR, PAIR, PAIR),
    N_("pair and four"): (PAIR, FOUR),
    N_("two triples"): (TRIPLE, TRIPLE),
    N_("triple and run"): (TRIPLE, RUN),
    N_("two runs"): (RUN, RUN),
}
BITS_IN_BYTES = np.array([bits.bit_count() for bits in range(256)], np.int8)
COPY_NUMBERS = np.concatenate([np.arange(copies) for copies in tax.COPIES])  # by card id


Way = tuple[int, ...]  # the types of the cards that a hand lacks, in rising order


class Distance(NamedTuple):
    """How far a hand is from a winning shape.

    Attributes:
        shape: The name of the shape.
        missing: The fewest cards that are missing.
        cards: The cards that are missing in each way to complete it, int64[N], as bits.
        own: The cards of the player, int8[24], by type.
    """

    shape: str
    missing: int
    cards: np.ndarray
    own: np.ndarray

    @property
    def wanted(self) -> list[int]:
        """Returns the types that occur in any of the ways."""
        return types_of(int(np.bitwise_or.reduce(self.cards)))

    @property
    def ways(self) -> list[Way]:
        """Returns the ways without a ship; all of them if every way has one."""
        ways = [tuple(types_of(cards)) for cards in np.unique(self.cards).tolist()]
        return [way for way in ways if all(type_ % NUM_KINDS != SHIP for type_ in way)] or ways


def nearest(view: np.void) -> list[Distance]:
    """Returns the shapes that need the fewest cards (TAX-4.7)."""
    found = sorted(distances(view), key=lambda distance: distance.missing)
    is_near = (place < FEWEST_ROWS or one.missing < 2 for place, one in enumerate(found))
    return [*compress(found, is_near)]


def distances(view: np.void) -> Iterator[Distance]:
    """Yields how far the viewer's cards, the meld included, are from each shape (TAX-4.6, 4.7)."""
    own = view["hand"] + view["melds"][0]
    (own_cards,) = as_bits(own[None])
    melds = melds_in_shapes(view, 0)
    for shape in SHAPES:
        hands = hands_of(shape, melds)
        if len(hands):
            yield Distance(shape, *fewest_missing(hands, own_cards), own)


def meld_seen(view: np.void, distance: int) -> int:
    """Returns the meld of the player at a distance from the viewer, or NO_MELD."""
    if not view["meld_kinds"][distance].any():
        return tax.NO_MELD
    is_it = (tax.COUNTS_OF_MELD == view["melds"][distance]).all(axis=1)
    is_it &= view["meld_kinds"][distance].argmax() == tax.KIND_OF_MELD
    is_it &= view["meld_strengths"][distance] == 1 + tax.STRENGTH_OF_MELD
    return int(is_it.argmax())


def melds_in_shapes(view: np.void, distance: int) -> tuple[int, ...]:
    """Returns the ids of the groups that a player's meld can count as; empty without a meld.

    A triple may also become a four, with `extend_public_set` (TAX-4.6).
    """
    meld = meld_seen(view, distance)
    if meld == tax.NO_MELD:
        return ()
    if meld not in TRIPLE or not view["extend_public_set"]:
        return (meld,)
    return (meld, *(four for four in tax.EXTENDED[meld].tolist() if four != tax.NO_MELD))


@cache
def hands_of(shape: str, melds: tuple[int, ...]) -> np.ndarray:
    """Returns all hands of a shape, int64[N], as bits of card ids.

    If melds are given, each hand contains one of them.
    """
    cards = cards_of_groupings(shape)
    if melds:
        cards = cards[np.isin(groupings(shape), melds).any(axis=1)]
    return np.unique(cards[cards != TOO_MANY])


@cache
def cards_of_groupings(shape: str) -> np.ndarray:
    """Returns the cards of each row of `groupings`, int64[N], as bits of card ids.

    A row is TOO_MANY if it needs more cards of a type than the pack has.
    """
    counts = COUNTS[groupings(shape)].sum(axis=1, dtype=np.int8)
    return np.where((counts <= tax.COPIES).all(axis=1), as_bits(counts), TOO_MANY)


@cache
def groupings(shape: str) -> np.ndarray:
    """Returns all choices of groups for a shape, int64[N, 2] or int64[N, 3].

    The pack may have too few cards for some.
    """
    first, *others = kinds = SHAPES[shape]
    if first in others:
        return np.array([*combinations_with_replacement(first, len(kinds))])
    return np.array([*product(*kinds)])


def as_bits(counts: np.ndarray) -> np.ndarray:
    """Returns counts by type, int8[N, 24], as bits of card ids, the lowest ids of each type."""
    return (counts[:, TYPES] > COPY_NUMBERS) @ (1 << np.arange(NUM_CARDS))


def types_of(cards: int) -> list[int]:
    """Returns the types of cards that are given as bits of card ids, in rising order."""
    return [TYPES[card] for card in range(NUM_CARDS) if cards >> card & 1]


def fewest_missing(hands: np.ndarray, own: int) -> tuple[int, np.ndarray]:
    """Returns the number of cards missing from the nearest hands, and those cards of each.

    Args:
        hands: int64[N], winning hands as bits.
        own: The own cards as bits.
    """
    missing = hands & ~own
    sizes = BITS_IN_BYTES[missing.view(np.uint8)].reshape(len(hands), -1).sum(axis=1)
    return int(sizes.min()), missing[sizes == sizes.min()]
