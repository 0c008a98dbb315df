"""The values of hands, against every set of cards of random pools (NAM-5.1 to 5.5).

`FUDABA_POOLS=100000 pytest tests/namto/test_hands.py` goes through that many pools.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from fudaba.envs.cards.kikisen import TYPES
from fudaba.envs.namto import GAME
from fudaba.envs.namto.hands import (
    FIRST_FIGURE,
    NUM_WORDS,
    RUNS,
    Value,
    find_values,
    is_higher,
    keep_best,
    values_of,
)
from fudaba.testing.mixes import columns

from ..tables import new_state
from .positions import words

NUM_POOLS = int(os.environ.get("FUDABA_POOLS", "2000"))
NUM_BLOCKS = 4

SOLDIER, BOW, CHARIOT, HORSE, BRUSH, SHAMAN, GENERAL, KING, EMPEROR = 2, 3, 4, 6, 7, 8, 9, 10, 11
SHIP = 0
HANDS = ("own_min", "march_rank", "dark_army_size", "emperor_king", "ship_alone")

Hand = tuple[int, ...]


def readings(hand: Hand) -> Iterator[tuple[int, ...]]:
    """The kinds that the cards of a hand may stand for: a ship for any, and for itself."""
    yield from product(*[range(12) if type_ % 12 == SHIP else [type_ % 12] for type_ in hand])


def strength(kind: int) -> int:
    return 9 if kind in (KING, EMPEROR) else kind - 1


@cache
def values_of_hand(hand: Hand, rules: tuple[tuple[str, Any], ...]) -> frozenset[Value]:
    """Everything that just these cards are, by NAM-5.2 to 5.4."""
    house, found = dict(rules), set()
    mono = int(len({type_ // 12 for type_ in hand}) == 1)
    are_ships = all(type_ % 12 == SHIP for type_ in hand)
    march, cavalry = (5, 4) if house["march_rank"] == "above_cavalry" else (4, 5)
    for reading in readings(hand):
        kinds, size = sorted(reading), len(hand)
        ships_as_ships = [type_ % 12 == SHIP for type_ in hand] == [kind == 0 for kind in reading]
        if kinds == [SHIP, CHARIOT, HORSE] and ships_as_ships:
            found.add(Value(march, 3, 0, mono))
        if SHIP in kinds:
            continue
        if kinds == [SOLDIER, BOW, BRUSH, SHAMAN, GENERAL]:
            found.add(Value(8, 5, 0, mono))
        any_court = house["emperor_king"] == "any_two_court"
        if kinds == [KING, EMPEROR] or (any_court and size == 2 and kinds[0] >= KING):
            found.add(Value(7, 2, 0, mono))
        if kinds == [BRUSH, SHAMAN, GENERAL]:
            found.add(Value(6, 3, 0, mono))
        if kinds == [SOLDIER, BOW, HORSE]:
            found.add(Value(cavalry, 3, 0, mono))
        if kinds == [SOLDIER] * house["dark_army_size"]:
            found.add(Value(3, size, 0, mono))
        if size >= 3 and mono and kinds == [*range(kinds[0], kinds[0] + size)] and kinds[-1] < KING:
            found.add(Value(2, size, kinds[-1] - 1, 1))
        strengths = {*map(strength, kinds)}
        may_be = not are_ships or strengths == {9} or house["ship_alone"] == "declared"
        if len(strengths) == 1 and may_be:
            found.add(Value(int(size > 1), size, *strengths, mono))
    return frozenset(found)


def all_values(own: Hand, others: Hand, rules: tuple[tuple[str, Any], ...]) -> list[Value]:
    """The list of NAM-5.5, from all sets of cards of a pool."""
    found: set[Value] = set()
    for num_own in range(dict(rules)["own_min"], 3):
        for some in combinations(own, num_own):
            for size in range(len(others) + 1):
                for rest in {*combinations(sorted(others), size)}:
                    if some or rest:
                        found |= values_of_hand(tuple(sorted((*some, *rest))), rules)
    return sorted(found, reverse=True)


def ladder_of(own: Hand, others: Hand, rules: dict[str, Any]) -> np.ndarray:
    """The same by the kernels."""
    pool = np.bincount([*own, *others], minlength=24).astype(np.int8)
    ladder = np.full(NUM_WORDS, 7, np.int64)
    find_values(new_state(GAME, rules), pool, *own, ladder)
    return ladder


def random_rules(rng: random.Random) -> dict[str, Any]:
    return {name: rng.choice(columns(GAME)[name]) for name in HANDS}


def random_pool(rng: random.Random) -> tuple[Hand, Hand]:
    """Own cards and others; most of them of few kinds, so that there is something to make of them.

    One in forty is large: it has thousands of sets of cards.
    """
    kinds = rng.sample(range(1, 12), rng.choice([2, 4, 6, 11]))
    kinds = rng.choice([kinds, kinds, [SOLDIER, BOW, BRUSH, SHAMAN, GENERAL]])
    pack = [type_ for type_ in TYPES if type_ % 12 in (SHIP, *kinds)]
    size = rng.randint(9, 12) if rng.random() < 0.025 else rng.randint(2, 8)
    cards = rng.sample(pack, min(size, len(pack)))
    return tuple(cards[:2]), tuple(cards[2:])


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_NAM_5_1_NAM_5_2_NAM_5_3_NAM_5_4_values_are_those_of_all_sets_of_cards(block: int) -> None:
    seen: Counter[int] = Counter()
    for number in range(block, NUM_POOLS, NUM_BLOCKS):
        rng = random.Random(number)
        rules, (own, others) = random_rules(rng), random_pool(rng)
        expected = all_values(own, others, tuple(rules.items()))
        found = values_of(ladder_of(own, others, rules), rules["dark_army_size"])
        assert found == expected, (number, words(own), words(others), rules)
        seen.update({value.rank for value in found})
    assert seen.keys() == {*range(9)}, seen


def test_NAM_5_5_ladders_compare_as_lists_do() -> None:
    rng, order = random.Random(4), Counter()
    for _ in range(NUM_POOLS // 4):
        rules, (own, others) = random_rules(rng), random_pool(rng)
        cards = rng.sample([*own, *others], len([*own, *others]))
        pairs = [(own, others), (tuple(cards[:2]), tuple(cards[2:]))]
        ladders = [ladder_of(*pair, rules) for pair in pairs]
        one, other = (values_of(ladder, rules["dark_army_size"]) for ladder in ladders)
        assert bool(is_higher(*ladders)) == (one > other)
        assert bool(is_higher(*ladders[::-1])) == (other > one)
        order[(one > other) - (other > one)] += 1
        keep_best(ladders[0])
        assert values_of(ladders[0], rules["dark_army_size"]) == one[:1]
    assert min(order[-1], order[0], order[1]) > 20, order


def test_there_are_28_runs_of_a_colour() -> None:
    assert len({run.bit for run in RUNS}) == 28 and sum(run.bit for run in RUNS) < 1 << FIRST_FIGURE
    assert [(run.size, run.top) for run in RUNS] == sorted((run.size, run.top) for run in RUNS)
    assert [run.bit for run in RUNS] == sorted(run.bit for run in RUNS)
