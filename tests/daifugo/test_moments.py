"""What a table of Daifugo stops to show: revolutions, and the end of a round."""

import pytest

from fudaba.envs.core.scene.moment import Moment
from fudaba.envs.daifugo import GAME

from .positions import Table, position

LASTS = "until the round ends or the next revolution"


def shown(table: Table, text: str) -> Moment:
    """Carries out a decision; the one moment that all seats are shown."""
    before = [table.view(seat) for seat in table.seats]
    table.say(text)
    found = [GAME.words.moments(before[seat], table.view(seat), seat) for seat in table.seats]
    assert all(moments == found[0] for moments in found)
    (moment,) = found[0]
    return moment


def cards_of(moment: Moment) -> list[str]:
    return [card.name for row in moment.rows for card in row.cards]


@pytest.mark.parametrize(
    ("hand", "plays", "cards", "verdict"),
    [
        ("S9 H9 D9 C9 C3", ["four of a kind 9 9 9 9", "with S9 H9 D9 C9"], "♠9 ♥9 ♦9 ♣9",
         f"Lower ranks are stronger now, {LASTS}"),
        ("SJ HJ DJ CJ C3", ["four of a kind J J J J", "with SJ HJ DJ CJ"], "♠J ♥J ♦J ♣J",
         "Higher ranks are stronger now, until the J-back ends with the field"),
        ("S9 H9 D9 joker C3", ["four of a kind 9 9 9 9", "with S9 H9 D9 and a joker",
         "joker as S9"], "♠9 ♥9 ♦9 joker", f"Lower ranks are stronger now, {LASTS}"),
        ("S5 S6 S7 S8 C3", ["run 5 6 7 8", "in S"], "♠5 ♠6 ♠7 ♠8",
         f"Lower ranks are stronger now, {LASTS}"),
        ("S8 H8 D8 C8 C3", ["four of a kind 8 8 8 8", "with S8 H8 D8 C8"], "♠8 ♥8 ♦8 ♣8",
         f"Lower ranks are stronger now, {LASTS}"),
    ],
)  # fmt: skip
def test_DFG_5_2_a_revolution_shows_its_four_cards(
    hand: str, plays: list[str], cards: str, verdict: str
) -> None:
    table = position([hand, "S10 C4", "H10 C5"])
    table.say(*plays[:-1])
    moment = shown(table, plays[-1])
    assert (moment.title, moment.verdict) == ("Revolution", verdict)
    assert moment.rows[0].words == "player_0 plays four cards"
    assert cards_of(moment) == cards.split()


def test_DFG_4_16_a_revolution_that_ends_with_a_play_off_is_no_moment() -> None:
    table = position(["S9 S4", "D4 D5", "C4 C5 C6"], pile="H3", revolution=1)
    table.say("single 9", "with S9")
    before = table.view(1)
    table.say("pass and draw a card")
    assert before["revolution"] and not table.view(1)["revolution"]
    assert GAME.words.moments(before, table.view(1), 1) == []


def test_the_end_of_a_round_shows_its_titles_and_why_it_is_over() -> None:
    table = position(["S9", "D4 D5", "C4 C5 C6"], pile="H3 H4", options={"num_rounds": 2})
    table.say("single 9", "with S9")
    table.say("pass", "pass", "single 4", "with D4", "pass", "single 5")
    moment = shown(table, "with D5")
    assert [row.words for row in moment.rows] == [
        "1st: player_0, daifugo", "2nd: player_1, heimin", "3rd: player_2, daihinmin",
    ]  # fmt: skip
    assert moment.verdict == "Only player_2 has cards left"
    table = position(["S9 S4", "D4 D5", "C4 C5 C6"], pile="H3", options={"num_rounds": 2})
    table.say("single 9", "with S9", "pass")
    assert shown(table, "pass and draw a card").verdict == "The pile is used up"
