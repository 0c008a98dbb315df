"""The end of a game of Taxot as the table shows it."""

from .positions import position


def test_the_end_of_a_game_adds_what_was_paid_before() -> None:
    table = position({0: "b0 b4 r0 r2 r6", 1: "r3 r4 b8 b0 b6", 2: "b4 b4 r4 r7 b7"}, "r5 r7")
    table.say("discard r5")
    before = table.view(3)
    table.say("call r3 r4 r5", "discard b8")
    assert table.game.words.moments(before, table.view(3), 3) == []
    before = table.view(3)
    table.say("close")
    (moment,) = table.game.words.moments(before, table.view(3), 3)
    assert [row.words for row in moment.rows] == [
        "player_0: -4, -3 with earlier payments",
        "player_1: -4, -5 with earlier payments",
        "player_2: +12, +12 with earlier payments, two triples",
        "player_3: -4, -4 with earlier payments",
        "everybody else pays 2 for closing · 2 (dealer's bonus) = 4",
    ]
