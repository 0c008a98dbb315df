"""The table of Makhup as one record, and its action ids.

Colours do not matter, so cards are ranks: the numbers 0 to 8, and 9 for the special cards, which
are kings, emperors and ships (MHP-2.1). Hands, ends, table and gone pile are multisets of ranks as
numbers (cards/melds.py).
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement

import numpy as np

from ..cards.kikisen import COURT, NUM_CARDS, NUM_KINDS, NUM_NUMBERS, NUM_TYPES, TYPES, strength_of
from ..cards.melds import BITS_OF_A_COUNT, show_counts
from ..cards.melds import multiset as multiset
from ..cards.melds import unit as unit
from ..core.compiling.kernel import kernel
from ..core.contract.cells import (
    Cell,
    Cells,
    Observed,
    by_seat,
    cell_resetters,
    private,
    public,
    state_dtype,
)
from ..core.contract.fields import Field, action_table
from ..core.kit.bits import show_bits
from ..core.kit.seats import NOBODY as NOBODY  # for whoever imports this module
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.prizes import PRIZE_CELLS
from ..kikisen.seasons import SEASON_CELLS
from .options import LARGEST_HAND, MOST_CLEARINGS, USUAL_HAND, MakhupOptions

SPECIAL, NUM_RANKS = COURT, NUM_NUMBERS + 1
NO_CARD = -1
NO_CARDS = 0  # as a multiset
ALL_SUMS = (1 << NUM_NUMBERS) - 1
RANKS_OF_TYPES = np.array([strength_of(type_ % NUM_KINDS) for type_ in range(NUM_TYPES)], np.int8)
COPIES = np.bincount(RANKS_OF_TYPES[list(TYPES)])  # of each rank: 6, 8, 4, ..., 4, 6 (MHP-2.1)

RESHUFFLE, _ = MakhupOptions.codes("stock_empty")
_, HIGHEST_OPEN = MakhupOptions.codes("extend_fork")

Cards = tuple[int, ...]


def extensions(fewest: int, most: int) -> list[Cards]:
    """Returns the number cards that may be played onto an end together, by their sum (MHP-4.6)."""
    found = [
        cards
        for size in range(fewest, most + 1)
        for cards in combinations_with_replacement(range(NUM_NUMBERS), size)
        if sum(cards) < NUM_NUMBERS and all(cards.count(rank) <= COPIES[rank] for rank in cards)
    ]
    return sorted(found, key=sum)  # of the same sum the fewest first


def joins(size: int) -> list[Cards]:
    """Returns the ends that one card may join, by their sum, which is its number (MHP-4.6)."""
    ends = combinations_with_replacement(range(NUM_NUMBERS), size)
    return sorted((numbers for numbers in ends if sum(numbers) < NUM_NUMBERS), key=sum)


EXTENSIONS, LONG_EXTENSIONS = extensions(1, USUAL_HAND), extensions(LARGEST_HAND, LARGEST_HAND)
JOINS, TRIPLE_JOINS = joins(2), joins(3)

ACTIONS = action_table(
    ("draw", 1, "turn the top card of the stock as a new path (MHP-4.1)"),
    ("pass", 1, "pass (MHP-4.1)"),
    ("special", 1, "play a special card: the table is cleared (MHP-5.1)"),
    ("free card", NUM_NUMBERS, "play the number 0 to 8 onto a special end (MHP-4.1)"),
    ("join", len(JOINS), "play the sum of two ends to join them: by the sum, then 0 and 2 before 1 "
     "and 1 (MHP-4.1)"),
    ("extend", len(EXTENSIONS), "play number cards onto the end that is their sum: by the sum, "
     "then by how many, then 0 3 before 1 2; the first of six, 0 0 0 0 0 0, is never legal "
     "(MHP-4.1, 9.11)"),
    ("join three", len(TRIPLE_JOINS), "play the sum of three ends to join them, as with two "
     "(MHP-8)"),
    ("extend by seven", len(LONG_EXTENSIONS), "play seven number cards, as with fewer (MHP-8)"),
)  # fmt: skip
DRAW, PASS, SPECIAL_CARD, FREE_CARD, JOIN, EXTEND, JOIN_THREE, EXTEND_BY_SEVEN = ACTIONS
DRAW_ACTION, PASS_ACTION, SPECIAL_ACTION = DRAW.first, PASS.first, SPECIAL_CARD.first
FIRST_JOIN_THREE = JOIN_THREE.first


def all_moves() -> Iterator[tuple[Cards, Cards]]:
    """Yields for every action id the cards played from the hand and the ends that they close."""
    yield from [((), ()), ((), ()), ((SPECIAL,), ())]
    yield from (((number,), (SPECIAL,)) for number in range(NUM_NUMBERS))
    yield from (((sum(ends),), ends) for ends in JOINS)
    yield from ((cards, (sum(cards),)) for cards in EXTENSIONS)
    yield from (((sum(ends),), ends) for ends in TRIPLE_JOINS)
    yield from ((cards, (sum(cards),)) for cards in LONG_EXTENSIONS)


MOVES = tuple(all_moves())

# By action id, as multisets: the cards played, the ends closed, and the highest card played.
PLAYED = np.array([multiset(cards) for cards, _ in MOVES], np.int64)
CLOSED = np.array([multiset(ends) for _, ends in MOVES], np.int64)
HIGHEST = np.array([multiset(cards[-1:]) for cards, _ in MOVES], np.int64)


# The legal plays are found as sets of 64 action ids each, from tables by two ranks at once.

PART_SIZE, NUM_PAIRS = 64, NUM_RANKS // 2
BITS_OF_A_PAIR = 2 * BITS_OF_A_COUNT


def parts_of(flags: np.ndarray) -> np.ndarray:
    """Returns flags of all actions as sets of 64 actions: uint64[..., parts].

    >>> parts_of(np.arange(66) % 5 == 0).tolist()
    [1190112520884487201, 2]
    """
    sizes = [(0, 0)] * (flags.ndim - 1) + [(0, -flags.shape[-1] % PART_SIZE)]
    return np.packbits(np.pad(flags, sizes), axis=-1, bitorder="little").view("<u8")


def satisfied(wanted: np.ndarray) -> np.ndarray:
    """Returns the actions whose cards of two ranks are all there, by the cards of these ranks.

    Args:
        wanted: int64[A], the cards that each action wants, as a multiset.

    Returns:
        uint64[pairs of ranks, 256, parts]; the second index is the byte of a multiset that counts
        these two ranks.
    """
    pairs, there = np.arange(NUM_PAIRS)[:, None, None], np.arange(256)[:, None]
    both = wanted >> BITS_OF_A_PAIR * pairs & 255
    return parts_of((both & 15 <= there & 15) & (both >> 4 <= there >> 4))


HELD, OPEN = satisfied(PLAYED), satisfied(CLOSED)
NUM_PARTS = HELD.shape[-1]

# All plays, without the joins of three ends and with them.
PLAYS = parts_of(
    np.array([[0 < len(cards) and len(ends) <= most for cards, ends in MOVES] for most in (2, 3)])
)

PER_RANK, PER_SEAT, MOST_COPIES = (NUM_RANKS,), (MAX_PLAYERS,), int(COPIES.max())
NUM_SUMS = NUM_NUMBERS - 1  # 1 to 8


@kernel
def show_sums(bits: int, flags: np.ndarray) -> None:
    """Writes the bits of the sums 1 to 8 as flags."""
    show_bits(bits >> 1, flags)


def by_rank(meaning: str) -> Observed:
    """Declares that all viewers see a multiset, as counts by rank."""
    return public(0, MOST_COPIES, meaning, fill=show_counts, shape=PER_RANK)


CELLS: Cells = (
    # The cards (MHP-2.2).
    Cell("hands", np.int64, PER_SEAT, private(0, LARGEST_HAND, "own cards by rank: 0 to 8, special",
         name="hand", fill=show_counts, shape=PER_RANK)),
    Cell("ends", np.int64, (), by_rank("open ends by rank")),
    Cell("table", np.int64, (), by_rank("cards laid since the last clearing, by rank")),
    Cell("gone", np.int64, (), by_rank("cards of the gone pile by rank")),
    Field("stock", PER_RANK, 0, MOST_COPIES, "cards of the stock by rank, which are known after a "
          "reshuffle; zeros before", of=("stock",)),
    Cell("stock", np.int8, (NUM_CARDS,), start=NO_CARD),  # ranks, the top last; NO_CARD above it
    Cell("stock_size", np.int8, (), public(0, NUM_CARDS, "cards in the stock")),
    Cell("reshuffles", np.int8, (), public(0, MOST_CLEARINGS, "times that the gone pile became the "
         "stock"), in_snapshot=True),
    Cell("idle", np.int8, (), public(0, MAX_PLAYERS, "passes in a row"), in_snapshot=True),
    Cell("hand_sizes", np.int8, PER_SEAT, by_seat(0, LARGEST_HAND, "cards in hand")),
    # What the public record proves about hidden hands (MHP-7.1), as bits; see rules.py.
    Cell("barred_ranks", np.int16, PER_SEAT, by_seat(0, 1, "ranks that a hand can't hold, for its "
         "player could not play", fill=show_bits, shape=PER_RANK)),
    Cell("barred_sums", np.int16, PER_SEAT, by_seat(0, 1, "numbers 1 to 8 that no cards of a hand "
         "can add up to, for the same reason", fill=show_sums, shape=(NUM_SUMS,))),
    *SEASON_CELLS,
    *PRIZE_CELLS,
)  # fmt: skip
STATE = state_dtype(CELLS, MakhupOptions)
start_match, start_season = cell_resetters("makhup_v0", CELLS, "match", "deal")
