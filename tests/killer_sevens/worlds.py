"""The worlds of Killer Sevens, judged by playing the game again.

A world's deal is read off its table: a card that lies there was dealt to who laid it.
"""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from fudaba.envs.cards.laying import ELIMINATED
from fudaba.envs.killer_sevens import GAME
from fudaba.envs.killer_sevens.board import GRID, NUM_CELLS, board_of
from fudaba.envs.killer_sevens.rules import begin
from fudaba.envs.killer_sevens.state import PASS_ACTION

from ..tables import blank, without_rng
from ..worlds import Course, Sample, Worlds, leads_to, others, under

MIXES: list[dict[str, Any]] = [
    {},
    {"voluntary_pass": False},
    {"voluntary_pass": False, "group_kill": "any_shape", "row_order": "random"},
    {"pass_limit": 1},
    {"pass_limit": 0, "columns_wrap": True, "side_death": True},
    {"pass_limit": 1, "pass_exhaust": "eliminate"},
    {"pass_limit": 4, "pass_exhaust": "eliminate", "sides_needed": 2},
    {"pass_limit": 3, "pass_exhaust": "eliminate", "group_kill": "rectangle"},
    {"pass_limit": 5, "pass_exhaust": "eliminate", "voluntary_pass": False, "all_pass": "end"},
]


def options(number: int, rng: random.Random) -> dict[str, Any]:
    return {"num_players": rng.randint(2, 6), **MIXES[number % len(MIXES)]}


def choose(state: np.void, keen: float, rng: random.Random) -> int:
    """In every other game somebody often passes."""
    legal = GAME.legal_actions(state)
    passes = PASS_ACTION in legal and keen < 0.5 and rng.random() < 0.6
    return PASS_ACTION if passes else rng.choice(legal)


def is_possible(world: np.void, course: Course, viewer: int) -> bool:
    """Whether a viewer can't exclude a world: its game played again shows him just the same."""
    deal = blank(GAME, world)
    deal["suits"] = world["suits"]
    for seat in course.seats:
        laid = np.flatnonzero(world["laid_by"] == seat).tolist()
        deal["hands"][seat] = world["hands"][seat] | board_of(laid)
    begin(deal)
    return leads_to(world, deal, GAME, course, viewer)


def places(state: np.void, viewer: int) -> tuple[list[int], list[int]]:
    """The other hands."""
    hidden = int(GRID & ~(state["laid"] | state["hands"][viewer]))
    cells = [cell for cell in range(NUM_CELLS) if hidden >> cell & 1]
    return cells, [int(state["hand_size"][seat]) for seat in others(state, viewer)]


def lay(table: np.void, viewer: int, dealt: list[tuple[int, ...]]) -> None:
    for seat, hand in zip(others(table, viewer), dealt[:-1], strict=True):
        table["hands"][seat] = board_of(list(hand))


def marks(course: Course, viewer: int, world: np.void) -> Iterator[str]:
    """So many that each kind of proof must have been at work; two players hide nothing."""
    state = course.state
    if (state["barred"] & ~state["laid"]).any():
        yield "proofs"
    if (state["status"] == ELIMINATED).any():
        yield "eliminations"
    if len(course.seats) == 2:
        assert GAME.words.snapshot(world) == GAME.words.snapshot(state)
        yield "two players"


WORLDS = Worlds(
    GAME,
    "KIL-7.1, KIL-7.2, KIL-7.4",
    under(GAME, options),
    choose,
    without_rng,
    is_possible,
    places,
    lay,
    fitting=Sample(270, 1, 0.1, least={
        "checked": 300, "moved": 200, "proofs": 50, "eliminations": 20, "two players": 50,
    }),
    independent=Sample(30, 5, least={"moved": 300}),
    reaching=Sample(240, 17, most=60, each=1, least={"positions": 20, "excluded": 60}),
    even=Sample(240, 18, most=60, each=1, draws=40, least={"positions": 14}),
    is_taken=lambda state, rng: True,
    marks=marks,
    with_ends=True,
)  # fmt: skip
