"""The kernels of a small game and its twin, side by side, in the words that a player reads.

A twin is a slow reference, written from the rules alone. It knows moves by their words and cards by
their names; luck after the deal it reads off the table.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import pytest

from fudaba.envs import Game
from fudaba.testing.mixes import mixes

from ..tables import dealt_state, points_of, seat_to_move

Table = Mapping[str, Any]
"""An open table, as `Words.snapshot` gives it."""


class Twin(Protocol):
    """A game in slow Python."""

    to_move: int | None

    def legal(self) -> set[str]:
        """What the player to move may say."""

    def play(self, move: str, after: Table) -> None:
        """Carries out a move; `after` is the table after it, for what luck decides."""

    def table(self) -> dict[str, Any]:
        """The open table, as far as the twin knows it."""

    def points(self) -> list[float]:
        """The points of each player."""


def as_it_lies(table: Table) -> Table:
    """The open table, where a twin knows the order of all cards."""
    return table


def sorted_hands(table: Table) -> Table:
    """The open table without the order of the hands."""
    return {**table, "hands": {name: sorted(hand) for name, hand in table["hands"].items()}}


def play_both(
    game: Game,
    twin_of: Callable[[dict[str, Any], Table], Twin],
    count: int,
    read: Callable[[Table], Table] = as_it_lies,
) -> int:
    """Plays random games on both sides, which must agree after every decision.

    Args:
        game: The game.
        twin_of: `twin_of(rules, table)` makes a twin of a table that was just dealt.
        count: The number of games, under all kinds of house rules.
        read: What of an open table is compared.

    Returns:
        The number of decisions.
    """
    rng, rows, decisions = random.Random(game.name), mixes(game), 0
    for number in range(count):
        rules = rows[number % len(rows)]
        state = dealt_state(game, rules, rng.getrandbits(64))
        twin = twin_of(rules, game.words.snapshot(state))
        while check(game, state, twin, read):
            move = rng.choice(sorted(twin.legal()))
            game.kernels.apply(state, game.parse(state, move))
            twin.play(move, game.words.snapshot(state))
            decisions += 1
    return decisions


def check(game: Game, state: Any, twin: Twin, read: Callable[[Table], Table]) -> bool:
    """Compares both sides; returns whether the game goes on."""
    ours, theirs = read(game.words.snapshot(state)), twin.table()
    assert {name: ours[name] for name in theirs} == theirs
    assert seat_to_move(state) == twin.to_move
    assert set(game.move_names(state)) == (set() if twin.to_move is None else twin.legal())
    assert points_of(game, state) == pytest.approx(twin.points())
    return twin.to_move is not None
