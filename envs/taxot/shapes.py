"""Groups and winning shapes (TAX-4.2, TAX-4.7), as kernels on multisets.

A hand is two multisets, the kinds of its black and of its red cards. `strengths` is a multiset of
strengths, 0 to 8 and 9 for court, without the ships; so one step examines all strengths.
"""

from collections.abc import Iterable
from itertools import combinations, permutations

import numpy as np

from ..cards.kikisen import (
    NUM_KINDS,
    NUM_NUMBERS,
    NUM_STRENGTHS,
    NUM_TYPES,
    SHIP,
    SHORTEST_RUN,
    strength_of,
)
from ..cards.melds import BITS_OF_A_COUNT, count_of, holds_all, size_of, total_of, unit
from ..core.compiling.kernel import kernel
from . import state as tax

NUM_FEET = NUM_NUMBERS - SHORTEST_RUN + 1
LENGTH_OF_SIX = 6


def ones(count: int) -> int:
    """Returns the multiset that holds each of the first `count` suits once."""
    return sum(1 << BITS_OF_A_COUNT * suit for suit in range(count))


SHIPS = 15  # the bits that count the ship of a colour
EACH_NUMBER, EACH_STRENGTH, EACH_FOOT = map(ones, (NUM_NUMBERS, NUM_STRENGTHS, NUM_FEET))
ALL_COUNTS = 15 * EACH_STRENGTH  # the bits that count the strengths
SIX_NUMBERS = ones(LENGTH_OF_SIX)
ABOVE_THREE = 12 * EACH_STRENGTH
BITS_OF_COURT = BITS_OF_A_COUNT * NUM_NUMBERS

# By foot the cards of a run: without a ship, then with it in each position from the foot upward.
RUN_CARDS = np.array(
    [[sum(1 << BITS_OF_A_COUNT * (0 if place == ship else 1 + foot + place)
          for place in range(SHORTEST_RUN)) for ship in range(-1, SHORTEST_RUN)]
     for foot in range(NUM_FEET)], np.int64
)  # fmt: skip


def bits_of(types: Iterable[int]) -> int:
    """Returns types as a bit set."""
    return sum(1 << type_ for type_ in set(types))


def third_types() -> np.ndarray:
    """Returns int64[24, 24]: by two types the types that make a group with both, as a bit set."""
    thirds = np.zeros((NUM_TYPES, NUM_TYPES), np.int64)
    for meld in (*tax.TRIPLES, *tax.RUNS):
        for first, second, third in permutations(meld.types):
            thirds[first, second] |= 1 << third
    return thirds


THIRDS = third_types()
TRIPLE_SIZE = 3
ALL_TYPES = (1 << NUM_TYPES) - 1
SHIP_TYPES = bits_of((SHIP, NUM_KINDS + SHIP))
TYPES_OF_STRENGTH = np.array([
    bits_of(type_ for type_ in range(NUM_TYPES)
            if type_ % NUM_KINDS != SHIP and strength_of(type_ % NUM_KINDS) == strength)
    for strength in range(NUM_STRENGTHS)
], np.int64)  # fmt: skip
BITS_OF_A_TYPE = 5  # in a list of types
# All ways to split a list of five types into two and three: where they begin.
SPLITS = BITS_OF_A_TYPE * np.array([
    [*two, *(place for place in range(5) if place not in two)] for two in combinations(range(5), 2)
])  # fmt: skip


@kernel
def strengths_in(black: int, red: int) -> int:
    """Returns the multiset of the cards' strengths, ships left out.

    Kings and emperors share one strength and have no number, so they form sets only (TAX-5.2).
    """
    kinds = (black + red) >> BITS_OF_A_COUNT
    emperors = kinds >> BITS_OF_COURT + BITS_OF_A_COUNT
    return (kinds & ALL_COUNTS) + (emperors << BITS_OF_COURT)


@kernel
def ships_in(black: int, red: int) -> int:
    """Returns the number of ships."""
    return (black & SHIPS) + (red & SHIPS)


@kernel
def present(counts: int) -> int:
    """Returns a number with the lowest bit of each nonzero count set; other bits are arbitrary."""
    either = counts | counts >> 1
    return either | either >> 2


@kernel
def feet_in(cards: int) -> int:
    """Returns the multiset of feet from which cards of one colour include a run.

    The ship stands for any one number of its colour (TAX-5.1).
    """
    first = present(cards >> BITS_OF_A_COUNT) & EACH_NUMBER
    second, third = first >> BITS_OF_A_COUNT, first >> 2 * BITS_OF_A_COUNT
    feet = first & second & third
    if cards & SHIPS:
        feet |= first & second | first & third | second & third
    return feet & EACH_FOOT


@kernel
def is_pairs(strengths: int, num_ships: int) -> bool:
    """Whether an even number of cards are pairs: each odd card needs a ship (TAX-5.1, KIKI-4.2)."""
    return size_of(strengths & EACH_STRENGTH) <= num_ships


@kernel
def run_feet(black: int, red: int) -> int:
    """Returns the multiset of feet from which exactly three cards are a run; 0 if none."""
    if red == 0:
        return feet_in(black)
    return feet_in(red) if black == 0 else 0


@kernel
def is_group(black: int, red: int) -> bool:
    """Whether three cards are a triple or a run (TAX-4.2)."""
    held = present(strengths_in(black, red)) & EACH_STRENGTH
    return held & (held - 1) == 0 or run_feet(black, red) != 0


@kernel
def is_two_triples(strengths: int) -> bool:
    """Whether six cards are triples of two strengths; ships fill the gaps (TAX-4.7)."""
    held = present(strengths) & EACH_STRENGTH
    return size_of(held) == 2 and strengths & ABOVE_THREE == 0


@kernel
def has_run_and_group(cards: int, others: int) -> bool:
    """Whether six cards are a run of one colour and a triple or another run (TAX-4.7).

    Args:
        cards: Cards of the run's colour.
        others: Cards of the other colour.
    """
    feet = feet_in(cards)
    for foot in range(NUM_FEET if feet else 0):
        if count_of(feet, foot):
            for run in RUN_CARDS[foot]:
                if holds_all(cards, run) and is_group(cards - run, others):
                    return True
    return False


@kernel
def is_winning(black: int, red: int) -> bool:
    """Whether six concealed cards are a winning shape; a four counts as two pairs (TAX-4.7)."""
    strengths = strengths_in(black, red)
    if is_pairs(strengths, ships_in(black, red)) or is_two_triples(strengths):
        return True
    return has_run_and_group(black, red) or has_run_and_group(red, black)


@kernel
def completes(black: int, red: int, meld: int, extends: bool) -> bool:
    """Whether concealed cards and a player's meld are a winning shape (TAX-4.6, TAX-4.7).

    Args:
        black: The concealed black cards, the sixth card included.
        red: The concealed red cards.
        meld: The player's meld, or NO_MELD.
        extends: Whether a public triple may become a four (`extend_public_set`).
    """
    if meld == tax.NO_MELD:
        return is_winning(black, red)
    if tax.KIND_OF_MELD[meld] == tax.FOUR:
        return is_pairs(strengths_in(black, red), ships_in(black, red))
    return is_group(black, red) or (extends and extends_to_four(black, red, meld))


@kernel
def types_that_complete(black: int, red: int, meld: int, extends: bool) -> int:
    """Returns the types of the cards that complete a hand, as a bit set (TAX-4.6, TAX-4.7).

    Args:
        black: The concealed black cards; with the red ones and the meld one card fewer than six.
        red: The concealed red cards.
        meld: The player's meld, or NO_MELD.
        extends: Whether a public triple may become a four (`extend_public_set`).
    """
    if meld == tax.NO_MELD:
        types = types_for_pairs(black, red)
        return types | types_for_two_groups(black, red) if has_group(black, red) else types
    if tax.KIND_OF_MELD[meld] == tax.FOUR:
        return types_for_pairs(black, red)
    cards = listed(black, red)
    types = int(THIRDS[type_at(cards, 0), type_at(cards, BITS_OF_A_TYPE)])
    for type_ in range(NUM_TYPES if extends else 0):
        if extends_to_four(black + tax.UNITS[type_, 0], red + tax.UNITS[type_, 1], meld):
            types |= 1 << type_
    return types


@kernel
def types_for_pairs(black: int, red: int) -> int:
    """Returns the types that leave no card without a pair, as a bit set; a ship pairs any card."""
    odd, num_ships = strengths_in(black, red) & EACH_STRENGTH, ships_in(black, red)
    num_odd = size_of(odd)
    if num_odd < num_ships:
        return ALL_TYPES
    if num_odd > num_ships + 1:
        return 0
    types = SHIP_TYPES
    for strength in range(NUM_STRENGTHS):
        if count_of(odd, strength):
            types |= TYPES_OF_STRENGTH[strength]
    return types


@kernel
def types_for_two_groups(black: int, red: int) -> int:
    """Returns the types that make two groups of three of five cards, as a bit set (TAX-4.7)."""
    cards, types = listed(black, red), 0
    for split in range(len(SPLITS)):
        first, second = type_at(cards, SPLITS[split, 0]), type_at(cards, SPLITS[split, 1])
        third, fourth = type_at(cards, SPLITS[split, 2]), type_at(cards, SPLITS[split, 3])
        if THIRDS[third, fourth] >> type_at(cards, SPLITS[split, 4]) & 1:
            types |= int(THIRDS[first, second])
    return types


@kernel
def has_group(black: int, red: int) -> bool:
    """Whether up to six cards include a triple or a run (TAX-4.2)."""
    has_triple = has_set(strengths_in(black, red), ships_in(black, red), TRIPLE_SIZE)
    return has_triple or feet_in(black) | feet_in(red) != 0


@kernel
def has_set(strengths: int, num_ships: int, size: int) -> bool:
    """Whether `size` of up to six cards have one strength; ships stand for missing ones."""
    # Such a count, ships added, carries into the top bit of its four bits.
    return (strengths + (8 - size + num_ships) * EACH_STRENGTH) & 8 * EACH_STRENGTH != 0


@kernel
def listed(black: int, red: int) -> int:
    """Returns the types of up to twelve cards as a list, BITS_OF_A_TYPE bits for each."""
    types = 0
    for first, cards in ((0, black), (NUM_KINDS, red)):
        while cards > 0:
            kind = size_of((cards & -cards) - 1) // BITS_OF_A_COUNT
            types = types << BITS_OF_A_TYPE | first + kind
            cards -= unit(kind)
    return types


@kernel
def type_at(types: int, place: int) -> int:
    """Returns the type that begins at a bit of a list of types."""
    return types >> place & (1 << BITS_OF_A_TYPE) - 1


@kernel
def extends_to_four(black: int, red: int, meld: int) -> bool:
    """Whether one of three cards extends a triple and the others are a pair (TAX-4.6)."""
    if tax.KIND_OF_MELD[meld] != tax.TRIPLE:
        return False
    strengths, num_ships = strengths_in(black, red), ships_in(black, red)
    strength = tax.STRENGTH_OF_MELD[meld]
    if count_of(strengths, strength) > 0 and is_pairs(strengths - unit(strength), num_ships):
        return True
    return num_ships > 0 and is_pairs(strengths, num_ships - 1)


@kernel
def is_four_and_pair(strengths: int, num_ships: int) -> bool:
    """Whether six concealed cards are a four and a pair (TAX-4.7)."""
    for strength in range(NUM_STRENGTHS):
        for ships_used in range(num_ships + 1):
            of_strength = 4 - ships_used
            if count_of(strengths, strength) >= of_strength:
                rest = strengths - of_strength * unit(strength)
                if is_pairs(rest, num_ships - ships_used):
                    return True
    return False


@kernel
def brings_four(black: int, red: int, meld: int, extends: bool) -> bool:
    """Whether a closing hand has a reading with a new public four (TAX-5.3, TAX-9.4)."""
    if meld != tax.NO_MELD:
        return extends and extends_to_four(black, red, meld)
    return is_four_and_pair(strengths_in(black, red), ships_in(black, red))


@kernel
def is_six_run(black: int, red: int, meld: int) -> bool:
    """Whether a closing hand has a reading as two runs of six consecutive numbers (TAX-6.2)."""
    if meld != tax.NO_MELD:
        is_run = tax.KIND_OF_MELD[meld] == tax.RUN
        return is_run and are_adjacent(unit(tax.STRENGTH_OF_MELD[meld]), run_feet(black, red))
    if black == 0 or red == 0:
        return has_six_numbers(black + red)
    return total_of(black) == SHORTEST_RUN and are_adjacent(feet_in(black), feet_in(red))


@kernel
def are_adjacent(feet: int, others: int) -> bool:
    """Whether a run from one of `feet` and one from one of `others` are adjacent."""
    distance = BITS_OF_A_COUNT * SHORTEST_RUN
    return (feet << distance & others) != 0 or (others << distance & feet) != 0


@kernel
def has_six_numbers(cards: int) -> bool:
    """Whether six cards of one colour are six consecutive numbers; a ship can be one."""
    held = present(cards >> BITS_OF_A_COUNT) & EACH_NUMBER
    if size_of(held) + (cards & SHIPS) < LENGTH_OF_SIX:
        return False
    for foot in range(NUM_NUMBERS - LENGTH_OF_SIX + 1):
        if held & ~(SIX_NUMBERS << BITS_OF_A_COUNT * foot) == 0:
            return True
    return False
