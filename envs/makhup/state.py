"""The table of Makhup as one record, and its action ids.

Colours do not matter, so cards are ranks: the numbers 0 to 8, and 9 for the special cards, which
are kings, emperors and ships (MHP-2.1). Hands, ends, table and gone pile are multisets of ranks as
numbers (cards/melds.py).
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement

import numpy as np

from ..cards.kikisen import COURT, NUM_CARDS, NUM_KINDS, NUM_NUMBERS, TYPES, strength_of
from ..cards.melds import multiset as multiset
from ..cards.melds import unit as unit
from ..core.contract.fields import ActionKind, action_table
from ..core.contract.options import state_dtype
from ..core.kit.seats import NOBODY as NOBODY  # for whoever imports this module
from ..kikisen.options import MAX_PLAYERS
from ..kikisen.prizes import PRIZE_STATE
from ..kikisen.seasons import SEASON_STATE
from .options import LARGEST_HAND, USUAL_HAND, MakhupOptions

SPECIAL, NUM_RANKS = COURT, NUM_NUMBERS + 1
NO_CARD = -1
NO_CARDS = 0  # as a multiset
ALL_SUMS = (1 << NUM_NUMBERS) - 1
RANKS_OF_CARDS = np.array([strength_of(type_ % NUM_KINDS) for type_ in TYPES], np.int8)
COPIES = np.bincount(RANKS_OF_CARDS)  # of each rank: 6, 8, 4, ..., 4, 6 (MHP-2.1)

RESHUFFLE, _ = MakhupOptions.codes("stock_empty")
_, HIGHEST_OPEN = MakhupOptions.codes("extend_fork")

Cards = tuple[int, ...]


def extensions(fewest: int, most: int) -> list[Cards]:
    """The number cards that may be played onto an end together, by their sum (MHP-4.6)."""
    found = [
        cards
        for size in range(fewest, most + 1)
        for cards in combinations_with_replacement(range(NUM_NUMBERS), size)
        if sum(cards) < NUM_NUMBERS and all(cards.count(rank) <= COPIES[rank] for rank in cards)
    ]
    return sorted(found, key=sum)  # of the same sum the fewest first


def joins(size: int) -> list[Cards]:
    """The ends that one card may join, by their sum, which is the card's number (MHP-4.6)."""
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
FIRST_FREE_CARD = FREE_CARD.first


def all_moves() -> Iterator[tuple[Cards, Cards]]:
    """For every action id the cards played from the hand, and the ends that they close."""
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


def starts_by_sum(kind: ActionKind, moves: list[Cards]) -> np.ndarray:
    """By sum 0..9, the first action id of a kind with that sum or a larger one: int64[10]."""
    return kind.first + np.searchsorted([sum(cards) for cards in moves], range(NUM_NUMBERS + 1))


LONG_EXTENSION_STARTS = starts_by_sum(EXTEND_BY_SEVEN, LONG_EXTENSIONS)
JOIN_STARTS = starts_by_sum(JOIN, JOINS)
TRIPLE_JOIN_STARTS = starts_by_sum(JOIN_THREE, TRIPLE_JOINS)

# By sum and size, the first id of an extension of that sum with more cards.
EXTENSION_STARTS = np.array(
    [[EXTEND.first + sum((sum(cards), len(cards)) <= (number, size) for cards in EXTENSIONS)
      for size in range(USUAL_HAND + 1)] for number in range(NUM_NUMBERS)]
)  # fmt: skip

STATE = state_dtype(
    MakhupOptions,
    *SEASON_STATE,
    *PRIZE_STATE,
    # The cards (MHP-2.2).
    ("hands", np.int64, MAX_PLAYERS),
    ("hand_sizes", np.int8, MAX_PLAYERS),
    ("ends", np.int64),  # the open ends, which lie on the table
    ("table", np.int64),  # all cards laid since the last clearing
    ("gone", np.int64),
    ("stock", np.int8, NUM_CARDS),  # its ranks, the top last; NO_CARD above it
    ("stock_size", np.int8),
    ("reshuffles", np.int8),  # of this season
    ("idle", np.int8),  # passes in a row
    # What the public record proves about hidden hands (MHP-7.1); see rules.py.
    ("barred_ranks", np.int16, MAX_PLAYERS),  # bits: ranks that the hand can't hold
    ("barred_sums", np.int16, MAX_PLAYERS),  # bits: numbers that its cards can't add up to
)
