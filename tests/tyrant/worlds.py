"""The worlds of Tyrant, judged player by player, by search.

Is there a first hand, and a hand for each pass, from which the turns can have been taken as they
were? Games are played with few cards, so that all worlds can be listed.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product
from math import factorial, prod
from typing import Any

import numpy as np

from fudaba.envs import NOBODY
from fudaba.envs.core.words.reading import copied
from fudaba.envs.tyrant import GAME, rules
from fudaba.envs.tyrant import state as tyr

from ..tables import dealt_state
from ..worlds import Course, Hidden, Late, Sample, Start, World, Worlds, total_ways

Counts = tuple[int, ...]

HIDING_OPTIONS: list[dict[str, Any]] = [
    {},
    {"no_follow_reveal": "chosen_only", "first_hand": 3, "refill_hand": 3},
    {"first_hand": 3, "refill_hand": 2, "plaza_start": 8, "plaza_removed": 0},
    {"no_follow_reveal": "chosen_only", "plaza_start": 7, "plaza_removed": 1},
    {"no_follow_reveal": "chosen_only", "first_hand": 4, "refill_hand": 1, "chips_per_player": 9},
]


def with_cards(*numbers: int) -> Start:
    """Games where most cards of each player lie open, out of the game; so many are left."""

    def start(number: int, rng: random.Random) -> Course:
        options = {"num_players": 3, **HIDING_OPTIONS[number % len(HIDING_OPTIONS)]}
        state = dealt_state(GAME, options, rng.getrandbits(63))
        state["stocks"] += state["hands"]
        state["hands"] = 0
        state["refills"], state["selected"] = 0, 0
        for stock in state["stocks"][:3]:
            gone = 16 - numbers[number % len(numbers)]
            for suit in rng.sample(np.repeat(np.arange(4), stock).tolist(), gone):
                stock[suit] -= 1
                state["seen"][suit] += 1
        state["phase"], state["to_move"] = tyr.SELECT, NOBODY
        rules.move_on(state, 0)
        return Course(state, rng)

    return start


def choose(state: np.void, keen: float, rng: random.Random) -> int:
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


def is_possible(world: np.void, course: Course, viewer: int) -> bool:
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


def hidden_in(state: np.void) -> Hidden:
    """All number cards that can be hidden, by place."""
    rows = [row for field in ("hands", "stocks", "plays") for row in state[field].reshape(-1, 4)]
    return tuple(map(vector, [*rows, state["aside"]]))


def rows_of(state: np.void, viewer: int) -> list[tuple[np.ndarray, int]]:
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
    rows = rows_of(blank, viewer)
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


def weight(world: np.void) -> float:
    """In how many ways the hidden cards can lie so, but for a factor that all worlds share."""
    hidden = [world["hands"], world["stocks"], world["plays"] - world["shown"], world["aside"]]
    return 1.0 / prod(factorial(count) for rows in hidden for count in rows.ravel().tolist())


@dataclass(frozen=True)
class SetsOfSuits(Worlds):
    """Tyrant, whose cards of a suit are alike: worlds are listed by the counts of suits."""

    def all(self, course: Course, viewer: int, most: int) -> dict[Hidden, World] | None:
        """None too while somebody else forms a hand."""
        state = course.state
        is_settled = state["to_move"] == viewer or state["phase"] != tyr.SELECT
        tables = all_worlds(state, viewer, most) if is_settled else None
        if tables is None or len(tables) < 2:
            return None
        return {hidden_in(table): World(table, weight(table)) for table in tables}


def marks(course: Course, viewer: int, world: np.void) -> Iterator[str]:
    """It has the same cards; plays lie face down in some."""
    state = course.state
    ours, truth = (sum(map(np.array, hidden_in(table))).tolist() for table in (world, state))
    assert ours == truth
    if (state["plays"] != state["shown"])[:, : state["trick"]].any():
        yield "hidden plays"


def is_even(late: Late) -> bool:
    """Where nearly all deals are excluded worlds are mended, and not evenly."""
    return total_ways(late.possible) >= 0.2 * total_ways(late.worlds)


WORLDS = SetsOfSuits(
    GAME,
    "TYR-7.4, TYR-7.5, TYR-7.6",
    with_cards(7, 16),
    choose,
    hidden_in,
    is_possible,
    fitting=Sample(40, 3, least={"checked": 600, "hidden plays": 20}),
    independent=Sample(10, 4, least={"moved": 100}),
    reaching=Sample(60, 5, most=14, least={"positions": 30, "excluded": 20}),
    even=Sample(20, 6, most=12),
    few=with_cards(5),
    is_taken=lambda state, rng: rng.random() < 0.3,
    is_even=is_even,
    marks=marks,
)
