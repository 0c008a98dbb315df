"""The meanings that the games of kikisen share."""

import pytest

from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.core.contract.options import Options
from fudaba.envs.core.scene.about import About
from fudaba.envs.kikisen.meanings import (
    BONUS,
    CHIPS,
    DEALER,
    DEALER_WITH_BONUS,
    PAID,
    PENDING_POINTS,
    POINTS_SO_FAR,
)
from fudaba.envs.makhup.options import MakhupOptions
from fudaba.envs.namto.options import NamtoOptions
from fudaba.envs.taxot.options import TaxotOptions

DEALT = "This player has dealt the cards and has the first turn."
DEALS = "This player deals the season and has the first turn."


@pytest.mark.parametrize(
    ("about", "rules", "line"),
    [
        (DEALER(), MakhupOptions(), DEALT),
        (
            DEALER(),
            MakhupOptions(seasons=2, next_dealer="rotate"),
            f"{DEALS} The next player deals the next season.",
        ),
        (DEALER_WITH_BONUS(bonus=2), TaxotOptions(), f"{DEALT} The dealer's bonus is 2."),
        (
            BONUS(),
            TaxotOptions(seasons=3, dealer_bonus_step=4),
            "The bonus is 2 for a new dealer and grows by 4 with each season won as dealer.",
        ),
        (BONUS(), MakhupOptions(), ""),
        (
            POINTS_SO_FAR(points=-1),
            MakhupOptions(),
            "1 point more lost than won so far. The points of all players add up to 0.",
        ),
        (
            PENDING_POINTS(points=2.5),
            NamtoOptions(),
            "2.5 points more won than lost so far. What lies in the pot is not counted yet.",
        ),
        (
            CHIPS(),
            NamtoOptions(start_chips=40),
            "Chips that a player has left to pay with, of 40 at the start. "
            "Nobody is asked for more than all who are in can pay.",
        ),
        (
            PAID(),
            NamtoOptions(ante=0),
            "What this player has paid into the pot in this season. "
            "It is lost unless this player wins the pot.",
        ),
    ],
)
def test_lines_follow_the_house_rules(about: About, rules: Options, line: str) -> None:
    assert meaning_of(about, rules, str)[0] == line
