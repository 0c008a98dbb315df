"""The meanings that the games of kikisen share."""

import pytest

from fudaba.envs.core.contract.meanings import find_meaning
from fudaba.envs.core.contract.options import Options
from fudaba.envs.kikisen.meanings import BETTING, SHARED
from fudaba.envs.makhup.options import MakhupOptions
from fudaba.envs.namto.options import NamtoOptions
from fudaba.envs.taxot.options import TaxotOptions

DEALT = "This player has dealt the cards and has the first turn."
DEALS = "This player deals the season and has the first turn."


@pytest.mark.parametrize(
    ("words", "rules", "line"),
    [
        ("dealer", MakhupOptions(), DEALT),
        (
            "dealer",
            MakhupOptions(seasons=2, next_dealer="rotate"),
            f"{DEALS} The next player deals the next season.",
        ),
        ("dealer, bonus 2", TaxotOptions(), f"{DEALT} The dealer's bonus is 2."),
        (
            "bonus",
            TaxotOptions(seasons=3, dealer_bonus_step=4),
            "The bonus is 2 for a new dealer and grows by 4 with each season won as dealer.",
        ),
        ("bonus", MakhupOptions(), ""),
        (
            "-1 points",
            MakhupOptions(),
            "1 point more lost than won so far. The points of all players add up to 0.",
        ),
        (
            "+2.5 points",
            NamtoOptions(),
            "2.5 points more won than lost so far. What lies in the pot is not counted yet.",
        ),
        (
            "17 chips",
            NamtoOptions(start_chips=40),
            "Chips that a player has left to pay with, of 40 at the start. "
            "Nobody is asked for more than all who are in can pay.",
        ),
        (
            "paid 4",
            NamtoOptions(ante=0),
            "What this player has paid into the pot in this season. "
            "It is lost unless this player wins the pot.",
        ),
    ],
)
def test_lines_follow_the_house_rules(words: str, rules: Options, line: str) -> None:
    meanings = (*BETTING, *SHARED) if isinstance(rules, NamtoOptions) else SHARED
    assert find_meaning(meanings, words, rules, str)[0] == line
