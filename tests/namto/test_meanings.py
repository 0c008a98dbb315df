"""Lines of Namto that depend on the house rules, to the letter."""

import pytest

from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.core.scene.about import About
from fudaba.envs.namto import GAME
from fudaba.envs.namto.meanings import BET, CARD, CAVALRY, REVEAL
from fudaba.envs.namto.options import NamtoOptions


@pytest.mark.parametrize(
    ("about", "rules", "line"),
    [
        (
            CARD(kind=2, colour=0),
            {"dark_army_size": 3},
            "Black 1, a soldier (4 in the deck). Good for dark army (three 1s), cavalry (1 2 5), "
            "social order (1 2 6 7 8), runs of its colour and sets.",
        ),
        (
            CARD(kind=8, colour=1),
            {"hand_pool": "own"},
            "Red 7, a shaman (2 in the deck). It makes a pair with another 7 or with a ship.",
        ),
        (
            CARD(kind=0, colour=1),
            {"ship_alone": "declared"},
            "Red ship (1 in the deck). It stands for any card of its colour, and alone for any "
            "card. As a ship it makes a march with a 3 and a 5.",
        ),
        (
            BET(points=3),
            {},
            "You pay 3 into the pot. Nobody who bets after you in this round may bet less.",
        ),
        (
            BET(points=3),
            {"betting": "until_equal"},
            "You pay 3 into the pot. "
            "At the end of the round all pay as much as the last bet, or drop.",
        ),
        (
            REVEAL(),
            {"reveals": 1},
            "It is turned up with the cards of the others, once all have chosen. Then all players "
            "can use it in their hands. Your other card counts only for you.",
        ),
        (
            CAVALRY(),
            {"march_rank": "below_cavalry"},
            "A 1, a 2 and a 5 in any colours. It beats a march.",
        ),
    ],
)
def test_lines_follow_the_house_rules(about: About, rules: dict[str, object], line: str) -> None:
    assert meaning_of(about, NamtoOptions(**rules), GAME.say)[0] == line
