"""The later rounds of a match: the factors of their deals, and their points.

The factors of the deal are those of the first round. In a match the cards are dealt anew for every
round, so the first deal explains little of the result of ten rounds. Here the same factors are
measured at the first decision of every later round, and related to the points won in that round.
`StartOfMatch` finds rounds that do not count.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from fudaba.envs import Game, Options, Tables
from fudaba.envs.core.stepping.measuring import SAME_POINTS

from ..statistics import IntArray

# The option that says how many rounds a match has, and the cell that counts the finished ones.
MATCHES = {"num_rounds": "round", "num_games": "game_number", "seasons": "season"}
MOST_LATER_ROUNDS = 9  # rounds after these are played, but not measured

MeasureFactors = Callable[[NDArray[np.void]], NDArray[np.float32]]


def num_later_rounds(game: Game, options: Options) -> int:
    """Returns the number of measured rounds after the first; 0 for games of one round."""
    length, _finished = counts_of_match(game)
    rounds = int(getattr(options, length)) if length else 1
    return min(rounds - 1, MOST_LATER_ROUNDS)


class StartOfMatch:
    """Looks for the decision from which a match is decided, at some tables while they are played.

    A match in which nobody is ahead by points when a round begins is decided from there: who was
    last before wins or loses nothing by it. In Daifugo, which pays the last round alone, that is
    the last round.

    Attributes:
        decisions: int64[N], the decisions of each game before that one.
    """

    def __init__(self, tables: Tables) -> None:
        """Looks at N tables at which a game begins."""
        _length, self._cell = counts_of_match(tables.game)
        self._round = self._rounds(tables)
        self.decisions: IntArray = np.zeros(tables.num_tables, np.int64)

    def look(self, tables: Tables, number: int) -> IntArray:
        """Returns the tables whose match begins anew after a decision; they are numbered from 1."""
        rounds = self._rounds(tables)
        scores = tables.scores[:, : tables.options.num_players]
        is_level = np.ptp(scores, axis=1) < SAME_POINTS
        begun = (rounds != self._round) & is_level & (tables.to_move >= 0)
        self._round = rounds
        self.decisions[begun] = number
        return np.flatnonzero(begun)

    def _rounds(self, tables: Tables) -> IntArray:
        cell = self._cell
        return tables.states[cell].astype(np.int64) if cell else np.zeros(tables.num_tables, int)


def counts_of_match(game: Game) -> tuple[str, str]:
    """Returns the option with the number of rounds and the cell of those finished, or nothing."""
    names = game.options.model_fields
    return next((pair for pair in MATCHES.items() if pair[0] in names), ("", ""))


class RoundMeter:
    """Measures the later rounds at some tables while they are played; L rounds.

    Attributes:
        factors: float32[N, L, P, F], the factors of each round; nan for rounds not played.
        points: float32[N, L, P], the points won in each round; nan for rounds not played.
    """

    def __init__(
        self, tables: Tables, num_rounds: int, num_factors: int, measure: MeasureFactors
    ) -> None:
        """Makes a meter for tables at which a game begins.

        Args:
            tables: N tables.
            num_rounds: The number of later rounds to measure, L.
            num_factors: The number of factors, F.
            measure: Returns the factors of some states: float32[K, P, F].
        """
        _length, self._cell = counts_of_match(tables.game)
        self._measure = measure
        self._seen: IntArray = np.zeros(tables.num_tables, np.int64)
        seats = tables.options.num_players
        self.factors = np.full(
            (tables.num_tables, num_rounds, seats, num_factors), np.nan, np.float32
        )
        self._before = np.full((tables.num_tables, num_rounds + 1, seats), np.nan)

    def look(self, tables: Tables) -> None:
        """Measures the rounds that the last step began."""
        num_rounds, seats = self.factors.shape[1:3]
        if num_rounds == 0:
            return
        rounds = tables.states[self._cell].astype(np.int64)
        is_new = (rounds > self._seen) & (rounds <= num_rounds + 1) & (tables.to_move >= 0)
        (begun,) = np.nonzero(is_new)
        if len(begun) == 0:
            return
        self._seen[begun] = rounds[begun]
        self._before[begun, rounds[begun] - 1] = tables.scores[begun, :seats]
        begun = begun[rounds[begun] <= num_rounds]
        self.factors[begun, rounds[begun] - 1] = self._measure(tables.states[begun])

    def points(self, tables: Tables) -> NDArray[np.float32]:
        """Returns the points won in each later round, once all games are over: float32[N, L, P]."""
        before = self._before
        final = tables.scores[:, None, : before.shape[2]]
        after = np.where(np.isnan(before[:, 1:]), final, before[:, 1:])
        return np.asarray(after - before[:, :-1], np.float32)
