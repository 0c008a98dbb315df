"""The decisions of games under way, kept until their returns are known."""

from typing import NamedTuple

import numpy as np

from fudaba.envs import Game


class Experience(NamedTuple):
    """K decisions of games that are over.

    Attributes:
        observations: int8 or int16 [K, D], the views of the deciding seats.
        actions: int64[K], the actions taken.
        returns: float64[K], the points that the seat won from then on until the end of the game.
    """

    observations: np.ndarray
    actions: np.ndarray
    returns: np.ndarray


class GamesUnderWay:
    """The decisions of all seats at N tables, each kept until its game is over."""

    def __init__(self, game: Game, num_tables: int) -> None:
        """Makes an empty store of decisions."""
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
        """Forgets all games under way."""
        self._counts[:] = 0
        self._won[:] = 0.0

    def note(self, observations: np.ndarray, seats: np.ndarray, actions: np.ndarray) -> None:
        """Notes the next decision at every table: views [N, D], seats [N] and actions [N]."""
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
        """Credits points to the seats and returns the decisions of games that are over.

        Args:
            points: float64[N, P], the points that every seat won since the decisions noted last.
            dones: bool[N], whether the game is over.

        Returns:
            All decisions of the games that are over, which are then forgotten.
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
    """Returns the decisions of several parts as one."""
    return Experience(*(np.concatenate(column) for column in zip(*parts, strict=True)))
