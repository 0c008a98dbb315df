"""Lines of Makkaik that depend on the house rules, to the letter."""

import pytest

from fudaba.envs.core.contract.meanings import meaning_of
from fudaba.envs.core.scene.about import About
from fudaba.envs.makkaik import GAME
from fudaba.envs.makkaik.meanings import CARD, COMMON, DRAWN, PAIR_OF, ROUND
from fudaba.envs.makkaik.options import MakkaikOptions

SHIP = "It stands for any card of its colour: a pair with any card, a triple with any pair."


@pytest.mark.parametrize(
    ("about", "rules", "line"),
    [
        (
            CARD(kind=8, colour=0),
            {},
            "Black 7, a shaman (2 in the deck). "
            "Good for a triple or a pair of 7s, and for a run of three in black.",
        ),
        (
            CARD(kind=0, colour=0),
            {},
            f"Black ship (1 in the deck). {SHIP} Alone it counts as court.",
        ),
        (
            CARD(kind=0, colour=0),
            {"ship_alone": "declared"},
            f"Black ship (1 in the deck). {SHIP} Alone it counts as any strength.",
        ),
        (
            DRAWN(),
            {"unused_draw": "public"},
            "The two cards that you have drawn. "
            "You take one of them; the other joins the common cards.",
        ),
        (
            COMMON(),
            {"own_min": 1},
            "Everybody can use these cards for a hand, as if they were own ones. "
            "A hand needs one own card at least.",
        ),
        (
            ROUND(number=2),
            {"bet_rounds": 2},
            "A round of bets: the dealer sets a base, the others pay it or drop; "
            "then the best hand wins the pot.",
        ),
        (
            PAIR_OF(strength=9),
            {},
            "Two court cards, a ship among them or not. Triples and runs beat it.",
        ),
    ],
)
def test_lines_follow_the_house_rules(about: About, rules: dict[str, object], line: str) -> None:
    assert meaning_of(about, MakkaikOptions(**rules), GAME.say)[0] == line
