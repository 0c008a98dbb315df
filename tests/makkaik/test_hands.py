"""The best hand out of a pool, against all choices of cards from it (MKK-5).

What one to three cards are worth is read off the list of all plays, which knows nothing of how the
kernel finds hands. `FUDABA_POOLS=100000 pytest tests/makkaik/test_hands.py` tries so many pools.
"""

import os
import random
from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pytest

from fudaba.envs.cards.kikisen import DECLARED_PLAYS, NUM_TYPES, PLAYS, TYPES, Play
from fudaba.envs.makkaik.rules.hands import best_of, values_of
from fudaba.envs.makkaik.state import DECLARED, PAIR, RUN, SINGLE, TRIPLE

NUM_POOLS = int(os.environ.get("FUDABA_POOLS", "3000"))
NUM_BLOCKS = 4

CATEGORIES = {("single", 1): SINGLE, ("set", 2): PAIR, ("run", 3): RUN, ("set", 3): TRIPLE}
Cards = tuple[int, ...]


def values_by_cards(plays: Iterable[Play]) -> dict[Cards, set[int]]:
    """The values of each choice of cards that is a hand."""
    found: dict[Cards, set[int]] = defaultdict(set)
    for play in plays:
        size = len(play.types)
        if (play.shape, size) in CATEGORIES:
            strength = play.strength + (size - 1 if play.shape == "run" else 0)
            value = 10 * CATEGORIES[play.shape, size] + strength
            found[tuple(sorted(play.types))].add(value)
    return found


WORTH = values_by_cards(PLAYS)
WORTH_DECLARED = values_by_cards((*PLAYS, *DECLARED_PLAYS))


def tried_out(own: Cards, common: Cards, own_min: int, worth: dict[Cards, set[int]]) -> set[int]:
    """The values of all choices of up to three cards, so many own ones at least."""
    found: set[int] = set()
    for num_own in range(own_min, 4):
        for num_common in range(max(1 - num_own, 0), 4 - num_own):
            for ours in set(combinations(own, num_own)):
                for others in set(combinations(common, num_common)):
                    found |= worth.get(tuple(sorted(ours + others)), set())
    return found


def counts(cards: Cards) -> np.ndarray:
    return np.bincount(cards, minlength=NUM_TYPES).astype(np.int8)


@pytest.mark.parametrize("block", range(NUM_BLOCKS))
def test_MKK_5_1_MKK_5_2_MKK_5_3_values_are_those_of_all_choices(block: int) -> None:
    seen: set[int] = set()
    for number in range(block, NUM_POOLS, NUM_BLOCKS):
        rng = random.Random(number)
        size, own_min = rng.choice([3, 4, 4, 5, 5, 6, 7, 9, 15]), number // NUM_BLOCKS % 2
        is_declared = rng.random() < 0.3
        cards = rng.sample(TYPES, 3 + size)
        own, common = tuple(sorted(cards[:3])), tuple(sorted(cards[3:]))
        worth = WORTH_DECLARED if is_declared else WORTH
        expected = tried_out(own, common, own_min, worth)
        values = values_of(counts(own), counts(common), own_min, DECLARED * is_declared)
        assert values == sum(1 << value for value in expected), (own, common, own_min, is_declared)
        assert best_of(values) == max(expected)
        seen.add(max(expected))
    assert len(seen) > 20
