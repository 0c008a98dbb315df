"""Hands out of a pool of cards, and the ladder of their values (NAM-5).

A ladder is the set of all values that a player can make, one bit for each value, in words of 64
bits: higher values are higher bits, and bits of earlier words. So the ladders of NAM-5.5 are
compared as numbers, word by word.

Word 0 holds the runs (rank 2) by size and then by top, and above them the figures (ranks 3 to 8)
by rank, two bits each. Each further word holds the sets (rank 1) of three sizes, the largest first,
by size and then by strength, two bits each; the last one the singles (rank 0), as if they were sets
of one card. Of two bits the upper one is that of a hand of one colour.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from fudaba.common.languages import N_

from ..cards.kikisen import (
    COURT,
    EMPEROR,
    KIND_NAMES,
    KING,
    NOTHING,
    NUM_COLOURS,
    NUM_KINDS,
    NUM_NUMBERS,
    NUM_STRENGTHS,
    NUM_TYPES,
    SHIP,
    SHORTEST_RUN,
    strength_of,
)
from ..cards.melds import size_of
from ..core.compiling.kernel import kernel
from ..core.kit.arrays import clear
from .options import NamtoOptions

NO_CARD = NUM_TYPES  # as a type, in the tables below

MARCH_ABOVE, _ = NamtoOptions.codes("march_rank")
_, ANY_TWO_COURT = NamtoOptions.codes("emperor_king")
_, DECLARED = NamtoOptions.codes("ship_alone")

CATEGORIES = (  # the second one has rank 0, and so on; march and cavalry may be exchanged
    N_("nothing"), N_("single"), N_("set"), N_("run"), N_("dark army"), N_("cavalry"),
    N_("march"), N_("culture"), N_("emperor and king"), N_("social order"),
)  # fmt: skip
NONE, NUM_RANKS = 0, len(CATEGORIES) - 1
SINGLE, SET, RUN, DARK_ARMY, CAVALRY, MARCH, CULTURE, EMPEROR_KING, SOCIAL_ORDER = range(NUM_RANKS)

NUM_FEET = NUM_NUMBERS - SHORTEST_RUN + 1  # of runs
FIRST_FIGURE = NUM_FEET * NUM_FEET  # in word 0: above the runs of sizes 3 to 9
LARGEST_SET = 10  # eight soldiers and two ships
SIZES_IN_WORD, BITS_OF_SIZE = 3, 2 * NUM_STRENGTHS
NUM_SET_WORDS = -(-LARGEST_SET // SIZES_IN_WORD)
NUM_WORDS = 1 + NUM_SET_WORDS

BLACK, RED, ALL_COLOURS = 1, 2, 3  # as bits
MIXED, ONE_COLOUR = 1, 2  # the two bits of a figure in a ladder
SHIP_BIT = 1 << SHIP
STRENGTH_OF_SOLDIERS = strength_of(KIND_NAMES.index("soldier"))
ALL_NUMBERS = (1 << NUM_NUMBERS) - 1
ALL_OF_SIZE = (1 << BITS_OF_SIZE) - 1


class Value(NamedTuple):
    """The value of a hand, larger is stronger (NAM-5.4).

    Attributes:
        rank: Its category, 0..8.
        size: Its cards.
        number: The strength of a set or single, the top of a run, 0 for other hands.
        mono: 1 if all cards have one physical colour, else 0.
    """

    rank: int
    size: int
    number: int
    mono: int


def kinds(*names: str) -> int:
    """Returns kinds of cards as bits.

    >>> kinds("ship", "soldier")
    5
    """
    return sum(1 << KIND_NAMES.index(name) for name in names)


FIGURES = {  # by rank: those of one card of each kind (NAM-5.2)
    CAVALRY: kinds("soldier", "bow", "horse"),
    MARCH: kinds("ship", "chariot", "horse"),
    CULTURE: kinds("brush", "shaman", "general"),
    EMPEROR_KING: kinds("emperor", "king"),
    SOCIAL_ORDER: kinds("soldier", "bow", "general", "brush", "shaman"),
}
FIGURE_KINDS = np.array([FIGURES.get(rank, 0) for rank in range(NUM_RANKS)])
NUM_SHIPS = NUM_COLOURS  # one of each colour

# By type, and for no card at all: its kind and its colour as bits.
KIND_BITS = np.array([1 << type_ % NUM_KINDS for type_ in range(NUM_TYPES)] + [0])
COLOUR_BITS = np.array([1 << type_ // NUM_KINDS for type_ in range(NUM_TYPES)] + [0])


class KindRun(NamedTuple):
    """A run without its colour.

    Attributes:
        size: Its cards.
        top: Its highest number.
        numbers: Its numbers, as bits.
        bit: Its bit in word 0 of a ladder.
    """

    size: int
    top: int
    numbers: int
    bit: int


def all_runs() -> Iterator[KindRun]:
    """Returns the runs by size and then by top (KIKI-4.4)."""
    for size in range(SHORTEST_RUN, NUM_NUMBERS + 1):
        for foot in range(NUM_NUMBERS - size + 1):
            numbers = ((1 << size) - 1) << foot
            bit = 1 << (size - SHORTEST_RUN) * NUM_FEET + foot
            yield KindRun(size, foot + size - 1, numbers, bit)


RUNS = tuple(all_runs())


def runs_of(numbers: int, num_ships: int) -> int:
    """Returns the runs that can be made of numbers of a colour, as bits, and of its ship."""
    return sum(run.bit for run in RUNS if (run.numbers & ~numbers).bit_count() <= num_ships)


def runs_with(kind: int) -> int:
    """Returns the runs that a kind of card can be part of."""
    number = 1 << kind >> NOTHING
    return sum(run.bit for run in RUNS if kind == SHIP or run.numbers & number)


def strengths_with(kind: int) -> tuple[int, int]:
    """Returns the range of strengths of sets in which a kind of card can be used."""
    return (0, NUM_STRENGTHS) if kind == SHIP else (strength_of(kind), strength_of(kind) + 1)


def figures_of(kinds: np.ndarray, num_ships: int) -> np.ndarray:
    """Returns a bit set, by rank, of the figures that cards form if ships are wild.

    For a figure that requires a ship, no ship is wild (NAM-9.12).
    """
    found = np.zeros_like(kinds)
    for rank, wanted in FIGURES.items():
        num_wild = 0 if wanted & SHIP_BIT else num_ships
        found |= (np.bitwise_count(wanted & ~kinds) <= num_wild).astype(int) << rank
    return found


def figures_with(kind: int) -> int:
    """Returns the figures that a kind of card can be part of, as bits by rank."""
    return sum(1 << rank for rank, wanted in FIGURES.items() if kind == SHIP or wanted >> kind & 1)


# By how many ships there are, and by the kinds as bits.
FIGURES_OF = np.array([figures_of(np.arange(1 << NUM_KINDS), num_ships)
                       for num_ships in range(NUM_SHIPS + 1)], np.int16)  # fmt: skip

# By type, and for no card at all, which rules nothing out.
FIGURES_WITH = np.array([figures_with(type_ % NUM_KINDS) for type_ in range(NUM_TYPES)] + [-1])
RUNS_WITH = np.array([runs_with(type_ % NUM_KINDS) for type_ in range(NUM_TYPES)] + [-1])
STRENGTHS_WITH = np.array(
    [*(strengths_with(type_ % NUM_KINDS) for type_ in range(NUM_TYPES)), (0, NUM_STRENGTHS)]
)

# By how many ships there are of a colour, and by its numbers as bits.
RUNS_OF = np.array([[runs_of(numbers, num_ships) for numbers in range(ALL_NUMBERS + 1)]
                    for num_ships in range(2)])  # fmt: skip


def place_of_sets(size: int) -> tuple[int, int]:
    """Returns the word of the sets with `size` cards, 1 to 10, and their lowest bit in it."""
    word, later = divmod(LARGEST_SET - size, SIZES_IN_WORD)
    return 1 + word, BITS_OF_SIZE * (SIZES_IN_WORD - 1 - later)


def sets_of_sizes(smallest: int, largest: int) -> list[int]:
    """Returns the words of the sets of some sizes, as bits of mixed ones of strength 0."""
    words = [0] * NUM_SET_WORDS
    for size in range(smallest, largest + 1):
        word, bit = place_of_sets(size)
        words[word - 1] |= MIXED << bit
    return words


# By size, for singles too: their word and their lowest bit in it; nothing for size 0.
PLACES_OF_SETS = [(0, 0), *map(place_of_sets, range(1, LARGEST_SET + 1))]
WORD_OF_SETS = np.array([word for word, _ in PLACES_OF_SETS])
BIT_OF_SETS = np.array([bit for _, bit in PLACES_OF_SETS])
SINGLES_WORD = int(WORD_OF_SETS[1])

# By the smallest and the largest size.
SETS_OF_SIZES = np.array([[sets_of_sizes(max(smallest, 1), largest)
                           for largest in range(LARGEST_SET + 1)]
                          for smallest in range(LARGEST_SET + 2)])  # fmt: skip


@kernel
def find_values(
    state: np.void, pool: np.ndarray, first: int, second: int, ladder: np.ndarray
) -> None:
    """Fills a ladder with the values of all hands of a player (NAM-5.1, 5.2, 5.3, 5.4).

    Args:
        state: The table, for its house rules.
        pool: int8[24], the cards that may be used by type, the own ones among them.
        first: The type of an own card.
        second: The type of the other one.
        ladder: int64[5], filled.
    """
    clear(ladder)
    black, red, own_min = kinds_in(pool, 0), kinds_in(pool, 1), np.int64(state["own_min"])
    also_used = second if own_min == 2 else NO_CARD
    for card in range(2 if own_min == 1 else 1):  # one call, which is inlined once
        used = NO_CARD if own_min == 0 else first if card == 0 else second
        add_runs_and_figures(state, black, red, used, also_used, ladder)
        add_all_sets(state, pool, used, also_used, ladder)
    name_sets(state, ladder)


@kernel
def add_runs_and_figures(
    state: np.void, black: int, red: int, first: int, second: int, ladder: np.ndarray
) -> None:
    """Adds the runs and figures in which one or two cards are used, or NO_CARD (NAM-5.1).

    Args:
        state: The table, for its house rules.
        black: The black kinds that are there, as bits.
        red: The red ones.
        first: The type of a card that is used, or NO_CARD.
        second: Another one, or NO_CARD.
        ladder: int64[5], added to.
    """
    ladder[0] |= runs(black, red, first, second)
    num_ships = (black & SHIP_BIT) + (red & SHIP_BIT)
    ranks = FIGURES_OF[num_ships, black | red] & FIGURES_WITH[first] & FIGURES_WITH[second]
    if state["emperor_king"] == ANY_TWO_COURT:
        ranks &= ~(1 << EMPEROR_KING)
    if ranks == 0:
        return
    for rank in range(CAVALRY, SOCIAL_ORDER + 1):
        if ranks >> rank & 1:
            found = figures(FIGURE_KINDS[rank], black, red, first, second)
            ladder[0] |= found << bit_of_figure(state, rank)


@kernel
def add_all_sets(
    state: np.void, pool: np.ndarray, first: int, second: int, ladder: np.ndarray
) -> None:
    """Adds the sets and singles in which one or two cards are used, or NO_CARD (NAM-5.1)."""
    lowest = max(STRENGTHS_WITH[first, 0], STRENGTHS_WITH[second, 0])
    end = min(STRENGTHS_WITH[first, 1], STRENGTHS_WITH[second, 1])
    for strength in range(lowest, end):
        can_be_ships = strength == COURT or state["ship_alone"] == DECLARED
        add_sets(pool, strength, first, second, can_be_ships, ladder)


@kernel
def kinds_in(pool: np.ndarray, colour: int) -> int:
    """Returns the kinds of a colour that are there, as bits."""
    kinds = 0
    for kind in range(NUM_KINDS):
        kinds |= int(pool[colour * NUM_KINDS + kind] > 0) << kind
    return kinds


@kernel
def runs(black: int, red: int, first: int, second: int) -> int:
    """Returns the runs that use certain cards, as bits of word 0 (NAM-5.2).

    Args:
        black: The black kinds that are there, as bits.
        red: The red ones.
        first: The type of a card that is used, or NO_CARD.
        second: Another one, or NO_CARD.
    """
    if first == second and first != NO_CARD:
        return 0
    used = COLOUR_BITS[first] | COLOUR_BITS[second]
    of_black = RUNS_OF[black & SHIP_BIT, black >> NOTHING & ALL_NUMBERS] * (used & RED == 0)
    of_red = RUNS_OF[red & SHIP_BIT, red >> NOTHING & ALL_NUMBERS] * (used & BLACK == 0)
    return (of_black | of_red) & RUNS_WITH[first] & RUNS_WITH[second]


@kernel
def figures(wanted: int, black: int, red: int, first: int, second: int) -> int:
    """Returns whether each wanted kind is there and certain cards are used (NAM-5.2, 5.3).

    Ships stand in for cards of their colour, but not where a ship is wanted (NAM-9.12).

    Args:
        wanted: The kinds, as bits.
        black: The black kinds that are there, as bits.
        red: The red ones.
        first: The type of a card that is used, of a wanted kind or a ship; or NO_CARD.
        second: Another one, or NO_CARD.

    Returns:
        MIXED, ONE_COLOUR, the sum of both, or 0.
    """
    wild = SHIP_BIT & ~wanted
    one, other = KIND_BITS[first], KIND_BITS[second]
    if one & other & wanted != 0:
        return 0
    used, left, found = COLOUR_BITS[first] | COLOUR_BITS[second], wanted & ~(one | other), 0
    has_room = size_of(left) > (one & wild) + (other & wild)  # beside the ships that are used
    for colours in range(1, ALL_COLOURS + 1):
        some_black, some_red = black * (colours & BLACK > 0), red * (colours & RED > 0)
        num_ships = (some_black & wild) + (some_red & wild)
        fits = used & ~colours == 0 and size_of(left & ~(some_black | some_red)) <= num_ships
        if colours & ~used & BLACK:
            fits = fits and has_room and black & (left | wild) != 0
        if colours & ~used & RED:
            fits = fits and has_room and red & (left | wild) != 0
        found |= fits * (MIXED if colours == ALL_COLOURS else ONE_COLOUR)
    return found


@kernel
def add_sets(
    pool: np.ndarray,
    strength: int,
    first: int,
    second: int,
    can_be_ships: bool,
    ladder: np.ndarray,
) -> None:
    """Adds sets and singles of a strength that use certain cards (NAM-5.2, 5.3).

    Args:
        pool: int8[24], the cards that may be used by type.
        strength: 0..9.
        first: The type of a card that is used, a ship or one of this strength; or NO_CARD.
        second: Another one, or NO_CARD.
        can_be_ships: Whether ships by themselves have this strength.
        ladder: int64[5], added to.
    """
    used = COLOUR_BITS[first] | COLOUR_BITS[second]
    num_used = int(first != NO_CARD) + int(second != NO_CARD)
    naturals_used = num_used - (KIND_BITS[first] & SHIP_BIT) - (KIND_BITS[second] & SHIP_BIT)
    num_black, num_red = naturals_in(pool, 0, strength), naturals_in(pool, 1, strength)
    black, red = num_black + int(pool[SHIP]), num_red + int(pool[NUM_KINDS + SHIP])
    there = int(black > 0) * BLACK | int(red > 0) * RED
    for colours in range(1, ALL_COLOURS + 1):
        if used & ~colours == 0 and colours & ~there == 0:
            more_black, more_red = colours & ~used & BLACK, (colours & ~used & RED) >> 1
            num_naturals = naturals_used + more_black * num_black + more_red * num_red
            needs_natural = num_naturals == 0 and not can_be_ships
            smallest = num_used + more_black + more_red + int(needs_natural)
            largest = (colours & BLACK) * black + (colours >> 1) * red
            shift = 2 * strength + int(colours != ALL_COLOURS)
            for word in range(NUM_SET_WORDS):
                ladder[1 + word] |= SETS_OF_SIZES[smallest, largest, word] << shift


@kernel
def naturals_in(pool: np.ndarray, colour: int, strength: int) -> int:
    """Returns the number of cards of a colour and strength, ships left out."""
    first = colour * NUM_KINDS + NOTHING
    if strength == COURT:
        return int(pool[first + KING - NOTHING]) + int(pool[first + EMPEROR - NOTHING])
    return int(pool[first + strength])


@kernel
def name_sets(state: np.void, ladder: np.ndarray) -> None:
    """Adds the figures that sets are too: dark army, and emperor and king (NAM-5.2)."""
    soldiers = sets_in(ladder, np.int64(state["dark_army_size"])) >> 2 * STRENGTH_OF_SOLDIERS
    ladder[0] |= (soldiers & (MIXED | ONE_COLOUR)) << bit_of_figure(state, DARK_ARMY)
    if state["emperor_king"] == ANY_TWO_COURT:
        court = sets_in(ladder, 2) >> 2 * COURT
        ladder[0] |= (court & (MIXED | ONE_COLOUR)) << bit_of_figure(state, EMPEROR_KING)


@kernel
def bit_of_figure(state: np.void, rank: int) -> int:
    """Returns the position of the two bits of a figure in word 0."""
    return FIRST_FIGURE + 2 * (exchanged(state, rank) - DARK_ARMY)


@kernel
def exchanged(state: np.void, rank: int) -> int:
    """Converts between a default rank of a figure and its rank at this table (NAM-8, 9.2)."""
    is_exchanged = state["march_rank"] != MARCH_ABOVE and rank in (CAVALRY, MARCH)
    return CAVALRY + MARCH - rank if is_exchanged else rank


@kernel
def sets_in(ladder: np.ndarray, size: int) -> int:
    """Returns the sets with `size` cards, two bits for each strength; the singles for 1."""
    return int(ladder[WORD_OF_SETS[size]]) >> BIT_OF_SETS[size] & ALL_OF_SIZE


# Judgement (NAM-5.5)


@kernel
def is_higher(ladder: np.ndarray, other: np.ndarray) -> bool:
    """Returns whether a list of values beats another: by the first difference, or by length."""
    for word in range(NUM_WORDS):
        if ladder[word] != other[word]:
            return ladder[word] > other[word]
    return False


@kernel
def keep_best(ladder: np.ndarray) -> None:
    """Leaves only the best value, as `tie_break=split` has it."""
    is_found = False
    for word in range(NUM_WORDS):
        if is_found:
            ladder[word] = 0
        while ladder[word] & (ladder[word] - 1) != 0:
            ladder[word] &= ladder[word] - 1
        is_found = is_found or ladder[word] != 0


@kernel
def best_category(state: np.void, ladder: np.ndarray) -> int:
    """Returns the category of the highest value, as in `CATEGORIES`; NONE without a value."""
    for rank in range(SOCIAL_ORDER, DARK_ARMY - 1, -1):
        if ladder[0] >> FIRST_FIGURE + 2 * (rank - DARK_ARMY) & (MIXED | ONE_COLOUR) != 0:
            return 1 + exchanged(state, rank)
    for word in range(NUM_WORDS):
        if ladder[word] != 0:
            return 1 + (RUN if word == 0 else SET if word < SINGLES_WORD else SINGLE)
    return NONE


# For people


def values_of(ladder: np.ndarray, dark_army_size: int) -> list[Value]:
    """Returns the values of a ladder, the highest first, as NAM-10 writes them.

    Args:
        ladder: int64[5].
        dark_army_size: The soldiers of a dark army.
    """
    sizes = {rank: bits.bit_count() for rank, bits in FIGURES.items()} | {DARK_ARMY: dark_army_size}
    values = [
        Value(rank, sizes[rank], 0, mono)
        for rank in range(DARK_ARMY, SOCIAL_ORDER + 1)
        for mono in range(2)
        if ladder[0] >> FIRST_FIGURE + 2 * (rank - DARK_ARMY) + mono & 1
    ]
    values += [Value(RUN, run.size, run.top, 1) for run in RUNS if ladder[0] & run.bit]
    for size in range(1, LARGEST_SET + 1):
        sets, category = sets_in(ladder, size), SINGLE if size == 1 else SET
        values += [
            Value(category, size, strength, mono)
            for strength in range(NUM_STRENGTHS)
            for mono in range(2)
            if sets >> 2 * strength + mono & 1
        ]
    return sorted(values, reverse=True)
