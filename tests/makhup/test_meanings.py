"""Lines of Makhup that depend on the house rules, to the letter."""

import pytest

from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.core.scene.about import About
from fudaba.envs.makhup import GAME
from fudaba.envs.makhup.meanings import EXTEND, JOIN_ENDS, STOCK, TURN, about_rank
from fudaba.envs.makhup.options import MakhupOptions

DRAW = "The top card of the stock is turned as a new open end, not taken into the hand."


@pytest.mark.parametrize(
    ("about", "rules", "line"),
    [
        (
            about_rank(7),
            {"join_max": 3},
            "7, a shaman. Play it on a 7, with others on a higher end, or to join two or three "
            "ends that add up to 7. As an open end it takes cards that add up to 7.",
        ),
        (
            EXTEND(cards=(0, 1, 2), end=3),
            {},
            "The end 3 is closed, and your 0, 1 and 2 are new open ends.",
        ),
        (
            EXTEND(cards=(0, 1, 2), end=3),
            {"extend_fork": "highest_open"},
            "The end 3 is closed, and of your cards only the highest, 2, is a new open end.",
        ),
        (
            JOIN_ENDS(ends=(3, 5), card=8),
            {},
            "The ends 3 and 5 are closed, and your 8 is the one new open end.",
        ),
        (TURN(), {}, DRAW),
        (TURN(), {"draw_when_able": False}, f"{DRAW} You draw only if you can't play."),
        (
            STOCK(),
            {"stock_empty": "pass"},
            "Cards that lie face down. A draw turns the top one as a new open end. "
            "When none is left, nobody can draw any more.",
        ),
    ],
)
def test_lines_follow_the_house_rules(about: About, rules: dict[str, object], line: str) -> None:
    assert meaning_of(about, MakhupOptions(**rules), GAME.say)[0] == line
