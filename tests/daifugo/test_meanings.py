"""Lines of Daifugo that depend on the house rules, to the letter."""

import pytest

from fudaba.envs.core.contract.meanings import find_meaning
from fudaba.envs.core.words.answers import COMMON_MEANINGS
from fudaba.envs.daifugo import GAME
from fudaba.envs.daifugo.meanings import MEANINGS
from fudaba.envs.daifugo.options import DaifugoOptions
from fudaba.envs.daifugo.text.words import shape_name, shapes

from ..option_mixes import mixes

ORDER = "the other way round while the order is reversed"
LONGEST_LINE = 200  # letters


@pytest.mark.parametrize(
    ("words", "rules", "line"),
    [
        (
            "♠3",
            {},
            "The only card that beats a lone joker: then the field is cleared and you lead. "
            "The weakest rank, strongest while the order is reversed.",
        ),
        (
            "joker",
            {},
            "Stands for any card of a set or a run. Alone it beats every single card unless the "
            "field is bound, and only ♠3 beats it. A play with a joker can't be your last one.",
        ),
        (
            "joker",
            {"lone_joker_under_binding": True},
            "Stands for any card of a set or a run. Alone it beats every single card, "
            "and only ♠3 beats it. A play with a joker can't be your last one.",
        ),
        (
            "joker as ♦8",
            {},
            "A joker that stands for the 8 of diamonds and counts as that card in every way, "
            "for a binding too. The real card may be in the same play or in a hand.",
        ),
        (
            "joker as ♦8",
            {"joker_duplicates": False, "joker_effects": False, "effects": ["cut8"]},
            "A joker that stands for the 8 of diamonds and has its rank and suit, "
            "but not its effect. The real card may be in a hand.",
        ),
        ("♠3", {"num_jokers": 0}, "The weakest rank, strongest while the order is reversed."),
        (
            "♦8",
            {},
            "The field is cleared and you lead, whatever the play. "
            f"Stronger than 3 to 7, weaker than 9 to 2; {ORDER}.",
        ),
        ("♦8", {"effects": ["runs"]}, "Stronger than 3 to 7, weaker than 9 to 2."),
        ("cut 8", {"effects": ["runs"]}, "This rule is not in force at this table."),
        (
            "run 5 6 7",
            {},
            "You play a run from 5 to 7. You may give away 1 card; 1 player is skipped.",
        ),
        (
            "run 7 8 9 10",
            {"joker_effects": False},
            "You play a run from 7 to 10. A revolution reverses the order for this round; "
            "you may give away 1 card; the field is cleared and you lead. "
            "Jokers bring no number effects.",
        ),
        ("four of a kind 9 9 9 9", {"effects": ["give7"]}, "You play four 9s. Only a stronger four "
         "of a kind beats it."),
        (
            "with ♠9 and a joker",
            {"effects": ["runs"]},
            "You play these cards. Suits do not matter at this table.",
        ),
        (
            "hinmin",
            {"num_players": 5, "hand_size": 8},
            "4th in the round before. Gives the best card to fugo after the deal, "
            "and gets any card back.",
        ),
        ("hinmin", {"num_players": 3}, "Nobody has this title with 3 players."),
        (
            "daifugo",
            {"num_players": 2, "exchange_2p": 0, "reward_mode": "all_rounds"},
            "First in the round before. This title gives and gets no cards.",
        ),
        ("2nd in this round", {"num_players": 3}, "This player has this place in the round for "
         "certain, and will be heimin."),
    ],
)  # fmt: skip
def test_lines_follow_the_house_rules(words: str, rules: dict[str, object], line: str) -> None:
    assert find_meaning(MEANINGS, words, DaifugoOptions(**rules), GAME.say)[0] == line


def test_every_play_has_a_short_line_under_all_house_rules() -> None:
    names = [shape_name(shape) for shape in shapes()]
    for rules in mixes(GAME):
        options = GAME.options.read(GAME.name, rules)
        for name in names:
            line, _ = find_meaning((*MEANINGS, *COMMON_MEANINGS), name, options, GAME.say)
            assert 0 < len(line) <= LONGEST_LINE, (name, line)
