"""What a seat of Sevens is shown, to the letter."""

from fudaba.envs.core.words.names import moves_called
from fudaba.envs.sevens import GAME
from fudaba.languages import in_language

from .positions import Table, position


def drawn(table: Table, seat: int) -> str:
    return GAME.text(table.state, seat)


def test_every_sign_of_the_layout_and_of_the_hand() -> None:
    table = position(
        "S6 S8 H9-10 HQ",
        ["H8 C8 D2", "S9 S2 H3 joker", "rest", ""],
        to_move=1,
        passes=[1, 3],
        finished=[3],
        jokers_on="H8",
        jokers=2,
        joker_recovery="own_turn",
    )
    table.state["known_jokers"][1] = 1
    expected = """
      A   2   3   4   5   6   7   8   9   10  J   Q   K
 ♠ S  ·   ·   ·   ·  [ ]  6   7   8  [ ]  ·   ·   ·   ·
 ♥ H  ·   ·   ·   ·   ·  [ ]  7   ★   9   10 [ ] (Q)  ·
 ♦ D  ·   ·   ·   ·   ·  [ ]  7  [ ]  ·   ·   ·   ·   ·
 ♣ C  ·   ·   ·   ·   ·  [ ]  7  [ ]  ·   ·   ·   ·   ·
     [ ] can be laid now   (9) laid, but not yet linked to its seven   ★ joker

  player_0: 3 cards, 1 of 3 passes used
> player_1: 4 cards, 3 of 3 passes used, holds 1 joker
  player_2: 37 cards, 0 of 3 passes used
  player_3: finished: 1st place
hand of player_1: ♠ 2 9   ♥ 3   joker
Lay a card; no pass is left"""
    assert drawn(table, 1) == expected.removeprefix("\n")


def test_a_card_a_pass_and_an_empty_hand_are_said_in_good_english() -> None:
    table = position("", ["S6", "rest", ""], finished=[2], passes=[1, 0], pass_limit="none")
    lines = drawn(table, 2).splitlines()
    assert "> player_0: 1 card, 1 pass used" in lines
    assert "  player_1: 47 cards, 0 passes used" in lines
    assert lines[-2:] == ["hand of player_2: (empty)", "Lay a card or pass"]


def test_an_eliminated_player() -> None:
    table = position("", ["", "S6", "rest", "C6"], eliminated=[0], to_move=1)
    assert "  player_0: out: 4th place" in drawn(table, 3).splitlines()


def test_every_seat_is_shown_the_same_layout_and_players() -> None:
    table = position("H8-9", ["H10 HJ HK", "S6", "rest"])
    public = {drawn(table, seat).partition("hand of")[0] for seat in range(3)}
    assert len(public) == 1


def test_the_table_and_the_moves_in_japanese() -> None:
    table = position("H9", ["S6 H8 joker", "rest"], passes=[1, 0], jokers=1)
    with in_language("ja"):
        scene = GAME.scene(table.state, 0)
        assert scene.question.startswith("カードを出すか、パスをする")
        assert [seat.facts[0] for seat in scene.seats] == [
            "パス3回のうち1回使用", "パス3回のうち0回使用",
        ]  # fmt: skip
        legal = GAME.legal_actions(table.state)
        for typed, move in {
            "♠6": "♠6を出す",
            "♦6": "♦6の代わりにジョーカーを置く",
            "パス": "パス",
        }.items():
            (action,) = moves_called(GAME, table.state, legal, typed)
            assert GAME.words.describe(table.state, action) == move
