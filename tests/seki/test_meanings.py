"""What a player is told of a card, a role, a move or a fact under the house rules of a table."""

import re
from typing import Any

import pytest

from fudaba.envs.core.contract.meanings import find_meaning
from fudaba.envs.seki import GAME
from fudaba.envs.seki.meanings.cards import beaten_by, beating
from fudaba.envs.seki.options import SekiOptions
from fudaba.envs.seki.state import ROLE_NAMES, beats

from ..option_mixes import mixes
from .positions import new_state


def line_of(question: str, rules: SekiOptions) -> str:
    return find_meaning(GAME.words.meanings, question, rules, GAME.say)[0]


@pytest.mark.parametrize(
    ("rules", "question", "line"),
    [
        (
            {},
            "3a",
            "You can trash it on 0 to 2, while REVERSED on 0 and 4 to 9, and on an empty pile. "
            "Its letter tells the four 3s apart.",
        ),
        (
            {"allow_equal": True},
            "8a*",
            "You can trash it on 0 to 8, while REVERSED on 0, 8 and 9, and on an empty pile. "
            "Everybody sees this card, in any hand.",
        ),
        (
            {},
            "pile 8",
            "The number to beat is 8. You can trash 0 and 9 while NORMAL (higher beats), 0 to 7 "
            "while REVERSED (lower beats).",
        ),
        (
            {},
            "use DISCARD",
            "Throw away any other card of yours; a number goes on top of the pile and is to be "
            "beaten. With just one other card you finish. The symbol is spent.",
        ),
        (
            {"forbidden_finish_scope": "strict"},
            "use DISCARD",
            "Throw away any other card of yours; a number goes on top of the pile. Your last card "
            "can't be a 0 or a symbol. The symbol is spent.",
        ),
        (
            {"dig_up_top": "always_keeps", "dig_up_takes_right": False},
            "dig up with 3a",
            "The card takes the place of the pile's top card, which comes into your hand. The "
            "number to beat stays.",
        ),
        (
            {},
            "pass",
            "You draw a number and may trash it if it beats the pile. With the reset right you "
            "instead remove the pile and act again.",
        ),
        (
            {"pass_trash_drawn": False, "reset_pass_draw": True, "pass_after_reset": "forbidden"},
            "pass",
            "You draw a number and keep it. With the reset right you instead draw a card, then "
            "remove the pile and act again, and can't pass unless you must.",
        ),
        (
            {"reset_flip": True},
            "reset right",
            "By passing, the player with the reset right removes the pile, turns up a new first "
            "card, and may then only trash or pass. Whoever puts a number there next gets the "
            "right.",
        ),
        (
            {"gambler_hit_card": "excluded"},
            "guess 0 or 5",
            "If the next number is 0 or 5, it leaves the game, and you discard two cards; if not, "
            "you take it and one more.",
        ),
        (
            {},
            "FORTUNE TELLER (face down)",
            "Still secret and unused. See the hands and roles of all other players, except frozen "
            "cards. Then the player gets a bonus turn.",
        ),
        (
            {"new_grad_bonus_turn": False},
            "activate as FORTUNE TELLER",
            "Once in a game: see the hands and roles of all other players, except frozen cards.",
        ),
        (
            {},
            "farmer",
            "Not dealt at this table. Remove the pile and turn up a new first card; then trash a "
            "number, pass, or draw and trash up to two numbers.",
        ),
        (
            {},
            "dig up with 3a",
            "The card takes the place of the pile's top card, which comes into your hand, and "
            "you get the reset right. Your number is then to be beaten, unless ALCHEMIST declared "
            "one.",
        ),
        (
            {},
            "6 next",
            "The next card of the number deck is a 6. Everybody knows it since a right guess of "
            "GAMBLER.",
        ),
        (
            {"num_players": 3},
            "place 2",
            "This player has place 2 of this game, worth 1 point unless players share it.",
        ),
    ],
)
def test_a_line_says_what_holds_at_this_table(
    rules: dict[str, Any], question: str, line: str
) -> None:
    assert line_of(question, SekiOptions(**rules)) == line


def test_a_plate_tells_of_its_player_and_a_move_tells_the_player() -> None:
    for mix in mixes(GAME):
        rules = GAME.options.read(GAME.name, mix)
        for role in ROLE_NAMES:
            plates = [f"{role} ({status})" for status in ("face down", "face up", "activated")]
            for question in (*plates, f"as {role}"):
                line = line_of(question, rules)
                assert not re.search(r"\b(you|yours?)\b", line, re.IGNORECASE), line
                assert len(line) <= 200
    line = line_of("HACKER (activated)", SekiOptions())
    assert line == (
        "Used already. Freeze a card of each other player until the player's next turn, a random "
        "one unless the player names one that lies face up. Then the player gets a bonus turn."
    )
    line = line_of("activate THIEF", SekiOptions())
    assert line == (
        "Once in a game: swap a card of your choice for a random card of a player of your choice, "
        "and do so once more if you like."
    )


@pytest.mark.parametrize(
    "card", ["8c frozen", "8c* frozen", "(8c frozen)", "(8c)", "DIG UP a frozen"]
)
def test_a_frozen_card_is_told_to_be_frozen(card: str) -> None:
    line = line_of(card, SekiOptions())
    assert line.startswith("A frozen card stays in its hand")


def test_the_pile_is_found_by_both_its_names() -> None:
    lines = [line_of(name, SekiOptions()) for name in ("pile", "number graveyard")]
    assert lines[0] == lines[1] and lines[0].startswith("The numbers that were trashed")


@pytest.mark.parametrize("allow_equal", [False, True])
def test_the_numbers_of_a_line_are_those_that_beat(allow_equal: bool) -> None:
    rules = SekiOptions(allow_equal=allow_equal)
    state = new_state(allow_equal=allow_equal)
    for top in range(10):
        for is_reversed in (False, True):
            state["top"], state["reversed"] = top, is_reversed
            legal = {number for number in range(10) if beats(state, number)}
            assert beating(top, rules, is_reversed=is_reversed) == legal
            for number in range(10):
                fits = top in beaten_by(number, rules, is_reversed=is_reversed)
                assert fits == (number in legal)
