"""What the games of kikisen have in common in words."""

import numpy as np
import pytest

from fudaba.envs.kikisen import words
from fudaba.envs.kikisen.meanings import POINTS_SO_FAR
from fudaba.envs.kikisen.prizes import PARTS
from fudaba.envs.makhup import GAME
from fudaba.envs.namto import GAME as NAMTO
from fudaba.envs.taxot import GAME as TAXOT

from ..tables import dealt_state, texts_of


def view_of(**options: int) -> np.void:
    """What seat 1 of a dealt match of Makhup sees, where seat 2 deals."""
    return GAME.view(dealt_state(GAME, {"num_players": 3, "first_dealer": 2, **options}, 3), 1)


def test_ranks_are_what_a_multiset_holds() -> None:
    assert words.ranks_in(0) == []
    assert words.ranks_in(0xF << 40 | 1) == [0, *[10] * 15]
    assert words.ranks_in(np.int64(3 << 36)) == [9, 9, 9]


def test_players_are_counted_from_the_viewer() -> None:
    view = view_of()
    assert words.player_with(view["dealer"], view, 1) == "player_2"
    assert [words.seat_name(seat) for seat in (-1, 0, 2)] == [None, "player_0", "player_2"]
    assert [words.deals(view, distance) for distance in range(3)] == [False, True, False]
    view["on_turn"] = 0
    assert not any(words.deals(view, distance) for distance in range(3)), "the match is over"


def test_KIKI_6_4_the_season_is_noted_in_a_match_of_several() -> None:
    assert list(words.season_note(view_of())) == []
    view = view_of(seasons=2)
    for finished, note in ((0, "season 1 of 2"), (1, "season 2 of 2"), (2, "season 2 of 2")):
        view["season"] = finished
        assert texts_of(words.season_note(view)) == (note,)


@pytest.mark.parametrize(
    ("gains", "told"),
    [
        ((-1, 2, -1), "player_2 wins the season"),
        ((0.5, 0.5, -1), "player_1 and player_2 share the season"),
        ((0, 0, 0), "all share the season"),
    ],
)
def test_KIKI_6_5_who_has_won_a_season(gains: tuple[float, ...], told: str) -> None:
    before, after = view_of(), view_of()
    before["scores"][:3] = after["scores"][:3] = 7 * PARTS
    after["scores"][:3] += (np.array(gains) * PARTS).astype(np.int16)
    after["seasons"] = 3
    assert words.season_words(before, after, 1) == f"{told}; player_2 deals the next"
    after["on_turn"] = 0
    assert words.season_words(before, after, 1) == told
    after["seasons"] = 1
    assert words.season_words(before, after, 1) == told.replace("season", "game")
    assert texts_of(words.points_fact(after, 0, POINTS_SO_FAR)) == (f"{7 + gains[0]:+g} points",)
    assert texts_of(words.points_fact(view_of(), 0, POINTS_SO_FAR)) == ()


def betting_view(**options: int) -> np.void:
    """What seat 1 of a dealt match of Namto sees, where seat 2 deals."""
    options = {"num_players": 3, "first_dealer": 2, **options}
    return NAMTO.view(dealt_state(NAMTO, options, 3), 1)


def test_points_and_chips_are_facts_of_a_player() -> None:
    view = betting_view()
    assert texts_of(words.account_facts(view, 0)) == (), "nothing was won, and credit is unlimited"
    view["scores"][:3] = 3, -5, 2
    assert [texts_of(words.account_facts(view, row)) for row in range(3)] == [
        ("+3 points",), ("-5 points",), ("+2 points",)
    ]  # fmt: skip
    view = betting_view(start_chips=4)
    view["scores"][:3] = 3, -2, -1
    assert [texts_of(words.account_facts(view, row)) for row in range(3)] == [
        ("+3 points", "6 chips"), ("-2 points", "1 chip"), ("-1 point", "2 chips"),
    ]  # fmt: skip


def test_what_is_paid_and_who_deals_next() -> None:
    before, after = betting_view(), betting_view()
    assert words.paid_words(before, after, 1) == ""
    after["scores"][:3] = 4, 0, -4
    assert words.paid_words(before, after, 1) == "player_0 -4, player_1 +4"
    assert words.ante_words(after) == ["everybody pays the ante of 1"]
    assert words.ante_words(betting_view(ante=0)) == []
    view = TAXOT.view(dealt_state(TAXOT, {"num_players": 3, "first_dealer": 2}, 3), 1)
    assert words.next_bonus_words(view, 1) == ["player_2 deals the next, with a bonus of 2"]
    view["on_turn"] = 0
    assert words.next_bonus_words(view, 1) == [], "the match is over"
