"""The random stream of a table."""

from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from fudaba.envs.core.kit.rng import (
    GOLDEN_GAMMA,
    NO_KEY,
    draw_below,
    next_uint64,
    shuffle,
    siphash,
    stream_start,
    stream_starts,
)

SMALLEST_P = 1e-4  # the seeds are fixed, so a test that passes always does


def stream(start: int, key: tuple[int, int] = NO_KEY) -> np.void:
    # Not the beginning of any game's record, or Numba takes those for its kin and warns.
    state: np.void = np.zeros(
        1, [("salt", np.int8), ("rng", np.uint64), ("rng_key", np.uint64, 2)]
    )[0]
    state["rng"], state["rng_key"] = start, key
    return state


def test_the_stream_is_splitmix64() -> None:
    """The values of the generator's reference implementation for the seed 1234567."""
    state = stream(1234567)
    assert [int(next_uint64(state)) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


KEY = (0x0706050403020100, 0x0F0E0D0C0B0A0908)


def test_with_a_key_the_stream_is_siphash_of_the_counter() -> None:
    """The value for 8 bytes of the reference implementation's test vectors."""
    message, expected = 0x0706050403020100, 0x93F5F5799A932462
    assert siphash(*map(np.uint64, (*KEY, message))) == expected
    state = stream((message - int(GOLDEN_GAMMA)) % 2**64, KEY)
    assert next_uint64(state) == expected and state["rng"] == message


@pytest.mark.parametrize("key", [(1, 0), (0, 1), (2**63, 0), (0, 2**63)])
def test_every_bit_of_a_key_counts(key: tuple[int, int]) -> None:
    streams = [stream(5), stream(5, key), stream(5, KEY)]
    assert len({int(next_uint64(state)) for state in streams}) == 3


@pytest.mark.parametrize("key", [NO_KEY, KEY])
def test_every_bit_is_one_half_of_the_time(key: tuple[int, int]) -> None:
    state = stream(1, key)
    draws = np.array([next_uint64(state) for _ in range(4000)], np.uint64)
    ones = (draws[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    assert abs(ones.sum(axis=0).astype(int) - 2000).max() < 4 * np.sqrt(1000)


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 10, 52, 54])
def test_draw_below_is_uniform(limit: int) -> None:
    state = stream(limit)
    draws = [int(draw_below(state, limit)) for _ in range(200 * limit)]
    counts = np.bincount(draws, minlength=limit)
    assert len(counts) == limit
    if limit > 1:
        assert stats.chisquare(counts).pvalue > SMALLEST_P


def test_draw_below_reaches_the_ends_of_a_large_range() -> None:
    state = stream(3)
    draws = [int(draw_below(state, 2**31)) for _ in range(4000)]
    assert min(draws) >= 0 and max(draws) < 2**31
    assert min(draws) < 2**31 * 0.01 and max(draws) > 2**31 * 0.99


def test_shuffle_gives_every_order_equally_often() -> None:
    state = stream(4)
    counts = dict.fromkeys(permutations(range(4)), 0)
    for _ in range(4800):
        cards = np.arange(4, dtype=np.int8)
        shuffle(state, cards, 4)
        counts[tuple(cards.tolist())] += 1
    assert stats.chisquare(list(counts.values())).pvalue > SMALLEST_P


def test_shuffle_leaves_what_lies_behind() -> None:
    state, cards = stream(5), np.arange(10, dtype=np.int8)
    shuffle(state, cards, 6)
    assert sorted(cards[:6]) == list(range(6)) and cards[6:].tolist() == [6, 7, 8, 9]
    before = state["rng"]
    shuffle(state, cards, 1)
    shuffle(state, cards, 0)
    assert state["rng"] == before


def test_streams_differ_between_seeds_and_between_tables() -> None:
    seeds = [0, 1, 2, 3, 2**32, 2**63, 2**64 - 1]
    starts = {
        int(start)
        for seed in seeds
        for start in stream_starts(np.uint64(seed), np.arange(5000, dtype=np.uint64))
    }
    assert len(starts) == 5000 * len(seeds)


def test_stream_starts_are_the_single_ones() -> None:
    indices = np.array([0, 7, 2**40], np.uint64)
    several = stream_starts(np.uint64(11), indices)
    assert [int(s) for s in several] == [int(stream_start(np.uint64(11), i)) for i in indices]


def test_neighbouring_streams_are_unrelated() -> None:
    """Not even shifted copies of one another, as seed + i would give with this generator."""
    starts = stream_starts(np.uint64(0), np.arange(200, dtype=np.uint64))
    draws = []
    for start in starts:
        state = stream(int(start))
        draws.append([int(next_uint64(state)) for _ in range(50)])
    assert len({value for row in draws for value in row}) == 200 * 50
    first, second = (
        np.array(draws, np.float64)[:-1].ravel(),
        np.array(draws, np.float64)[1:].ravel(),
    )
    assert abs(np.corrcoef(first, second)[0, 1]) < 4 / np.sqrt(len(first))
