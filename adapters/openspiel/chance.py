"""The chance nodes before the first decision: a seed byte by byte, or all deals."""

from math import isqrt
from typing import Protocol

import numpy as np

from fudaba.envs import Game, Options, UserError
from fudaba.envs.core.stepping.batch import Batch

from .deals import listed_deals
from .position import Position

SEED, DEALS = "seed", "deals"  # the values of the parameter
BYTES_OF_START = 8
VALUES_OF_BYTE = 256

Outcomes = list[tuple[int, float]]


class Chance(Protocol):
    """What chance draws before the first decision.

    Attributes:
        num_nodes: The number of chance nodes, one after the other.
        most_outcomes: The most outcomes of one of them.
    """

    num_nodes: int
    most_outcomes: int

    def outcomes(self, drawn: list[int]) -> Outcomes:
        """Returns the outcomes of the next chance node with their probabilities."""

    def describe(self, drawn: list[int], outcome: int) -> str:
        """Returns an outcome in words."""

    def begin(self, empty: Batch, options: Options, drawn: list[int]) -> Position:
        """Returns the table that all outcomes together deal."""


class SeedChance:
    """Draws the start of the random stream that decides everything; see `Chance`."""

    num_nodes = BYTES_OF_START
    most_outcomes = VALUES_OF_BYTE

    def outcomes(self, drawn: list[int]) -> Outcomes:
        """Returns all bytes, equally likely."""
        return [(byte, 1 / VALUES_OF_BYTE) for byte in range(VALUES_OF_BYTE)]

    def describe(self, drawn: list[int], outcome: int) -> str:
        """Returns `byte 7`."""
        return f"byte {outcome}"

    def begin(self, empty: Batch, options: Options, drawn: list[int]) -> Position:
        """Returns the table that the stream deals."""
        return Position.dealt(empty, options, int.from_bytes(drawn, "big"))


class DealChance:
    """Draws one of all deals; see `Chance`.

    The list of deals is cut into rows of equal length. The first node draws the row, the second one
    the deal in it. So no node has more outcomes than about the square root of all deals, which
    algorithms that sample go through in each game.
    """

    num_nodes = 2

    def __init__(self, game: Game, options: Options) -> None:
        """Lists the deals.

        Raises:
            UserError: There is no list, or it is too long.
        """
        _, self._chances = listed_deals(game, options)
        self._width = isqrt(len(self._chances) - 1) + 1
        self._rows = np.add.reduceat(self._chances, np.arange(0, len(self._chances), self._width))
        self.most_outcomes = max(self._width, len(self._rows))

    def outcomes(self, drawn: list[int]) -> Outcomes:
        """Returns the rows, or the deals of the row that was drawn."""
        chances = self._rows
        if drawn:
            first = drawn[0] * self._width
            chances = self._chances[first : first + self._width]
        return [*enumerate((chances / chances.sum()).tolist())]

    def describe(self, drawn: list[int], outcome: int) -> str:
        """Returns `row 7` or `deal 7`."""
        return f"deal {outcome}" if drawn else f"row {outcome}"

    def begin(self, empty: Batch, options: Options, drawn: list[int]) -> Position:
        """Returns the table of the deal."""
        row, place = drawn
        return Position.listed(empty, options, row * self._width + place)


def chance_of(value: object, game: Game, options: Options) -> Chance:
    """Returns what chance draws, by the parameter `chance`.

    Raises:
        UserError: It is neither `seed` nor `deals`, or the deals can't be listed.
    """
    if value == DEALS:
        return DealChance(game, options)
    if value != SEED:
        raise UserError(f"chance can't be {value!r}; allowed: {SEED}, {DEALS}.")
    return SeedChance()
