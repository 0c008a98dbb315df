"""The tables to learn from: at some the learner sits alone among agents, at others everywhere."""

from typing import NamedTuple

import numpy as np

from fudaba.envs import Game
from fudaba.envs.core.kernel import kernel
from fudaba.envs.core.options import Options
from fudaba.envs.core.seats import NOBODY
from fudaba.single_agent.learner_tables import LEARNER, LEAVE, LearnerTables
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
    there is always such a choice.
    """

    def __init__(
        self, game: Game, options: Options, num_tables: int, pool: OpponentPool, alone: int
    ) -> None:
        """Makes the tables; `start` deals the games.

        Args:
            game: The game.
            options: Its house rules.
            num_tables: How many tables, N.
            pool: The opponents where the learner sits alone.
            alone: At how many tables it does, 0..N; these are the first ones.
        """
        super().__init__(game, options, num_tables, pool)
        self._alone = alone

    @property
    def seats(self) -> np.ndarray:
        """int64[N], the seats of the present decisions."""
        return self._tables.to_move.copy()

    def advance(self, actions: np.ndarray) -> Advance:
        """Carries out the learner's decisions int64[N], and plays on to its next ones."""
        points = self._advance(actions)
        dones = self._tables.to_move == NOBODY
        self.start(np.flatnonzero(dones))
        return Advance(points, dones)

    def _take_seats(self, tables: np.ndarray) -> None:
        super()._take_seats(tables)
        self._seating[tables[tables >= self._alone], : self.options.num_players] = LEARNER

    def _others_actions(self) -> np.ndarray:
        actions = super()._others_actions()
        take_forced_actions(self._tables.action_masks, actions)
        return actions


@kernel
def take_forced_actions(masks: np.ndarray, actions: np.ndarray) -> None:
    """Fills in the only legal action of each table without an action yet.

    Args:
        masks: int8[N, A].
        actions: int64[N], -1 for none.
    """
    for table in range(len(masks)):
        if actions[table] != LEAVE:
            continue
        count, last = 0, LEAVE
        for action in range(masks.shape[1]):
            if masks[table, action] == 1:
                count, last = count + 1, action
        if count == 1:
            actions[table] = last
