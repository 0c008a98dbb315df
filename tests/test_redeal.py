"""What `redeal` deals: only worlds that a seat can't exclude, all of them, evenly.

Every game declares its worlds in `tests/<game>/worlds.py`, with the clauses of the rulebook that
these tests hold for it. Examples of one game are in its own `test_redeal.py`.
"""

from collections import Counter
from importlib import import_module

import pytest
from scipy import stats

from fudaba.envs import game_names
from fudaba.testing.positions import fields_of

from . import tables
from .tables import without_rng
from .worlds import Worlds, shown

GAMES: list[Worlds] = [
    import_module(f"{__package__}.{name.rpartition('_v')[0]}.worlds").WORLDS
    for name in game_names()
]

every_game = pytest.mark.parametrize(
    "worlds", GAMES, ids=[f"{worlds.game.name}: {worlds.clauses}" for worlds in GAMES]
)


@every_game
def test_a_redealt_world_shows_the_same_and_fits_all_that_happened(worlds: Worlds) -> None:
    seen: Counter[str] = Counter()
    for course, viewer in worlds.positions(worlds.fitting):
        state, world = course.state, worlds.redealt(course, viewer)
        assert shown(worlds.game, world, viewer) == shown(worlds.game, state, viewer)
        assert worlds.is_possible(state, course, viewer), "the truth is possible"
        assert worlds.is_possible(world, course, viewer), (course.actions, viewer)
        seen["checked"] += 1
        seen["moved"] += worlds.hidden_in(world) != worlds.hidden_in(state)
        seen.update(worlds.marks(course, viewer, world))
    worlds.fitting.check(seen)


@every_game
def test_a_redealt_world_does_not_depend_on_the_true_one(worlds: Worlds) -> None:
    seen: Counter[str] = Counter()
    for course, viewer in worlds.positions(worlds.independent):
        start, other = course.rng.getrandbits(64), worlds.redealt(course, viewer)
        seen["moved"] += without_rng(other) != without_rng(course.state)
        worlds.hide(other, course.state, viewer)
        world, same = (tables.redealt(worlds.game, table, viewer, start)
                       for table in (course.state, other))  # fmt: skip
        assert fields_of(world) == fields_of(same) and world["rng"] != start
    worlds.independent.check(seen)


@every_game
def test_redeal_reaches_every_possible_world_and_no_other(worlds: Worlds) -> None:
    seen: Counter[str] = Counter()
    for late in worlds.late(worlds.reaching):
        course, viewer, possible = late.course, late.viewer, late.possible
        assert worlds.hidden_in(course.state) in possible
        reached, count = set(), len(possible)
        for draw in range(200 * count):
            reached.add(worlds.hidden_in(worlds.redealt(course, viewer)))
            if draw >= 5 * count and len(reached) >= count:
                break
        assert reached == possible.keys(), (course.actions, viewer)
        num_excluded = len(late.worlds) - count
        seen.update(positions=1, excluded=num_excluded, single=count == 1 <= num_excluded)
        seen.update(worlds.late_marks(late))
    worlds.reaching.check(seen)


@every_game
def test_every_deal_of_the_hidden_cards_is_equally_likely(worlds: Worlds) -> None:
    """Those of the deals that are possible; no single position is off, nor are all together."""
    tests = [
        worlds.evenness(late, worlds.even.draws)
        for late in worlds.late(worlds.even)
        if len(late.possible) > 1 and worlds.is_even(late)
    ]
    worlds.even.check(Counter(positions=len(tests)))
    assert len(tests) > 10 and min(tests) > 0.01 / len(tests)
    assert stats.kstest(tests, "uniform").pvalue > 0.01
