"""The rules of Tyrant, clause by clause, on the kernels, and all worked examples."""

import random
from typing import Any

import numpy as np
import pytest

from fudaba.envs import NOBODY, UserError
from fudaba.envs.core.scene.scene import plural
from fudaba.envs.tyrant import GAME, rules
from fudaba.envs.tyrant import state as tyr
from fudaba.envs.tyrant.rules import ending, tricks
from fudaba.testing.mixes import mix

from ..announced import announced
from ..tables import redealt
from .positions import A, B, C, D, Table, counts, opened, play_name, position

S, H, DIAMOND, CLUB = range(4)


def plays(*names: str) -> set[str]:
    """The names of plays: `HSS*` with a spade face up."""
    return {*map(play_name, names)}


# Components and set-up


def test_TYR_2_1_TYR_2_2_TYR_3_3_TYR_3_4_the_cards_of_three_and_four_players() -> None:
    for num_players, of_suit in ((3, 14), (4, 18)):
        state = opened(1, num_players=num_players).state
        held = state["hands"].sum(axis=0) + state["stocks"].sum(axis=0)
        assert (held + state["plaza"] + state["aside"] == of_suit).all()
        assert state["plaza"].sum() == state["aside"].sum() == 4
        assert (state["stocks"].sum(axis=1)[:num_players] == 16).all()


def test_TYR_2_3_TYR_2_4_TYR_2_5_chips_and_the_marker() -> None:
    table = opened(1, num_players=3, chips_per_player=7)
    assert table.chips() == [7, 7, 7] and table.state["chips"][3] == 0
    assert table.view(0)["marker"].sum() == 1


POWERS = [0, 1, 2, 3, 4, 2, 3, 4, 5, 6, 4, 5, 6, 7, 8, 6, 7, 8, 9]


@pytest.mark.parametrize(("count", "power"), [*enumerate(POWERS)])
def test_TYR_2_6_TYR_5_7_columns_and_their_power(count: int, power: int) -> None:
    state = position(["S", "S", "S"], "SK", plaza=(0, count, 0, 0)).state
    assert tyr.column_power(state, H) == power == tricks.power_of_card(state, H)
    assert tyr.num_piles(state) == count // 5


def check_invariants(state: np.void) -> None:
    """TYR-2.7."""
    count = int(state["num_players"])
    trick = min(int(state["trick"]), 7)
    cards = state["hands"].sum(axis=0) + state["stocks"].sum(axis=0) + state["aside"]
    assert (cards + state["seen"] + state["unshown"].sum(axis=0) == tyr.COPIES[count]).all()
    assert (state["plays"].sum(axis=1) - state["shown"].sum(axis=1) == state["unshown"]).all()
    assert sorted(state["leads"]) == list(range(12))
    spent = state["laid"].sum() + (state["deeds"] == tyr.PASSED).sum()
    assert state["chips"].sum() + spent == count * state["chips_per_player"]
    assert state["chips_on"].sum() in (0, state["laid"][:, trick].sum())
    most = max(state["first_hand"], state["refill_hand"])
    assert (state["hands"].sum(axis=1) <= most).all()
    assert (state["sizes"].sum(axis=1) <= 16).all() and 0 <= state["marker"] < count
    if most <= 7:
        assert ((state["deeds"] == tyr.PLAYED).sum(axis=1) <= 7).all()
        assert not (state["deeds"] == tyr.BARRED).any() or state["first_hand"] < 7


def test_TYR_2_7a_TYR_2_7b_TYR_2_7c_TYR_2_7d_TYR_2_7e_invariants_hold_after_every_decision() -> (
    None
):
    rng = np.random.default_rng(0)
    for seed in range(12):
        options = {} if seed < 4 else mix(GAME, random.Random(seed))
        table = opened(seed, **options)
        while table.to_move is not None:
            check_invariants(table.state)
            rules.apply(table.state, int(rng.choice(GAME.legal_actions(table.state))))
        check_invariants(table.state)
        piles = table.state["plaza"] // table.state["pile_size"]
        if not options:
            assert (piles <= 3).all()


def test_TYR_3_1_TYR_4_2_the_lead_row_is_a_queue() -> None:
    table = opened(3)
    leads = table.state["leads"][:8] + 1
    while table.to_move is not None:
        view, trick = table.view(0), table.trick
        assert view["leads"].tolist() == [*leads[: trick + 3], *[0] * (5 - trick)][:8]
        assert view["lead_suits"].sum() == view["lead_ranks"].sum() == min(3, 8 - trick)
        rules.apply(table.state, GAME.legal_actions(table.state)[-1])


def test_TYR_3_2_everybody_sees_the_own_ace_alone() -> None:
    table = opened(5, num_players=3)
    for seat in table.seats:
        view = table.view(seat)
        assert view["ace"].argmax() == table.state["aces"][seat] and view["ace"].sum() == 1
        assert not view["aces"].any()


def test_TYR_3_5_the_start_player() -> None:
    assert {opened(seed).marker for seed in range(40)} == {0, 1, 2, 3}
    table = opened(2, start_player=2)
    assert (table.marker, table.to_move) == (2, 2)


def test_TYR_3_6_TYR_4_14_hands_of_seven_are_formed_in_turn() -> None:
    table, asked = opened(4, start_player=1), []
    while table.phase == "SELECT":
        asked += [table.to_move] if asked[-1:] != [table.to_move] else []
        table.say(min(table.legal()))
    assert asked == [1, 2, 3, 0]
    assert (table.state["hands"].sum(axis=1) == 7).all()
    assert (table.state["stocks"].sum(axis=1) == 9).all()
    assert (table.phase, table.to_move) == ("PLAY", 1)


# A trick


def test_TYR_4_1_TYR_4_13_eight_tricks() -> None:
    table = position(["S", "S", "S"], "SK")
    for _ in range(3):
        table.play("S")
    assert table.to_move is None and table.trick == 8


def test_TYR_4_3_who_passed_refills_from_the_whole_stock() -> None:
    table = position(["", "S", "S"], "SK SQ", stocks=["SSHHDDC", "H", "H"], passed=[A])
    assert (table.phase, table.to_move) == ("SELECT", A)
    assert table.legal() == {"keep 1 spade", "keep 2 spades"}
    table.say("keep 1 spade")
    assert table.phase == "PLAY", "all others are needed"
    assert (table.cards("hands", A), table.cards("stocks", A)) == ("SHHDDC", "S")
    assert (table.cards("hands", B), table.cards("stocks", B)) == ("S", "H")


def test_TYR_4_4a_TYR_5_2_hard_passes_are_skipped() -> None:
    table = position(["", "S", "S"], "SK SQ", stocks=["H", "", ""], chips=[0, 1, 1])
    assert table.to_move == B and table.state["deeds"][A, 6] == tyr.HARD_PASSED
    table = position(["S", "S", "S"], "SK SQ SJ", stocks=["H", "", ""], chips=[1, 1, 1])
    table.say("pass", "pass", "pass")
    assert table.chips() == [0, 0, 0] and table.to_move == A, "the last chip, but a new hand"


def test_TYR_4_4b_TYR_5_3_without_a_hand_there_is_only_a_pass() -> None:
    table = position(["", "S", "S"], "SK SQ", stocks=["HH", "", ""], chips=[2, 1, 1])
    assert table.legal() == {"pass"}
    table.say("pass", "pass", "pass")
    assert table.chips() == [1, 0, 0] and table.legal() == plays("H", "HH")


def test_TYR_4_4c_a_chip_allows_a_pass_whatever_is_held() -> None:
    assert "pass" in position(["SSSSSSS", "S", "S"], "SK SQ").legal()


@pytest.mark.parametrize(("chips", "passed"), [([0, 1, 1], []), ([2, 1, 1], [A])])
def test_TYR_4_4d_no_pass_without_a_chip_or_twice_in_a_row(
    chips: list[int], passed: list[int]
) -> None:
    held = {"hands": ["", "S", "S"], "stocks": ["SH", "", ""]} if passed else {
        "hands": ["SH", "S", "S"]}  # fmt: skip
    table = position(leads="SK SQ", chips=chips, passed=passed, **held)
    assert table.legal() == plays("S", "SH")


def test_TYR_4_5_ids_and_the_most_legal_plays() -> None:
    assert tyr.NUM_PLAYS == 54 and len(tyr.TRIPLES) == 40
    legal = position(["SSSHHHDDDCCC", "S", "S"], "SK", first_hand=12).legal()
    assert len(legal) == 27 + 1
    table = position(["SSH", "S", "S"], "SK")
    assert table.legal() == plays("S", "SS", "SH", "S*SH", "SSH*") | {"pass"}
    table.say("play ♠ ♠ ♥, ♥ face up", "no chips")
    view = table.view(B)
    assert view["plays"][2, 7].tolist() == [0, 1, 0, 0] and view["sizes"][2, 7] == 3


def test_TYR_4_6_a_pass_costs_a_chip_and_the_hand_goes_to_the_stock() -> None:
    table = position(["SH", "S", "S"], "SK SQ", stocks=["D", "", ""])
    table.say("pass")
    assert table.chips() == [4, 5, 5]
    assert (table.cards("hands", A), table.cards("stocks", A)) == ("", "SHD")


def test_TYR_4_7_TYR_5_5_TYR_5_6_chips_on_one_target() -> None:
    table = position(["S", "S", "S"], "SK", plaza=(0, 1, 0, 2), chips=[2, 1, 0])
    table.say("play ♠")
    assert table.legal() == {
        "no chips", "1 chip on ♠", "2 chips on ♠", "1 chip on ♥", "2 chips on ♥", "1 chip on ♣",
        "2 chips on ♣",
    }  # fmt: skip
    table.say("2 chips on ♠", "play ♠", "1 chip on ♠")
    assert table.state["chips_on"].tolist() == [3, 0, 0, 0] and table.to_move == C
    table.say("play ♠")
    assert table.to_move is None, "without a chip there is no choice"


def test_TYR_4_8_all_plays_are_revealed() -> None:
    table = position(["SS", "SH", "CC"], "SK SQ")
    table.play("SS")
    table.play("SH")
    assert not table.view(C)["plays"][1:, 6].any()
    table.play("CC")
    assert table.view(A)["plays"][:3, 6].tolist() == [counts("SS"), counts("SH"), counts("CC")]


def test_TYR_4_9_TYR_5_10_the_later_of_equals_wins_even_with_nothing() -> None:
    table = position(["S", "S", "S"], "SK SQ", chips=[5, 0, 0])
    table.play("S", "5 chips on ♠")
    table.play("S")
    table.play("S")
    assert table.winner(6) == C


def test_TYR_4_10_TYR_5_8_TYR_5_9_losers_cards_go_to_the_plaza_one_of_each_suit() -> None:
    table = position(["SS", "SHH", "CC"], "SK SQ", plaza=(0, 0, 0, 4))
    table.play("SS", "1 chip on ♣")
    table.play("SHH*")
    assert table.plaza() == (0, 0, 0, 4)
    table.play("CC")
    assert (table.winner(6), table.marker, table.plaza()) == (A, A, (1, 1, 0, 5))
    assert not table.state["chips_on"].any() and tyr.num_piles(table.state) == 1


def test_TYR_4_11_nobody_plays() -> None:
    table = position(["S", "S", "S"], "SK SQ", marker=B)
    table.say("pass", "pass", "pass")
    assert (table.winner(6), table.marker, table.trick) == (None, B, 7)


def test_TYR_4_12_nobody_follows() -> None:
    table = position(["HD", "CC", "H"], "SK SQ")
    table.play("HD", "no chips")
    table.play("CC")
    table.play("H")
    assert (table.phase, table.to_move) == ("SETTLE", A)
    assert table.legal() == {"put ♥ on the plaza", "put ♦ on the plaza"}
    table.say("put ♦ on the plaza")
    assert table.plaza() == (0, 1, 1, 1) and table.winner(6) is None and table.marker == A


def test_TYR_5_1_who_must_and_may_not_pass_is_skipped() -> None:
    table = position(["", "S", "S"], "SK SQ", passed=[A])
    assert table.to_move == B and table.state["deeds"][A, 6] == tyr.BARRED
    table.play("S")
    table.play("S")
    assert table.chips()[0] == 5 and table.legal() == {"pass"}


def test_TYR_5_4_a_marker_holder_who_is_skipped_keeps_the_marker() -> None:
    table = position(["", "H", "H"], "SK SQ", chips=[0, 1, 1])
    assert table.to_move == B
    table.say("pass", "pass")
    assert table.marker == A


def test_TYR_5_11_when_nobody_can_act_the_game_is_over() -> None:
    table = position(["S", "", ""], "SK SQ SJ", chips=[0, 0, 0])
    table.say("play ♠")
    assert table.to_move is None and table.trick == 8 and table.winner(5) == A


# The end


def ended(aces: str, won: dict[int, str], chips: list[int], **rest: Any) -> Table:
    """A game that ends with a trick that nobody can act in."""
    hands = [""] * len(chips)
    table = position(hands, "HJ", aces=aces, won=won, chips=chips, **rest)
    while table.to_move is not None:
        table.say("pass")
    return table


def totals(table: Table) -> list[int]:
    return table.state["totals"][: len(table.seats)].tolist()


def test_TYR_6_1_TYR_6_2_TYR_6_3_TYR_6_5_fame() -> None:
    table = ended("SHDC", {0: "SJ SK", 1: "HQ DQ CQ", 2: "DJ"}, [0, 0, 0], least_trick_bonus=0)
    # Three spades; three queens of two suits and the ace of hearts; jack and ace of diamonds.
    assert totals(table) == [1 + 3 + 4, 6 + 2 + 8, 1 + 2]


def test_TYR_6_4_the_fewest_tricks_share_the_piles() -> None:
    table = ended("SHDC", {0: "SJ"}, [0, 0, 0, 0], plaza=(10, 5, 5, 3))
    assert totals(table) == [3, 2, 2, 2]


def final(totals: list[int], won: list[int], marker: int = 0, **options: object) -> Table:
    """A game that is over with these totals and tricks won."""
    table = opened(1, num_players=len(totals), **options)
    state = table.state
    state["trick"], state["marker"], state["to_move"] = 8, marker, NOBODY
    winners = [seat for seat, count in enumerate(won) for _ in range(count)]
    state["winners"][: len(winners)] = winners
    state["totals"][: len(totals)] = totals
    lowest = min(totals)
    gap = int(state["purge_gap"]) if state["purge"] else 1000
    state["purged"][: len(totals)] = [total >= lowest + gap for total in totals]
    return table


def test_TYR_6_6_the_purge_in_a_game() -> None:
    options = {"least_trick_bonus": 0, "purge_gap": 8}
    won = {0: "SJ SK", 1: "HQ DQ CQ", 2: "DJ"}
    table = ended("SHDC", won, [0, 0, 0], **options)
    assert totals(table) == [8, 16, 3] and table.state["purged"].tolist() == [0, 1, 0, 0]
    assert not ended("SHDC", won, [0, 0, 0], purge=False).state["purged"].any()


def test_TYR_6_7_ties_go_to_tricks_and_then_to_the_marker() -> None:
    assert final([9, 9, 3], [1, 2, 1]).points() == [-0.5, 1, -0.5]
    assert final([9, 9, 3], [2, 2, 1], marker=1).points() == [-0.5, 1, -0.5]
    assert final([9, 9, 3], [2, 2, 1], marker=2).points() == [1, -0.5, -0.5]


@pytest.mark.parametrize(("order", "points"), [
    ("tied", [-2 / 3, -2 / 3, 1, 1 / 3]),
    ("score_desc", [-1, -1 / 3, 1, 1 / 3]),
    ("score_asc", [-1 / 3, -1, 1, 1 / 3]),
])  # fmt: skip
def test_TYR_6_8_the_order_of_the_purged(order: str, points: list[float]) -> None:
    table = final([13, 14, 9, 3], [2, 2, 2, 0], purged_order=order, reward_mode="rank")
    assert table.points() == pytest.approx(points)


def test_TYR_6_9_the_three_rewards() -> None:
    table = final([9, 5, 4], [2, 2, 1])
    assert table.points() == [1, -0.5, -0.5]
    assert final([9, 5, 4], [2, 2, 1], reward_mode="rank").points() == [1, 0, -1]
    assert final([9, 5, 4], [2, 2, 1], reward_mode="points").points() == [3, -1, -2]


# Information


def test_TYR_7_1_TYR_7_3_others_see_sizes_alone() -> None:
    table = position(["SSH", "SD", "C"], "SK SQ", stocks=["D", "CC", "HHH"])
    view = table.view(A)
    assert view["hand_sizes"].tolist() == [3, 2, 1, 0]
    assert view["stock_sizes"].tolist() == [1, 2, 3, 0]
    assert (view["hand"].tolist(), view["stock"].tolist()) == (counts("SSH"), counts("D"))


def test_TYR_7_2_what_the_others_are_told_of_a_play() -> None:
    table = position(["SSH", "S", "C"], "SK SQ")
    action = GAME.parse(table.state, "play ♠ ♠ ♥, ♥ face up")
    assert announced(GAME, table.state, action, B) == "play 3 cards, ♥ face up"
    assert announced(GAME, table.state, GAME.parse(table.state, "play ♠ ♠"), B) == "play 2 cards"


def test_TYR_7_3_the_steps_of_a_selection_are_secret() -> None:
    table = opened(6, start_player=0)
    before = [table.view(seat).tobytes() for seat in (1, 2, 3)]
    action = GAME.legal_actions(table.state)[0]
    assert announced(GAME, table.state, action, 1) == ""
    rules.apply(table.state, action)
    assert table.to_move == 0
    assert [table.view(seat).tobytes() for seat in (1, 2, 3)] == before


@pytest.mark.parametrize("laid", ["S", "SS", "S*SS"])
def test_TYR_9_20_a_settle_without_a_decision_shows_the_play(laid: str) -> None:
    """The twin once counted the settled card alone; the kernels counted the whole play."""
    table = position(["SSSC", "H", "HC"], "DK SQ", no_follow_reveal="chosen_only")
    table.play(laid)
    table.say("pass")
    table.play("HC")
    assert (table.phase, table.to_move) == ("SETTLE", C), "A had no choice"
    plays = table.view(B)["plays"][:, 6]
    assert plays[2].tolist() == counts(laid) and plays[1].tolist() == [0, 0, 0, 0]
    table.say("put ♣ on the plaza")
    assert table.view(B)["plays"][1, 6].tolist() == counts("C"), "of two suits one card is known"


def test_TYR_9_20_who_is_asked_for_a_hand_is_public() -> None:
    table = position(["", "S", ""], "SK SQ", stocks=["HHHHHHH", "D", "HHHHHHD"], passed=[A, C])
    assert (table.phase, table.to_move) == ("SELECT", C)
    assert table.view(B)["selected"][:, 6].tolist() == [0, 1, 0, 0]
    assert table.view(B)["refills"][:, 6].tolist() == [0, 0, 6, 0]
    worlds = [redealt(GAME, table.state, B, seed) for seed in range(20)]
    assert all((world["hands"][A] > 0).sum() == 1 for world in worlds), "A has one suit"
    assert all((world["stocks"][C] > 0).sum() > 1 for world in worlds), "C has two"


def test_TYR_9_21_each_suit_has_ids_of_its_own() -> None:
    table = opened(1, start_player=0)
    for kind in tyr.KEEP:
        assert kind.count == 17
        legal = GAME.legal_actions(table.state)
        assert {GAME.decode(action)[0] for action in legal} == {kind}
        rules.apply(table.state, legal[len(legal) // 2])
    assert (table.phase, table.to_move) == ("SELECT", 1), "clubs are the rest"


# Worked examples


def test_TYR_10_1_following() -> None:
    rest = ["C", "C"]
    legal = position(["HDC", *rest], "HK").legal()
    assert legal == plays("H", "HD", "HC", "H*DC", "HD*C", "HDC*") | {"pass"}
    assert position(["CS", *rest], "HK").legal() == plays("C", "S", "SC") | {"pass"}
    assert position(["HS", *rest], "HK").legal() == plays("H", "HS") | {"pass"}


def test_TYR_10_2_power_by_the_columns() -> None:
    table = position(["CC", "CHS", "C"], "CK", plaza=(12, 8, 0, 0))
    table.play("CC")
    table.play("CHS*")
    assert [tricks.power_of_play(table.state, seat) for seat in (A, B)] == [19, 21]


def test_TYR_10_3_chips_weaken_suits() -> None:
    table = position(["D", "DDC", "D"], "DK DQ", plaza=(0, 0, 3, 5))
    table.play("D", "3 chips on ♦")
    table.play("DDC*", "1 chip on ♣")
    powers = [tricks.power_of_card(table.state, suit) for suit in (DIAMOND, CLUB)]
    assert powers == [4, 0]


def test_TYR_10_4_what_losers_give() -> None:
    table = position(["SS", "HDD", "H", "C"], "SK SQ")
    table.play("SS")
    table.play("HDD*")
    table.play("H")
    table.say("pass")
    assert table.plaza() == (0, 2, 1, 0)


def test_TYR_10_5_five_cards_are_a_pile() -> None:
    powers = [tyr.column_power(position(["S"] * 3, "SK", plaza=(0, n, 0, 0)).state, H)
              for n in (4, 5, 7)]  # fmt: skip
    assert powers == [4, 2, 4]


def test_TYR_10_6_fame() -> None:
    assert ending.SAME_SUIT[3] == 4 and ending.SAME_RANK[3] + ending.SAME_RANK[2] == 13
    table = ended("SHDC", {0: "SJ"}, [0, 0, 0, 0], plaza=(10, 5, 5, 0))
    assert totals(table)[1:] == [2, 2, 2]
    table = ended("CHSD", {0: "CJ CQ DQ"}, [2, 0, 0], least_trick_bonus=0)
    assert table.chips() == [1, 0, 0] and totals(table)[0] == 6 + 4 + 5


def test_TYR_10_7_the_source_s_final() -> None:
    table = final([21, 20, 13, 10], [3, 2, 2, 1])
    assert table.state["purged"].tolist() == [1, 1, 0, 0]
    assert table.points() == pytest.approx([-1 / 3, -1 / 3, 1, -1 / 3])


def test_TYR_10_8_a_full_trick() -> None:
    table = position(["SHH", "SH", "CC", "D"], "HK HQ", plaza=(6, 2, 5, 0))
    table.play("S*HH")
    table.play("SH", "1 chip on ♠")
    table.play("CC")
    assert tricks.power_of_card(table.state, S) == 1
    assert [tricks.power_of_play(table.state, seat) for seat in (A, B)] == [20, 11]
    table.say("pass")
    assert (table.winner(6), table.marker, table.plaza()) == (A, A, (7, 3, 5, 1))
    assert table.chips() == [5, 4, 5, 4]


def test_TYR_10_9_the_later_of_equals() -> None:
    table = position(["SS", "SHH", "SS"], "SK SQ", plaza=(0, 8, 0, 0))
    table.play("SS")
    table.play("SHH*")
    table.play("SS")
    assert table.winner(6) == C


def test_TYR_10_10_nothing_may_win() -> None:
    table = position(["S", "H", "H"], "SK SQ")
    table.play("S", "5 chips on ♠")
    assert tricks.power_of_play(table.state, A) == 0
    table.play("H")
    table.play("H")
    assert table.winner(6) == A


def test_TYR_10_11_targets() -> None:
    table = position(["S", "S", "S"], "SK", plaza=(0, 3, 0, 1), chips=[2, 0, 0])
    table.say("play ♠")
    assert len(table.legal()) == 7 and not any("D" in name for name in table.legal())


@pytest.mark.parametrize(("stock", "phase"), [("SSHHD", "SELECT"), ("SH", "PLAY")])
def test_TYR_10_12_a_pass_and_what_follows(stock: str, phase: str) -> None:
    table = position(["SDC", "SS", "SS"], "SK SQ", stocks=[stock, "", ""], chips=[1, 5, 5])
    table.say("pass")
    table.play("S")
    table.play("SS")
    assert table.chips()[A] == 0 and (table.phase, table.marker) == (phase, C)
    while table.phase == "SELECT":
        assert table.to_move == A
        table.say(min(table.legal()))
    assert len(table.cards("hands", A)) == min(6, 3 + len(stock))
    table.say("pass")
    assert table.to_move == A and "pass" not in table.legal()


def test_TYR_10_13_no_hand() -> None:
    assert position(["", "S", "S"], "SK SQ", stocks=["HHHH", "", ""]).legal() == {"pass"}
    table = position(["", "S", "S"], "SK", stocks=["HHHH", "", ""], chips=[0, 0, 0])
    table.play("S")
    table.play("S")
    assert table.to_move is None and table.cards("stocks", A) == "HHHH"


def test_TYR_10_14_nobody_follows() -> None:
    table = position(["SS", "D", "HC"], "DK DQ")
    table.play("SS")
    table.say("pass")
    table.play("HC")
    assert (table.to_move, table.legal()) == (C, {"put ♥ on the plaza", "put ♣ on the plaza"})
    table.say("put ♣ on the plaza")
    assert (table.plaza(), table.winner(6), table.marker) == ((1, 0, 0, 1), None, A)


def test_TYR_10_15_nobody_plays() -> None:
    table = position(["S", "S", "S", ""], "SK SQ", chips=[2, 2, 2, 0])
    table.say("pass", "pass", "pass")
    assert (table.trick, table.marker) == (7, A) and "pass" not in table.legal()


def test_TYR_10_16_the_steps_of_a_selection() -> None:
    table = position(["", "S", "S"], "SK SQ", stocks=["SHHHHHHHHHDDDDCC", "", ""], passed=[A],
                     refill_hand=7)  # fmt: skip
    assert table.legal() == {"keep no spades", "keep 1 spade"}
    table.say("keep no spades")
    assert table.legal() == {f"keep {plural(number, 'heart')}" for number in range(1, 8)}
    table.say("keep 1 heart")
    assert table.phase == "PLAY" and table.cards("hands", A) == "HDDDDCC"


def test_TYR_10_17_final_ties() -> None:
    assert final([14, 14, 9, 3], [2, 3, 1, 0]).points() == pytest.approx(
        [-1 / 3, -1 / 3, 1, -1 / 3]
    )
    assert final([12, 12, 9, 3], [2, 3, 1, 0]).points() == pytest.approx(
        [-1 / 3, 1, -1 / 3, -1 / 3]
    )
    table = final([12, 12, 9, 3], [2, 2, 1, 0], marker=D)
    assert table.points() == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


# Options


@pytest.mark.parametrize(("options", "sentence"), [
    ({"plaza_start": 5}, "plaza_removed can't be 4 with plaza_start 5; allowed: 3"),
    ({"num_players": 3, "start_player": 3}, "start_player can't be 3 with 3 players"),
    ({"chips_per_player": 10}, "chips_per_player"),
])  # fmt: skip
def test_TYR_8_bad_options_get_one_sentence(options: dict[str, int], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence.replace("'", ".")) as error:
        opened(1, **options)
    assert "\n" not in str(error.value)
