"""Moves that were the only legal ones, of which a history tells their player alone."""

import numpy as np

from fudaba.common.languages import translator

from ..contract.fields import ActionKind
from ..contract.game import Game

_, _n = translator("core")


class OwnMoves:
    """Tells whether a seat has a choice, from its legal actions and the moves that it hears.

    That a move was the only one may reveal a hand, so no other seat may be told.
    """

    def __init__(self, game: Game, seat: int) -> None:
        """Starts before the first move of a game."""
        self.game, self.seat = game, seat
        self._last: ActionKind | None = None  # own, if the seat heard of no other move since
        self._had_choice = False  # in the move whose last step that was

    def is_forced(self, state: np.void) -> bool:
        """Returns whether the seat, which is to move, has no choice.

        A single legal action that continues a move is forced only if its earlier steps were.
        """
        legal = self.game.legal_actions(state)
        kind, _ = self.game.decode(legal[0])
        goes_on = self._last is not None and kind.name in self._last.continued_by
        return len(legal) == 1 and not (goes_on and self._had_choice)

    def hear(self, state: np.void, action: int) -> None:
        """Follows an action of any seat."""
        if state["to_move"] == self.seat:
            self._had_choice = not self.is_forced(state)
            self._last, _ = self.game.decode(action)
        elif self.game.announced_to(state, action, self.seat):
            self._last = None


def as_forced(said: str) -> str:
    """Returns a move as the history of its player tells it if nothing else was possible."""
    return _("{move} (nothing else was possible)", move=said)
