"""What six cards make, against all ways to group them (TAX-4.7).

What two, three or four cards are is read off the list of all plays, which knows nothing of how the
kernels count. `FUDABA_POOLS=100000 pytest tests/taxot/test_shapes.py` tries so many hands.
"""

import os
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from fudaba.envs.cards.kikisen import NUM_KINDS, NUM_TYPES, PLAYS, SHIP, TYPES, Play
from fudaba.envs.taxot import shapes
from fudaba.envs.taxot.state import COPIES, NO_MELD, NUM_MELDS, SIZE_OF_MELD, cards_of

NUM_HANDS = int(os.environ.get("FUDABA_POOLS", "2000"))
NUM_BLOCKS = 4
SIX = frozenset(range(6))
SHAPES = ([2, 2, 2], [2, 4], [3, 3])  # the sizes of the groups

Cards = tuple[int, ...]

GROUPS: dict[Cards, list[Play]] = defaultdict(list)
for play in PLAYS:
    if len(play.types) == 3 or (play.shape == "set" and len(play.types) in (2, 4)):
        GROUPS[tuple(sorted(play.types))].append(play)


def partitions(places: frozenset[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to put places into groups of these sizes."""
    if not sizes:
        yield []
    else:
        for group in combinations(sorted(places), sizes[0]):
            for others in partitions(places - set(group), sizes[1:]):
                yield [group, *others]


def groupings(cards: Cards) -> Iterator[tuple[Play, ...]]:
    """All winning shapes of six cards, with every reading of their ships."""
    for sizes in SHAPES:
        for groups in partitions(SIX, sizes):
            readings = [GROUPS.get(tuple(sorted(cards[place] for place in group)), [])
                        for group in groups]  # fmt: skip
            yield from product(*readings)


def is_six_run(groups: tuple[Play, ...]) -> bool:
    """Whether groups are two runs of which one begins where the other ends (TAX-6.2)."""
    feet = [group.strength for group in groups if group.shape == "run"]
    return len(feet) == 2 and abs(feet[0] - feet[1]) == 3


def random_hand(rng: random.Random) -> Cards:
    """Six cards: any, of one colour, of a few kinds and ships, or of two runs and ships."""
    colour, other = rng.randrange(2) * NUM_KINDS, rng.randrange(2) * NUM_KINDS
    lowest, width = rng.randint(1, 9), rng.choice([2, 3, 4, 6])
    near = range(lowest, lowest + width)
    foot = rng.randint(1, 4)
    runs = [*range(colour + foot, colour + foot + 3), *range(other + foot + 3, other + foot + 6)]
    fitting = rng.choice([
        TYPES,
        [type_ for type_ in TYPES if type_ // NUM_KINDS == colour // NUM_KINDS],
        [type_ for type_ in TYPES if type_ % NUM_KINDS in (SHIP, *near)],
        [SHIP, NUM_KINDS + SHIP, *runs],
    ])  # fmt: skip
    return tuple(rng.sample(fitting, 6))


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_TAX_4_7_TAX_5_3_TAX_6_2_shapes_are_those_of_all_groupings(block: int) -> None:
    num_winning, num_with_four, num_six_runs = 0, 0, 0
    for number in range(block, NUM_HANDS, NUM_BLOCKS):
        cards = random_hand(random.Random(number))
        found = list(groupings(cards))
        hand = cards_of(cards)
        assert shapes.is_winning(*hand) == bool(found), cards
        if found:  # the other two are asked of closing hands alone
            has_four = any(len(group.types) == 4 for groups in found for group in groups)
            assert shapes.brings_four(*hand, NO_MELD, False) == has_four, cards
            has_six_run = any(map(is_six_run, found))
            assert shapes.is_six_run(*hand, NO_MELD) == has_six_run, cards
            num_winning += 1
            num_with_four += has_four
            num_six_runs += has_six_run
    assert num_winning > 50 and num_with_four > 10 and num_six_runs > 10


@pytest.mark.parametrize("extends", [False, True])
def test_TAX_4_6_TAX_4_7_the_types_that_complete_a_hand_are_those_that_are_tried(
    extends: bool,
) -> None:
    num_completed: Counter[int] = Counter()
    for number in range(NUM_HANDS):
        rng = random.Random(number)
        meld = rng.choice([NO_MELD, rng.randrange(NUM_MELDS)])
        num_concealed = 5 if meld == NO_MELD else 5 - int(SIZE_OF_MELD[meld])
        cards = random_hand(rng)[:num_concealed]
        found = shapes.types_that_complete(*cards_of(cards), meld, extends)
        for type_ in range(NUM_TYPES):
            if cards.count(type_) < COPIES[type_]:
                tried = shapes.completes(*cards_of((*cards, type_)), meld, extends)
                assert found >> type_ & 1 == tried, (cards, meld, type_)
                num_completed[num_concealed] += tried
    assert min(num_completed[size] for size in (1, 2, 5)) > 1000
