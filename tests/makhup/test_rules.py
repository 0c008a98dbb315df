"""The rules of Makhup clause by clause, and every worked example, on the kernels."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from fudaba.envs import UserError
from fudaba.envs.kikisen.words import ranks_in
from fudaba.envs.makhup import GAME
from fudaba.envs.makhup.options import MakhupOptions
from fudaba.envs.makhup.state import COPIES, EXTENSIONS, JOINS, LONG_EXTENSIONS, TRIPLE_JOINS
from fudaba.testing.positions import positions

from .positions import Table, opened, position

ROOM_FOR_ALL = {"num_players": 6, "hand_size": 7, "join_max": 3, "stock_empty": "reshuffle"}


def counts(table: Table) -> Counter[int]:
    """Every card wherever it is, by rank."""
    state = table.state
    zones = [*state["hands"], state["table"], state["gone"]]
    held = [rank for zone in zones for rank in ranks_in(zone)]
    return Counter([*held, *state["stock"][: state["stock_size"]].tolist()])


# Components and setup


def test_MHP_2_1_ten_ranks() -> None:
    assert COPIES.tolist() == [6, 8, 4, 4, 4, 4, 4, 4, 4, 6]
    assert "play 1+8 on special" not in position(["1 8", "2"], "K").legal(), "it is no 9"


@pytest.mark.parametrize("options", [{}, ROOM_FOR_ALL, {"stock_empty": "pass", "num_players": 5}])
def test_MHP_2_2_MHP_2_3_cards_are_conserved_and_hands_never_grow(options: dict[str, Any]) -> None:
    options = {**GAME.options(**options).plain(), "seasons": 2}
    for seed in range(4):
        season, sizes = -1, np.zeros(6)
        for state in positions(GAME, options, seed):
            assert counts(Table(state)) == dict(enumerate(COPIES.tolist()))
            ends, on_table = Counter(ranks_in(state["ends"])), Counter(ranks_in(state["table"]))
            assert ends <= on_table
            if state["season"] == season:
                assert (state["hand_sizes"] <= sizes).all()
            season, sizes = int(state["season"]), state["hand_sizes"].copy()
            for seat, hand in enumerate(state["hands"]):
                assert len(ranks_in(hand)) == sizes[seat]


@pytest.mark.parametrize("num_players", [2, 4, 6])
def test_MHP_3_1_six_cards_each_and_two_paths_and_the_dealer_begins(num_players: int) -> None:
    for seed in range(8):
        table = opened(seed, num_players=num_players)
        sizes = table.state["hand_sizes"].tolist()
        assert sizes == [6] * num_players + [0] * (6 - num_players)
        assert table.zone("ends") == table.zone("table") != "" and table.zone("gone") == ""
        assert len(table.zone("ends").split()) == 2
        assert len(table.stock.split()) == 48 - 6 * num_players - 2
        assert table.to_move == table.state["dealer"]
    assert opened(1, num_players=3, first_dealer=2).to_move == 2


# Turns


def test_MHP_4_1_extend_closes_the_end_and_opens_the_cards() -> None:
    table = position(["1 2 3 8", "1"], "6 7")
    table.say("play 1+2+3 on 6")
    assert (table.zone("ends"), table.zone("table")) == ("1 2 3 7", "1 2 3 6 7")
    assert table.hand(0) == "8" and table.to_move == 1


def test_MHP_4_1_join_closes_two_ends_with_one_card() -> None:
    table = position(["7 5 2", "1"], "3 4 8")
    assert table.plays() == {"join 3 and 4 with 7"}
    table.say("join 3 and 4 with 7")
    assert (table.zone("ends"), table.zone("table")) == ("7 8", "3 4 7 8")


def test_MHP_4_1_any_number_goes_onto_a_special_end_but_one_at_a_time() -> None:
    table = position(["0 3 8 K", "1"], "E", closed="5")
    assert table.plays() == {f"play {n} on special" for n in (0, 3, 8)} | {"play special"}
    table.say("play 3 on special")
    assert (table.zone("ends"), table.zone("table")) == ("3", "3 5 special")


def test_MHP_4_1_a_draw_opens_a_path_and_is_allowed_where_a_play_is_possible() -> None:
    table = position(["2 8", "1"], "2", stock="5 6")
    assert table.legal() == {"play 2 on 2", "draw"}
    table.say("draw")
    assert (table.zone("ends"), table.hand(0), table.stock) == ("2 5", "2 8", "6")


def test_MHP_4_1_a_pass_needs_that_neither_a_draw_nor_a_play_is_possible() -> None:
    assert position(["3", "1"], "2", stock="4").legal() == {"draw"}
    assert position(["3", "1"], "2", stock="", gone="4").legal() == {"draw"}
    assert position(["3", "1"], "2", stock="").legal() == {"pass"}
    assert position(["K 3", "1"], "2", stock="").legal() == {"play special"}


def test_MHP_4_2_the_next_seat_is_next() -> None:
    table = position(["2 2", "2 2", "2 2"], "2 2 2 2")
    for seat in (0, 1, 2, 0):
        assert table.to_move == seat
        table.say("draw")


def test_MHP_4_3_the_gone_pile_becomes_the_stock_when_a_card_has_to_be_turned() -> None:
    table = position(["3", "1"], "2", stock="5", gone="6 6 8")
    table.say("draw")
    assert (table.stock, table.zone("gone"), table.state["reshuffles"]) == ("", "6 6 8", 0)
    table.say("draw")
    assert table.zone("gone") == "" and table.state["reshuffles"] == 1
    assert sorted(f"{table.stock} {table.zone('ends')}".split()) == ["2", "5", "6", "6", "8"]


def test_MHP_4_3_stock_empty_pass_turns_no_pile() -> None:
    table = position(["K 3", "1"], "2", stock="5", gone="6 8", stock_empty="pass")
    table.say("play special")
    assert (table.zone("ends"), table.stock, table.zone("gone")) == ("5", "", "2 6 8 special")
    assert table.legal() == {"pass"} and table.state["reshuffles"] == 0


def test_MHP_4_3_every_order_of_the_gone_pile_is_as_likely() -> None:
    tops = Counter()
    for seed in range(600):
        table = position(["3", "1"], "2", stock="", gone="5 6 8")
        table.state["rng"] = seed
        table.say("draw")
        tops[table.zone("ends").split()[1], table.stock] += 1
    assert len(tops) == 6 and min(tops.values()) > 60


def test_MHP_4_4_zeros_go_along_and_join() -> None:
    assert position(["0 3 3 8", "1"], "6").plays() == {"play 3+3 on 6", "play 0+3+3 on 6"}
    assert position(["0 0 4 8", "1"], "0").plays() == {"play 0 on 0", "play 0+0 on 0"}
    assert position(["0 8", "1"], "0 0").plays() == {"play 0 on 0", "join 0 and 0 with 0"}
    assert "join 0 and 4 with 4" in position(["4 8", "1"], "0 4").plays()


def test_MHP_4_5_equal_ends_are_one_action() -> None:
    assert position(["2 8", "1"], "2 2 2", closed="5").plays() == {"play 2 on 2"}


def test_MHP_4_6_the_table_of_actions() -> None:
    by_sum = Counter(sum(cards) for cards in EXTENSIONS)
    assert [by_sum[total] for total in range(9)] == [6, 6, 11, 15, 23, 29, 42, 51, 69]
    assert len(EXTENSIONS) == 252 and len(JOINS) == 25
    kinds = {kind.name: kind.count for kind in GAME.actions}
    usual = ("extend", "join", "free card", "special", "draw", "pass")
    assert sum(kinds[name] for name in usual) == 289 == GAME.actions[5].first + 252
    assert len(TRIPLE_JOINS) == 41 and 252 + len(LONG_EXTENSIONS) == 317


def test_MHP_4_6_one_card_may_be_three_actions() -> None:
    wanted = {"play 3 on 3", "play 3 on special", "join 1 and 2 with 3"}
    assert position(["3 4", "1"], "1 2 3 K").plays() >= wanted


# Specials


def test_MHP_5_1_a_special_clears_the_table() -> None:
    table = position(["K 8", "1"], "3 4", closed="7", gone="5", stock="2 6 1")
    table.say("play special")
    assert table.zone("gone") == "3 4 5 7 special" and table.stock == "1"
    assert table.zone("ends") == table.zone("table") == "2 6" and table.hand(0) == "8"


def test_MHP_5_2_a_special_that_is_turned_clears_nothing_and_joins_nothing() -> None:
    table = position(["8 8", "8 1"], "1 7", stock="E 5")
    table.say("draw")
    assert table.zone("ends") == "1 7 special" and table.zone("gone") == ""
    assert table.plays() == {"join 1 and 7 with 8", "play 8 on special", "play 1 on special",
                             "play 1 on 1"}  # fmt: skip


def test_MHP_5_3_a_special_as_last_card_makes_no_paths() -> None:
    table = position(["K", "1 1"], "3", gone="5", stock="2 6")
    table.say("play special")
    assert table.to_move is None and table.points() == [1, -1]
    assert (table.zone("gone"), table.zone("ends"), table.stock) == ("3 5 special", "", "2 6")


# End and points


def test_MHP_6_1_MHP_6_3_an_empty_hand_wins_and_deals() -> None:
    table = position(["8", "3", "5 5"], "3", to_move=1, seasons=2)
    table.say("play 3 on 3")
    assert table.points() == [-1, 2, -1]
    assert table.state["dealer"] == table.to_move == 1 and table.state["season"] == 1


def test_MHP_6_2_passes_in_a_row_end_a_season() -> None:
    table = position(["3 3", "4", "5 5 5", "6"], "2", stock="", seasons=1)
    table.say("pass", "pass", "pass")
    assert table.to_move == 3 and table.points() == [0, 0, 0, 0]
    table.say("pass")
    assert table.to_move is None and table.points() == [-1, 1, -1, 1]


def test_MHP_6_2_a_play_breaks_the_row() -> None:
    table = position(["3 3", "2 6", "5 5 5"], "2", stock="")
    table.say("pass", "play 2 on 2", "pass", "pass")
    assert table.to_move == 1
    table.say("pass")
    assert table.points() == [-1, 2, -1]


def test_MHP_6_2_all_may_share() -> None:
    table = position(["3", "4", "5"], "2", stock="", seasons=2, first_dealer=0)
    table.say("pass", "pass", "pass")
    assert table.points() == [0, 0, 0] and table.state["dealer"] == 0


# Information


def test_MHP_7_1_MHP_7_3_what_everybody_sees() -> None:
    table = position(["K 8", "1"], "3 4", closed="7", gone="5", stock="2 6 1", seasons=3)
    for seat in range(2):
        view = table.view(seat)
        assert view["ends"].tolist() == [0, 0, 0, 1, 1, 0, 0, 0, 0, 0]
        assert view["table"].tolist() == [0, 0, 0, 1, 1, 0, 0, 1, 0, 0]
        assert view["gone"].tolist() == [0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
        assert view["stock_size"] == 3 and not view["stock"].any()
        assert view["hand_sizes"][:2].tolist() == ([1, 2] if seat else [2, 1])
        assert view["on_turn"].argmax() == view["dealer"].argmax() == seat


def test_MHP_7_1_after_a_reshuffle_the_stock_is_known() -> None:
    table = position(["3", "1"], "2", stock="", gone="5 6 8")
    table.say("draw")
    view = table.view(0)
    assert view["reshuffles"] == 1 and view["stock"].sum() == view["stock_size"] == 2
    assert sorted(table.stock.split()) == [str(rank) for rank in np.flatnonzero(view["stock"])]


def test_MHP_7_1_a_pass_proves_that_nothing_could_be_played() -> None:
    table = position(["5 5 7", "1"], "2 4 0", stock="")
    table.say("pass")
    view = table.view(1)
    assert np.flatnonzero(view["barred_ranks"][1]).tolist() == [0, 2, 4, 6, 9]
    assert (1 + np.flatnonzero(view["barred_sums"][1])).tolist() == [2, 4]
    assert not view["barred_ranks"][0].any()


def test_MHP_7_1_what_is_left_of_a_hand_can_not_complete_what_was_played() -> None:
    table = position(["1 1 3", "8"], "6", stock="", to_move=0)
    table.say("pass")
    assert table.state["barred_sums"][0] == 1 << 6
    table.state["ends"] += 1 << 4
    table.state["to_move"] = 0
    table.say("play 1 on 1")
    assert table.state["barred_sums"][0] == 1 << 6 | 1 << 5


def test_MHP_7_1_a_draw_proves_something_only_where_it_is_forced() -> None:
    for draw_when_able in (True, False):
        table = position(["5 7", "1"], "2", draw_when_able=draw_when_able)
        table.say("draw")
        assert bool(table.state["barred_sums"][0]) != draw_when_able


def test_MHP_7_2_hands_are_private() -> None:
    table = position(["K 8", "1 2"], "3 4")
    views = [table.view(seat)["hand"].tolist() for seat in range(2)]
    assert views == [[0, 0, 0, 0, 0, 0, 0, 0, 1, 1], [0, 1, 1, 0, 0, 0, 0, 0, 0, 0]]


# House rules


def test_MHP_8_draw_when_able() -> None:
    for hand, legal in {"2 8": {"play 2 on 2"}, "K 8": {"play special"}, "8 8": {"draw"}}.items():
        assert position([hand, "1"], "2", draw_when_able=False).legal() == legal


def test_MHP_8_join_max() -> None:
    table = position(["7 5", "1"], "1 2 4 K", join_max=3)
    assert "join 1, 2 and 4 with 7" in table.legal()
    table.say("join 1, 2 and 4 with 7")
    assert table.zone("ends") == "7 special" and table.zone("table") == "1 2 4 7 special"
    assert "join 1, 2 and 4 with 7" not in position(["7 5", "1"], "1 2 4").legal()


def test_MHP_8_extend_fork() -> None:
    table = position(["1 2 3 8", "1"], "2 6", extend_fork="highest_open")
    table.say("play 1+2+3 on 6")
    assert table.zone("ends") == "2 3" and table.zone("table") == "1 2 2 3 6"


def test_MHP_8_seven_cards() -> None:
    table = position(["0 0 0 0 1 3 4", "1"], "8", hand_size=7)
    assert "play 0+0+0+0+1+3+4 on 8" in table.legal()
    table.say("play 0+0+0+0+1+3+4 on 8")
    assert table.points() == [1, -1]


@pytest.mark.parametrize("options", [{"hand_size": 8}, {"num_players": 7}, {"join_max": 4}])
def test_MHP_8_other_values_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UserError, match="allowed"):
        MakhupOptions(**options)


def test_MHP_9_9_the_bound_holds() -> None:
    bound = MakhupOptions(num_players=2, hand_size=3).max_decisions()
    assert bound == 6 + 7 * 48 + 7 * 2


# Worked examples


def test_MHP_10_1_extensions_of_6() -> None:
    for cards in ("6", "1 2 3", "0 3 3", "0 6", "2 4", "1 1 4"):
        table = position([f"{cards} 8", "1"], "6")
        table.say(f"play {cards.replace(' ', '+')} on 6")
        assert table.zone("ends") == cards


def test_MHP_10_2_1_and_1_are_joined_by_2() -> None:
    table = position(["2 8", "1"], "1 1")
    table.say("join 1 and 1 with 2")
    assert table.zone("ends") == "2"


def test_MHP_10_3_eight_actions() -> None:
    on_3 = {f"play {zeros}1+2 on 3" for zeros in ("", "0+", "0+0+")}
    on_5 = {f"play {zeros}1+4 on 5" for zeros in ("", "0+", "0+0+")}
    table = position(["8 2 0 0 4 1", "1"], "3 5")
    assert table.legal() == on_3 | on_5 | {"join 3 and 5 with 8", "draw"}


def test_MHP_10_4_ends_0_and_4() -> None:
    table = position(["4 0", "1"], "0 4")
    plays = {"play 4 on 4", "play 0+4 on 4", "play 0 on 0", "join 0 and 4 with 4"}
    assert table.legal() == plays | {"draw"}
    table.say("play 0+4 on 4")
    assert table.points() == [1, -1]


def test_MHP_10_5_a_free_card_wins() -> None:
    table = position(["3", "1"], "K 7")
    assert table.legal() == {"play 3 on special", "draw"}
    table.say("play 3 on special")
    assert table.zone("ends") == "3 7" and table.points() == [1, -1]


def test_MHP_10_6_a_ship_clears_nine_cards() -> None:
    table = position(["S 1", "8 5"], "3 4 5", closed="0 0 1 1 7 6", stock="2 E 1")
    table.say("play special")
    assert len(table.zone("gone").split()) == 10 and table.zone("ends") == "2 special"
    assert table.legal() == {"play 5 on special", "play 8 on special", "draw"}


def test_MHP_10_7_the_second_path_comes_from_the_reshuffled_pile() -> None:
    table = position(["E 1", "8"], "1 2 3", closed="4 5 6", gone="7 7 7", stock="8")
    table.say("play special")
    assert len(table.stock.split()) == 9 and table.zone("gone") == ""
    assert "8" in table.zone("ends").split() and table.state["reshuffles"] == 1


def test_MHP_10_8_nothing_left_but_to_pass() -> None:
    table = position(["8", "7 7"], "1", stock="")
    table.say("pass", "pass")
    assert table.points() == [1, -1]


def test_MHP_10_9_an_8_with_three_zeros_wins() -> None:
    table = position(["8 0 0 0", "1"], "8")
    table.say("play 0+0+0+8 on 8")
    assert table.points() == [1, -1]


def test_MHP_10_10_three_ends_of_2() -> None:
    for text, ends in {"join 2 and 2 with 4": "2 4", "play 2 on 2": "2 2 2"}.items():
        table = position(["4 2", "1"], "2 2 2")
        assert table.legal() == {"join 2 and 2 with 4", "play 2 on 2", "draw"}
        table.say(text)
        assert table.zone("ends") == ends
