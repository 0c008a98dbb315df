"""The tables of a run: at some the learner has one seat, at the others all seats."""

from typing import NamedTuple

import numpy as np

from fudaba.adapters.single_agent.learner_tables import LEARNER, LearnerTables
from fudaba.adapters.single_agent.opponents import OpponentPool
from fudaba.envs import NOBODY, Game, Options
from fudaba.envs.core.stepping.one_thread import by_one_thread

from .option_sampler import OptionSampler

MIXES = 1  # sets the stream of the house rules apart from that of the opponents


class Advance(NamedTuple):
    """Rewards and game ends between each table's last decision and its next one.

    Attributes:
        points: float64[N, P], the points that every seat won in between in the same game.
        dones: bool[N], whether the game ended; then the next game has begun.
    """

    points: np.ndarray
    dones: np.ndarray


class LearningTables(LearnerTables):
    """N tables at which the learner has one seat among agents, or all seats.

    The learner decides only where it has a choice; forced moves are carried out. Every table
    always waits for such a decision. Points that a seat wins before its first decision are left
    out, because no decision caused them.

    Attributes:
        mixes: The house rules that vary from table to table; None if all tables have `options`.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        num_tables: int,
        pool: OpponentPool,
        alone: int,
        num_threads: int = 1,
        mixes: OptionSampler | None = None,
    ) -> None:
        """Makes the tables; `begin` deals the games.

        Args:
            game: The game.
            options: Its house rules.
            num_tables: How many tables, N.
            pool: The opponents where the learner has one seat.
            alone: The number of tables where it has one seat, 0..N; these come first.
            num_threads: Threads that share the rules' work, at least 1.
            mixes: See the attribute.
        """
        super().__init__(game, options, num_tables, pool, num_threads=num_threads, skip_forced=True)
        self._alone = alone
        self.mixes = mixes

    @by_one_thread
    def begin(self, seed: int, first_deal: int) -> None:
        """Starts all tables afresh, from deal number `first_deal` of a seed.

        Each table draws its house rules anew, if they vary.
        """
        if self.mixes is not None:
            rng = np.random.default_rng([seed, first_deal, MIXES])
            self._tables.reset(rules=self.mixes.draw(self.num_tables, rng))
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
        self._seating[tables[tables >= self._alone]] = LEARNER
