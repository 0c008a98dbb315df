"""Dealers, bonus, seasons and scores, clause by clause (KIKI-3, 5, 6), by a game that uses them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from fudaba.envs.kikisen.prizes import pay_season, score
from fudaba.envs.kikisen.seasons import begin_match, finish_season
from fudaba.envs.makhup import GAME

from ..makhup.positions import opened
from ..tables import new_state


def seasons(winners: Sequence[Sequence[int]], **options: Any) -> list[tuple[int, int]]:
    """Dealer and bonus after each of these seasons of three players."""
    options = {"num_players": 3, "first_dealer": 0, "seasons": len(winners), **options}
    state = new_state(GAME, options)
    begin_match(state)
    found = []
    for number, seats in enumerate(winners, start=1):
        won = np.array([seat in seats for seat in range(6)], np.int8)
        assert finish_season(state, won) == (number < len(winners))
        found.append((int(state["dealer"]), int(state["bonus"])))
    assert state["to_move"] == -1 and state["season"] == len(winners)
    return found


def test_KIKI_3_1_KIKI_3_2_KIKI_3_3_KIKI_5_2_the_deal() -> None:
    stocks = {opened(seed).stock for seed in range(20)}
    assert len(stocks) == 20, "shuffled"
    table = opened(3, num_players=3)
    assert table.to_move == table.state["dealer"], "the dealer acts first"
    table.say("draw")
    assert table.to_move == (table.state["dealer"] + 1) % 3
    assert [kind.name for kind in GAME.fields if kind.private] == ["hand"]


def test_KIKI_6_1_KIKI_6_3_KIKI_10_7_dealer_and_bonus() -> None:
    assert seasons([(0,), (2,), ()]) == [(0, 3), (2, 2), (2, 2)]
    assert seasons([(1, 2), (1, 2), (0,), (1, 2), ()]) == [(1, 2), (1, 3), (0, 2), (1, 2), (1, 2)]
    assert seasons([(2,), (1, 2), ()]) == [(2, 2), (2, 3), (2, 3)]


def test_KIKI_9_10_the_last_season_keeps_its_dealer_and_bonus() -> None:
    assert seasons([(2,)]) == [(0, 2)]
    assert seasons([(0,), (2,)]) == [(0, 3), (0, 3)]


@pytest.mark.parametrize(
    ("how", "after"),
    [
        ("winner", [(0, 3), (0, 5), (2, 1), (2, 1), (2, 3)]),
        ("rotate", [(1, 1), (2, 1), (0, 1), (0, 1), (1, 1)]),
        ("stay", [(0, 3), (0, 5), (0, 5), (0, 5), (0, 5)]),
    ],
)
def test_KIKI_6_3_KIKI_9_9_next_dealer(how: str, after: list[tuple[int, int]]) -> None:
    options = {"next_dealer": how, "dealer_bonus_start": 1, "dealer_bonus_step": 2}
    assert seasons([(0,), (0,), (2,), (), (2,), ()], **options)[:-1] == after


def test_KIKI_6_3_the_first_dealer_is_drawn() -> None:
    dealers = Counter(int(opened(seed, num_players=3).state["dealer"]) for seed in range(300))
    assert set(dealers) == {0, 1, 2} and min(dealers.values()) > 60
    assert {int(opened(seed, first_dealer=2).state["dealer"]) for seed in range(9)} == {2}


def test_KIKI_2_4_KIKI_5_1_KIKI_6_4_scores_are_added_up_and_constant() -> None:
    state, points = new_state(GAME, {"num_players": 4}), np.zeros(6)
    for winners in [(1,), (0, 2, 3), (1, 2)]:
        pay_season(state, np.array([seat in winners for seat in range(6)], np.int8))
    score(state, points)
    assert points == pytest.approx([1 / 3 - 2, 3 - 1 + 1, -1 + 1 / 3 + 1, -1 + 1 / 3 - 1, 0, 0])
    assert points.sum() == pytest.approx(0)


def test_KIKI_6_5_the_winner_gets_one_from_each() -> None:
    state, points = new_state(GAME, {"num_players": 5}), np.zeros(6)
    pay_season(state, np.array([0, 0, 1, 0, 0, 0], np.int8))
    score(state, points)
    assert points.tolist() == [-1, -1, 4, -1, -1, 0]


def test_KIKI_7_1_what_every_view_tells() -> None:
    view = opened(2, num_players=3, seasons=2, first_dealer=1).view(0)
    assert view["num_players"] == 3 and view["seasons"] == 2 and view["season"] == 0
    assert view["dealer"].tolist() == view["on_turn"].tolist() == [0, 1, 0, 0, 0, 0]
    assert view["hand"].sum() == 6 and view["stock_size"] == 28
