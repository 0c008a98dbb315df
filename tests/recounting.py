"""What the balance tests of all games share: measures by name, recounted in plain Python."""

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
import pytest

from fudaba.envs import Balance, Game
from fudaba.envs.core.words.reading import copied

from .tables import Table, points_of

Row = dict[str, Any]
"""The measures of a seat by name."""


def same(found: Row, expected: Row) -> None:
    """All measures are alike."""
    expected = {name: float(value) for name, value in expected.items()}
    assert found == pytest.approx(expected, rel=1e-12, nan_ok=True)


def no_marks(table: Any, seat: int, row: Row) -> Iterable[str]:
    """Nothing but the tallies must have been met."""
    return ()


@dataclass(frozen=True)
class Measures:
    """The factors and tallies of one game, recounted in plain Python from what is seen.

    Attributes:
        table: Its tables.
        mixes: The house rules.
        factors: `factors(table, seat)`, the factors of a seat after the deal.
        watch: `watch(table, rng)` plays a match to its end and returns the tallies of each seat.
        num_deals: The deals under each mix.
        num_matches: The matches under each mix.
        never: The factors and tallies that these do not meet.
        same: Compares the tallies of a seat with those that were seen.
        marks: `marks(table, seat, row)`, what else came about.
        least: What of that must have come about.
    """

    table: type[Table]
    mixes: Sequence[dict[str, Any]]
    factors: Callable[[Any, int], Row]
    watch: Callable[[Any, random.Random], list[Row]]
    num_deals: int = 15
    num_matches: int = 12
    never: Collection[str] = ()
    same: Callable[[Row, Row], None] = same
    marks: Callable[[Any, int, Row], Iterable[str]] = no_marks
    least: Collection[str] = ()

    @property
    def game(self) -> Game:
        """The game."""
        return self.table.game


def balance(game: Game) -> Balance:
    """What the game measures."""
    assert game.balance
    return game.balance


def factors(game: Game, state: np.void) -> list[dict[str, float]]:
    """The factors of each seat by name; the seats without a player hold 0."""
    names = [measure.name for measure in balance(game).factors]
    values = np.full((len(names), game.max_players), 7.0)
    balance(game).measure_deal(state, values)
    return _by_seat(names, values, int(state["num_players"]))


def tallies(game: Game, state: np.void) -> list[dict[str, float]]:
    """The same of the tallies."""
    names = [measure.name for measure in balance(game).tallies]
    values = np.full((len(names), game.max_players), 7.0)
    balance(game).measure_game(state, values)
    return _by_seat(names, values, int(state["num_players"]))


def _by_seat(names: Sequence[str], values: np.ndarray, seats: int) -> list[dict[str, float]]:
    assert (values[:, seats:] == 0).all()
    return [dict(zip(names, values[:, seat].tolist(), strict=True)) for seat in range(seats)]


def decisions(game: Game, state: np.void, rng: random.Random) -> Iterator[tuple[np.void, int]]:
    """Plays a match at random: the record before each decision, and the action; then it is done."""
    while state["to_move"] >= 0:
        before = copied(state)
        action = rng.choice(game.legal_actions(state))
        game.kernels.apply(state, action)
        yield before, action


def lead_values(game: Game, state: np.void) -> list[float]:
    """How far each player is ahead."""
    values = np.full(game.max_players, 9.0)
    balance(game).lead_value(state, values)
    return [float(value) for value in values[: int(state["num_players"])]]


def longest_row(numbers: set[int]) -> int:
    """The most numbers that follow each other."""
    rows = groupby(enumerate(sorted(numbers)), lambda pair: pair[1] - pair[0])
    return max((len(list(row)) for _, row in rows), default=0)


class Seasons:
    """Counts the seasons of a match while it is watched."""

    def __init__(self, game: Game, state: np.void) -> None:
        self.game, self.state = game, state
        self.seats = range(int(state["num_players"]))
        self.dealers: list[int] = []
        self.winners: list[list[int]] = []

    def see(self, before: np.void, winners: list[int] | None = None) -> bool:
        """Looks at the table after a decision; whether a season is over.

        Args:
            before: The record before it.
            winners: Who won if it is; None for whoever lost less than a point (KIKI-6.5).
        """
        if before["season"] == self.state["season"]:
            return False
        if winners is None:
            was, now = points_of(self.game, before), points_of(self.game, self.state)
            winners = [seat for seat in self.seats if now[seat] > was[seat] - 1]
        self.dealers.append(int(before["dealer"]))
        self.winners.append(winners)
        return True

    def tallies(self, seat: int) -> dict[str, float]:
        """What is to be found for a seat."""
        rows = list(zip(self.dealers, self.winners, strict=True))
        points = points_of(self.game, self.state)
        best_other = max(points[other] for other in self.seats if other != seat)
        return {
            "seasons dealt": self.dealers.count(seat),
            "seasons won": sum(seat in winners for _, winners in rows),
            "won as dealer": sum(seat in winners for dealer, winners in rows if dealer == seat),
            "lead": max(points[seat] - best_other, 0),
        }
