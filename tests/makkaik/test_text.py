"""What others are told of an exchange in Makkaik, and what a person may type."""

import pytest

from fudaba.common.languages import LANGUAGES, in_language
from fudaba.envs import UserError
from fudaba.envs.makkaik import GAME

from ..announced import announced
from .positions import Table, betting_on, position

HANDS, COMMON = ["r8 b8 r0", "b1 b5 b0", "r1 r4 b6"], "b3 r5 b7"


def read(table: Table, text: str) -> list[tuple[str, ...]]:
    """What a text can mean, in the names of moves."""
    found = []
    for chain in GAME.words.read(table.state, text):
        copy, names = table.copy(), []
        for action in chain:
            names.append(GAME.words.describe(copy.state, action))
            copy.say(names[-1])
        found.append(tuple(names))
    return found


def test_others_are_not_told_which_card_comes_in() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8", stock="b4 r4")
    for kind, card, word in (("swap", "b3", "black 3"), ("draw", "b4", "black 4")):
        other = table.copy()
        other.say(kind)
        actions = GAME.legal_actions(other.state)
        assert {announced(GAME, other.state, action, 1) for action in actions} == {"choose a card"}
        assert {announced(GAME, other.state, action, 0) for action in actions} == {""}
        other.say(f"take {card}")
        action = GAME.parse(other.state, "put out b1")
        assert announced(GAME, other.state, action, 0) == f"take {word} and put out black 1"
        assert announced(GAME, other.state, action, 1) == "put out black 1"


def test_an_exchange_of_equal_cards_says_that_they_are_two() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b1 r8 b8")
    table.say("swap", "take b1")
    action = GAME.parse(table.state, "put out b1")
    assert announced(GAME, table.state, action, 0) == "take black 1 and put out another black 1"
    table.say("put out b1")
    (fact, *_) = [
        fact.text for fact in GAME.scene(table.state, 1).seats[0].facts if "1" in fact.text
    ]
    assert fact == "took b1, put out another b1"


def test_an_exchange_is_read_in_one_go() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8", stock="b4 r4")
    steps = ("swap", "take b3", "put out r7")
    assert read(table, "swap r7 for b3") == read(table, "R7 for B3") == [steps]
    assert read(table, "b9 for b3") == read(table, "bet") == read(table, "") == []
    drawn = table.copy()
    drawn.say("draw")
    assert read(drawn, "r7 for b4") == [("take b4", "put out r7")]
    assert read(drawn, "r4") == [("take r4",)]
    drawn.say("take r4")
    assert read(drawn, "b2") == [("put out b2",)]
    table = position(["b1 b2 r7", "r0 r1 r2"], "b1 b1 b1")
    assert read(table, "r7 for b1") == [("swap", "put out r7")], "the b1 comes in by itself"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_exchange_is_read_in_japanese(language: str) -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8", stock="b4 r4")
    for trade, english in [("赤7を黒3と交換", "r7 for b3"), ("黒2を黒8と交換する", "b2 for b8")]:
        wanted = GAME.words.read(table.state, english)
        with in_language(language):
            assert GAME.words.read(table.state, trade) == wanted


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("steps", [(), ("draw",), ("draw", "take r4"), ("base 2",)])
def test_names_of_moves_are_read_in_both_languages(steps: tuple[str, ...], language: str) -> None:
    hands, common = ["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8"
    is_bet = "base 2" in steps
    table = betting_on(hands, common) if is_bet else position(hands, common, stock="b4 r4")
    table.say(*steps)
    for named_in in LANGUAGES:
        with in_language(named_in):
            names = GAME.move_names(table.state)
        with in_language(language):
            for name, action in names.items():
                assert GAME.words.read(table.state, name) == [(action,)]


def test_a_bet_is_read() -> None:
    table = betting_on(HANDS, COMMON)
    assert read(table, "bet 3") == read(table, "stake 3") == [("base 3",)]
    assert read(table, "bet 26") == []


@pytest.mark.parametrize(("text", "why"), [
    ("swap r8 for b3", "r8 is none of the cards that were dealt (MKK-4.1)."),
    ("swap r7 for b4", "there is no b4 among the common cards (MKK-4.1)."),
    ("bet 2", "the choice is another one now: swap or draw (MKK-4.1)."),
])  # fmt: skip
def test_what_is_read_and_not_allowed(text: str, why: str) -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8")
    with pytest.raises(UserError) as error:
        GAME.words.read(table.state, text)
    assert str(error.value) == f"{text!r} is not allowed: {why}"


def test_equal_common_cards_come_in_by_themselves() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b1 b1 b1")
    before = table.view(1)
    table.say("swap")
    assert GAME.words.news(before, table.view(1), 1) == "all common cards are b1"
