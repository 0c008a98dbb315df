"""What a learner's place at the table may be set to."""

from fudaba.envs import UserError
from fudaba.envs.core.checking.checks import check_whole
from fudaba.envs.core.checking.errors import shown

WHAT_AN_ILLEGAL_ACTION_DOES = ("lose", "raise")


def check_seat(seat: int | None, num_players: int) -> int | None:
    """Returns the learner's seat, or None for a new seat each game.

    Raises:
        UserError: There is no such seat.
    """
    return None if seat is None else check_whole("seat", seat, 0, num_players - 1)


def check_illegal(word: str) -> str:
    """Returns the word for what an illegal action does.

    Raises:
        UserError: There is no such word.
    """
    if not isinstance(word, str) or word not in WHAT_AN_ILLEGAL_ACTION_DOES:
        allowed = ", ".join(WHAT_AN_ILLEGAL_ACTION_DOES)
        raise UserError(f"illegal can't be {shown(word)}; allowed: {allowed}.")
    return word
