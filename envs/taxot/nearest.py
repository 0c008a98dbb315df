"""The winning shapes that are nearest to a hand of Taxot, as a ranking."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np

from ..cards.kikisen import NUM_CARDS, NUM_TYPES, PLAYS, TYPES
from ..core.scene.scene import Rank, Ranking
from ..kikisen.words import words_of
from . import state as tax

FEWEST_ROWS, MOST_NAMED = 3, 8

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
    "three pairs": (PAIR, PAIR, PAIR),
    "pair and four": (PAIR, FOUR),
    "two triples": (TRIPLE, TRIPLE),
    "triple and run": (TRIPLE, RUN),
    "two runs": (RUN, RUN),
}
BITS_IN_BYTES = np.array([bits.bit_count() for bits in range(256)], np.int8)
COPY_NUMBERS = np.concatenate([np.arange(copies) for copies in tax.COPIES])  # by card id


class Distance(NamedTuple):
    """How far a hand is from a winning shape.

    Attributes:
        shape: The name of the shape.
        missing: The fewest cards that are missing.
        wanted: If one is missing, the types that complete the shape.
    """

    shape: str
    missing: int
    wanted: list[int]


def nearest(view: np.void) -> Ranking:
    """Returns the shapes that need the fewest cards; a complete one is marked (TAX-4.7)."""
    found = sorted(distances(view), key=lambda distance: distance.missing)
    ranks = (
        Rank(distance.shape, _note(distance), distance.missing == 0)
        for place, distance in enumerate(found)
        if place < FEWEST_ROWS or distance.missing < 2
    )
    return Ranking("nearest shapes", tuple(ranks))


def distances(view: np.void) -> Iterator[Distance]:
    """Yields how far the viewer's cards, the meld included, are from each shape (TAX-4.6, 4.7)."""
    (own,) = as_bits((view["hand"] + view["melds"][0])[None])
    melds = melds_in_shapes(view, 0)
    for shape in SHAPES:
        hands = hands_of(shape, melds)
        if len(hands):
            missing, cards = fewest_missing(hands, own)
            yield Distance(shape, missing, [TYPES[card] for card in cards if missing == 1])


def meld_seen(view: np.void, distance: int) -> int:
    """Returns the meld of the player at a distance from the viewer, or NO_MELD."""
    if not view["meld_kinds"][distance].any():
        return tax.NO_MELD
    is_it = (tax.COUNTS_OF_MELD == view["melds"][distance]).all(axis=1)
    is_it &= view["meld_kinds"][distance].argmax() == tax.KIND_OF_MELD
    is_it &= view["meld_strengths"][distance] == 1 + tax.STRENGTH_OF_MELD
    return int(is_it.argmax())


def melds_in_shapes(view: np.void, distance: int) -> tuple[int, ...]:
    """Returns the groups as which a player's meld can be in a winning shape; none without one.

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
    """Returns all hands of a shape, with one of the melds if there are any, as bits of card ids."""
    groups = groupings(shape)
    if melds:
        groups = groups[np.isin(groups, melds).any(axis=1)]
    counts = COUNTS[groups].sum(axis=1, dtype=np.int8)
    return np.unique(as_bits(counts[(counts <= tax.COPIES).all(axis=1)]))


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


def fewest_missing(hands: np.ndarray, own: int) -> tuple[int, list[int]]:
    """Returns the fewest cards that a hand has beyond the own ones, and all these cards.

    Args:
        hands: int64[N], winning hands as bits.
        own: The own cards as bits.
    """
    missing = hands & ~own
    sizes = BITS_IN_BYTES[missing.view(np.uint8)].reshape(len(hands), -1).sum(axis=1)
    cards = int(np.bitwise_or.reduce(missing[sizes == sizes.min()]))
    return int(sizes.min()), [card for card in range(NUM_CARDS) if cards >> card & 1]


def _note(distance: Distance) -> str:
    """Returns `complete`, `needs 2 cards`, `needs b3`, `one of b3 b6`, `any card`."""
    if distance.missing != 1:
        return f"needs {distance.missing} cards" if distance.missing else "complete"
    if len(distance.wanted) > MOST_NAMED:
        return "any card"
    names = words_of(distance.wanted)
    return f"needs {names}" if len(distance.wanted) == 1 else f"one of {names}"
