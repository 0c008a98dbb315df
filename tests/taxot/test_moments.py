"""The end of a game of Taxot as the table shows it."""

from .positions import OTHER, position


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
        "player_0: -4, -3 in the whole game",
        "player_1: -4, -5 in the whole game",
        "player_2: +12, +12 in the whole game, two triples",
        "player_3: -4, -4 in the whole game",
        "everybody else pays 2 for closing · 2 (dealer's bonus) = 4",
    ]


def test_TAX_4_4_the_end_says_why_a_second_close_does_not_count() -> None:
    hands = {1: "r3 r4 b1 b1 b1", 2: "r3 r4 r1 r1 r1", 3: OTHER}
    why = "Of several closes only the one nearest after player_0 counts: that of player_1"
    for answers in (["close", "close"], ["close", "pass"]):  # the views do not tell the last answer
        table = position(hands, "r5")
        table.say("discard r5", *answers[:1])
        views = [table.view(seat) for seat in (1, 2, 3)]
        table.say(*answers[1:])
        for seat, before in zip((1, 2, 3), views, strict=True):
            (moment,) = table.game.words.moments(before, table.view(seat), seat)
            assert (why in [row.words for row in moment.rows]) == (seat == 2)
