"""Checks of the learner's settings: its seat, and the effect of an illegal action."""

from collections.abc import Sequence

from fudaba.common.checks import check_whole
from fudaba.common.errors import shown
from fudaba.envs import UserError

ILLEGAL_EFFECTS = ("lose", "raise")


def check_seat(seat: int | None, num_players: int) -> int | None:
    """Returns the learner's seat after a check; None means a new seat in each game.

    Raises:
        UserError: There is no such seat.
    """
    return None if seat is None else check_whole("seat", seat, 0, num_players - 1)


def check_illegal(word: str, effects: Sequence[str] = ILLEGAL_EFFECTS) -> str:
    """Returns the effect of an illegal action after a check.

    Raises:
        UserError: There is no such effect.
    """
    if not isinstance(word, str) or word not in effects:
        allowed = ", ".join(effects)
        raise UserError(f"illegal can't be {shown(word)}; allowed: {allowed}.")
    return word
