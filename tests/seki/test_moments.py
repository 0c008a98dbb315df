"""Moments of SEKI: what a revealed role does, and who wins."""

from typing import Any

import pytest

from fudaba.envs.core.scene.moment import Moment
from fudaba.envs.seki import GAME

from .positions import Table, position


def shown(table: Table, text: str, seat: int) -> Moment:
    """The last moment that a seat is shown after a decision."""
    before = table.view(seat)
    table.say(text)
    return GAME.words.moments(before, table.view(seat), seat)[-1]


@pytest.mark.parametrize(
    ("role", "rules", "seat", "verdict"),
    [
        ("THIEF", {}, 0, "player_0 is THIEF: swap a card of your choice for a random card of a "
         "player of your choice, and do so once more if you like"),
        ("THIEF", {}, 1, "player_0 is THIEF: swap any card of the hand for a random one of "
         "another player, and do so once more if the player likes"),
        ("HUNTER", {}, 0, "player_0 is HUNTER: see the symbol deck. You may swap symbols of yours "
         "for as many of your choice from it; yours leave the game"),
        ("HUNTER", {"hunter_shuffles_deck": True}, 0, "player_0 is HUNTER: see the symbol deck. "
         "You may swap symbols of yours for as many of your choice from it, which is then "
         "shuffled; yours leave the game"),
    ],
)  # fmt: skip
def test_a_revealed_role_says_what_it_does(
    role: str, rules: dict[str, Any], seat: int, verdict: str
) -> None:
    table = position(["3 9", "4 5", "6 7"], f"{role} . .", sd="REVERSE", options=rules)
    moment = shown(table, f"activate {role}", seat)
    assert [row.words for row in moment.rows] == [f"player_0: {role}"]
    assert moment.verdict == verdict


def test_a_role_that_is_copied_is_told_with_its_name() -> None:
    table = position(["3 9", "4 5", "6 7"], "NEW_GRAD THIEF! .")
    assert shown(table, "activate as THIEF", 1).verdict.startswith(
        "player_0 is NEW GRAD, as THIEF: swap any card of the hand"
    )


def test_the_end_names_the_winner() -> None:
    table = position(["8", "0", "2"], finished=[2], ng="5", right=1)
    assert shown(table, "trash 8", 1).verdict == "player_2 wins the game"
