"""Moments of SEKI: what a revealed role does, and who wins."""

from fudaba.envs.core.scene.moment import Moment
from fudaba.envs.seki import GAME

from .positions import Table, position


def shown(table: Table, text: str, seat: int) -> Moment:
    """The last moment that a seat is shown after a decision."""
    before = table.view(seat)
    table.say(text)
    return GAME.words.moments(before, table.view(seat), seat)[-1]


def test_a_role_that_is_copied_is_told_with_its_name() -> None:
    table = position(["3 9", "4 5", "6 7"], "NEW_GRAD THIEF! .")
    assert shown(table, "activate as THIEF", 1).verdict.startswith(
        "player_0 is NEW GRAD, as THIEF: swap any card of the hand"
    )
