"""Words of 64 bits: sets of up to 64 things, and rows of eight flags."""

import numpy as np

from ..compiling.kernel import kernel, python_fallback, wrapping_kernel

NOTHING = np.uint64(0)
ONE = np.uint64(1)
EIGHT = 8  # bytes of a word
# The lowest and the highest bit of each byte
LOWEST_BITS, HIGHEST_BITS = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
EACH_TO_THE_TOP = np.uint64(0x0102040810204080)  # moves bit 0 of byte i to bit 56 + i
SHIFT_7, SHIFT_56 = np.uint64(7), np.uint64(56)


@wrapping_kernel
def bit_of(number: int) -> np.uint64:
    """The set of one thing, 0..63."""
    return ONE << np.uint64(number)


@wrapping_kernel
def holds(things: np.uint64, number: int) -> bool:
    """Whether a set holds a thing."""
    return things & bit_of(number) != NOTHING


@python_fallback(holds)
def _holds_of_int(things: np.uint64, number: int) -> bool:
    return int(things) >> int(number) & 1 == 1


@wrapping_kernel
def count_bits(things: np.uint64) -> int:
    """How many things a set holds."""
    count = 0
    while things != NOTHING:
        things &= things - ONE
        count += 1
    return count


@python_fallback(count_bits)
def _count_bits_of_int(things: np.uint64) -> int:
    return int(things).bit_count()


@wrapping_kernel
def lowest_of(things: np.uint64) -> int:
    """The smallest number in a set that is not empty."""
    return count_bits((things - ONE) & ~things)


@python_fallback(lowest_of)
def _lowest_of_int(things: np.uint64) -> int:
    return (int(things) & -int(things)).bit_length() - 1


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


@python_fallback(show_set)
def _show_set_at_once(things: np.uint64, flags: np.ndarray) -> None:
    in_bytes = np.frombuffer(int(things).to_bytes(EIGHT, "little"), np.uint8)
    flags[:] = np.unpackbits(in_bytes, count=len(flags), bitorder="little")


@kernel
def eight_flags(flags: np.ndarray, first: int) -> np.uint64:
    """Returns the flags first..first+7 as the bytes of a word, the first as the least significant.

    The machine code loads all eight flags at once.
    """
    word = NOTHING
    for place in range(EIGHT):
        flag = np.uint64(np.uint8(flags[np.uint64(first) + np.uint64(place)]))
        word |= flag << np.uint64(EIGHT * place)
    return word


@python_fallback(eight_flags)
def _eight_flags_at_once(flags: np.ndarray, first: int) -> np.uint64:
    return np.uint64(int.from_bytes(flags[first : first + EIGHT].tobytes(), "little"))


@kernel
def flagged(flags: np.ndarray) -> np.uint64:
    """Returns the set of the flags that are 1, of up to 64."""
    things, num_in_words = NOTHING, len(flags) // EIGHT * EIGHT
    for first in range(0, num_in_words, EIGHT):
        things |= bits_of_flags(eight_flags(flags, first)) << np.uint64(first)
    for number in range(num_in_words, len(flags)):
        things |= np.uint64(flags[number]) << np.uint64(number)
    return things


@python_fallback(flagged)
def _flagged_at_once(flags: np.ndarray) -> np.uint64:
    return np.uint64(int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little"))


@wrapping_kernel
def bits_of_flags(word: np.uint64) -> np.uint64:
    """Returns the bytes of a word of flags as its lowest eight bits."""
    return word * EACH_TO_THE_TOP >> SHIFT_56


@wrapping_kernel
def sums_of_flags(word: np.uint64) -> np.uint64:
    """Returns a word whose byte k is the sum of the bytes 0..k of a word of flags."""
    return word * LOWEST_BITS


@wrapping_kernel
def count_flags(word: np.uint64) -> np.int64:
    """Returns how many bytes of a word of flags are 1.

    A comparison with zero would be compiled to eight loads in place of one.
    """
    return last_byte(sums_of_flags(word))


@wrapping_kernel
def first_flag(word: np.uint64) -> np.int64:
    """Returns the number of the first byte that is 1 of a word of flags, which is not empty."""
    return np.int64(lowest_of(word)) // EIGHT


@wrapping_kernel
def last_byte(word: np.uint64) -> np.int64:
    """Returns the most significant byte; applied to `sums_of_flags`, that is the total."""
    return np.int64(word >> SHIFT_56)


@wrapping_kernel
def bytes_up_to(sums: np.uint64, number: int) -> np.int64:
    """Returns how many of the eight bytes of a word, each 0..127, are at most `number`, 0..127."""
    are_up_to = (np.uint64(number) * LOWEST_BITS + HIGHEST_BITS - sums) & HIGHEST_BITS
    return last_byte(sums_of_flags(are_up_to >> SHIFT_7))
