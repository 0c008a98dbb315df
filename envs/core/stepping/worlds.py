"""Random worlds for search agents, which the seat to move can't exclude."""

from functools import cache

import numpy as np

from fudaba.common.checks import check_whole, read_array
from fudaba.common.errors import UserError, shown

from ..compiling.kernel import Kernel, specialise, unbound, wait_for_compile
from ..contract.game import Game, check_game

redeal = unbound


def _redeal_into(states: np.ndarray, position: int, starts: np.ndarray, worlds: np.ndarray) -> None:
    """Fills `worlds` with random worlds for the seat to move at `states[position]`."""
    state = states[position]
    seat = np.int64(state["to_move"])
    for number in range(len(starts)):
        world = worlds[number]
        worlds[number] = state
        world["rng"] = starts[number]
        redeal(world, seat)


@cache
def _compiled(game: Game) -> Kernel:
    return wait_for_compile(specialise(_redeal_into, game.name, redeal=game.kernels.redeal))


class Worlds:
    """Random worlds of B positions that the seats to move there can't exclude.

    A world is a whole table in which everything unknown to the seat, the hidden cards and the
    random stream, was dealt anew. The worlds depend on the seat's knowledge and on the given seeds
    alone, never on the true hidden cards, so an agent that searches in worlds can't cheat.

    Attributes:
        game: The game.
    """

    def __init__(self, game: Game, states: np.ndarray) -> None:
        """Takes copies of the positions.

        Args:
            game: The game.
            states: State records of shape [B], each with a seat to move.

        Raises:
            UserError: They are no states of the game.
        """
        check_game(game)
        if getattr(states, "dtype", None) != game.state_dtype or states.ndim != 1:
            raise UserError(f"states can't be {shown(states)}; allowed: a row of {game.name}'s.")
        self.game = game
        self._states = np.array(states)
        movers, num_players = self._states["to_move"], self._states["num_players"]
        if ((movers < 0) | (movers >= num_players) | (num_players > game.max_players)).any():
            raise UserError("states can't be those of games that are over; allowed: seats to move.")
        self._redeal_into = _compiled(game)

    def __len__(self) -> int:
        """The number of positions, B."""
        return len(self._states)

    def seat(self, position: int) -> int:
        """Returns the seat to move in a position."""
        return int(self._states[position]["to_move"])

    def move_names(self, position: int) -> dict[str, int]:
        """Returns the legal actions of a position by their names, in rising order."""
        return self.game.move_names(self._states[position])

    def text(self, position: int) -> str:
        """Returns a position as the seat to move sees it, as lines of text."""
        return self.game.text(self._states[position], self.seat(position))

    def refusal(self, position: int, action: int) -> str:
        """Returns why an action is not legal in a position."""
        return self.game.refusal(self._states[position], action)

    def sample(self, position: int, seeds: np.ndarray) -> np.ndarray:
        """Deals worlds for one position.

        Args:
            position: 0..B-1.
            seeds: uint64[W], one for each world; the same seed deals the same world.

        Returns:
            State records of shape [W].

        Raises:
            UserError: There is no such position, or a seed is no whole number from 0.
        """
        position = check_whole("position", position, 0, len(self) - 1)
        starts = read_array("seeds", seeds)
        if starts.ndim != 1 or starts.dtype.kind not in "iu" or (starts < 0).any():
            raise UserError(
                f"seeds can't be {shown(seeds)}; allowed: an array of whole numbers from 0."
            )
        worlds = np.empty(len(starts), self.game.state_dtype)
        self._redeal_into(self._states, position, starts.astype(np.uint64), worlds)
        return worlds
