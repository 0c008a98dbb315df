"""The rules of Namto clause by clause, and every worked example, on the kernels."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from fudaba.envs import UserError
from fudaba.envs.kikisen import betting
from fudaba.envs.namto import GAME
from fudaba.envs.namto.hands import Value
from fudaba.envs.namto.options import NamtoOptions
from fudaba.envs.namto.state import COPIES, FIRST_BET
from fudaba.testing.positions import positions

from ..spread import few_mixes
from .positions import Table, dropped, opened, position, types

Values = list[tuple[int, int, int, int]]


def first_of(table: Table, seat: int, count: int) -> Values:
    """The highest values of a player."""
    return [tuple(value) for value in table.values(seat)[:count]]


def ranks(*hands: str, **options: Any) -> list[int]:
    """The ranks of the best hands of each player."""
    table = position(*hands, **options)
    return [table.values(seat)[0].rank for seat in table.seats]


# Components and setup


def test_NAM_2_1_NAM_2_2_two_cards_each_of_one_pack_and_points_add_up() -> None:
    for number, options in enumerate(few_mixes(GAME)):
        for state in positions(GAME, options, number):
            table = Table(state)
            seats = [f"{table.hidden(seat)} {table.revealed(seat)}" for seat in table.seats]
            assert [len(seat.split()) for seat in seats] == [2] * len(table.seats)
            on_table = np.bincount(types(" ".join(seats)), minlength=24) + state["community"]
            assert (on_table <= COPIES).all()
            undealt = GAME.words.snapshot(state)["undealt"]
            assert len(undealt) + on_table.sum() == GAME.options(**options).num_cards
            chips = sum(betting.chips_of(state, seat) for seat in table.seats)
            assert chips + table.pot() == len(table.seats) * max(int(state["start_chips"]), 0)


@pytest.mark.parametrize("num_players", [2, 3, 4, 5, 6])
def test_NAM_3_1_two_cards_and_the_ante(num_players: int) -> None:
    for seed in range(6):
        table = opened(seed, num_players=num_players, ante=seed)
        assert [len(table.hidden(seat).split()) for seat in table.seats] == [2] * num_players
        assert not table.state["num_revealed"].any() and not table.state["community"].any()
        assert table.pot() == seed * num_players and table.points() == [0] * num_players
        assert table.to_move == table.state["dealer"]
    assert opened(1, num_players=num_players, first_dealer=1).to_move == 1


def test_NAM_3_1_all_deals_come_up() -> None:
    seen = Counter(opened(seed, num_players=2).hidden(0) for seed in range(3000))
    assert len(seen) > 270, "of the 24 * 23 / 2 + 18 hands of two cards"
    assert seen["b1 r1"] > 25, "16 of 1128"


# The course of a season


def test_NAM_4_1_betting_reveal_betting_reveal_judgement() -> None:
    table = position("b7 b8", "r2 r6")
    table.play("0 bet 2", "1 bet 2")
    assert table.legal() == {"reveal b7", "reveal b8"}
    table.play("0 reveal b7", "1 reveal r2")
    assert [table.revealed(seat) for seat in table.seats] == ["b7", "r2"]
    table.play("0 bet 1", "1 bet 3")
    assert table.to_move is None
    assert [table.revealed(seat) for seat in table.seats] == ["b7 b8", "r2 r6"]
    assert table.points() == [6, -6]


def test_NAM_4_1_who_has_dropped_is_asked_nothing_more() -> None:
    table = position("b7 b8", "r2 r6", "b1 b2", "b3 b4")
    table.play("0 bet 1", "1 drop", "2 bet 1", "3 bet 1")
    table.play("0 reveal b8", "2 reveal b1", "3 reveal b3")
    table.play("0 bet 1", "2 drop", "3 bet 1")
    assert table.points()[1:3] == [-1, -2]


def test_NAM_4_2_a_bet_is_no_less_than_the_one_before_and_no_more_than_the_cap() -> None:
    table = position("b7 b8", "r2 r6", "b1 b2", bet_cap=7)
    assert table.bets() == [1, 2, 3, 4, 5, 6, 7] and "drop" in table.legal()
    table.play("0 bet 3")
    assert table.bets() == [3, 4, 5, 6, 7]
    table.play("1 bet 7")
    assert table.bets() == [7] and table.pot() == 3 + 3 + 7
    table.play("2 bet 7", "0 reveal b7", "1 reveal r2", "2 reveal b1")
    assert table.bets() == [1, 2, 3, 4, 5, 6, 7], "anew in each betting"
    assert table.state["paid"][:3].tolist() == [4, 8, 8], "smaller bets are not topped up"


def test_NAM_4_2_a_drop_leaves_the_payments_in_the_pot() -> None:
    table = position("b7 b8", "r2 r6", "b1 b2")
    table.play("0 bet 3", "1 drop", "2 bet 3", "0 reveal b7", "2 reveal b1", "0 drop")
    assert table.points() == [-4, -1, 5]


def test_NAM_4_3_a_dealer_who_drops_is_dealer_no_more() -> None:
    table = position("b7 b8", "r2 r6", "b1 b2", "b3 b4")
    table.play("0 drop")
    assert table.state["dealer"] == 1
    table.play("1 bet 2", "2 bet 2", "3 bet 2", "1 reveal r2", "2 reveal b1", "3 reveal b3")
    table.play("1 drop")
    assert table.state["dealer"] == 2
    table.play("2 bet 1", "3 bet 1")
    assert table.to_move is None


def test_NAM_4_4_the_last_player_takes_the_pot_without_a_go() -> None:
    table = position("b7 b8", "r2 r6", "b1 b2")
    table.play("0 drop", "1 drop")
    assert table.to_move is None and table.points() == [-1, -1, 2]
    assert not table.state["num_revealed"].any() and table.state["dealer"] == 2
    table = position("b7 b8", "r2 r6", seasons=2)
    table.play("0 bet 1", "1 bet 1", "0 reveal b7", "1 reveal r2", "0 bet 1", "1 drop")
    assert table.points() == [2, -2] and table.state["season"] == 1
    assert table.to_move == 0, "the winner deals the next"


def test_NAM_4_5_choices_are_secret_and_turned_up_together() -> None:
    table = position("b7 b8", "r2 r6", "b1 b2")
    table.play("0 bet 1", "1 bet 1", "2 bet 1", "0 reveal b8")
    for seat in (1, 2):
        assert not table.view(seat)["revealed"].any() and not table.view(seat)["choice"].any()
    assert table.view(0)["choice"].nonzero()[0].tolist() == types("b8")
    table.play("1 reveal r2")
    assert [table.revealed(seat) for seat in table.seats] == ["", "", ""]
    table.play("2 reveal b2")
    assert [table.revealed(seat) for seat in table.seats] == ["b8", "r2", "b2"]
    assert [table.hidden(seat) for seat in table.seats] == ["b7", "r6", "b1"]


def test_NAM_4_5_two_equal_cards_are_asked_too() -> None:
    table = position("b7 b7", "r2 r6")
    table.play("0 bet 1", "1 bet 1")
    assert table.legal() == {"reveal b7"}
    table.play("0 reveal b7", "1 reveal r6")
    assert (table.revealed(0), table.hidden(0)) == ("b7", "b7")


def test_NAM_4_6_the_revealed_card_of_a_dropped_player_is_for_all() -> None:
    table = position("b7 b8", "r2 r6", "b3 b4")
    table.play("0 bet 1", "1 bet 1", "2 bet 1")
    table.play("0 reveal b7", "1 reveal r6", "2 reveal b3")
    assert table.values(0)[0].rank == 6
    table.play("0 bet 1", "1 drop", "2 bet 1")
    assert table.values(0)[0].rank == 6, "the culture has the r6 of player 1"
    hidden = position("b7 b8", "r2 r6", "b3 b4")
    hidden.play("0 bet 1", "1 bet 1", "2 bet 1")
    hidden.play("0 reveal b7", "1 reveal r2", "2 reveal b3")
    hidden.play("0 bet 1", "1 drop", "2 bet 1")
    assert hidden.values(0)[0].rank == 0 and hidden.revealed(1) == "r2"


def test_NAM_4_7_the_flat_table() -> None:
    assert GAME.num_actions == 1 + 24 + 25 and FIRST_BET == 25
    used = set()
    for seed in range(60):
        for state in positions(GAME, {}, seed):
            used |= {*GAME.legal_actions(state)} if state["to_move"] >= 0 else set()
    assert used == {*range(30)}


# Hands


def test_NAM_5_1_a_hand_has_an_own_card() -> None:
    table = position("b7 b8", "r6 r2", "r4 r0")
    assert [table.values(seat)[0].rank for seat in table.seats] == [6, 6, 0]
    assert Value(6, 3, 0, 0) not in table.values(2)


@pytest.mark.parametrize(
    ("hands", "best"),
    [
        (["b1 b2", "b6 r8", "r7 r0"], [8, 8, 8]),
        (["bK r2", "rE r8"], [7, 7]),
        (["b6 r2", "r7 b8"], [6, 6]),
        (["bS b3", "r5 r8"], [5, 5]),
        (["b1 b2", "r5 r8"], [4, 4]),
        (["b1 b1", "r1 r1", "r1 r6"], [3, 3, 3]),
        (["b4 b5", "b6 r8"], [2, 2]),
        (["b4 b5", "r4 r8"], [1, 1]),
        (["b4 b5", "r0 r8"], [0, 0]),
    ],
)
def test_NAM_5_2_the_categories(hands: list[str], best: list[int]) -> None:
    assert ranks(*hands)[: len(best)] == best


def test_NAM_5_2_two_kings_are_a_set() -> None:
    assert ranks("bK rK", "b3 r5") == [1, 0]
    assert ranks("bE r2", "rE r5") == [1, 1]


def test_NAM_5_3_ships_stand_for_any_card_of_their_colour() -> None:
    assert ranks("bS r1", "bK b8")[0] == 7, "as an emperor"
    assert ranks("bS r1", "r1 b1", "b1 r0")[0] == 3, "as a soldier"
    assert ranks("bS r1", "r2 r5")[0] == 4
    assert ranks("bS r3", "r4 b0")[0] == 1, "a black ship is no help in a red run"
    assert ranks("rS r3", "r4 b0")[0] == 2
    assert ranks("bS rS", "b5 r8")[0] == 7, "one as each"
    assert first_of(position("bS r1", "b0 r4"), 0, 1) == [(1, 2, 4, 0)]
    assert (0, 1, 9, 1) in position("bS r1", "b0 r4").values(0)


def test_NAM_5_3_a_ship_is_itself_in_a_march() -> None:
    assert ranks("bS b3", "r5 r0")[0] == 5
    assert ranks("bS rS", "r5 r5", march_rank="above_cavalry")[0] == 7
    assert (5, 3, 0, 0) not in position("bS rS", "r5 r6").values(0)
    assert (5, 3, 0, 0) not in position("bS r6", "rS r5").values(0)


def test_NAM_5_4_rank_then_size_then_number_then_colour() -> None:
    values = position("b4 b4", "r4 b5", "b6 b1").values(0)
    assert [*map(tuple, values)] == [
        (2, 3, 6, 1), (1, 3, 4, 0), (1, 2, 4, 1), (1, 2, 4, 0), (0, 1, 4, 1)
    ]  # fmt: skip
    assert first_of(position("r1 r2", "r5 b0"), 0, 1) == [(4, 3, 0, 1)]


def test_NAM_5_5_lists_are_compared_position_by_position() -> None:
    assert position("b7 b8", "r2 r6").winners() == [0]
    assert position("b8 r3", "r8 b3").winners() == [0, 1]
    longer = position("b8 r8", "b8 r0", hand_pool="own")
    assert longer.winners() == [0]
    short, long = position("b8 b8", "r8 b8", hand_pool="own"), Value(1, 2, 8, 1)
    assert short.values(0)[0] == long and short.winners() == [0]


def test_NAM_5_5_the_longer_list_wins() -> None:
    table = position("b5 b8", "r8 r8", hand_pool="own")
    assert first_of(table, 1, 2) == [(1, 2, 8, 1), (0, 1, 8, 1)]
    table = position("b0 r8", "r8 b8", hand_pool="community", community="b1", community_cards=1)
    assert table.values(0)[0] == (0, 1, 8, 1) and table.winners() == [1]
    table = position("b8 b8", "r8 r0", community="b8", community_cards=1, hand_pool="community")
    assert table.winners() == [0]
    table = dropped(position("b8 b8", "b8 b0", "r8 r2", hand_pool="own"), 0)
    assert [first_of(table, seat, 9) for seat in (1, 2)] == [
        [(0, 1, 8, 1), (0, 1, 0, 1)], [(0, 1, 8, 1), (0, 1, 2, 1)]
    ]  # fmt: skip
    equal = dropped(position("b0 b8", "r8 r8", "r8 r0"), 1)
    assert equal.winners() == [0, 2]


def test_NAM_5_5_what_does_not_divide_goes_one_each_from_the_dealer() -> None:
    table = position("r0 r1", "b8 r3", "r8 b3", first_dealer=2)
    table.play("2 bet 2", "0 bet 2", "1 bet 2", "2 reveal r8", "0 reveal r0", "1 reveal b8")
    table.play("2 bet 1", "0 drop", "1 bet 5")
    assert table.pot() == 0 and table.points() == [-3, 7 - 8, 8 - 4], "of a pot of 15"
    assert table.state["winners"].tolist() == [0, 1, 1, 0, 0, 0]


def test_NAM_5_6_only_active_players_compete_and_no_list_is_empty() -> None:
    table = dropped(position("b7 b8", "r6 r2", "b4 r4"), 0)
    table.state["num_revealed"][0] = 0
    assert table.winners() == [2]
    for seed in range(40):
        table = opened(seed, num_players=6)
        assert all(table.values(seat)[-1].rank == 0 for seat in table.seats)


# End and information


def test_NAM_6_1_the_winner_takes_the_pot_and_deals_the_next() -> None:
    table = position("b0 b1", "r6 r2", "bK rK", seasons=3, dealer_bonus_start=7)
    table.play("0 bet 1", "1 bet 1", "2 bet 5", "0 reveal b0", "1 reveal r6", "2 reveal bK")
    table.play("0 bet 1", "1 bet 1", "2 bet 1")
    assert table.points() == [-3, -3, 6], "no bonus"
    assert table.state["dealer"] == table.to_move == 2 and table.pot() == 3


@pytest.mark.parametrize(("next_dealer", "dealer"), [("winner", 2), ("rotate", 2), ("stay", 1)])
def test_NAM_6_1_KIKI_6_3_the_next_dealer_counts_from_the_current_one(
    next_dealer: str, dealer: int
) -> None:
    table = position("b0 b1", "r6 r2", "bK rK", "b3 b3", seasons=2, next_dealer=next_dealer)
    table.play("0 drop", "1 bet 1", "2 bet 1", "3 drop", "1 reveal r6", "2 reveal bK")
    table.play("1 bet 1", "2 bet 1")
    assert table.state["dealer"] == dealer


def test_NAM_6_2_rewards_come_with_the_end_of_a_season() -> None:
    table = position("b7 b8", "r2 r6", "b3 b4")
    table.play("0 bet 5", "1 bet 5", "2 bet 5", "0 reveal b7", "1 reveal r2", "2 reveal b3")
    assert table.points() == [0, 0, 0]
    table.play("0 bet 5", "1 bet 5", "2 bet 5")
    assert table.points() == [22, -11, -11]
    assert NamtoOptions().lowest_points() == -11


def test_NAM_7_1_what_all_see() -> None:
    table = position("b7 b8", "r2 r6", "b1 b2", "r0 r0", seasons=2)
    table.play("0 bet 2", "1 drop", "2 bet 3", "3 bet 3")
    for seat in table.seats:
        view = table.view(seat)
        bets = [int(view["bets"][(player - seat) % 4]) for player in table.seats]
        assert (bets, view["pot"], view["last_bet"]) == ([2, 0, 3, 3], 12, 3)
        assert view["active"][(1 - seat) % 4] == 0 and view["dealer"][-seat % 4] == 1
    table.play("0 reveal b7", "2 reveal b1", "3 reveal r0", "0 bet 1", "2 bet 1", "3 drop")
    shown = [table.view(0)["shown"][player].nonzero()[0].tolist() for player in table.seats]
    assert shown == [types("b7 b8"), [], types("b1 b2"), []]


def test_NAM_7_2_own_cards_and_choices_are_private() -> None:
    table, other = position("b7 b8", "r2 r6"), position("b7 b8", "bK r6")
    for moves in (["0 bet 1", "1 bet 1"], ["0 reveal b7"]):
        table.play(*moves)
        other.play(*moves)
        assert table.view(0).tobytes() == other.view(0).tobytes()
        assert table.view(1).tobytes() != other.view(1).tobytes()
    assert table.view(1)["chosen"][1] == 1 and not table.view(1)["choice"].any()


def test_NAM_7_3_some_cards_are_never_seen() -> None:
    table = position("b7 b8", "r2 r6", "b1 b2", seasons=2)
    table.play("0 bet 2", "1 drop", "2 bet 3", "0 reveal b7", "2 reveal b1", "0 drop")
    assert not any(table.view(seat)["shown"].any() for seat in table.seats)


def test_NAM_7_4_the_observation() -> None:
    table = position("b7 b8", "r2 r6", "b1 b2", seasons=2)
    table.play("0 bet 2", "1 bet 3", "2 bet 3", "0 reveal b7", "1 reveal r6", "2 reveal b1")
    view = table.view(1)
    assert view["revealed"].argmax(axis=1)[:3].tolist() == types("r6 b1 b7")
    assert view["hand"].nonzero()[0].tolist() == types("r2")
    assert view["phase"].tolist() == [0, 0, 1] and view["on_turn"].tolist() == [0, 0, 1, 0, 0, 0]
    assert view["paid"].tolist() == [4, 4, 3, 0, 0, 0] and not view["bets"].any()
    assert (view["least_bet"], view["most_bet"], view["last_bet"]) == (1, 5, 0)
    assert view["hand_sizes"].tolist() == [1, 1, 1, 0, 0, 0]


# Options


def test_NAM_8_floor_carries() -> None:
    for carries, expected in [(True, [3, 4, 5]), (False, [1, 2, 3, 4, 5])]:
        table = position("b7 b8", "r2 r6", floor_carries=carries)
        table.play("0 bet 1", "1 bet 3", "0 reveal b7", "1 reveal r6")
        assert table.bets() == expected
        assert table.view(0)["last_bet"] == 0


def test_NAM_8_until_equal() -> None:
    table = position("b7 b8", "r2 r6", "b1 b2", "r0 r0", betting="until_equal", floor_carries=True)
    table.play("0 bet 1", "1 bet 3", "2 bet 4", "3 bet 4")
    assert table.to_move == 0 and table.legal() == {"drop", "bet 3"}
    table.play("0 bet 3")
    assert table.to_move == 1 and table.legal() == {"drop", "bet 1"}
    assert table.view(0)["makes_up"] == 1
    table.play("1 drop")
    assert table.view(0)["makes_up"] == 0, "the betting is over"
    table.play("0 reveal b7", "2 reveal b1", "3 reveal r0")
    assert table.pot() == 4 + 4 + 3 + 4 + 4 and table.bets() == [4, 5]
    table.play("0 bet 4", "2 bet 4", "3 bet 5")
    table.play("0 drop")
    assert table.state["dealer"] == 2 and table.legal() == {"drop", "bet 1"}
    table.play("2 drop")
    assert table.to_move is None and table.points() == [-9, -4, -9, 22]
    assert table.view(0)["makes_up"] == 0


def test_NAM_3_1_NAM_9_17_one_ante_a_season() -> None:
    table = position("b7 b8", "r2 r6", ante=4)
    assert table.pot() == 8
    table.play("0 bet 1", "1 bet 1", "0 reveal b7", "1 reveal r6")
    assert table.pot() == 10, "no ante before the second betting"


def test_NAM_8_until_equal_asks_nobody_who_has_paid_as_much() -> None:
    table = position("b7 b8", "r2 r6", betting="until_equal")
    table.play("0 bet 3", "1 bet 3", "0 reveal b7")


def test_NAM_8_community_cards() -> None:
    table = opened(3, hand_pool="community", community_cards=5)
    assert table.state["community"].sum() == 5
    assert opened(3, community_cards=5).state["community"].sum() == 0
    table = position("b7 b4", "r6 r2", hand_pool="community", community="b8 r6 r0")
    assert first_of(table, 0, 1) == [(6, 3, 0, 0)]
    assert first_of(table, 1, 2) == [(1, 2, 6, 1), (0, 1, 6, 1)], "not with cards of the others"


def test_NAM_8_own_cards_only() -> None:
    table = position("bK rE", "r6 r5", hand_pool="own")
    assert [*map(tuple, table.values(0))] == [(7, 2, 0, 0), (1, 2, 9, 0), (0, 1, 9, 1)]
    assert [*map(tuple, table.values(1))] == [(0, 1, 6, 1), (0, 1, 5, 1)]


def test_NAM_8_own_min() -> None:
    assert position("b7 b8", "r2 r6", "r0 bK", own_min=0).winners() == [0, 1, 2]
    table = position("b7 b8", "r2 r6", "r0 bK", own_min=2)
    assert [*map(tuple, table.values(0))] == [(6, 3, 0, 0)] and not table.values(2)
    assert table.winners() == [0]
    assert dropped(table, 0).winners() == [1, 2], "both lists are empty"


def test_NAM_8_one_reveal() -> None:
    table = position("b7 b0", "r2 r6", "b8 b4", reveals=1)
    table.play("0 bet 1", "1 bet 1", "2 bet 1")
    table.play("0 reveal b7", "1 reveal r6", "2 reveal b4")
    assert first_of(table, 0, 1) == [(0, 1, 7, 1)], "the b8 counts only for its owner"
    assert first_of(table, 2, 1) == [(6, 3, 0, 0)]
    table.play("0 bet 1", "1 bet 1", "2 bet 1")
    assert table.state["winners"].tolist() == [0, 0, 1, 0, 0, 0]
    assert [table.revealed(seat) for seat in table.seats] == ["b7 b0", "r6 r2", "b4 b8"]


def test_NAM_8_march_rank() -> None:
    for march_rank, best in [("above_cavalry", 0), ("below_cavalry", 1)]:
        table = position("bS b3", "r1 r2", "r5 b8", march_rank=march_rank)
        assert Value(4 + (best == 0), 3, 0, 0) in table.values(0)
        assert first_of(table, 1, 1) == [(4 + best, 3, 0, 1)]


def test_NAM_8_dark_army_size() -> None:
    for size, best in [(3, 3), (5, 1), (6, 1)]:
        assert ranks("b1 b1", "r1 r1", dark_army_size=size) == [best, best]
    assert ranks("b1 b1", "r1 r1", "b1 r6", dark_army_size=6) == [1, 1, 1]
    assert ranks("b1 b1", "r1 r1", "b1 r1", dark_army_size=6) == [3, 3, 3]


def test_NAM_8_any_two_court() -> None:
    assert ranks("bK rK", "b3 r5", emperor_king="any_two_court") == [7, 0]
    assert ranks("bK b3", "rS r5", emperor_king="any_two_court") == [7, 7]


def test_NAM_8_split() -> None:
    assert position("b7 b8", "r2 r6", tie_break="split").winners() == [0, 1]
    assert len(position("b7 b8", "r2 r6", tie_break="split").values(0)) == 1


def test_NAM_8_KIKI_8_ships_that_are_declared() -> None:
    table = position("bS b4", "r6 r2", ship_alone="declared", hand_pool="own")
    singles = [value.number for value in table.values(0) if value.rank == 0]
    assert singles == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    table = position("bS rS", "r6 r2", ship_alone="declared", hand_pool="own")
    assert [value.number for value in table.values(0) if value.rank == 1] == [*range(9, -1, -1)]


def test_NAM_8_table_stakes() -> None:
    table = position("b7 b8", "r2 r6", "b3 b4", start_chips=4, seasons=9)
    assert table.bets() == [1, 2], "one is left for the second betting"
    table.play("0 bet 2", "1 bet 2", "2 bet 2", "0 reveal b7", "1 reveal r6", "2 reveal b3")
    assert table.bets() == [1]
    table.play("0 bet 1", "1 bet 1", "2 bet 1")
    assert table.to_move is None and table.points() == [8, -4, -4], "two have no chips left"
    assert table.state["season"] == 1


def test_NAM_8_the_carried_floor_is_limited_by_the_stakes() -> None:
    table = position("b7 b8", "r2 r6", start_chips=7, floor_carries=True)
    table.play("0 bet 4", "1 bet 4", "0 reveal b7", "1 reveal r6")
    assert table.bets() == [2]


@pytest.mark.parametrize(
    "options",
    [{"bet_cap": 0}, {"bet_cap": 26}, {"own_min": 3}, {"reveals": 0}, {"dark_army_size": 4},
     {"community_cards": 6}, {"betting": "pot"}, {"num_players": 7}, {"ante": 26},
     {"start_chips": 2}, {"start_chips": 9, "ante": 8}],
)  # fmt: skip
def test_NAM_8_other_values_are_refused_in_one_sentence(options: dict[str, Any]) -> None:
    with pytest.raises(UserError, match=r"^option \w+ can't be .*; allowed: .*[^.]\.$"):
        NamtoOptions(**options)


# Worked examples


def test_NAM_10_1_a_tie_on_the_first() -> None:
    table = position("b7 b8", "r6 r2")
    assert first_of(table, 0, 9) == [(6, 3, 0, 0), (0, 1, 8, 1), (0, 1, 7, 1)]
    assert first_of(table, 1, 9) == [(6, 3, 0, 0), (0, 1, 6, 1), (0, 1, 2, 1)]
    assert table.winners() == [0]


def test_NAM_10_2_the_last_of_the_list_decides() -> None:
    table = position("b8 r1", "r8 b3")
    assert first_of(table, 0, 9) == [(1, 2, 8, 0), (0, 1, 8, 1), (0, 1, 1, 1)]
    assert first_of(table, 1, 9) == [(1, 2, 8, 0), (0, 1, 8, 1), (0, 1, 3, 1)]
    assert table.winners() == [1]


def test_NAM_10_3_a_two_beats_a_one() -> None:
    table = position("bK r2", "rE r1", "b5 b0")
    common = [(7, 2, 0, 0), (4, 3, 0, 0), (1, 2, 9, 0), (0, 1, 9, 1)]
    assert first_of(table, 0, 5) == [*common, (0, 1, 2, 1)]
    assert first_of(table, 1, 5) == [*common, (0, 1, 1, 1)]
    assert first_of(table, 2, 1) == [(4, 3, 0, 0)] and table.winners() == [0]


def test_NAM_10_4_a_run_beats_a_set() -> None:
    table = position("b3 b4", "b5 r5", "rS r1")
    assert [first_of(table, seat, 1) for seat in table.seats] == [[(5, 3, 0, 0)]] * 3
    assert (4, 3, 0, 1) in table.values(1) and (4, 3, 0, 1) in table.values(2)
    assert not any(value.rank == 4 for value in table.values(0))
    assert first_of(table, 1, 4)[1:] == [(4, 3, 0, 1), (4, 3, 0, 0), (2, 3, 5, 1)]
    assert first_of(table, 2, 4)[1:] == [(4, 3, 0, 1), (4, 3, 0, 0), (1, 3, 5, 0)]
    assert table.winners() == [1]


def test_NAM_10_5_all_have_the_social_order() -> None:
    table = position("b1 b2", "b6 r8", "r7 r0")
    assert [first_of(table, seat, 1) for seat in table.seats] == [[(8, 5, 0, 0)]] * 3
    assert [(6, 3, 0, 0) in table.values(seat) for seat in table.seats] == [False, True, True]
    assert first_of(table, 1, 3)[2] == (0, 1, 8, 1) and first_of(table, 2, 3)[2] == (0, 1, 7, 1)
    assert table.winners() == [1]


def test_NAM_10_6_identical_lists() -> None:
    table = position("b8 r3", "r8 b3")
    assert table.values(0) == table.values(1) and table.winners() == [0, 1]
    table.play("0 bet 1", "1 bet 1", "0 reveal b8", "1 reveal r8", "0 bet 1", "1 bet 2")
    assert table.points() == [1, -1], "an odd point goes to the dealer: 4 and 3 of 7"


def test_NAM_10_7_a_season() -> None:
    table = position("b0 r2", "r1 b3", "b4 r4", "bK rE")
    assert table.pot() == 4
    table.play("0 bet 1", "1 bet 3")
    assert table.legal() == {"drop", "bet 3", "bet 4", "bet 5"}
    table.play("2 drop", "3 bet 3")
    assert table.pot() == 11
    table.play("0 reveal b0", "1 reveal b3", "3 reveal bK", "0 bet 2", "1 drop")
    table.play("3 bet 2")
    assert table.points() == [-4, -4, -1, 9]


def test_NAM_10_8_the_dealer_drops() -> None:
    table = position("b0 r2", "r1 b3", "b4 r4", "bK rE")
    table.play("0 drop")
    assert table.to_move == 1 == table.state["dealer"] and table.bets() == [1, 2, 3, 4, 5]
    table.play("1 bet 1", "2 bet 1", "3 bet 1", "1 reveal r1", "2 reveal b4", "3 reveal bK")
    assert table.to_move == 1


def test_NAM_10_9_all_others_drop() -> None:
    table = position("b0 r2", "r1 b3", "b4 r4")
    table.play("0 bet 5", "1 drop", "2 drop")
    assert table.to_move is None and table.points() == [2, -1, -1]
    assert not table.state["num_revealed"].any()


def test_NAM_10_10_a_dropped_players_card_stays() -> None:
    table = position("bK r0", "bE r1", "b3 r8")
    table.play("0 bet 1", "1 bet 1", "2 bet 1", "0 reveal bK", "1 reveal bE", "2 reveal b3")
    table.play("0 bet 1", "1 drop")
    assert table.values(0)[0].rank == 7


def test_NAM_10_11_kings_and_a_ship() -> None:
    assert first_of(position("bK rK", "b3 r5"), 0, 1) == [(1, 2, 9, 0)]
    table = position("bK rK", "bS r5")
    assert first_of(table, 0, 1) == [(7, 2, 0, 1)] and (7, 2, 0, 0) in table.values(0)
    assert (1, 3, 9, 0) in table.values(0)


def test_NAM_10_12_size_before_number() -> None:
    assert Value(1, 3, 2, 0) > Value(1, 2, 9, 0)
    table = position("b6 b7", "b2 r2", "b2 b8")
    assert first_of(table, 0, 3) == [(6, 3, 0, 1), (2, 3, 8, 1), (0, 1, 7, 1)]
    assert first_of(table, 1, 1) == [(1, 3, 2, 0)]
    assert dropped(position("b2 r2", "b2 bK", "rK r0"), 1).winners() == [0]
    table = position("r1 r2", "r3 r4", "b0 b8")
    assert first_of(table, 0, 1) == [(2, 4, 4, 1)] and Value(2, 4, 4, 1) > Value(2, 3, 8, 1)
