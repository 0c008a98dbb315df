"""The legal plays, step by step: the shape, its suits, its jokers (DFG-4A, DFG-4G).

A step is offered only with choices that can be completed to a legal play (DFG-4.20). So each step
counts the hand's cards of a rank or a suit; the flat list of DFG-4.21 is never built.
"""

import numpy as np

from ...cards.melds import BITS_OF_A_COUNT, kinds_of, missing_positions, run_starts, size_of
from ...core.compiling.kernel import kernel
from ...core.kit.bits import NOTHING, ONE, lowest_of
from .. import state as dfg

SEVERAL = -1
REPEATS = 0xEEEE  # bits of a multiset that holds a suit more than once
ALL_SUITS = 15


@kernel
def most_wild(state: np.void, seat: int, size: int) -> int:
    """Returns the number of jokers for a play of a size: 0 if it empties the hand (DFG-4.7)."""
    if size == state["hand_sizes"][seat]:
        return 0
    return dfg.num_jokers_in(state["hands"][seat])


@kernel
def allowed_suits(state: np.void) -> int:
    """Returns the suits that may be played, as a bit set (DFG-5.1)."""
    return ALL_SUITS if state["bound"] == 0 else kinds_of(np.int64(state["bound"]))


@kernel
def stronger_ranks(state: np.void) -> tuple[int, int]:
    """Returns the range of ranks that beat the field: the first, and one past the last (DFG-4.5).

    It holds for singles, for sets and for the lowest ranks of runs.
    """
    if state["kind"] == dfg.NONE:
        return 0, dfg.NUM_RANKS
    rank, margin = int(state["rank"]), 0
    if state["kind"] == dfg.RUN and state["run_compare"] == dfg.NO_OVERLAP:
        margin = int(state["size"]) - 1
    if dfg.is_reversed(state):
        return 0, rank - margin
    return rank + margin + 1, dfg.NUM_RANKS


@kernel
def ranks_between(first: int, end: int) -> np.uint64:
    """Returns the set of the ranks first..end-1, four bits apart; it may be empty."""
    if first >= end:
        return NOTHING
    bits = (1 << BITS_OF_A_COUNT * end) - (1 << BITS_OF_A_COUNT * first)
    return np.uint64(bits & dfg.ONE_EACH)


@kernel
def filled_ranks(counts: int, needed: int) -> np.uint64:
    """Returns the set of the ranks with enough cards, four bits apart.

    Args:
        counts: The number of cards of each rank, a multiset.
        needed: The fewest cards that are enough, 0 to 6.
    """
    # What is added to a count of at most 4 carries into its fourth bit if the count is enough.
    return np.uint64((counts + (8 - needed) * dfg.ONE_EACH) >> 3 & dfg.ONE_EACH)


@kernel
def is_stronger(state: np.void, rank: int) -> bool:
    """Whether a single, a set or a run with this lowest rank beats the field (DFG-4.5)."""
    weakest, end = stronger_ranks(state)
    return weakest <= rank < end


# Step 1: the shape


@kernel
def legal_shape(state: np.void, mask: np.ndarray) -> None:
    """Marks the shapes of legal plays (DFG-4.4), and passing (DFG-4.10, DFG-4.11)."""
    seat, kind = np.int64(state["to_move"]), np.int64(state["kind"])
    if state["locked"][seat] == 0:
        if kind in (dfg.NONE, dfg.SINGLE):
            legal_singles(state, seat, mask)
        elif kind == dfg.LONE_JOKER:
            legal_answer_to_joker(state, seat, mask)
        if kind in (dfg.NONE, dfg.SET):
            legal_sets(state, seat, mask)
        if kind in (dfg.NONE, dfg.RUN) and dfg.has_effect(state, dfg.RUNS):
            legal_runs(state, seat, mask)
    if kind != dfg.NONE or state["leader_pass"] == dfg.FREE or is_stuck(state, seat):
        legal_pass(state, mask)


@kernel
def is_stuck(state: np.void, seat: int) -> bool:
    """Whether a leader has no legal play, with a hand of one joker (DFG-4.11)."""
    return state["hand_sizes"][seat] == 1 and dfg.num_jokers_in(state["hands"][seat]) == 1


@kernel
def legal_pass(state: np.void, mask: np.ndarray) -> None:
    """Marks passing with a draw and without one (DFG-4.10)."""
    mask[dfg.PASS_DRAW_ACTION] = dfg.can_draw(state)
    mask[dfg.PASS_ACTION] = not (dfg.can_draw(state) and state["pass_draw"] == dfg.MANDATORY)


@kernel
def legal_singles(state: np.void, seat: int, mask: np.ndarray) -> None:
    """Marks natural cards and the lone joker, which beats all of them (DFG-4.6, DFG-5.1)."""
    hand, suits = state["hands"][seat], allowed_suits(state)
    weakest, end = stronger_ranks(state)
    for rank in range(weakest, end):
        mask[dfg.FIRST_SINGLE + rank] = dfg.suits_held(hand, rank) & suits != 0
    may_be_lone = state["bound"] == 0 or state["lone_joker_under_binding"] == 1
    mask[dfg.LONE_ACTION] = may_be_lone and most_wild(state, seat, 1) > 0


@kernel
def legal_answer_to_joker(state: np.void, seat: int, mask: np.ndarray) -> None:
    """Marks the 3 of spades, the only card that can be put on a lone joker (DFG-4.6, DFG-5.3)."""
    has_card = dfg.is_held(state, seat, dfg.SPADE_THREE)
    mask[dfg.FIRST_SINGLE + dfg.THREE] = has_card and dfg.has_effect(state, dfg.SPADE3)


@kernel
def legal_sets(state: np.void, seat: int, mask: np.ndarray) -> None:
    """Marks sets of the field's size, or of all sizes on an empty field (DFG-4.1, DFG-4.4)."""
    smallest, largest = dfg.SMALLEST_SET, dfg.NUM_SUITS
    if state["joker_duplicates"] == 1:
        largest += dfg.num_jokers_in(state["hands"][seat])
    if state["kind"] == dfg.SET:
        smallest = largest = int(state["size"])
    allowed = state["hands"][seat] & np.uint64(allowed_suits(state) * dfg.ONE_EACH)
    counts, stronger = dfg.count_ranks(allowed), ranks_between(*stronger_ranks(state))
    for size in range(smallest, largest + 1):
        first = dfg.FIRST_SET + dfg.NUM_RANKS * (size - dfg.SMALLEST_SET)
        filled = filled_ranks(counts, size - most_wild(state, seat, size)) & stronger
        if filled == NOTHING:
            break  # neither can a larger set be filled
        while filled != NOTHING:
            mask[first + lowest_of(filled) // BITS_OF_A_COUNT] = 1
            filled &= filled - ONE


@kernel
def legal_runs(state: np.void, seat: int, mask: np.ndarray) -> None:
    """Marks runs of the field's size, or of all sizes on an empty field (DFG-4.1, DFG-4.4)."""
    shortest, longest = dfg.SHORTEST_RUN, dfg.NUM_RANKS
    if state["kind"] == dfg.RUN:
        shortest = longest = int(state["size"])
    hand, suits = state["hands"][seat], allowed_suits(state)
    if dfg.num_jokers_in(hand) == 0 and dfg.starts_of_three(hand) == NOTHING:
        return
    for suit in range(dfg.NUM_SUITS):
        if suits >> suit & 1 == 1:
            held = dfg.ranks_held(hand, suit)
            for size in range(shortest, longest + 1):
                wild = most_wild(state, seat, size)
                starts = run_starts(held, size, wild, dfg.NUM_RANKS)
                if starts == 0:
                    break
                mark_runs(state, size, starts, mask)


@kernel
def mark_runs(state: np.void, size: int, starts: int, mask: np.ndarray) -> None:
    """Marks the runs of a size that begin at these ranks and beat the field."""
    weakest, end = stronger_ranks(state)
    for rank in range(weakest, min(end, dfg.NUM_RANKS + 1 - size)):
        if starts >> rank & 1 == 1:
            mask[dfg.RUN_OFFSETS[size] + rank] = 1


@kernel
def shape_of(action: int) -> tuple[int, int, int]:
    """Returns the kind, the size and the rank of a shape; a lone joker has no rank (DFG-4.3)."""
    if action < dfg.LONE_ACTION:
        return dfg.SINGLE, 1, action - dfg.FIRST_SINGLE
    if action == dfg.LONE_ACTION:
        return dfg.LONE_JOKER, 1, dfg.NO_RANK
    if action < dfg.FIRST_RUN:
        position = action - dfg.FIRST_SET
        return dfg.SET, dfg.SMALLEST_SET + position // dfg.NUM_RANKS, position % dfg.NUM_RANKS
    size = dfg.NUM_RANKS
    while action < dfg.RUN_OFFSETS[size]:
        size -= 1
    return dfg.RUN, size, action - dfg.RUN_OFFSETS[size]


@kernel
def choose_shape(state: np.void, action: int) -> None:
    """Stores the kind, the size and the rank of a play."""
    kind, size, rank = shape_of(action)
    state["chosen_kind"] = kind
    state["chosen_size"] = size
    state["chosen_rank"] = rank


# Step 2: the suits of the natural cards


@kernel
def legal_suits(state: np.void, mask: np.ndarray) -> None:
    """Marks the suits of a single or of a run, or the natural suits of a set."""
    seat, rank = np.int64(state["to_move"]), np.int64(state["chosen_rank"])
    held = dfg.suits_held(state["hands"][seat], rank) & allowed_suits(state)
    if state["chosen_kind"] == dfg.SET:
        size = np.int64(state["chosen_size"])
        wild = most_wild(state, seat, size)
        for suits in range(1 << dfg.NUM_SUITS):
            num_jokers = size - size_of(suits)
            is_filled = 0 <= num_jokers <= wild
            mask[dfg.FIRST_SUIT_SET + suits] = is_filled and suits & ~held == 0
    elif state["chosen_kind"] == dfg.RUN:
        legal_suits_of_run(state, seat, mask)
    else:
        if state["kind"] == dfg.LONE_JOKER:
            held = 1 << dfg.SPADES
        for suit in range(dfg.NUM_SUITS):
            mask[dfg.FIRST_SUIT + suit] = held >> suit & 1


@kernel
def legal_suits_of_run(state: np.void, seat: int, mask: np.ndarray) -> None:
    """Marks the suits in which a run can be filled."""
    rank, size = np.int64(state["chosen_rank"]), np.int64(state["chosen_size"])
    wild, suits = most_wild(state, seat, size), allowed_suits(state)
    for suit in range(dfg.NUM_SUITS):
        held = dfg.ranks_held(state["hands"][seat], suit)
        starts = run_starts(held, size, wild, dfg.NUM_RANKS)
        mask[dfg.FIRST_SUIT + suit] = starts >> rank & suits >> suit & 1


@kernel
def choose_suits(state: np.void, action: int) -> None:
    """Stores the suits of the natural cards."""
    if action < dfg.FIRST_SUIT_SET:
        state["chosen_suits"] = 1 << (action - dfg.FIRST_SUIT)
    else:
        state["chosen_suits"] = action - dfg.FIRST_SUIT_SET


# Step 3: the designations of the jokers


@kernel
def num_jokers_of_set(state: np.void) -> int:
    """Returns the number of jokers in the chosen set."""
    return state["chosen_size"] - size_of(np.int64(state["chosen_suits"]))


@kernel
def fits_joker_suits(state: np.void, choice: int) -> bool:
    """Whether the one or two jokers of the chosen set may have these suits (DFG-4.2, DFG-5.1)."""
    num_jokers = 1 if choice < dfg.NUM_SUITS else 2
    if num_jokers != num_jokers_of_set(state):
        return False
    suits = dfg.EACH_SUIT_ONCE[state["chosen_suits"]] + dfg.SUITS_OF_JOKERS[choice]
    if state["joker_duplicates"] == 0 and suits & REPEATS != 0:
        return False
    return state["bound"] == 0 or state["bound"] == suits


@kernel
def missing_of_run(state: np.void) -> int:
    """Returns the positions of the chosen run that need a joker, as a bit set."""
    suit = suit_of_run(state)
    held = dfg.ranks_held(state["hands"][state["to_move"]], suit)
    return missing_positions(held, np.int64(state["chosen_rank"]), np.int64(state["chosen_size"]))


@kernel
def suit_of_run(state: np.void) -> int:
    """Returns the suit of the chosen run."""
    suit = 0
    while state["chosen_suits"] >> suit != 1:
        suit += 1
    return suit


@kernel
def fits_joker_positions(state: np.void, choice: int, missing: int, wild: int) -> bool:
    """Whether the jokers of the chosen run may stand at these positions; the rest is natural."""
    positions = dfg.POSITIONS_OF_JOKERS[choice]
    is_inside = positions >> state["chosen_size"] == 0
    return is_inside and missing & ~positions == 0 and size_of(positions) <= wild


@kernel
def legal_jokers(state: np.void, mask: np.ndarray) -> None:
    """Marks the possible designations of the jokers in the chosen set or run (DFG-4.2)."""
    if state["chosen_kind"] == dfg.SET:
        for choice in range(len(dfg.SUITS_OF_JOKERS)):
            mask[dfg.FIRST_JOKER_SUITS + choice] = fits_joker_suits(state, choice)
        return
    missing = missing_of_run(state)
    wild = most_wild(state, np.int64(state["to_move"]), np.int64(state["chosen_size"]))
    for choice in range(len(dfg.POSITIONS_OF_JOKERS)):
        mask[dfg.FIRST_JOKER_POSITIONS + choice] = fits_joker_positions(
            state, choice, missing, wild
        )


@kernel
def only_joker_suits(state: np.void) -> int:
    """Returns the only suits that the jokers of the chosen set can have, or SEVERAL (DFG-4.20)."""
    if num_jokers_of_set(state) == 0:
        return 0
    found = 0
    for choice in range(len(dfg.SUITS_OF_JOKERS)):
        if fits_joker_suits(state, choice):
            if found != 0:
                return SEVERAL
            found = dfg.SUITS_OF_JOKERS[choice]
    return found


@kernel
def only_joker_positions(state: np.void) -> int:
    """Returns the only positions for the jokers of the chosen run, or SEVERAL (DFG-4.20)."""
    missing = missing_of_run(state)
    wild = most_wild(state, np.int64(state["to_move"]), np.int64(state["chosen_size"]))
    return missing if size_of(missing) == wild else SEVERAL
