"""The house rules that the tests over the registry are run with."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

from fudaba.envs import Game
from fudaba.testing.mixes import SHUFFLES, columns, mixes, research

from .spread import every_game


def written(*parts: Any) -> str:
    """Values as text: lists can't be in sets, and True and 1 are not the same."""
    return repr(parts)


@every_game
def test_every_value_comes_up_as_often_as_columns_are_shuffled(game: Game) -> None:
    rows = [written(name, value) for row in mixes(game)[1:] for name, value in row.items()]
    for name, column in {**columns(game), **research(game)}.items():
        for value in column:
            assert rows.count(written(name, value)) >= SHUFFLES, f"{name}={value!r}"


@every_game
def test_many_pairs_of_values_come_up(
    game: Game, record_property: Callable[[str, object], None]
) -> None:
    """Two long columns have more pairs than there are rows: as many as rows count as all."""
    known, rows = columns(game), mixes(game)
    columns_of_two = [*combinations(known, 2)]
    seen = {written(one, other, row[one], row[other])
            for row in rows for one, other in columns_of_two}  # fmt: skip
    most = sum(min(len(rows), len(known[one]) * len(known[other]))
               for one, other in columns_of_two)  # fmt: skip
    record_property("pairs", f"{len(seen)} of {most} in {len(rows)} rows")
    assert len(seen) > 0.75 * most


@every_game
def test_rows_begin_with_the_defaults_and_differ(game: Game) -> None:
    rows = mixes(game)
    assert rows[0] == game.options.read(game.name, {}).plain()
    assert len({written(row) for row in rows}) == len(rows)
    assert all(game.options.read(game.name, row).plain() == row for row in rows)
