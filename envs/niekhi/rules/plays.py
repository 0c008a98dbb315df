"""Which plays are allowed: the shapes, and where the ships of a play may stand (NIE-4)."""

import numpy as np

from ...cards.kikisen import COURT, NUM_NUMBERS, NUM_STRENGTHS
from ...cards.melds import BITS_OF_A_COUNT, count_of, total_of
from ...core.compiling.kernel import kernel
from .. import state as nie

# A set of numbers 0..8 as the top bits of their counts in a multiset.
ONE_OF_EACH = sum(1 << BITS_OF_A_COUNT * number for number in range(NUM_NUMBERS))
EVERY_NUMBER = ONE_OF_EACH << BITS_OF_A_COUNT - 1
ALL_COUNTS = 15 * ONE_OF_EACH
TOP = 8  # of a count, which is no higher in a hand

JUST_DONE = 1  # the steps of ships as bits: 0 for done, 1 + p for position p


# The first step: pass, or a shape (NIE-4.3, 4.4)


@kernel
def mark_turn(state: np.void, mask: np.ndarray) -> int:
    """Marks the shapes that the seat to move can play, and passing; returns how many."""
    hand = state["hands"][state["to_move"]]
    is_follower = state["copies"] > 0
    mask[nie.PASS_ACTION] = is_follower
    return is_follower + mark_sets(state, hand, mask) + mark_runs(state, hand, mask)


@kernel
def smallest_free_set(state: np.void) -> int:
    """Returns the size from which a set may be played on anything (NIE-4.3, 4.4b, 5.6)."""
    if state["copies"] == 0:
        return 1
    is_bomb = state["length"] == 1 and state["copies"] >= nie.LARGE_SET
    if is_bomb and state["bomb_over_bomb"] == nie.STRONGER_BOMB:
        return state["copies"] + 1
    return nie.LARGE_SET


@kernel
def fewest_naturals(state: np.void, rank: int) -> int:
    """Returns how many cards of a single or set can't be ships (NIE-4.8, KIKI-4.3)."""
    return 0 if rank == COURT or state["ship_alone"] == nie.DECLARED else 1


@kernel
def mark_sets(state: np.void, hand: int, mask: np.ndarray) -> int:
    """Marks singles and sets; returns how many (NIE-4.2)."""
    num_ships, count = count_of(hand, nie.SHIP), 0
    free, size = smallest_free_set(state), np.int64(state["copies"])
    is_bound = state["length"] == 1 and size < free
    for rank in range(NUM_STRENGTHS):
        naturals = count_of(hand, rank)
        if naturals < fewest_naturals(state, rank):
            continue
        largest = naturals + num_ships
        for copies in range(free, largest + 1):
            mask[nie.SHAPE_STARTS[copies, 1] + rank] = 1
            count += 1
        if is_bound and rank > state["rank"] and largest >= size:
            mask[nie.SHAPE_STARTS[size, 1] + rank] = 1
            count += 1
    return count


@kernel
def mark_runs(state: np.void, hand: int, mask: np.ndarray) -> int:
    """Marks runs and runs of sets, on a run only stronger ones (NIE-4.2); returns how many."""
    length, fewest = int(state["length"]), int(state["copies"])
    shortest, longest, most, lowest = length, length, fewest, int(state["rank"]) + 1
    if fewest == 0:
        shortest, longest = int(state["min_run"]), NUM_NUMBERS
        fewest, most, lowest = 1, nie.MOST_COPIES_IN_RUN, 0
    elif length == 1:
        return 0
    count = 0
    for copies in range(fewest, most + 1):
        of_these = mark_runs_of(hand, copies, shortest, longest, lowest, mask)
        if of_these == 0:
            break  # more cards of each number are no more possible
        count += of_these
    return count


@kernel
def mark_runs_of(
    hand: int, copies: int, shortest: int, longest: int, lowest: int, mask: np.ndarray
) -> int:
    """Marks the runs with `copies` cards of each number.

    Args:
        hand: The hand.
        copies: m, 1..8.
        shortest: The smallest length.
        longest: The largest length.
        lowest: The lowest foot.
        mask: The mask.

    Returns:
        The number of marked runs.
    """
    num_ships, count = count_of(hand, nie.SHIP), 0
    filled = with_count(hand, copies)
    short, very_short = with_count(hand, copies - 1), with_count(hand, copies - 2)
    # Feet of runs that miss nothing so far, at most one card, at most two.
    none = at_most_one = at_most_two = EVERY_NUMBER
    for length in range(1, longest + 1):
        at_most_two = at_most_two & filled | at_most_one & short | none & very_short
        at_most_one = at_most_one & filled | none & short
        none &= filled
        feet = none if num_ships == 0 else at_most_one if num_ships == 1 else at_most_two
        if feet == 0:
            break
        if length >= shortest:
            count += mark_feet(feet, nie.SHAPE_STARTS[copies, length], lowest, mask)
        filled >>= BITS_OF_A_COUNT
        short >>= BITS_OF_A_COUNT
        very_short >>= BITS_OF_A_COUNT
    return count


@kernel
def with_count(cards: int, wanted: int) -> int:
    """Returns the numbers with at least `wanted` cards, as top bits of their counts."""
    if wanted <= 0:
        return EVERY_NUMBER
    return (cards & ALL_COUNTS) + (TOP - wanted) * ONE_OF_EACH & EVERY_NUMBER


@kernel
def mark_feet(feet: int, start: int, lowest: int, mask: np.ndarray) -> int:
    """Marks the runs of one length with these feet, from a lowest one on; returns how many."""
    count = 0
    for foot in range(lowest, NUM_NUMBERS):
        is_foot = count_of(feet, foot) > 0
        if is_foot:
            mask[start + foot] = 1
            count += 1
    return count


# The second step: the ships (NIE-4.7, 4.8)


@kernel
def gap_at(state: np.void, position: int) -> int:
    """Returns the number of cards that the play under way misses at a position."""
    naturals = count_of(state["hands"][state["to_move"]], state["chosen_rank"] + position)
    filled = naturals + count_of(state["chosen_ships"], position)
    return max(state["chosen_copies"] - filled, 0)


@kernel
def most_ships_at(state: np.void) -> int:
    """Returns the most ships that may stand on one position of the play under way."""
    copies = int(state["chosen_copies"])
    if state["chosen_length"] > 1:
        return copies
    return copies - fewest_naturals(state, np.int64(state["chosen_rank"]))


@kernel
def ship_choices(state: np.void) -> int:
    """Returns the next steps that can be completed: bit 0 for done, 1 + p for a ship at p.

    Positions never fall, so a gap can't be left behind.
    """
    placed, length = state["chosen_ships"], int(state["chosen_length"])
    left = count_of(state["hands"][state["to_move"]], nie.SHIP) - total_of(placed)
    if left == 0:
        return JUST_DONE
    missing, first_gap = 0, length
    for position in range(length):
        gap = gap_at(state, position)
        if gap > 0 and missing == 0:
            first_gap = position
        missing += gap
    if state["auto_ships"]:
        return JUST_DONE if missing == 0 else 2 << first_gap
    choices, most = JUST_DONE if missing == 0 else 0, most_ships_at(state)
    for position in range(last_position(placed), min(first_gap + 1, length)):
        is_free = position == first_gap or left > missing
        if is_free and count_of(placed, position) < most:
            choices |= 2 << position
    return choices


@kernel
def last_position(placed: int) -> int:
    """Returns the highest position of ships that are placed; 0 without one."""
    position = 0
    while placed >> BITS_OF_A_COUNT * (position + 1) > 0:
        position += 1
    return position
