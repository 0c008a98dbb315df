"""The 48 cards of kikisen (KIKI-2) and all plays that can be made of them (KIKI-4).

Colours are black 0 and red 1; type 12 * colour + kind (KIKI-2.3). Copies of a type are alike.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Literal, NamedTuple

from fudaba.common.languages import N_, translator

_, _n = translator("cards")

NUM_COLOURS, NUM_KINDS = 2, 12
NUM_TYPES = NUM_COLOURS * NUM_KINDS
COLOUR_LETTERS, COLOUR_NAMES = "br", (N_("black"), N_("red"))
KIND_SYMBOLS = "S012345678KE"
KIND_NAMES = (
    N_("ship"), N_("nothing"), N_("soldier"), N_("bow"), N_("chariot"), N_("tiger"), N_("horse"),
    N_("brush"), N_("shaman"), N_("general"), N_("king"), N_("emperor"),
)  # fmt: skip
TYPE_NAMES = (
    N_("bS"), N_("b0"), N_("b1"), N_("b2"), N_("b3"), N_("b4"), N_("b5"), N_("b6"), N_("b7"),
    N_("b8"), N_("bK"), N_("bE"),
    N_("rS"), N_("r0"), N_("r1"), N_("r2"), N_("r3"), N_("r4"), N_("r5"), N_("r6"), N_("r7"),
    N_("r8"), N_("rK"), N_("rE"),
)  # fmt: skip
SHIP, NOTHING, KING, EMPEROR = 0, 1, 10, 11
COPIES = (1, 3, 4, 2, 2, 2, 2, 2, 2, 2, 1, 1)  # of each kind, per colour

NUM_NUMBERS = 9  # 0 to 8
COURT = 9  # the strength of kings and emperors (KIKI-4.1)
NUM_STRENGTHS = 10

# By card id, 0..47: its type (KIKI-2.3).
TYPES = tuple(12 * colour + kind for colour in range(NUM_COLOURS) for kind in range(NUM_KINDS)
              for _ in range(COPIES[kind]))  # fmt: skip
NUM_CARDS = len(TYPES)

Shape = Literal["single", "set", "run"]
SHORTEST_RUN = 3


def type_name(type_: int) -> str:
    """Returns a type's name in the notation of the rules, colour before kind.

    >>> type_name(0), type_name(20), type_name(23)
    ('bS', 'r7', 'rE')
    """
    return TYPE_NAMES[type_]


def type_word(type_: int) -> str:
    """Returns a type as people write it: its name, in Japanese `黒7`."""
    return _(TYPE_NAMES[type_])


def strength_of(kind: int) -> int:
    """Returns a kind's strength, 0..9; a ship alone counts as a court card (KIKI-4.1, 4.3).

    >>> [strength_of(kind) for kind in (SHIP, NOTHING, KING, EMPEROR)]
    [9, 0, 9, 9]
    """
    return COURT if kind in (SHIP, KING, EMPEROR) else kind - NOTHING


class Play(NamedTuple):
    """A canonical play (KIKI-4.7).

    Attributes:
        shape: `single`, `set` or `run`.
        strength: Strength, 0..9; for a run its foot, 0..6.
        types: Types of the cards. A single or set has them in rising order, a run from the foot
            upward with a ship in its position.
    """

    shape: Shape
    strength: int
    types: tuple[int, ...]


def canonical_plays() -> tuple[Play, ...]:
    """Returns all plays in the order of KIKI-4.8: singles, then sets, then runs.

    Singles are ordered by type, sets by strength and size, runs by length and foot.
    """
    return (*_singles(), *_sets(), *_runs())


def _singles() -> Iterator[Play]:
    """Yields every card as a single; a ship is as strong as a court card (KIKI-4.3)."""
    for type_ in range(NUM_TYPES):
        yield Play("single", strength_of(type_ % NUM_KINDS), (type_,))


def _sets() -> Iterator[Play]:
    """Yields sets: two or more cards of one strength in any colours, ships among them.

    See KIKI-4.2 and KIKI-4.4.
    """
    copies = Counter(TYPES)
    ships = {colour * NUM_KINDS + SHIP for colour in range(NUM_COLOURS)}
    for strength in range(NUM_STRENGTHS):
        fitting = [type_ for type_ in range(NUM_TYPES)
                   if type_ in ships or strength_of(type_ % NUM_KINDS) == strength]  # fmt: skip
        for size in range(2, sum(copies[type_] for type_ in fitting) + 1):
            for types in combinations_with_replacement(fitting, size):
                are_there = all(count <= copies[type_] for type_, count in Counter(types).items())
                is_read_so = strength == COURT or not ships.issuperset(types)
                if are_there and is_read_so:
                    yield Play("set", strength, types)


def _runs() -> Iterator[Play]:
    """Yields runs: three or more consecutive numbers of one colour, one ship at most (KIKI-4.4)."""
    for length in range(SHORTEST_RUN, NUM_NUMBERS + 1):
        for foot in range(NUM_NUMBERS - length + 1):
            for colour in range(NUM_COLOURS):
                first = colour * NUM_KINDS + NOTHING + foot
                naturals = tuple(range(first, first + length))
                yield Play("run", foot, naturals)
                ship = colour * NUM_KINDS + SHIP
                for position in range(length):
                    types = (*naturals[:position], ship, *naturals[position + 1 :])
                    yield Play("run", foot, types)


PLAYS = canonical_plays()


def declared_plays() -> tuple[Play, ...]:
    """Returns the further plays of `ship_alone=declared`: ships alone as numbers (KIKI-8).

    Only games with this option have them, after `PLAYS`: the black ship as 0 to 8, the red ship,
    and the pair of both.
    """
    ships = tuple(colour * NUM_KINDS + SHIP for colour in range(NUM_COLOURS))
    singles = [Play("single", number, (ship,)) for ship in ships for number in range(NUM_NUMBERS)]
    return (*singles, *(Play("set", number, ships) for number in range(NUM_NUMBERS)))


DECLARED_PLAYS = declared_plays()
