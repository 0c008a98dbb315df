"""Lines of Tyrant that depend on house rules."""

from typing import Any

import pytest

from fudaba.envs.core.contract.meanings import find_meaning
from fudaba.envs.tyrant import GAME


@pytest.mark.parametrize(
    ("word", "options", "line"),
    [
        ("♠7", {}, "The spades on the plaza, 1 pile of 5 and 2 single cards: a spade that is "
         "played has power 4, or 10 if spades are led. Each chip on spades takes 2 from it in this "
         "trick."),
        ("♠7", {"pile_size": 3, "pile_power": 4}, "The spades on the plaza, 2 piles of 3 and 1 "
         "single card: a spade that is played has power 9, or 10 if spades are led. Each chip on "
         "spades takes 2 from it in this trick."),
        ("trick 5 of 8, spades are led", {"chip_penalty": 3}, "Whoever has spades must play at "
         "least one of them, or pass. Only players who play one can win. Each of these cards has "
         "power 10, less 3 for each chip on spades."),
        ("2 chips on ♥", {}, "2 chips on hearts: each of the hearts played in this trick has 4 "
         "power less, but not less than 0. The chips are lost after the trick."),
        ("1 chip on ♥", {"chip_penalty": 3}, "1 chip on hearts: each of the hearts played in this "
         "trick has 3 power less, but not less than 0. The chips are lost after the trick."),
        ("purged", {"purge_gap": 8}, "At the end, whoever has 8 fame or more above the lowest "
         "player is purged and cannot win. Of the others the most fame wins."),
        ("purged", {"purge": False}, "At this table nobody is purged: the most fame wins."),
        ("marker", {"marker_penalty": 0}, "Whoever wins a trick takes it; until then the start "
         "player has it. Its holder plays first."),
        ("2 chips on ♥", {}, "2 chips on hearts: each of the hearts played in this trick has 4 "
         "power less, but not less than 0. The chips are lost after the trick."),
        ("play 3 cards, ♥ face up", {}, "Cards face down, of three cards one face up. Whether they "
         "follow the led suit is seen when all have played."),
        ("play ♠ ♥ ♥, ♥ face up", {}, "You play 1 spade and 2 hearts: one heart lies open, the "
         "other two cards face down. Their powers are added."),
    ],
)  # fmt: skip
def test_lines_of_the_house_rules(word: str, options: dict[str, Any], line: str) -> None:
    rules = GAME.options.read(GAME.name, options)
    assert find_meaning(GAME.words.meanings, word, rules, GAME.say)[0] == line
