"""Games under way: what was decided in them, until it is known what that brought."""

from typing import NamedTuple

import numpy as np

from fudaba.envs import Game


class Experience(NamedTuple):
    """K decisions of games that are over.

    Attributes:
        observations: int8 or int16 [K, D], what the deciding seat saw.
        actions: int64[K], what it did.
        returns: float64[K], the points that it won from then on to the end of the game.
    """

    observations: np.ndarray
    actions: np.ndarray
    returns: np.ndarray


class GamesUnderWay:
    """The decisions of all seats at N tables, each kept until the game of its table is over."""

    def __init__(self, game: Game, num_tables: int) -> None:
        """Begins with no decisions."""
        decision = [
            ("observation", game.observation_dtype, game.observation_size),
            ("action", np.int64),
            ("seat", np.int64),
            ("won_before", np.float64),  # by the seat, in this game
        ]
        self._everywhere = np.arange(num_tables)
        self._decisions = np.zeros((num_tables, 1), decision)
        self._counts = np.zeros(num_tables, np.int64)
        self._won = np.zeros((num_tables, game.max_players))

    def forget(self) -> None:
        """Leaves all games, as if they had not been played."""
        self._counts[:] = 0
        self._won[:] = 0.0

    def note(self, observations: np.ndarray, seats: np.ndarray, actions: np.ndarray) -> None:
        """Notes the next decision at every table: what was seen [N, D], by whom, and done [N]."""
        if self._counts.max() == self._decisions.shape[1]:
            more = np.zeros_like(self._decisions)
            self._decisions = np.concatenate([self._decisions, more], axis=1)
        here = self._everywhere, self._counts
        self._decisions["observation"][here] = observations
        self._decisions["action"][here] = actions
        self._decisions["seat"][here] = seats
        self._decisions["won_before"][here] = self._won[self._everywhere, seats]
        self._counts += 1

    def pay(self, points: np.ndarray, dones: np.ndarray) -> Experience:
        """Pays what the decisions noted last have brought.

        Args:
            points: float64[N, P], what every seat has won by them in its game.
            dones: bool[N], whether that game is over.

        Returns:
            All decisions of the games that are over; those are kept no longer.
        """
        self._won += points
        over = np.flatnonzero(dones)
        made = np.arange(self._decisions.shape[1]) < self._counts[over, None]
        tables, numbers = np.nonzero(made)
        ended = self._decisions[over[tables], numbers]
        returns = self._won[over[tables], ended["seat"]] - ended["won_before"]
        self._counts[over], self._won[over] = 0, 0.0
        return Experience(ended["observation"], ended["action"], returns)


def joined(parts: list[Experience]) -> Experience:
    """All decisions of several parts."""
    return Experience(*(np.concatenate(column) for column in zip(*parts, strict=True)))
