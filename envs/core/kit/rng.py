"""The random stream of a table: a counter and a key in its state record.

Without a key, when `rng_key` is zero, the stream is SplitMix64: fast and reproducible from a seed,
but one of its numbers in full gives away all others. With a key it is SipHash-2-4 of the counter, a
keyed pseudo-random function: no amount of its numbers helps to find the key or any other number.
Tables with people at them have a key from the system's randomness.
"""

import numpy as np

from ..compiling.kernel import kernel, wrapping_kernel

GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
FIRST_MULTIPLIER = np.uint64(0xBF58476D1CE4E5B9)
SECOND_MULTIPLIER = np.uint64(0x94D049BB133111EB)
SHIFT_27, SHIFT_30, SHIFT_31, SHIFT_32 = (np.uint64(bits) for bits in (27, 30, 31, 32))
WORD_BITS = np.uint64(64)
NO_KEY = (0, 0)

# "somepseudorandomlygeneratedbytes", SipHash's initial state of four words
SIP_0, SIP_1 = np.uint64(0x736F6D6570736575), np.uint64(0x646F72616E646F6D)
SIP_2, SIP_3 = np.uint64(0x6C7967656E657261), np.uint64(0x7465646279746573)
SIP_LENGTH, SIP_END = np.uint64(8 << 56), np.uint64(0xFF)  # a message of 8 bytes
TURN_13, TURN_16, TURN_17, TURN_21 = (np.uint64(bits) for bits in (13, 16, 17, 21))


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


@kernel
def turned(word: np.uint64, by: np.uint64) -> np.uint64:
    """A uint64 rotated to the left by 1..63 bits."""
    return (word << by) | (word >> (WORD_BITS - by))


@wrapping_kernel
def sip_rounds(
    v0: np.uint64, v1: np.uint64, v2: np.uint64, v3: np.uint64, count: int
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """The four words of SipHash after `count` rounds."""
    for _ in range(count):
        v0, v2 = v0 + v1, v2 + v3
        v1, v3 = turned(v1, TURN_13) ^ v0, turned(v3, TURN_16) ^ v2
        v0 = turned(v0, SHIFT_32)
        v2, v0 = v2 + v1, v0 + v3
        v1, v3 = turned(v1, TURN_17) ^ v2, turned(v3, TURN_21) ^ v0
        v2 = turned(v2, SHIFT_32)
    return v0, v1, v2, v3


@kernel
def siphash(low: np.uint64, high: np.uint64, message: np.uint64) -> np.uint64:
    """SipHash-2-4 of 8 bytes under a key of 16 bytes (Aumasson and Bernstein, 2012)."""
    v0, v1, v2, v3 = low ^ SIP_0, high ^ SIP_1, low ^ SIP_2, high ^ SIP_3
    v0, v1, v2, v3 = sip_rounds(v0, v1, v2, v3 ^ message, 2)
    v0, v1, v2, v3 = sip_rounds(v0 ^ message, v1, v2, v3 ^ SIP_LENGTH, 2)
    v0, v1, v2, v3 = sip_rounds(v0 ^ SIP_LENGTH, v1, v2 ^ SIP_END, v3, 4)
    return v0 ^ v1 ^ v2 ^ v3


@wrapping_kernel
def next_uint64(state: np.void) -> np.uint64:
    """Draws 64 random bits and advances `state["rng"]`; the bits depend on `state["rng_key"]`."""
    state["rng"] = state["rng"] + GOLDEN_GAMMA
    low, high = state["rng_key"][0], state["rng_key"][1]
    if (low | high) != 0:
        return siphash(low, high, state["rng"])
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
