"""What a seat of Makkaik is shown and told, and what it may type, to the letter."""

import numpy as np
import pytest

from fudaba.envs import UserError
from fudaba.envs.makkaik import GAME
from fudaba.languages import LANGUAGES, in_language

from .positions import Table, betting_on, position

HANDS, COMMON = ["r8 b8 r0", "b1 b5 b0", "r1 r4 b6"], "b3 r5 b7"


def told_after(table: Table, text: str, seat: int = 0) -> str:
    """The news of a step to a seat."""
    before = np.array([table.view(seat)])[0]
    table.say(text)
    return GAME.words.news(before, table.view(seat), seat)


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


def test_the_table_in_an_exchange() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2", "b5 r5 b6"], "b3 r8 b8", stock="b4 r4", seasons=3,
                     start_chips=20)  # fmt: skip
    table.state["scores"][:3] = -3, 5, -2
    table.trade("r7", "b3")
    table.say("draw", "take r4")
    expected = """
season 1 of 3; hand of player_1: run up to 2
common cards: b8 r7 r8
drawn: b4 r4
to be taken: r4
hands, strongest first: triple (three equal),
      [run up to 2 (3 in a row, one colour)], pair (two equal), single

  player_0: 3 cards, dealer, -3 points, 17 chips, took b3 for r7
> player_1: 3 cards, +5 points, 25 chips, draws
  player_2: 3 cards, -2 points, 18 chips
hand of player_1: r0 r1 r2
Put out which card for r4?"""
    assert GAME.text(table.state, 1) == expected.removeprefix("\n")
    assert "drawn" not in GAME.text(table.state, 0)
    table.say("put out r2")
    assert "set aside: b4\n" in GAME.text(table.state, 1)
    assert "player_1: 3 cards, +5 points, 25 chips, drew for r2\n" in GAME.text(table.state, 0)


def test_the_table_while_betting_and_after_it() -> None:
    table = betting_on(HANDS, COMMON, bet_rounds=2)
    table.say("base 2", "join", "drop", "base 4")
    expected = """
round 2 of 2; base 4; pot 11; hand of player_1: pair of 5
common cards: b3 b7 r5
hands, strongest first: triple (three equal), run (3 in a row, one colour),
      [pair of 5 (two equal)], single

  player_0: 3 cards, dealer, paid 7, in
> player_1: 3 cards, paid 3
  player_2: 3 cards, paid 1, dropped
hand of player_1: b0 b1 b5
Join for 4, or drop"""
    assert GAME.text(table.state, 1) == expected.removeprefix("\n")
    table.say("join")
    expected = """
common cards: b3 b7 r5
shown by player_0: b8 r0 r8
shown by player_1: b0 b1 b5
hands, strongest first: triple (three equal), run (3 in a row, one colour), pair
      (two equal), single

  player_0: 3 cards, +8 points
  player_1: 3 cards, -7 points
  player_2: 3 cards, -1 point, dropped
hand of player_2: b6 r1 r4
The game is over"""
    assert GAME.text(table.state, 2) == expected.removeprefix("\n")


def test_news_of_exchanges() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8", stock="b4 r4")
    assert told_after(table, "swap") == told_after(table, "take b3") == ""
    assert told_after(table.copy(), "put out r7") == "", "the line of the move names both cards"
    assert told_after(table, "put out r7", seat=1) == "player_0 takes b3 from the common cards"
    assert told_after(table, "draw") == ""
    table = position(["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8", stock="b4 r4", to_move=1)
    assert told_after(table, "draw", seat=1) == "drawn: b4 r4"
    table.say("take r4")
    assert told_after(table.copy(), "put out r0", seat=0) == "everybody pays the ante of 1"
    assert told_after(table, "put out r0", seat=1) == (
        "b4 is set aside; everybody pays the ante of 1"
    )
    table = position(["b1 b2 r7", "r0 r1 r2"], "b1 b1 b1", stock="b4 r4", unused_draw="public")
    assert told_after(table, "swap", seat=1) == "all common cards are b1"
    table.say("put out b2", "draw", "take r4")
    assert told_after(table, "put out r0").startswith("b4 joins the common cards; everybody")
    table = position(["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8", stock="b4 r4", to_move=1, ante=0)
    table.say("draw", "take r4")
    assert told_after(table, "put out r0") == "", "there is no ante"


def test_news_of_betting() -> None:
    table = betting_on([*HANDS, "b2 r2 r6"], COMMON, seasons=2, bet_rounds=2)
    assert told_after(table, "drop") == "player_1 is the dealer now"
    assert told_after(table, "base 2") == told_after(table, "join") == ""
    assert told_after(table, "drop") == "round 2 begins with a pot of 8"
    table.say("base 1")
    assert told_after(table, "join") == (
        "player_1 shows b0 b1 b5, pair of 5; player_2 shows b6 r1 r4, single 7; "
        "player_1 wins the pot; player_0 -1, player_1 +6, player_2 -4, player_3 -1; "
        "player_1 deals the next"
    )
    table = betting_on(HANDS, COMMON)
    table.say("drop")
    assert told_after(table, "drop") == (
        "player_2 wins the pot; player_0 -1, player_1 -1, player_2 +2"
    )


def test_others_are_not_told_which_card_comes_in() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8", stock="b4 r4")
    for kind, card in (("swap", "b3"), ("draw", "b4")):
        other = table.copy()
        other.say(kind)
        actions = GAME.legal_actions(other.state)
        assert {GAME.announced_to(other.state, action, 1) for action in actions} == {
            "choose a card"
        }
        assert {GAME.announced_to(other.state, action, 0) for action in actions} == {""}
        other.say(f"take {card}")
        action = GAME.parse(other.state, "put out b1")
        assert GAME.announced_to(other.state, action, 0) == f"take {card} and put out b1"
        assert GAME.announced_to(other.state, action, 1) == "put out b1"


def test_why_not() -> None:
    def why(table: Table, name: str) -> str:
        (action,) = (
            action for action in range(GAME.num_actions)
            if GAME.words.describe(table.state, action) == name
        )  # fmt: skip
        return GAME.words.why_illegal(table.state, action)

    table = position(["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8", stock="b4 r4")
    assert (
        why(table, "take b3")
        == why(table, "join")
        == "the choice is another one now: swap or draw (MKK-4.1)."
    )
    drawn = table.copy()
    table.say("swap")
    assert why(table, "take b4") == "there is no b4 among the common cards (MKK-4.1)."
    drawn.say("draw")
    assert why(drawn, "take b3") == "b3 was not drawn (MKK-4.1)."
    drawn.say("take b4")
    assert why(drawn, "put out b4") == "b4 is none of the cards that were dealt (MKK-4.1)."
    table = betting_on(HANDS, COMMON, start_chips=6)
    assert why(table, "join") == "the choice is another one now: set a base or drop (MKK-4.3)."
    assert why(table, "base 6") == "a base is 1 to 5, with this max_base (MKK-4.3)."
    assert why(table, "base 5") == "a base is 1 to 3 now, which all can pay to the end (MKK-4.3)."
    table.say("base 3")
    assert why(table, "base 1") == "the choice is another one now: join or drop (MKK-4.3)."


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
