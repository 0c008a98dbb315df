"""What `redeal` deals (MHP-7.2): only worlds that the history allows, all of them, evenly.

A world is judged by playing its course again: the deal is the world's hands with what their players
have played since, and every action that was taken must be legal in it. That knows nothing of how
`redeal` excludes worlds.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from fudaba.envs.core.words.reading import copied
from fudaba.envs.kikisen.words import ranks_in
from fudaba.envs.makhup import GAME
from fudaba.envs.makhup.state import MOVES, multiset

from ..worlds import Course, Sample, Worlds, others, under
from .positions import Table

Hands = tuple[tuple[int, ...], ...]

STRICT_OPTIONS: list[dict[str, Any]] = [
    {"draw_when_able": False},
    {"draw_when_able": False, "join_max": 3, "hand_size": 7},
    {"draw_when_able": False, "extend_fork": "highest_open", "hand_size": 4},
    {"stock_empty": "pass"},
    {"stock_empty": "pass", "draw_when_able": False, "join_max": 3},
    {},
    {"num_players": 2, "hand_size": 3, "stock_empty": "pass", "pack": ["bow", "chariot", "king"]},
]


def options(number: int, rng: random.Random) -> dict[str, Any]:
    return {"num_players": rng.randint(2, 6), **STRICT_OPTIONS[number % len(STRICT_OPTIONS)]}


def choose(state: np.void, keen: float, rng: random.Random) -> int:
    """Specials and plays are held back."""
    legal = GAME.legal_actions(state)
    return rng.choice(legal) if rng.random() < keen else legal[0]


def hands_in(state: np.void) -> Hands:
    return tuple(tuple(ranks_in(hand)) for hand in state["hands"])


def is_possible(world: np.void, course: Course, viewer: int) -> bool:
    """Whether every action of the course was legal with these hands, played back from the end."""
    held = [list(hand) for hand in hands_in(world)]
    for before, action in zip(course.tables[::-1], course.actions[::-1], strict=True):
        seat = int(before["to_move"])
        held[seat] = sorted([*held[seat], *MOVES[action][0]])
        table = copied(before)
        for player, hand in enumerate(held):
            table["hands"][player] = multiset(tuple(hand))
        if action not in GAME.legal_actions(table):
            return False
    return True


def places(state: np.void, viewer: int) -> tuple[list[int], list[int]]:
    """The other hands; the rest is the stock, as long as nobody knows what is in it."""
    seats = others(state, viewer)
    cards = [rank for seat in seats for rank in ranks_in(state["hands"][seat])]
    if state["reshuffles"] == 0:
        cards += state["stock"][: int(state["stock_size"])].tolist()
    return cards, [int(state["hand_sizes"][seat]) for seat in seats]


def lay(table: np.void, viewer: int, dealt: list[tuple[int, ...]]) -> None:
    for seat, hand in zip(others(table, viewer), dealt[:-1], strict=True):
        table["hands"][seat] = multiset(hand)


def marks(course: Course, viewer: int, world: np.void) -> Iterator[str]:
    """It has all cards; once the gone pile was shuffled the stock is known, and two know all."""
    ours, truth = Table(world), Table(course.state)
    hidden = [Counter(f"{table.stock} {' '.join(map(table.hand, table.seats))}".split())
              for table in (ours, truth)]  # fmt: skip
    assert hidden[0] == hidden[1]
    if course.state["barred_ranks"].any():
        yield "proofs"
    if course.state["reshuffles"]:
        assert sorted(ours.stock) == sorted(truth.stock)
        yield "known"
        if len(course.seats) == 2:
            assert hands_in(world) == hands_in(course.state)
            yield "all known"


WORLDS = Worlds(
    GAME,
    "MHP-7.2",
    under(GAME, options),
    choose,
    hands_in,
    is_possible,
    places,
    lay,
    fitting=Sample(
        105, 32, 0.3, least={"checked": 300, "proofs": 80, "known": 10, "all known": 10}
    ),
    independent=Sample(40, 5, least={"moved": 300}),
    reaching=Sample(150, 17, most=400, least={"positions": 40, "excluded": 100}),
    even=Sample(120, 23, most=60),
    marks=marks,
)
