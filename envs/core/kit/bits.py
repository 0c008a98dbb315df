"""Sets of up to 64 things as the bits of a uint64."""

import numpy as np

from ..compiling.kernel import kernel, wrapping_kernel

NOTHING = np.uint64(0)
ONE = np.uint64(1)


@wrapping_kernel
def bit_of(number: int) -> np.uint64:
    """The set of one thing, 0..63."""
    return ONE << np.uint64(number)


@wrapping_kernel
def holds(things: np.uint64, number: int) -> bool:
    """Whether a set holds a thing."""
    return things & bit_of(number) != NOTHING


@wrapping_kernel
def count_bits(things: np.uint64) -> int:
    """How many things a set holds."""
    count = 0
    while things != NOTHING:
        things &= things - ONE
        count += 1
    return count


@kernel
def show_bits(bits: int, flags: np.ndarray) -> None:
    """Writes the lowest bits of a small set as flags, one for each element of `flags`."""
    for position in range(len(flags)):
        flags[position] = bits >> position & 1


@kernel
def show_set(things: np.uint64, flags: np.ndarray) -> None:
    """Writes which things a set holds as flags, one for each element of `flags`."""
    for number in range(len(flags)):
        flags[number] = holds(things, number)
