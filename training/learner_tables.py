"""The tables to learn from: at some the learner sits alone among agents, at others everywhere."""

from typing import NamedTuple

import numpy as np

from fudaba.envs import Game
from fudaba.envs.core.contract.options import Options
from fudaba.envs.core.kit.seats import NOBODY
from fudaba.envs.core.stepping.one_thread import by_one_thread
from fudaba.single_agent.learner_tables import LEARNER, LearnerTables
from fudaba.single_agent.opponents import OpponentPool


class Advance(NamedTuple):
    """What came after a decision at each table, up to the learner's next one there.

    Attributes:
        points: float64[N, P], what every seat has won by it in the same game.
        dones: bool[N], whether the game is over; then the next one has begun.
    """

    points: np.ndarray
    dones: np.ndarray


class LearningTables(LearnerTables):
    """N tables at which the learner sits alone, or in all seats.

    It is asked where it has a choice; what is forced is carried out by itself. At every table
    there is always such a choice. Each decision is told what followed from it; what a seat wins
    before its first decision follows from none, and is left out.
    """

    _takes_forced = True

    def __init__(
        self,
        game: Game,
        options: Options,
        num_tables: int,
        pool: OpponentPool,
        alone: int,
        num_threads: int = 1,
    ) -> None:
        """Makes the tables; `begin` deals the games.

        Args:
            game: The game.
            options: Its house rules.
            num_tables: How many tables, N.
            pool: The opponents where the learner sits alone.
            alone: At how many tables it does, 0..N; these are the first ones.
            num_threads: Threads that share the rules' work, at least 1.
        """
        super().__init__(game, options, num_tables, pool, num_threads=num_threads)
        self._alone = alone

    @by_one_thread
    def begin(self, seed: int, first_deal: int) -> None:
        """Starts every table, as if nothing had been played, from a deal of a seed."""
        self.seed(seed, first_deal)
        self.start(self._everywhere)

    @property
    def seats(self) -> np.ndarray:
        """int64[N], the seats of the present decisions."""
        return self._tables.to_move.copy()

    @by_one_thread
    def advance(self, actions: np.ndarray) -> Advance:
        """Carries out the learner's decisions int64[N], and plays on to its next ones."""
        points = self._advance(actions)
        dones = self._tables.to_move == NOBODY
        self.start(np.flatnonzero(dones))
        return Advance(points, dones)

    def _take_seats(self, tables: np.ndarray) -> None:
        super()._take_seats(tables)
        self._seating[tables[tables >= self._alone], : self.options.num_players] = LEARNER
