"""What a seat of Namto is shown and told, to the letter."""

import numpy as np
import pytest

from fudaba.envs.namto import GAME
from fudaba.envs.namto.state import DROP_ACTION, FIRST_BET, FIRST_REVEAL

from .positions import Table, position, types


def told_after(table: Table, text: str, seat: int = 1) -> str:
    """The news of a step to a seat."""
    before = np.array([table.view(seat)])[0]
    table.play(text)
    return GAME.words.news(before, table.view(seat), seat)


def late_table(**options: object) -> Table:
    """The second betting of a second season."""
    table = position("b7 b8", "r2 r6", "bK r0", seasons=2, **options)
    table.play("0 bet 1", "1 bet 1", "2 bet 1", "0 reveal b7", "1 reveal r6", "2 reveal r0")
    table.play("0 bet 1", "1 bet 1", "2 drop")
    for seat, hand in enumerate(["b1 rE", "r3 r4", "bS b5"]):
        table.state["cards"][seat] = types(hand)
    return table.play("0 drop", "1 bet 2", "2 bet 4", "1 reveal r4", "2 reveal b5")


def test_the_table() -> None:
    expected = """
season 2 of 2; pot 9; bets, round 2 of 2; hand of player_1: single (r4)
revealed by player_1: r4
revealed by player_2: b5
last shown by player_0: b7 b8
last shown by player_1: r2 r6
hands, strongest first: social order (1 2 6 7 8), emperor and king (K E),
      culture (6 7 8), march (S 3 5), cavalry (1 2 5), dark army (five 1s), run
      (3+ in a row, one colour), set (two or more equal), [single]

  player_0: 2 cards, +5 points, paid 1, dropped
> player_1: 1 card, dealer, -3 points, paid 3
  player_2: 1 card, -2 points, paid 5
hand of player_1: r3
Bet 1 to 5, or drop"""
    assert GAME.text(late_table().state, 1) == expected.removeprefix("\n")


def test_chips_community_cards_and_choices() -> None:
    table = position(
        "b7 b8", "r2 r6", start_chips=20, hand_pool="community", community="bS r1",
        community_cards=2, betting="until_equal",
    )  # fmt: skip
    table.play("0 bet 1", "1 bet 5")
    expected = """
pot 8; bets, round 1 of 2; hand of player_0: culture (b7 b8 with common bS)
revealed: (empty)
for all: bS r1
hands, strongest first: social order (1 2 6 7 8), emperor and king (K E),
      [culture (6 7 8)], march (S 3 5), cavalry (1 2 5), dark army (five 1s),
      run (3+ in a row, one colour), set (two or more equal), single

> player_0: 2 cards, dealer, 18 chips, bets 1, paid 2
  player_1: 2 cards, 14 chips, bets 5, paid 6
hand of player_0: b7 b8
Pay 4 more to stay in, or drop"""
    assert GAME.text(table.state, 0) == expected.removeprefix("\n")
    table.play("0 bet 4", "0 reveal b8")
    lines = GAME.text(table.state, 0).splitlines()
    assert "  player_0: 2 cards, dealer, 14 chips, bets 5, paid 6, has chosen" in lines
    assert lines[-2:] == ["hand of player_0: b8 b7", "Choose the card to reveal"]


def test_moves_in_words_and_what_others_are_told() -> None:
    table = position("b7 b8", "r2 r6")
    actions = (DROP_ACTION, FIRST_BET + 2)
    assert [GAME.announced_to(table.state, action, 1) for action in actions] == ["drop", "bet 3"]
    table.play("0 bet 1", "1 bet 1")
    action = FIRST_REVEAL + types("b7")[0]
    assert GAME.announced_to(table.state, action, 0) == "reveal b7"
    assert GAME.announced_to(table.state, action, 1) == "choose a card"


@pytest.mark.parametrize(
    ("moves", "text", "why"),
    [
        ([], FIRST_BET + 7, "1 to 5 may be bet now (NAM-4.2)."),
        (["0 bet 5"], FIRST_BET, "5 may be bet now (NAM-4.2)."),
        ([], FIRST_REVEAL, "cards are revealed between the bettings (NAM-4.1)."),
        (["0 bet 1", "1 bet 2"], FIRST_BET + 1, "the difference is to be paid, 1 (NAM-4.2)."),
        (["0 bet 1", "1 bet 1"], FIRST_BET, "a card is to be revealed now (NAM-4.5)."),
        (["0 bet 1", "1 bet 1"], FIRST_REVEAL, "there is no bS among the hidden cards (NAM-4.5)."),
    ],
)
def test_why_an_action_is_not_legal(moves: list[str], text: int, why: str) -> None:
    table = position("b7 b8", "r2 r6", betting="until_equal")
    assert GAME.words.why_illegal(table.play(*moves).state, text) == why


def test_news_of_the_dealer_and_the_reveal() -> None:
    table = position("b7 b8", "r2 r6", "bK r0", "b3 b4")
    assert told_after(table, "0 drop") == "player_1 is the dealer now"
    assert told_after(table, "1 bet 1") == ""
    table.play("2 bet 1", "3 drop")
    assert told_after(table, "1 reveal r6") == ""
    assert told_after(table, "2 reveal bK") == "turned up: player_1 r6, player_2 bK"


def test_news_of_the_end_of_a_season() -> None:
    table = position("b7 b8", "r2 r6", "bK r0", seasons=2)
    table.play("0 bet 1", "1 bet 1", "2 bet 1", "0 reveal b7", "1 reveal r6", "2 reveal r0")
    table.play("0 bet 1", "1 bet 1")
    assert told_after(table, "2 bet 3") == (
        "shown: player_0 b7 b8 (culture), player_1 r2 r6 (culture), player_2 bK r0 (single); "
        "player_0 wins the pot; player_0 +8, player_1 -3, player_2 -5; player_0 deals the next; "
        "everybody pays the ante of 1"
    )
    table.play("0 bet 1", "1 drop")
    expected = "player_0 wins the pot; player_0 +2, player_1 -1, player_2 -1"
    assert told_after(table, "2 drop") == expected
