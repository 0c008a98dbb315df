"""The random stream of a table: one uint64 in its state record (SplitMix64)."""

import numpy as np

from .kernel import kernel, wrapping_kernel

GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
FIRST_MULTIPLIER = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MULTIPLIER = np.uint64(0x94D049BB133111EB)
SHIFT_27, SHIFT_30, SHIFT_31, SHIFT_32 = (np.uint64(bits) for bits in (27, 30, 31, 32))


@wrapping_kernel
def scramble(value: np.uint64) -> np.uint64:
    """Maps every uint64 to another one, one to one and without visible pattern."""
    value = (value ^ (value >> SHIFT_30)) * FIRST_MULTIPLIER
    value = (value ^ (value >> SHIFT_27)) * SECOND_MULTIPLIER
    return value ^ (value >> SHIFT_31)


@wrapping_kernel
def stream_start(seed: np.uint64, index: np.uint64) -> np.uint64:
    """The start of the index-th of many unrelated streams under one seed."""
    return scramble(scramble(seed + GOLDEN_GAMMA) + index * GOLDEN_GAMMA)


@kernel
def stream_starts(seed: np.uint64, indices: np.ndarray) -> np.ndarray:
    """`stream_start` for every index of a uint64 array."""
    starts = np.empty(len(indices), np.uint64)
    for position in range(len(indices)):
        starts[position] = stream_start(seed, indices[position])
    return starts


@wrapping_kernel
def next_uint64(state: np.void) -> np.uint64:
    """Draws 64 random bits and advances `state["rng"]`."""
    state["rng"] = state["rng"] + GOLDEN_GAMMA
    return scramble(state["rng"])


@wrapping_kernel
def draw_below(state: np.void, limit: int) -> np.int64:
    """Draws an integer, uniform on 0..limit-1 (bias below limit / 2**32).

    Scales 32 random bits instead of taking a remainder: a 64-bit division costs more than the
    rest of the draw.
    """
    return np.int64(((next_uint64(state) >> SHIFT_32) * np.uint64(limit)) >> SHIFT_32)


@wrapping_kernel
def shuffle(state: np.void, cards: np.ndarray, count: int) -> None:
    """Shuffles the first `count` entries of a one-dimensional array in place (Fisher-Yates)."""
    for last in range(count - 1, 0, -1):
        other = draw_below(state, last + 1)
        held = cards[last]
        cards[last] = cards[other]
        cards[other] = held
