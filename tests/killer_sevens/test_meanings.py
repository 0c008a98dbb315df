"""Lines of Killer Sevens that depend on the house rules, to the letter."""

import pytest

from fudaba.envs.core.contract.meanings import find_meaning
from fudaba.envs.killer_sevens import GAME
from fudaba.envs.killer_sevens.meanings import MEANINGS
from fudaba.envs.killer_sevens.options import KillerSevensOptions

NO_LAY = "You lay nothing this turn."
FITS = "The queen of diamonds fits next to any laid card, also diagonally."
ARROWS = "Arrows on a card of your hand point to its free sides."


@pytest.mark.parametrize(
    ("words", "rules", "line"),
    [
        ("DQ", {}, f"{FITS} It dies if all four sides are taken (a border counts). {ARROWS}"),
        (
            "DQ, laid by player_1",
            {},
            "The queen of diamonds is laid. It takes a side of the cards beside, above and below "
            "it; living cards fit next to it, also diagonally.",
        ),
        ("held DQ", {}, "This card was held at the end and counts against its holder."),
        ("DQ", {"sides_needed": 2}, f"{FITS} It dies if two of its sides are taken."),
        (
            "DQ",
            {"side_death": True, "group_kill": "rectangle"},
            f"{FITS} It dies if all four sides are taken, or if left and right are "
            "(a border counts), or in an enclosed rectangle.",
        ),
        (
            "pass",
            {},
            f"{NO_LAY} You may pass as often as you like. "
            "If all have passed one after another, whoever can lay a card must.",
        ),
        (
            "pass",
            {"pass_limit": 2, "pass_exhaust": "eliminate", "all_pass": "end"},
            f"{NO_LAY} You may pass 2 times. With no pass left and nothing to lay you are "
            "eliminated. If all players pass one after another, the game ends.",
        ),
        (
            "pass",
            {"voluntary_pass": False},
            f"{NO_LAY} You may pass only if you can lay no card.",
        ),
        (
            "group",
            {"group_kill": "any_shape"},
            "A group of free places dies as a whole once laid cards and borders enclose it, "
            "if it has at most 4 places. Dead places are free places, too.",
        ),
    ],
)
def test_lines_follow_the_house_rules(words: str, rules: dict[str, object], line: str) -> None:
    assert find_meaning(MEANINGS, words, KillerSevensOptions(**rules), GAME.say)[0] == line
