"""Which plays are allowed: the shape first, then its places one by one (CYC-4.2 to 4.8).

Shapes and ways to fill a place are offered only where they can be completed to a legal play.
"""

import numpy as np

from ...core.compiling.kernel import kernel
from .. import state as cyc


@kernel
def wanted_colours(state: np.void) -> int:
    """Returns the colours of the newest play, one of which a play needs, as bits (CYC-4.4)."""
    return cyc.ANY_COLOUR if state["form"] == cyc.NONE else int(state["colours"])


@kernel
def colours_held(hand: np.ndarray, way: int, kind: int) -> int:
    """Returns the colours that a hand has of a kind, or of nothings, as bits.

    Args:
        hand: int8[24], counts by type.
        way: NATURAL_BLACK for the kind, WILD_BLACK for nothings.
        kind: 0..10.
    """
    num_black = hand[cyc.TYPES_OF_WAYS[way, kind]]
    num_red = hand[cyc.TYPES_OF_WAYS[way + 1, kind]]
    return int(num_black > 0) | int(num_red > 0) << 1


# The shape


@kernel
def mark_leads(state: np.void, mask: np.ndarray) -> int:
    """Marks the shapes that the hand can play; returns how many (CYC-4.2)."""
    count, shortest = 0, np.int64(state["min_run"])
    for kind in range(cyc.NUM_KINDS):
        count += mark_sets(state, kind, 1, cyc.LARGEST_PLAY, mask)
        count += mark_runs(state, kind, shortest, cyc.NUM_KINDS, mask)
    return count


@kernel
def mark_answers(state: np.void, mask: np.ndarray) -> int:
    """Marks shapes that beat the newest: as many, stronger; or more, same foot (CYC-4.4).

    Returns:
        How many shapes.
    """
    count, foot, size = 0, np.int64(state["foot"]), np.int64(state["size"])
    for kind in range(cyc.NUM_KINDS):
        if cyc.is_stronger(kind, foot):
            if state["form"] == cyc.RUN:
                count += mark_runs(state, kind, size, size, mask)
            else:
                count += mark_sets(state, kind, size, size, mask)
    count += mark_sets(state, foot, size + 1, cyc.LARGEST_PLAY, mask)
    shortest = max(size + 1, np.int64(state["min_run"]))
    return count + mark_runs(state, foot, shortest, cyc.NUM_KINDS, mask)


@kernel
def mark_sets(state: np.void, kind: int, fewest: int, most: int, mask: np.ndarray) -> int:
    """Marks the single and the friends of a kind that the hand has; returns how many (CYC-4.8)."""
    hand, num_cards = state["hands"][state["to_move"]], 0
    colours = colours_held(hand, cyc.NATURAL_BLACK, kind) | colours_held(hand, cyc.WILD_BLACK, kind)
    if colours & wanted_colours(state) == 0:
        return 0
    for way in range(cyc.NUM_WAYS):
        num_cards += int(hand[cyc.TYPES_OF_WAYS[way, kind]])
    largest = min(num_cards, most)
    for size in range(fewest, largest + 1):
        mask[action_of_set(kind, size)] = 1
    return max(largest + 1 - fewest, 0)


@kernel
def action_of_set(kind: int, size: int) -> int:
    """Returns the action of a single or of friends."""
    return cyc.FIRST_SINGLE + kind if size == 1 else cyc.FRIENDS_STARTS[kind] + size


@kernel
def mark_runs(state: np.void, foot: int, shortest: int, longest: int, mask: np.ndarray) -> int:
    """Marks the runs from a foot that the hand has; returns how many (CYC-4.2)."""
    hand, count, num_missing = state["hands"][state["to_move"]], 0, 0
    colours = colours_held(hand, cyc.WILD_BLACK, foot)
    num_wild = num_nothings(hand)
    for size in range(1, longest + 1):
        naturals = colours_held(hand, cyc.NATURAL_BLACK, cyc.kind_after(foot, size - 1))
        num_missing += naturals == 0
        if num_missing > num_wild:
            break
        colours |= naturals
        if size >= shortest and colours & wanted_colours(state) != 0:
            mask[cyc.RUN_STARTS[size] + foot] = 1
            count += 1
    return count


@kernel
def num_nothings(hand: np.ndarray) -> int:
    """Returns how many wild cards a hand has (CYC-5.1)."""
    black, red = cyc.TYPES_OF_WAYS[cyc.WILD_BLACK, 0], cyc.TYPES_OF_WAYS[cyc.WILD_RED, 0]
    return int(hand[black]) + int(hand[red])


@kernel
def choose_shape(state: np.void, action: int) -> None:
    """Notes the form, the foot and the number of cards of the play (CYC-4.7, C1)."""
    state["chosen_form"] = cyc.SHAPE_TABLE[action, 0]
    state["chosen_foot"] = cyc.SHAPE_TABLE[action, 1]
    state["chosen_size"] = cyc.SHAPE_TABLE[action, 2]


# Its places


@kernel
def kind_at(state: np.void, place: int) -> int:
    """Returns the kind that stands at a place of the chosen shape (CYC-4.3)."""
    foot = int(state["chosen_foot"])
    return cyc.kind_after(foot, place) if state["chosen_form"] == cyc.RUN else foot


@kernel
def mark_fills(state: np.void, mask: np.ndarray) -> int:
    """Marks the ways to fill the next place; returns how many (CYC-4.7, C2)."""
    count = 0
    for way in range(cyc.NUM_WAYS):
        is_legal = fits(state, way)
        mask[cyc.FIRST_FILL + way] = is_legal
        count += is_legal
    return count


@kernel
def fits(state: np.void, way: int) -> bool:
    """Returns whether the next place can be filled so, and then all others (CYC-4.7)."""
    filled, wanted = np.int64(state["num_filled"]), wanted_colours(state)
    if way < first_way(state) or num_left(state, way, kind_at(state, filled)) == 0:
        return False
    if cyc.colour_of(way) & wanted != 0 or colours_laid(state) & wanted != 0:
        wanted = 0
    if state["chosen_form"] == cyc.RUN:
        return can_end_run(state, way, wanted)
    return can_end_set(state, way, wanted)


@kernel
def first_way(state: np.void) -> int:
    """Returns the first way to fill the next place: friends are filled in the order of the ways."""
    if state["chosen_form"] != cyc.FRIENDS or state["num_filled"] == 0:
        return cyc.NATURAL_BLACK
    return int(state["fills"][state["num_filled"] - 1])


@kernel
def num_left(state: np.void, way: int, kind: int) -> int:
    """Returns the number of own cards left that can fill a place of this kind in this way."""
    count = int(state["hands"][state["to_move"], cyc.TYPES_OF_WAYS[way, kind]])
    if way >= cyc.WILD_BLACK or state["chosen_form"] != cyc.RUN:
        for place in range(state["num_filled"]):
            count -= state["fills"][place] == way
    return count


@kernel
def colours_laid(state: np.void) -> int:
    """Returns the colours of the places filled so far, as bits."""
    colours = 0
    for place in range(state["num_filled"]):
        colours |= cyc.colour_of(state["fills"][place])
    return colours


@kernel
def can_end_set(state: np.void, way: int, wanted: int) -> bool:
    """Returns whether friends can be completed after the next place is filled in this way.

    Args:
        state: The table.
        way: How the next place is filled.
        wanted: Colours of which the places after it must have one, as bits; 0 for none.
    """
    rest, kind = num_places_after(state), np.int64(state["chosen_foot"])
    count, colours = -1, 0  # without the card for this place
    for other in range(way, cyc.NUM_WAYS):
        left = num_left(state, other, kind)
        count += left
        if left > 0:
            colours |= cyc.colour_of(other)
    return count >= rest and (wanted == 0 or (rest > 0 and colours & wanted != 0))


@kernel
def can_end_run(state: np.void, way: int, wanted: int) -> bool:
    """Returns whether a run can be completed, as `can_end_set` does for friends."""
    hand, rest = state["hands"][state["to_move"]], num_places_after(state)
    num_black, num_red = num_left(state, cyc.WILD_BLACK, 0), num_left(state, cyc.WILD_RED, 0)
    num_wild = num_black + num_red - (way >= cyc.WILD_BLACK)
    colours, num_missing = int(num_black > 0) | int(num_red > 0) << 1, 0
    for place in range(state["chosen_size"] - rest, state["chosen_size"]):
        naturals = colours_held(hand, cyc.NATURAL_BLACK, kind_at(state, place))
        num_missing += naturals == 0
        colours |= naturals
    return num_missing <= num_wild and (wanted == 0 or (rest > 0 and colours & wanted != 0))


@kernel
def num_places_after(state: np.void) -> int:
    """Returns the number of places after the next one."""
    return int(state["chosen_size"]) - int(state["num_filled"]) - 1


@kernel
def fill(state: np.void, way: int) -> None:
    """Fills the next place."""
    state["fills"][state["num_filled"]] = way
    state["num_filled"] += 1


@kernel
def fill_what_is_forced(state: np.void) -> None:
    """Fills places while only one way is left (CYC-9.10)."""
    while not is_complete(state):
        only, count = 0, 0
        for way in range(cyc.NUM_WAYS):
            if fits(state, way):
                only = way
                count += 1
        if count > 1:
            return
        fill(state, only)


@kernel
def is_complete(state: np.void) -> bool:
    """Returns whether all places of the play are filled."""
    return state["num_filled"] == state["chosen_size"]
