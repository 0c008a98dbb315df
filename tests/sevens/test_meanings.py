"""Lines of Sevens that depend on the house rules, to the letter."""

import pytest

from fudaba.envs.core.contract.meanings import find_meaning
from fudaba.envs.sevens import GAME
from fudaba.envs.sevens.meanings import MEANINGS
from fudaba.envs.sevens.options import SevensOptions

FITS = "The ace of hearts fits next to H2"


@pytest.mark.parametrize(
    ("words", "rules", "line"),
    [
        (
            "HA",
            {},
            f"{FITS} or HK once that card is linked to H7. It opens the way to the other one.",
        ),
        ("♥A", {"tunnel": "none"}, f"{FITS} once that card is linked to H7. It ends the row."),
        ("SQ, laid by player_2", {}, "The queen of spades lies in its row, linked to S7."),
        ("S7, laid", {}, "The 7 of spades lies in its row."),
        (
            "SQ, apart, laid by player_2",
            {},
            "The queen of spades was laid when its player was out. It is not linked to S7, and "
            "helps nobody until the row reaches it.",
        ),
        (
            "S8",
            {"tunnel": "one_way"},
            "The 8 of spades fits next to S7. It opens the way to S9. "
            "After SA is linked, it fits only next to S9.",
        ),
        (
            "pass",
            {"pass_limit": 1, "voluntary_pass": False},
            "You lay nothing and use a pass, only if no card fits. The question says how many are "
            "left, of 1 in the game. With none left and nothing to lay you are out.",
        ),
        (
            "pass",
            {"pass_limit": "none"},
            "You lay nothing this turn. You may pass as often as you like; "
            "but after a full round of passes whoever can lay a card must.",
        ),
        (
            "joker",
            {"jokers": 1, "joker_use": "fill", "joker_last": "last_place"},
            "Lay it where a card fits that is not yours, with your own next card beyond it. The "
            "holder of that card lays it at once and takes the joker. "
            "Holding it at the end means the last place.",
        ),
        (
            "joker at c10",
            {"jokers": 1, "joker_recovery": "own_turn"},
            "You lay a joker in place of C10. "
            "The holder of C10 lays it at the next turn and takes the joker.",
        ),
        (
            "2 of 3 passes used",
            {},
            "This player may pass 1 more time. "
            "After that, a turn with nothing to lay puts the player out.",
        ),
    ],
)
def test_lines_follow_the_house_rules(words: str, rules: dict[str, object], line: str) -> None:
    assert find_meaning(MEANINGS, words, SevensOptions(**rules), GAME.say)[0] == line
