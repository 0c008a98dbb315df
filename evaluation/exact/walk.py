"""The compiled walk through the trees of deals, by the rules of a game itself.

Information sets are found by their keys, see `fudaba.envs.core.stepping.information`.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from fudaba.envs import Game
from fudaba.envs.core.compiling.kernel import (
    Kernel,
    kernel,
    specialise,
    unbound,
    wait_for_compile,
)
from fudaba.envs.core.stepping.information import key_kernels, mix, new_view

NUM_SEATS = 2
NO_SET = -1
INFO_SET = np.dtype(
    [
        ("key", np.uint64, 2),
        ("view", np.uint64),  # the hash of the present view
        ("seat", np.int8),
        ("parent", np.int32),  # the seat's sequence that leads to it
        ("first", np.int32),  # the sequence of its first action; the others follow
        ("num_actions", np.int32),
        ("deal", np.int64),  # a history that leads to it: the deal,
        ("path", np.int64),  # the place of its actions,
        ("length", np.int32),  # and their number
    ],
    align=True,
)
LEAF = np.dtype([("sequences", np.int32, NUM_SEATS), ("points", np.float64)])

# What the walk of a deal came to
DONE, NO_ROOM, CHANCE, TOO_LONG, FORGETFUL = range(5)


class Found(NamedTuple):
    """What the walk has found; the arrays have room for more.

    Attributes:
        sets: INFO_SET records, in the order in which they were found: parents come first.
        slots: int32, a hash table of indices of `sets`; its size is a power of two.
        paths: int16, the actions of the histories of all sets.
        actions: int16[2, S], the action at the end of each sequence of a seat, from sequence 1.
        leaves: LEAF records: the last sequence of each seat, and the points of seat 0 times the
            probability of the deal.
        counts: int64[5], the sets, paths, sequences of either seat, and leaves in use.
        totals: int64[3], the histories, the ends of games and the most decisions of a game.
    """

    sets: np.ndarray
    slots: np.ndarray
    paths: np.ndarray
    actions: np.ndarray
    leaves: np.ndarray
    counts: np.ndarray
    totals: np.ndarray


SETS, PATHS, SEQUENCES, LEAVES = 0, 1, 2, 4  # in `counts`
HISTORIES, ENDS, LONGEST = range(3)  # in `totals`


class Stack(NamedTuple):
    """The history that the walk is at, by depth D.

    Attributes:
        states: [D] state records.
        keys: uint64[D, 2, 2], by seat, of the chain so far.
        seen: uint64[D, 2, 2], by seat, the hash of the last view.
        sequences: int32[D, 2], the last sequence of each seat.
        legal: int16[D, A], the legal actions.
        num_legal: int64[D].
        tried: int64[D], how many of them were tried.
        first: int64[D], the sequence of the first one.
        path: int16[D], the action that was tried last.
        views: [1], a view record, as scratch.
        words: The same memory as uint64.
        mask: int8[A], as scratch.
        points: float64[P], as scratch.
    """

    states: np.ndarray
    keys: np.ndarray
    seen: np.ndarray
    sequences: np.ndarray
    legal: np.ndarray
    num_legal: np.ndarray
    tried: np.ndarray
    first: np.ndarray
    path: np.ndarray
    views: np.ndarray
    words: np.ndarray
    mask: np.ndarray
    points: np.ndarray


def new_stack(game: Game, longest: int) -> Stack:
    """Returns an empty stack for games of at most `longest` decisions."""
    depth = longest + 1
    views, words = new_view(game)
    return Stack(
        states=np.zeros(depth, game.state_dtype),
        keys=np.zeros((depth, NUM_SEATS, 2), np.uint64),
        seen=np.zeros((depth, NUM_SEATS, 2), np.uint64),
        sequences=np.zeros((depth, NUM_SEATS), np.int32),
        legal=np.zeros((depth, game.num_actions), np.int16),
        num_legal=np.zeros(depth, np.int64),
        tried=np.zeros(depth, np.int64),
        first=np.zeros(depth, np.int64),
        path=np.zeros(depth, np.int16),
        views=views,
        words=words,
        mask=np.zeros(game.num_actions, np.int8),
        points=np.zeros(game.max_players),
    )


@kernel
def find_slot(found: Found, key: np.ndarray) -> int:
    """Returns the slot of a key, or the free one where it belongs."""
    slot = np.int64(key[0] & np.uint64(len(found.slots) - 1))
    while found.slots[slot] != NO_SET:
        held = found.sets[found.slots[slot]]["key"]
        if held[0] == key[0] and held[1] == key[1]:
            break
        slot = (slot + 1) & (len(found.slots) - 1)
    return int(slot)


@wait_for_compile
@kernel
def fill_slots(found: Found) -> None:
    """Enters all sets into an empty hash table."""
    for number in range(found.counts[SETS]):
        found.slots[find_slot(found, found.sets[number]["key"])] = number


@kernel
def has_room(found: Found, stack: Stack, depth: int) -> bool:
    """Returns whether another information set fits into the arrays."""
    counts, longest = found.counts, found.actions.shape[1]
    num_legal = stack.num_legal[depth]
    return (
        2 * counts[SETS] < min(2 * len(found.sets), len(found.slots))
        and counts[PATHS] + depth <= len(found.paths)
        and counts[SEQUENCES] + num_legal <= longest
        and counts[SEQUENCES + 1] + num_legal <= longest
    )


@kernel
def add_set(found: Found, stack: Stack, depth: int, seat: int, deal: int, slot: int) -> None:
    """Adds the information set of the seat to move, with the history that led there."""
    counts, number = found.counts, found.counts[SETS]
    added = found.sets[number]
    added["key"][0], added["key"][1] = stack.keys[depth, seat, 0], stack.keys[depth, seat, 1]
    added["view"] = stack.seen[depth, seat, 0]
    added["seat"] = seat
    added["parent"] = stack.sequences[depth, seat]
    added["first"] = counts[SEQUENCES + seat]
    added["num_actions"] = stack.num_legal[depth]
    added["deal"], added["path"], added["length"] = deal, counts[PATHS], depth
    for step in range(depth):
        found.paths[counts[PATHS] + step] = stack.path[step]
    for position in range(stack.num_legal[depth]):
        found.actions[seat, counts[SEQUENCES + seat] + position] = stack.legal[depth, position]
    found.slots[slot] = number
    counts[SETS] += 1
    counts[PATHS] += depth
    counts[SEQUENCES + seat] += stack.num_legal[depth]


@kernel
def fits(found: Found, stack: Stack, depth: int, seat: int, number: int) -> bool:
    """Returns whether a history belongs to the information set of its key.

    All histories of a set have the same last sequence of the seat and the same legal actions.
    """
    known = found.sets[number]
    is_same = (
        known["seat"] == seat
        and known["parent"] == stack.sequences[depth, seat]
        and known["num_actions"] == stack.num_legal[depth]
    )
    for position in range(stack.num_legal[depth] if is_same else 0):
        action = found.actions[seat, known["first"] + position]
        is_same = is_same and action == stack.legal[depth, position]
    return is_same


legal = apply = score = look = start = enter = unbound


def _enter(found: Found, stack: Stack, depth: int, deal: int, chance: float) -> int:
    """Finds the information set of a history, or adds its end; returns what it came to."""
    state = stack.states[depth]
    found.totals[HISTORIES] += 1
    found.totals[LONGEST] = max(found.totals[LONGEST], depth)
    stack.num_legal[depth], stack.tried[depth] = 0, 0
    seat = np.int64(state["to_move"])
    if seat < 0:
        if found.counts[LEAVES] == len(found.leaves):
            return NO_ROOM
        score(state, stack.points)
        leaf = found.leaves[found.counts[LEAVES]]
        leaf["sequences"][0] = stack.sequences[depth, 0]
        leaf["sequences"][1] = stack.sequences[depth, 1]
        leaf["points"] = chance * stack.points[0]
        found.counts[LEAVES] += 1
        found.totals[ENDS] += 1
        return DONE
    legal(state, stack.mask)
    for action in range(len(stack.mask)):
        if stack.mask[action] == 1:
            stack.legal[depth, stack.num_legal[depth]] = action
            stack.num_legal[depth] += 1
    slot = find_slot(found, stack.keys[depth, seat])
    if found.slots[slot] == NO_SET:
        if not has_room(found, stack, depth):
            return NO_ROOM
        add_set(found, stack, depth, seat, deal, slot)
    elif not fits(found, stack, depth, seat, np.int64(found.slots[slot])):
        return FORGETFUL
    stack.first[depth] = found.sets[found.slots[slot]]["first"]
    return DONE


def _walk_deal(found: Found, stack: Stack, state: np.void, deal: int, chance: float) -> int:
    """Walks the tree of one deal, depth first; returns what it came to."""
    stack.states[0] = state
    for seat in range(NUM_SEATS):
        stack.sequences[0, seat] = 0
        start(state, seat, stack.keys[0, seat], stack.seen[0, seat], stack.views, stack.words)
    depth, came_to = 0, enter(found, stack, 0, deal, chance)
    while depth >= 0 and came_to == DONE:
        if stack.tried[depth] == stack.num_legal[depth]:
            depth -= 1
            continue
        action = np.int64(stack.legal[depth, stack.tried[depth]])
        sequence = stack.first[depth] + stack.tried[depth]
        stack.tried[depth] += 1
        stack.path[depth] = action
        if depth + 1 == len(stack.states):
            return TOO_LONG
        mover, stream = np.int64(stack.states[depth]["to_move"]), stack.states[depth]["rng"]
        stack.states[depth + 1] = stack.states[depth]
        depth += 1
        apply(stack.states[depth], action)
        if stack.states[depth]["rng"] != stream:
            return CHANCE
        for seat in range(NUM_SEATS):
            stack.sequences[depth, seat] = stack.sequences[depth - 1, seat]
            for word in range(2):
                stack.keys[depth, seat, word] = stack.keys[depth - 1, seat, word]
                stack.seen[depth, seat, word] = stack.seen[depth - 1, seat, word]
            key, seen = stack.keys[depth, seat], stack.seen[depth, seat]
            if seat == mover:
                stack.sequences[depth, seat] = sequence
                mix(key, np.uint64(action))
            if stack.states[depth]["to_move"] >= 0:  # no set follows the end of a game
                look(stack.states[depth], seat, key, seen, stack.views, stack.words)
        came_to = enter(found, stack, depth, deal, chance)
    return came_to


walk_deal = unbound


def _walk(
    found: Found,
    stack: Stack,
    states: np.ndarray,
    chances: np.ndarray,
    first: int,
    last: int,
    deal: int,
) -> tuple[int, int]:
    """Walks the deals first..last-1 of a chunk whose first deal has the number `deal`.

    Returns:
        The first deal that was not walked to its end, and what it came to. Its leaves and
        histories are not counted, so that it can be walked again.
    """
    for position in range(first, last):
        leaves, histories = found.counts[LEAVES], found.totals[HISTORIES]
        ends = found.totals[ENDS]
        came_to = walk_deal(found, stack, states[position], deal + position, chances[position])
        if came_to != DONE:
            found.counts[LEAVES] = leaves
            found.totals[HISTORIES], found.totals[ENDS] = histories, ends
            return position, came_to
    return last, DONE


def _replay(
    sets: np.ndarray, paths: np.ndarray, deals: np.ndarray, deal: int, states: np.ndarray
) -> None:
    """Fills `states` with a position of each information set, by the history that led there.

    `deals` are the state records of a chunk whose first deal has the number `deal`.
    """
    for number in range(len(sets)):
        states[number] = deals[sets[number]["deal"] - deal]
        for step in range(sets[number]["length"]):
            apply(states[number], np.int64(paths[sets[number]["path"] + step]))


@cache
def walk_of(game: Game) -> Kernel:
    """Returns `walk` of a game."""
    rules = game.kernels
    enter = specialise(_enter, game.name, legal=rules.legal, score=rules.score)
    bound = {"apply": rules.apply, "enter": enter, **key_kernels(game)}
    walk_deal = specialise(_walk_deal, game.name, **bound)
    return wait_for_compile(specialise(_walk, game.name, walk_deal=walk_deal))


@cache
def replay_of(game: Game) -> Kernel:
    """Returns `replay` of a game."""
    return wait_for_compile(specialise(_replay, game.name, apply=game.kernels.apply))
