"""Betting by itself: payments, drops, table stakes, how a pot is divided; by a game that bets."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from fudaba.envs import UserError
from fudaba.envs.kikisen import betting
from fudaba.envs.kikisen.seasons import begin_match
from fudaba.envs.kikisen.words import pot_words
from fudaba.envs.makkaik import GAME

from ..tables import new_state

BETTINGS = 2
CAP = 5


def opened(**options: Any) -> np.void:
    """A match of nothing but bets, before its first ante."""
    state = new_state(GAME, {"num_players": 3, "first_dealer": 0, "bet_rounds": BETTINGS,
                             "max_base": CAP, **options})  # fmt: skip
    begin_match(state)
    betting.begin_pot(state)
    return state


def chips(state: np.void) -> list[int]:
    return [betting.chips_of(state, seat) for seat in range(int(state["num_players"]))]


def flags(seats: Sequence[int]) -> np.ndarray:
    return np.array([seat in seats for seat in range(6)], np.int8)


def end(state: np.void, *winners: int) -> bool:
    return bool(betting.end_season(state, flags(winners), int(state["ante"]) + BETTINGS))


def test_a_pot_is_what_was_paid_and_brings_points_at_the_end_alone() -> None:
    state, points = opened(), np.full(6, 7.0)
    betting.take_antes(state)
    betting.pay(state, 1, 5)
    assert betting.pot_of(state) == 8 and chips(state) == [-1, -6, -1]
    betting.score(state, points)
    assert not points.any(), "a reward comes with the end of a season"
    assert not end(state, 1)
    betting.score(state, points)
    assert points.tolist() == [-1, 2, -1, 0, 0, 0] and betting.pot_of(state) == 0
    assert state["to_move"] == -1


@pytest.mark.parametrize(
    ("dealer", "winners", "scores"),
    [
        (0, (1, 2), [-4, 3, 2, -1]),  # a pot of 13
        (2, (1, 2), [-4, 2, 3, -1]),
        (3, (0, 1, 2), [1, 0, 0, -1]),
        (1, (0, 1, 2), [0, 1, 0, -1]),
        (0, (0, 1, 2, 3), [0, -1, -1, 2]),
    ],
)
def test_what_does_not_divide_goes_one_each_from_the_dealer_onward(
    dealer: int, winners: tuple[int, ...], scores: list[int]
) -> None:
    state = opened(num_players=4, first_dealer=dealer)
    for seat, amount in enumerate((4, 4, 4, 1)):
        betting.pay(state, seat, amount)
    end(state, *winners)
    assert state["scores"].tolist() == [*scores, 0, 0]
    assert state["winners"].tolist() == flags(winners).tolist()
    assert state["divided"].tolist() == flags(winners).tolist()


def test_a_dealer_who_drops_passes_the_deal_on_also_to_the_last_player() -> None:
    state = opened(num_players=4, first_dealer=3, seasons=2)
    assert [betting.next_active(state, seat) for seat in range(4)] == [1, 2, 3, 0]
    betting.drop(state, 0)
    assert state["dealer"] == 3 and betting.next_active(state, 3) == 1
    betting.drop(state, 3)
    assert state["dealer"] == 1 and betting.num_active(state) == 2
    betting.drop(state, 1)
    assert state["dealer"] == 2 and betting.next_active(state, 2) == 2
    assert betting.end_unopposed(state, 3)
    assert state["winners"].tolist() == state["unopposed"].tolist() == flags([2]).tolist()
    assert state["drops"].tolist() == flags([0, 1, 3]).tolist() and not state["divided"].any()


def test_table_stakes_leave_everybody_active_a_point_for_each_betting_to_come() -> None:
    state = opened(start_chips=7)
    betting.take_antes(state)
    assert betting.stake_cap(state, CAP, 1) == 5 and betting.stake_cap(state, 25, 1) == 5
    betting.pay(state, 2, 3)
    assert betting.stake_cap(state, CAP, 1) == 2 and betting.stake_cap(state, CAP, 0) == 3
    betting.drop(state, 2)
    assert betting.stake_cap(state, CAP, 1) == 5, "only active players count"
    credit = opened()
    betting.pay(credit, 2, 25)
    assert betting.stake_cap(credit, CAP, 1) == CAP


def test_a_season_starts_only_if_everybody_can_pay_it() -> None:
    for paid, goes_on in [(4, True), (5, False)]:
        state = opened(start_chips=7, seasons=3)
        betting.pay(state, 0, paid)
        assert end(state, 1) == goes_on
        assert (state["to_move"] == -1) != goes_on and state["season"] == 1
    credit = opened(seasons=3)
    betting.pay(credit, 0, 25)
    assert end(credit, 1)


def test_chips_are_conserved_whatever_happens() -> None:
    rng = random.Random(3)
    for _ in range(60):
        count, stack = rng.randint(2, 6), rng.choice(["none", rng.randint(3, 40)])
        state = opened(num_players=count, start_chips=stack, seasons=20, first_dealer="random")
        total = count * (stack if isinstance(stack, int) else 0)
        is_on = True
        while is_on:
            betting.begin_pot(state)
            betting.take_antes(state)
            for left in (1, 0):
                bet_at_random(state, left, rng)
                assert sum(chips(state)) + betting.pot_of(state) == total
            active = [seat for seat in range(count) if state["active"][seat]]
            is_on = end(state, *rng.sample(active, rng.randint(1, len(active))))
            assert sum(chips(state)) == total and state["scores"].sum() == 0
            assert stack == "none" or min(chips(state)) >= 0


def bet_at_random(state: np.void, num_left: int, rng: random.Random) -> None:
    cap = betting.stake_cap(state, CAP, num_left)
    assert cap >= 1
    for seat in range(int(state["num_players"])):
        if not state["active"][seat]:
            continue
        if betting.num_active(state) > 1 and rng.random() < 0.3:
            betting.drop(state, seat)
        else:
            betting.pay(state, seat, rng.randint(1, cap))


def test_what_a_seat_sees() -> None:
    state = opened(num_players=3)
    view = np.zeros(1, GAME.view_dtype)[0]
    betting.take_antes(state)
    betting.pay(state, 2, 4)
    betting.drop(state, 0)
    state["scores"][:3] = 40_000, -40_000, 0
    state["winners"][1] = 1
    GAME.kernels.observe(state, 2, view)
    assert view["paid"].tolist() == [5, 1, 1, 0, 0, 0] and view["pot"] == 7
    assert view["active"].tolist() == [1, 0, 1, 0, 0, 0]
    assert view["winners"].tolist() == [0, 0, 1, 0, 0, 0]
    assert view["scores"].tolist() == [0, 32_000, -32_000, 0, 0, 0]


def test_how_a_season_ends_in_words() -> None:
    before, after = np.zeros(2, GAME.view_dtype)
    before["num_players"] = after["num_players"] = 3
    before["scores"][:3] = after["scores"][:3] = -2, 1, 1
    after["winners"][1] = 1
    assert pot_words(before, after, 2) == "player_0 wins the pot; nobody loses anything"
    after["winners"][0] = after["on_turn"][2] = after["dealer"][0] = 1
    after["scores"][:3] += [1, 1, -2]
    expected = "player_0 and player_2 share the pot; player_0 +1, player_1 -2, player_2 +1; "
    assert pot_words(before, after, 2) == f"{expected}player_2 deals the next"


def test_a_game_says_how_often_it_bets_and_how_much() -> None:
    with pytest.raises(TypeError, match="abstract class BettingOptions"):
        betting.BettingOptions.read("a game", {})


def test_chips_that_no_season_can_be_started_with_are_refused() -> None:
    assert GAME.options(start_chips=3, bet_rounds=2).fewest_chips == 3
    wrong = "start_chips can't be 5 with an ante of 4 and 2 bettings a season; allowed: none or 6"
    with pytest.raises(UserError, match=wrong):
        GAME.options(start_chips=5, ante=4, bet_rounds=2)


@pytest.mark.parametrize(
    ("options", "lowest"),
    [
        ({"seasons": 3}, -33.0),
        ({"seasons": 3, "start_chips": 20}, -20.0),
        ({"start_chips": 20}, -11.0),
    ],
)
def test_the_least_that_can_be_won(options: dict[str, Any], lowest: float) -> None:
    house = GAME.options(**options, bet_rounds=BETTINGS, max_base=CAP)
    assert house.lowest_points() == lowest
