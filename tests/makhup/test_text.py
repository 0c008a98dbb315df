"""What a seat of Makhup is shown and told, to the letter."""

import numpy as np

from fudaba.envs.makhup import GAME

from .positions import Table, position


def told_after(table: Table, text: str, seat: int = 1) -> str:
    """The news of a step to a seat."""
    before = np.array([table.view(seat)])[0]
    table.say(text)
    return GAME.words.news(before, table.view(seat), seat)


def test_the_table() -> None:
    table = position(["K 8 0", "1", "2 2"], "3 4", closed="7", gone="5", stock="2 6 1", seasons=3)
    table.state["barred_ranks"][1], table.state["barred_sums"][1] = 1 << 9 | 1 << 5, 1 << 6
    expected = """
season 1 of 3
stock: 3 cards
closed: 7
gone: 5
open ends: 3 4

> player_0: 3 cards, dealer
  player_1: 1 card, holds no 5 special, can't make 6
  player_2: 2 cards
hand of player_0: 0 8 special
Nothing fits on 3 and 4: play a special card, or draw a new end"""
    assert GAME.text(table.state, 0) == expected.removeprefix("\n")


def test_news_of_draws_clearings_and_reshuffles() -> None:
    table = position(["3 3", "1"], "2", stock="5")
    assert told_after(table, "draw") == "turned up: 5"
    table = position(["K 3", "1"], "2", stock="5 E")
    assert told_after(table, "play special") == "turned up: 5 special"
    table = position(["2 3", "1"], "2")
    assert told_after(table, "play 2 on 2") == ""
    table = position(["3 3", "1"], "2", stock="", gone="7")
    expected = "the gone pile is shuffled to be the stock; turned up: 7"
    assert told_after(table, "draw") == expected


def test_news_of_the_end_of_a_season() -> None:
    table = position(["2", "1", "1"], "2", seasons=2)
    assert told_after(table, "play 2 on 2").startswith(
        "player_0 wins the season; player_0 deals the next; turned up: "
    )
    table = position(["2", "1", "1"], "2")
    assert told_after(table, "play 2 on 2") == "player_0 wins the game"
    table = position(["8", "7", "6 6"], "2", stock="")
    table.say("pass", "pass")
    assert told_after(table, "pass") == "player_0 and player_1 share the game"
    table = position(["8", "7", "6"], "2", stock="")
    table.say("pass", "pass")
    assert told_after(table, "pass") == "all share the game"
