"""What balance reports measure, against a recount in plain Python of what is dealt and seen.

Every game declares its recount in `tests/<game>/test_balance.py`.
"""

import random
from collections import Counter
from importlib import import_module

import pytest

from fudaba.envs import Statistic, game_names

from .recounting import Measures, Row, balance, factors, tallies

NOT_RECOUNTED = {"tyrant_v0"}  # has sums of its tallies, and figures of TYR-11

GAMES: list[Measures] = [
    import_module(f"{__package__}.{name.rpartition('_v')[0]}.test_balance").MEASURES
    for name in game_names()
    if name not in NOT_RECOUNTED
]

every_game = pytest.mark.parametrize(
    "measures", GAMES, ids=[measures.game.name for measures in GAMES]
)


def met(statistics: tuple[Statistic, ...], row: Row) -> list[str]:
    """The measures of a seat that are not 0, and the words of those that are words."""
    words = [each.words[int(row[each.name])] for each in statistics if each.words]
    return [*words, *(name for name, value in row.items() if value)]


def check_met(seen: Counter[str], statistics: tuple[Statistic, ...], measures: Measures) -> None:
    """Every measure was something once, and had every word."""
    wanted = {name for each in statistics for name in (each.name, *(each.words or ()))}
    missing = wanted - seen.keys() - {*measures.never}
    assert not missing, f"{missing} were never met"


@every_game
def test_factors_are_those_of_the_dealt_hands(measures: Measures) -> None:
    seen: Counter[str] = Counter()
    for options in measures.mixes:
        for seed in range(measures.num_deals):
            table = measures.table.opened(seed, **options)
            for seat, found in enumerate(factors(measures.game, table.state)):
                assert found == measures.factors(table, seat)
                seen.update(met(balance(measures.game).factors, found))
    check_met(seen, balance(measures.game).factors, measures)


@every_game
def test_tallies_are_what_was_seen_happening(measures: Measures) -> None:
    seen: Counter[str] = Counter()
    for number, options in enumerate(measures.mixes):
        for seed in range(measures.num_matches):
            table = measures.table.opened(100 * number + seed, **options)
            expected = measures.watch(table, random.Random(seed))
            rows = zip(tallies(measures.game, table.state), expected, strict=True)
            for seat, (found, wanted) in enumerate(rows):
                measures.same(found, wanted)
                seen.update(met(balance(measures.game).tallies, found))
                seen.update(measures.marks(table, seat, found))
    check_met(seen, balance(measures.game).tallies, measures)
    assert seen.keys() >= {*measures.least}, seen
