"""What `redeal` deals (TYR-7): only worlds that what everybody saw allows, and all of them.

A world is judged player by player, by search: is there a first hand, and a hand for each pass, from
which the turns can have been taken as they were? That knows nothing of how `redeal` excludes
worlds. Games are played with few cards, so that all worlds can be listed.
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
import pytest
from scipy import stats

from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.words.reading import copied
from fudaba.envs.tyrant import GAME, rules
from fudaba.envs.tyrant import state as tyr

from ..fingerprint import fields_of
from ..kikisen.worlds import check_even
from ..tables import dealt_state, redealt, without_rng

Counts = tuple[int, ...]
NONE = (0, 0, 0, 0)
World = tuple[Any, ...]

HIDING_OPTIONS: list[dict[str, Any]] = [
    {},
    {"no_follow_reveal": "chosen_only", "first_hand": 3, "refill_hand": 3},
    {"first_hand": 3, "refill_hand": 2, "plaza_start": 8, "plaza_removed": 0},
    {"no_follow_reveal": "chosen_only", "plaza_start": 7, "plaza_removed": 1},
    {"no_follow_reveal": "chosen_only", "first_hand": 4, "refill_hand": 1, "chips_per_player": 9},
]


def dealt(options: dict[str, Any], seed: int, cards_each: int) -> np.void:
    """A table at its first decision where most cards of each player lie open, out of the game."""
    state = dealt_state(GAME, {"num_players": 3, **options}, seed)
    rng = random.Random(seed)
    state["stocks"] += state["hands"]
    state["hands"] = 0
    state["refills"], state["selected"] = 0, 0
    for stock in state["stocks"][:3]:
        for suit in rng.sample(np.repeat(np.arange(4), stock).tolist(), 16 - cards_each):
            stock[suit] -= 1
            state["seen"][suit] += 1
    state["phase"], state["to_move"] = tyr.SELECT, NOBODY
    rules.move_on(state, 0)
    return state


def positions(count: int, seed: int, cards_each: int) -> Iterator[tuple[np.void, int]]:
    """All positions of so many games, and a viewer of each."""
    rng = random.Random(seed)
    for number in range(count):
        options = HIDING_OPTIONS[number % len(HIDING_OPTIONS)]
        state = dealt(options, rng.getrandbits(63), cards_each)
        while state["to_move"] != NOBODY:
            yield copied(state), rng.randrange(3)
            rules.apply(state, chosen(state, rng))


def chosen(state: np.void, rng: random.Random) -> int:
    """Chips are kept, so that there are passes; other suits are liked, and several cards."""
    legal = GAME.legal_actions(state)
    if tyr.NO_CHIPS_ACTION in legal and rng.random() < 0.9:
        return tyr.NO_CHIPS_ACTION
    step = int(state["step"])
    if state["phase"] == tyr.SELECT and step == tyr.lead_suit(state) and rng.random() < 0.7:
        return legal[0]  # few cards of the suit that is led
    large = [action for action in legal if tyr.PAIR.first <= action < tyr.NO_CHIPS_ACTION]
    return rng.choice(large if large and rng.random() < 0.5 else legal)


# Judging a world


def vector(row: np.ndarray) -> Counts:
    return tuple(row.tolist())


def plus(one: Counts, other: Counts) -> Counts:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def minus(one: Counts, other: Counts) -> Counts:
    return tuple(a - b for a, b in zip(one, other, strict=True))


@cache
def parts(available: Counts, size: int) -> list[Counts]:
    """All sets of so many of these cards."""
    ranges = [range(count + 1) for count in available]
    return [cards for cards in product(*ranges) if sum(cards) == size]


def is_possible(world: np.void, viewer: int) -> bool:
    """Whether all players but the viewer can have done what they did, with these cards."""
    return all(can_have_acted(world, seat) for seat in range(3) if seat != viewer)


def can_have_acted(world: np.void, seat: int) -> bool:
    """Whether there are hands from which a player can have played so."""
    last = min(int(world["trick"]), 7)
    plays = [vector(world["plays"][seat, trick]) for trick in range(8)]
    shown = [vector(world["shown"][seat, trick]) for trick in range(8)]
    held = plus(vector(world["hands"][seat]), vector(world["stocks"][seat]))
    all_held = [held]  # by trick, before the play
    for play in plays[::-1]:
        all_held.insert(0, plus(all_held[0], play))
    for trick in range(last + 1):
        if min(minus(plays[trick], shown[trick])) < 0:
            return False
        if not settled_as_seen(world, seat, trick, plays[trick], shown[trick]):
            return False
    starts = [trick for trick in range(last + 1)
              if world["refills"][seat, trick] or world["selected"][seat, trick]]  # fmt: skip
    for start, end in pairwise([*starts, last + 1]):
        is_gone = (world["deeds"][seat, start:end] == tyr.PASSED).any()
        left = None if is_gone else vector(world["hands"][seat])
        if not has_hand(world, seat, start, end, all_held[start], plays, left):
            return False
    return True


def settled_as_seen(world: np.void, seat: int, trick: int, play: Counts, shown: Counts) -> bool:
    """Whether a player was asked, or not, for a card for the plaza, as the play would have it."""
    is_last = trick == world["trick"]
    was_case = world["winners"][trick] == NOBODY if not is_last else world["phase"] == tyr.SETTLE
    if not was_case or not sum(play):
        return True
    if play[world["leads"][trick] // 3]:
        return False
    num_suits = sum(count > 0 for count in play)
    if is_last and world["to_move"] == seat:
        return num_suits > 1
    if world["settled"][seat, trick] == tyr.NO_SUIT:
        return True
    return num_suits > 1 or play == shown


def has_hand(
    world: np.void,
    seat: int,
    start: int,
    end: int,
    available: Counts,
    plays: list[Counts],
    left: Counts | None,
) -> bool:
    """Whether there is a hand, formed at the start of a trick, for the tricks until the next one.

    Args:
        world: The world.
        seat: The player.
        start: The trick of the hand.
        end: The trick behind its last.
        available: What it was formed from.
        plays: The plays of all tricks.
        left: What must be left of it now; None where it went to the stock.
    """
    size = int(world["first_hand"] if start == 0 else world["refill_hand"])
    is_choice = sum(available) > size and sum(count > 0 for count in available) > 1
    if is_choice != bool(world["selected"][seat, start]):
        return False
    if not world["refills"][seat, start]:
        return True  # it is still being formed
    for hand in parts(available, min(size, sum(available))):
        rest: Counts | None = hand
        for trick in range(start, end):
            if rest is not None and world["deeds"][seat, trick] == tyr.PLAYED:
                rest = after_play(rest, plays[trick], int(world["leads"][trick]) // 3)
        if rest is not None and (left is None or rest == left):
            return True
    return False


def after_play(hand: Counts, play: Counts, led: int) -> Counts | None:
    """What is left of a hand; None if the play is not legal (TYR-4.5)."""
    rest = minus(hand, play)
    if min(rest) < 0 or (hand[led] and not play[led]):
        return None
    return rest


# Listing all worlds


def hidden_in(state: np.void) -> World:
    """All number cards that can be hidden, by place."""
    rows = [row for field in ("hands", "stocks", "plays") for row in state[field].reshape(-1, 4)]
    return tuple(map(vector, [*rows, state["aside"]]))


def places(state: np.void, viewer: int) -> list[tuple[np.ndarray, int]]:
    """The rows of a table where hidden cards lie, and how many; the rows hold what is known."""
    found = [(state["aside"], int(state["aside"].sum()))]
    state["aside"] = 0
    for seat in {0, 1, 2} - {viewer}:
        for row in (state["hands"][seat], state["stocks"][seat]):
            found.append((row, int(row.sum())))
            row[:] = 0
        for play, shown in zip(state["plays"][seat], state["shown"][seat], strict=True):
            found.append((play, int(play.sum() - shown.sum())))
            play[:] = shown
    return [(row, size) for row, size in found if size]


def all_worlds(state: np.void, viewer: int, most: int) -> list[np.void] | None:
    """Every way to lay the hidden cards, or None if these are too many."""
    blank = copied(state)
    total = sum(map(np.array, hidden_in(state)), np.zeros(4, int))
    rows = places(blank, viewer)
    hidden = tuple((total - sum(map(np.array, hidden_in(blank)), np.zeros(4, int))).tolist())
    found: list[np.void] = []

    def lay(place: int, left: Counts) -> bool:
        if place == len(rows):
            found.append(copied(blank))
            return len(found) <= most
        row, size = rows[place]
        known = row.copy()
        for cards in parts(left, size):
            row += np.array(cards, np.int8)
            goes_on = lay(place + 1, minus(left, cards))
            row[:] = known
            if not goes_on:
                return False
        return True

    return found if lay(0, hidden) else None


class Late(NamedTuple):
    """A position, a viewer, all worlds, and those that can be, by what is hidden in them."""

    state: np.void
    viewer: int
    worlds: list[np.void]
    possible: dict[World, np.void]


# Tests


def is_settled(state: np.void, viewer: int) -> bool:
    """Whether nobody else forms a hand now."""
    return bool(state["to_move"] == viewer or state["phase"] != tyr.SELECT)


@pytest.mark.parametrize("cards_each", [7, 16])
def test_TYR_7_5_a_redealt_world_shows_the_same_and_can_have_been(cards_each: int) -> None:
    checked = hidden_plays = 0
    for state, viewer in positions(20, 3, cards_each):
        assert is_possible(state, viewer)
        world = redealt(GAME, state, viewer, 5 * checked)
        assert GAME.view(world, viewer).tobytes() == GAME.view(state, viewer).tobytes()
        assert is_possible(world, viewer)
        assert sum(map(np.array, hidden_in(world))).tolist() == (
            sum(map(np.array, hidden_in(state))).tolist()
        )
        checked += 1
        hidden_plays += bool((state["plays"] != state["shown"])[:, : state["trick"]].any())
    assert checked > 300 and hidden_plays > 10


def test_TYR_7_4_a_redealt_world_does_not_depend_on_the_true_one() -> None:
    moved = 0
    for number, (state, viewer) in enumerate(positions(10, 4, 7)):
        other = redealt(GAME, state, viewer, 2 * number)
        moved += without_rng(other) != without_rng(state)
        world, same = (redealt(GAME, table, viewer, number) for table in (state, other))
        assert fields_of(world) == fields_of(same)
    assert moved > 100


def late_positions(count: int, seed: int, most: int) -> Iterator[Late]:
    """Positions with few worlds, all of which are listed."""
    rng = random.Random(seed)
    for state, viewer in positions(count, seed, 5):
        if rng.random() < 0.7 or not is_settled(state, viewer):
            continue
        worlds = all_worlds(state, viewer, most)
        if worlds is not None and len(worlds) > 1:
            possible = {hidden_in(world): world for world in worlds if is_possible(world, viewer)}
            yield Late(state, viewer, worlds, possible)


def test_TYR_7_6_redeal_reaches_every_possible_world_and_no_other() -> None:
    num_positions = num_excluded = 0
    rng = random.Random(1)
    for state, viewer, worlds, possible in late_positions(60, 5, 14):
        assert hidden_in(state) in possible
        reached: set[World] = set()
        for _ in range(100 * len(possible)):
            reached.add(hidden_in(redealt(GAME, state, viewer, rng.getrandbits(63))))
            if len(reached) == len(possible):
                break
        assert reached == possible.keys()
        num_positions += 1
        num_excluded += len(worlds) - len(possible)
    assert num_positions > 30 and num_excluded > 20


def weight(world: np.void) -> float:
    """In how many ways the hidden cards can lie so, but for a factor that all worlds share."""
    hidden = [world["hands"], world["stocks"], world["plays"] - world["shown"], world["aside"]]
    return 1.0 / prod(factorial(count) for rows in hidden for count in rows.ravel().tolist())


def test_TYR_7_6_all_ways_to_deal_a_possible_world_are_equally_likely() -> None:
    tests: list[float] = []
    rng = random.Random(2)
    for state, viewer, worlds, possible in late_positions(20, 6, 12):
        ways = np.array([weight(world) for world in possible.values()])
        if len(possible) < 2 or ways.sum() < 0.2 * sum(map(weight, worlds)):
            continue  # nearly all deals are excluded: worlds are mended, and not evenly
        wanted = 200 * ways / ways.sum()
        if wanted.min() < 5:
            continue
        draws = (redealt(GAME, state, viewer, rng.getrandbits(63)) for _ in range(200))
        seen = Counter(map(hidden_in, draws))
        tests.append(stats.chisquare([seen[hidden] for hidden in possible], wanted).pvalue)
    check_even(tests)


def test_TYR_3_1_TYR_3_2_leads_and_aces_that_nobody_saw_change_places() -> None:
    state = dealt_state(GAME, {"num_players": 3}, 7)
    worlds = [redealt(GAME, state, 1, rng) for rng in range(200)]
    assert len({world["leads"][3:].tobytes() for world in worlds}) > 190
    assert all((world["leads"][:3] == state["leads"][:3]).all() for world in worlds)
    assert all(sorted(world["leads"]) == list(range(12)) for world in worlds)
    assert {int(world["aces"][1]) for world in worlds} == {int(state["aces"][1])}
    assert len({world["aces"].tobytes() for world in worlds}) == 6
