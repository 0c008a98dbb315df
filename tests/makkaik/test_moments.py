"""The showdown of Makkaik: the cards that make each hand, and why the winner wins."""

from typing import Any

import pytest

from fudaba.envs.makkaik import GAME

from .positions import betting_on


def shown_on(*hands: str, common: str, **options: Any) -> tuple[list[str], list[list[str]], str]:
    """Returns the words and the cards of a showdown, and its verdict; `!` marks a dim card."""
    table = betting_on([*hands], common, bet_rounds=1, **options)
    table.say("base 1", *["join"] * (len(hands) - 2))
    before = table.view(0)
    table.say("join")
    (moment,) = GAME.words.moments(before, table.view(0), 0)
    cards = [[card.name + "!" * card.is_dim for card in row.cards] for row in moment.rows]
    return [row.words for row in moment.rows], cards, moment.verdict


def test_MKK_5_2_common_cards_of_a_hand_are_shown() -> None:
    words, cards, verdict = shown_on("b1 b2 b3", "r0 r5 bS", "b0 r5 r2", common="b8 r8 r7")
    assert words == [
        "player_0: -2, run up to 3",
        "player_1: +4, triple of 8",
        "player_2: -2, pair of 8",
    ]
    assert cards == [["b1", "b2", "b3"], ["bS", "b8", "r8", "r0!", "r5!"],
                     ["b8", "r8", "b0!", "r2!", "r5!"]]  # fmt: skip
    assert verdict == (
        "player_1 wins the pot: player_1's triple of 8 (bS with common b8 r8) beats player_0's run "
        "up to 3 (b1 b2 b3), for it stands higher in the list of hands"
    )


def test_who_has_dropped_alone_sees_the_own_hand_among_those_that_are_compared() -> None:
    hands = ["b1 b2 b3", "r0 r5 bS", "b0 r5 r2"]
    table = betting_on(hands, "b8 r8 r7", bet_rounds=1)
    table.say("base 1", "drop")
    before = [table.view(seat) for seat in range(3)]
    table.say("join")
    rows = [
        GAME.words.moments(before[seat], table.view(seat), seat)[0].rows[1] for seat in range(3)
    ]
    assert [bool(row.cards) for row in rows] == [False, True, False]
    assert rows[1].words.endswith(", dropped with triple of 8")
    assert [card.name for card in rows[1].cards] == ["bS", "b8", "r8", "r0", "r5"]


@pytest.mark.parametrize(
    ("tie_break", "verdict"),
    [
        ("split", "player_0 and player_1 share the pot: their hands are equal"),
        ("ladder", "player_1 wins the pot. Their best 3 combinations are equal: pair of 1, single "
         "8, single 6. The next ones decide: player_1's single 4 (b4) beats player_0's single 3 "
         "(b3)"),
    ],
)  # fmt: skip
def test_MKK_6_2_the_verdict_follows_the_tie_break(tie_break: str, verdict: str) -> None:
    hands = ("b1 r1 b3", "b1 r1 b4")
    assert shown_on(*hands, common="b8 r0 r6", tie_break=tie_break)[2] == verdict
