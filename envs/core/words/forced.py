"""Forced moves (a single legal action), which only their player's history marks as such."""

import numpy as np

from fudaba.common.languages import translator

from ..contract.fields import ActionKind
from ..contract.game import Game

_, _n = translator("core")


class OwnMoves:
    """Tracks whether a seat has a choice, from its legal actions and the announced moves.

    A forced move may reveal something about the hand, so no other seat may learn of it.
    """

    def __init__(self, game: Game, seat: int) -> None:
        """Makes the record of a game without moves."""
        self.game, self.seat = game, seat
        self._last: ActionKind | None = None  # own, if no other move was announced since
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
        """Takes note of an action of any seat."""
        if state["to_move"] == self.seat:
            self._had_choice = not self.is_forced(state)
            self._last, _ = self.game.decode(action)
        elif self.game.announced_to(state, action, self.seat):
            self._last = None


def as_forced(said: str, game: Game, state: np.void) -> str:
    """Returns a forced move for its player's history, with what was missing for another one.

    Args:
        said: The move: `You pass`.
        game: The game.
        state: The table before the move.
    """
    only = game.scene(state, int(state["to_move"])).only_pass
    if only:
        return _("{move} ({missing})", move=said, missing=only.missing)
    return _("{move} (nothing else was possible)", move=said)
