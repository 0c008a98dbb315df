"""The rules of Taxot clause by clause, and every worked example, on the kernels."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from fudaba.envs import UserError
from fudaba.envs.cards.counts import spread_out
from fudaba.envs.cards.kikisen import NUM_KINDS, SHIP, TYPES, type_name
from fudaba.envs.taxot import GAME, shapes
from fudaba.envs.taxot.options import TaxotOptions
from fudaba.envs.taxot.state import (
    COUNTS_OF_MELD,
    MELDS,
    MOST_TURNS,
    NO_MELD,
    NO_TYPE,
    NUM_MELDS,
    cards_of,
)
from fudaba.envs.taxot.text import types_in_hand
from fudaba.testing.positions import positions

from .positions import OTHER, Table, opened, position, types

ALL_CARDS = Counter(TYPES)
MIXES: list[dict[str, Any]] = [
    {},
    {"num_players": 2, "lights": True, "exhaust": "reshuffle"},
    {"num_players": 6, "extend_public_set": True},
    {"num_players": 3, "lights": True, "extend_public_set": True, "exhaust": "reshuffle"},
]


def cards_in(state: np.void) -> Counter[int]:
    """Every card wherever it is, by type."""
    stock = Table(state).stock
    found = Counter([*stock, *(type_ for type_ in state["light_cards"].tolist() if type_ >= 0)])
    for seat in range(GAME.max_players):
        found.update(types_in_hand(state["hands"][seat]))
        found.update(spread_out(state["discards"][seat]))
        if state["melds"][seat] != NO_MELD:
            found.update(spread_out(COUNTS_OF_MELD[state["melds"][seat]]))
    return found


def is_winning(names: str) -> bool:
    """Whether six concealed cards are a winning shape."""
    return bool(shapes.is_winning(*cards_of(types(names))))


def drawn(hand: str, card: str, meld: str | None = None, **options: Any) -> Table:
    """Seat 2 has drawn a card."""
    melds = None if meld is None else {2: meld}
    return position({2: hand}, card, melds=melds, to_move=2, **options)


def reacting(hand: str, thrown: str, meld: str | None = None, **options: Any) -> set[str]:
    """What seat 1 may say to a discard of seat 0; nothing if it is not asked."""
    melds = None if meld is None else {1: meld}
    table = position({1: hand}, thrown, melds=melds, **options)
    table.say(f"discard {thrown}")
    is_asked = table.state["phase"] == 1 and table.to_move == 1
    return table.legal() - {"pass"} if is_asked else set()


def paid(table: Table, *moves: str) -> list[int]:
    """What these moves bring each seat."""
    before = table.scores
    table.say(*moves)
    return [after - was for was, after in zip(before, table.scores, strict=True)]


# Components and setup


@pytest.mark.parametrize("options", MIXES)
def test_TAX_2_1_TAX_2_2_cards_and_scores_are_conserved(options: dict[str, Any]) -> None:
    options = {**GAME.options(**options).plain(), "seasons": 2}
    for seed in range(3):
        for state in positions(GAME, options, seed):
            assert cards_in(state) == ALL_CARDS
            assert state["scores"].sum() == 0
            is_over = state["to_move"] < 0
            for seat in range(options["num_players"]):
                meld = int(state["melds"][seat])
                size = len(types_in_hand(state["hands"][seat]))
                assert size == state["concealed"][seat]
                size += 0 if meld == NO_MELD else len(MELDS[meld].types)
                is_within = seat == (state["closer"] if is_over else state["active"])
                assert size == 5 + (is_within and (is_over or state["phase"] != 1))


def test_TAX_3_1_the_deal() -> None:
    for seed in range(6):
        table = opened(seed)
        assert table.to_move == table.state["dealer"] == table.state["active"]
        sizes = [5, 5, 5, 5, 0, 0]
        sizes[table.to_move] += 1
        assert table.state["concealed"].tolist() == sizes and len(table.stock) == 27
        assert table.state["light_cards"].tolist() == [NO_TYPE] * 2
        table = opened(seed, lights=True)
        assert len(table.stock) == 26 and table.state["light_cards"][0] != NO_TYPE
    assert len({opened(seed).hand(2) for seed in range(20)}) == 20, "shuffled"


# Turns


def test_TAX_4_1_a_turn_begins_with_a_draw() -> None:
    table = position({0: "b0 b4 b8 r2 r6", 1: OTHER}, "r8 bK rE")
    assert table.hand(0) == "b0 b4 b8 r2 r6 r8"
    table.say("discard r8")
    assert (table.to_move, table.hand(1)) == (1, "b0 b4 b8 bK r2 r6")


def test_TAX_4_2_groups() -> None:
    sizes = Counter((meld.shape, len(meld.types)) for meld in MELDS)
    assert sizes == {("set", 3): 114, ("set", 4): 101, ("run", 3): 56} and NUM_MELDS == 271
    for cards, is_group in {
        "b5 r5 rS": True, "bK rE rK": True, "bS rS b5": True, "b6 b7 bS": True, "b6 bS b8": True,
        "b6 b7 rS": False, "b6 r7 b8": False, "b8 bK bE": False, "bS bK b8": False,
    }.items():  # fmt: skip
        assert shapes.is_group(*cards_of(types(cards))) == is_group, cards


def test_TAX_4_3a_to_close_is_allowed_and_never_forced() -> None:
    table = drawn("b1 b2 b3 b4 b5", "b6")
    assert {"close", "discard b6"} <= table.legal()
    assert "close" not in drawn("b1 b2 b3 b4 b5", "b8").legal()


def test_TAX_4_3b_a_four_is_revealed_and_the_turn_goes_on() -> None:
    table = drawn("b5 b5 r5 b0 r8", "r5")
    assert {name for name in table.legal() if name.startswith("reveal")} == {"reveal b5 b5 r5 r5"}
    assert paid(table, "reveal b5 b5 r5 r5") == [-1, -1, 3, -1]
    assert (table.to_move, table.meld(2), table.hand(2)) == (2, "b5 b5 r5 r5", "b0 r8")
    assert table.legal() == {"discard b0", "discard r8"}
    table = drawn("b5 b5 r5 bS rS", "b0")
    assert {name for name in table.legal() if name.startswith("reveal")} == {
        "reveal bS b5 b5 rS", "reveal bS b5 b5 r5", "reveal b5 b5 rS r5", "reveal bS b5 rS r5",
    }  # fmt: skip


def test_TAX_4_3c_a_concealed_card_is_discarded() -> None:
    table = drawn("b5 b0 b4 r2 r6", "r8")
    assert table.legal() == {f"discard {name}" for name in ("b5", "b0", "b4", "r2", "r6", "r8")}
    table.say("discard b4")
    assert (table.discards(2), table.hand(2)) == ("b4", "b0 b5 r2 r6 r8")


def test_TAX_4_4a_a_discard_may_close() -> None:
    table = position({1: "b5 r0 b0 r7 b7"}, "r5")
    table.say("discard r5")
    assert (table.to_move, table.legal()) == (1, {"close", "pass"})
    table.say("close")
    assert table.to_move is None and table.state["fed_by"] == 0
    assert spread_out(table.state["shown"]) == sorted(types("b5 r0 b0 r7 b7 r5"))


def test_TAX_4_4b_a_discard_may_be_called() -> None:
    assert reacting("b5 r5 r0 b2 b7", "b5") == {"call b5 b5 r5"}
    assert reacting("b5 r5 r5 b2 b7", "b5") == {
        "call b5 b5 r5", "call b5 r5 r5", "call b5 b5 r5 r5",
    }  # fmt: skip
    assert reacting("r2 r3 b8 b0 b6", "r4") == {"call r2 r3 r4"}
    assert reacting("r2 rS b8 b0 b6", "r4") == {"call r2 rS r4 as 2 3 4"}
    assert reacting("r3 rS b8 b0 b6", "r4") == {
        "call rS r3 r4 as 2 3 4", "call r3 r4 rS as 3 4 5",
    }  # fmt: skip
    assert reacting("r7 r0 b2 b4 b6", "b7") == set(), "a pair is not called"
    table = position({1: "r2 r3 b8 b0 b6"}, "r4", pt_call=3)
    table.say("discard r4")
    assert paid(table, "call r2 r3 r4") == [3, -3, 0, 0]
    assert (table.meld(1), table.hand(1), table.discards(0)) == ("r2 r3 r4", "b0 b6 b8", "")


def test_TAX_4_4c_a_discard_that_all_pass_stays() -> None:
    table = position({1: "b5 r5 r0 b2 b7", 3: "r4 r6 r0 b1 b7"}, "b5 rK")
    table.say("discard b5")
    assert table.to_move == 1
    table.say("pass")
    assert (table.to_move, table.discards(0)) == (1, "b5") and "rK" in table.hand(1)


def test_TAX_4_4_who_is_asked_and_who_has_the_discard() -> None:
    hands = {1: "b5 b5 r0 b2 b7", 2: OTHER, 3: "r7 r7 b0 b0 r5"}
    table = position(hands, "r5")
    table.say("discard r5")
    assert table.to_move == 1
    table.say("call b5 b5 r5")
    assert table.to_move == 3, "all are asked before anything happens (TAX-9.13)"
    table.say("close")
    assert table.state["closer"] == 3 and table.meld(1) == ""
    table = position(hands, "r5")
    table.say("discard r5", "call b5 b5 r5", "pass")
    assert (table.to_move, table.meld(1)) == (1, "b5 b5 r5")


def test_TAX_4_4_the_first_from_the_discarder_has_it() -> None:
    closing = {1: "r7 r7 b0 b0 r5", 3: "b7 b7 r0 r0 b5"}
    table = position(closing, "r5", to_move=2)
    table.say("discard r5")
    assert table.to_move == 3
    table.say("close", "close")
    assert table.state["closer"] == 3 and table.scores[1] == 0
    calling = {0: "r3 r4 b0 b8 bK", 1: "b5 b5 r0 b2 b7"}
    table = position(calling, "r5", to_move=2)
    table.say("discard r5", "call r3 r4 r5", "call b5 b5 r5")
    assert (table.to_move, table.meld(0), table.meld(1)) == (0, "r3 r4 r5", "")


def test_TAX_4_5_after_a_call_a_card_is_discarded_and_the_turn_goes_on_from_there() -> None:
    table = position({3: "r2 r3 b8 b8 r8", 1: "b7 b7 r0 r0 bK"}, "r4")
    table.say("discard r4", "call r2 r3 r4")
    assert (table.to_move, table.legal()) == (3, {"discard b8", "discard r8"}), (
        "no draw, no close (TAX-9.14)"
    )
    table.say("discard b8")
    assert table.to_move == 0 and table.state["concealed"].tolist() == [6, 5, 5, 2, 0, 0]


def test_TAX_4_5_the_callers_discard_may_be_taken() -> None:
    table = position({1: "r2 r3 b8 b0 b6", 3: "b8 r8 b1 r1 r0"}, "r4")
    table.say("discard r4", "call r2 r3 r4", "discard b8")
    assert table.to_move == 3 and "call b8 b8 r8" in table.legal()


def test_TAX_4_6_melds_are_frozen_unless_a_triple_may_grow() -> None:
    def reveals(**options: Any) -> set[str]:
        table = drawn("b0 r6", "r5", "b5 b5 r5", **options)
        return {name for name in table.legal() if name.startswith("reveal")}

    assert reveals() == set()
    assert reveals(extend_public_set=True) == {"reveal b5 b5 r5 r5"}
    assert reacting("b0 r6", "r5", "b5 b5 r5") == set()
    assert reacting("b0 r6", "r5", "b5 b5 r5", extend_public_set=True) == {"call b5 b5 r5 r5"}
    assert "close" not in drawn("r5 b0", "r0", "b5 b5 r5").legal()
    table = drawn("r5 b0", "r0", "b5 b5 r5", extend_public_set=True)
    assert paid(table, "close") == [-5, -5, 15, -5], "2 times 2, and 1 for the four"
    table = position({1: "b0 r6"}, "rS", melds={1: "b5 b5 r5"}, extend_public_set=True)
    table.say("discard rS")
    assert paid(table, "call b5 b5 rS r5") == [0, 2, -1, -1]
    assert (table.hand(1), table.meld(1)) == ("b0 r6", "b5 b5 rS r5")
    assert table.view(0)["extensions"].tolist() == [0, 1 + types("rS")[0], 0, 0, 0, 0]


@pytest.mark.parametrize(("cards", "wins"), [
    ("b1 r1 b5 r5 bK rE", True),  # three pairs
    ("bS b1 b5 r5 rS rE", True),
    ("bS rS b5 r5 b6 r6", True),  # the ships are a pair
    ("b5 b5 r5 r5 b7 r7", True),  # a four and a pair
    ("b1 b1 r1 b7 b7 r7", True),
    ("b1 b1 r1 b6 b7 bS", True),
    ("b1 b2 b3 r6 r7 r8", True),
    ("b1 b2 b3 b4 b5 b6", True),
    ("b1 b1 b1 b1 r1 r2", False),
    ("b1 b1 r1 b6 b7 rS", False),  # the ship of the other colour
    ("b7 b8 bK r1 r1 b1", False),
    ("b1 b2 b3 b4 b5 r6", False),
])  # fmt: skip
def test_TAX_4_7_winning_shapes(cards: str, wins: bool) -> None:
    assert is_winning(cards) == wins


def test_TAX_4_7_melds_are_groups_of_the_shape() -> None:
    assert "close" in drawn("r6 r7", "r8", "b5 b5 r5").legal()
    assert "close" in drawn("b0 b0", "rS", "b5 b6 b7").legal()
    assert "close" not in drawn("b5 b0", "r0", "b5 b6 b7").legal()
    assert "close" in drawn("b0", "bS", "b5 b5 r5 r5").legal()
    assert "close" not in drawn("b0", "b2", "b5 b5 r5 r5").legal()


def test_TAX_4_8_laps() -> None:
    table = position({}, "r8 r7 bK rE b3", lap=1, first_dealer=1, to_move=3)
    laps = []
    for _ in range(4):
        laps.append(int(table.state["lap"]))
        table.say(sorted(table.legal())[0])
        while table.state["phase"] == 1:
            table.say("pass")
    assert laps == [1, 1, 2, 2], "3, 0, 1, 2 with dealer 1"


def test_TAX_4_9_the_table_of_actions() -> None:
    names = {kind.name: kind.count for kind in GAME.actions}
    assert names == {"pass": 1, "close": 1, "reveal": 101, "call": 271, "discard": 24}
    assert GAME.num_actions == 398
    table = position({1: "r2 r3 b8 b0 b6"}, "r4")
    decisions = []
    for move in ("discard r4", "call r2 r3 r4", "discard b0"):
        decisions.append(table.view(table.to_move)["phase"].tolist())
        table.say(move)
    assert decisions == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


# Effects


def test_TAX_5_1_TAX_5_2_ships_and_courts() -> None:
    assert reacting("b5 r8 r0 b2 rS", "bS") == {
        "call bS b5 rS", "call bS rS r8", "call bS rS r0", "call bS b2 rS",
    }  # fmt: skip
    assert reacting("b5 b6 r0 r3 bK", "bS") == {
        "call bS b5 b6 as 4 5 6", "call b5 b6 bS as 5 6 7",
    }  # fmt: skip
    assert reacting("b8 bK b0 r3 r5", "bE") == set()
    assert reacting("rE bK b0 r3 r5", "bE") == {"call bK bE rE"}


def test_TAX_5_3_four_friends_are_paid_once_by_all() -> None:
    table = position({2: "b5 b5 r5 bS r0", 1: "r0 r0 b3 r4 r8"}, "r1 b8 r0", pt_four=2)
    table.say("discard r1", "discard b8", "reveal bS b5 b5 r5")
    assert table.scores == [-2, -2, 6, -2]
    assert paid(table, "close") == [-4, -4, 12, -4], "a pair of nothings; the four was paid"
    table = position({1: "b5 b5 r5 r5 b0"}, "r0")
    table.say("discard r0")
    assert paid(table, "close") == [-5, 7, -1, -1], "the discarder pays for the close alone"


def test_TAX_5_4_a_called_four_pays_the_discarder_too() -> None:
    table = position({1: "b5 r5 r5 b0 r8"}, "b5", pt_four=2, pt_call=3)
    table.say("discard b5")
    assert paid(table, "call b5 b5 r5 r5") == [1, 3, -2, -2]


def test_TAX_5_5_a_close_on_a_discard_costs_no_call_point() -> None:
    table = position({1: "b5 r0 b0 r7 b7"}, "r5", pt_call=50)
    table.say("discard r5")
    assert paid(table, "close") == [-4, 4, 0, 0]


def test_TAX_5_6_only_the_latest_discard_can_be_taken() -> None:
    table = position({2: "b5 b5 r8 r0 b2"}, "r5 b8")
    table.say("discard r5", "pass", "discard b8")
    assert table.to_move == 2 and not any("r5" in name for name in table.legal() if "call" in name)


# End and points


@pytest.mark.parametrize(("rule", "dealer", "points"), [
    ("always", 0, [-6, -6, 18, -6]), ("always", 2, [-6, -6, 18, -6]),
    ("closer", 0, [-2, -2, 6, -2]), ("closer", 2, [-6, -6, 18, -6]),
    ("either", 0, [-6, -2, 10, -2]), ("either", 2, [-6, -6, 18, -6]),
])  # fmt: skip
def test_TAX_6_1_end_points_are_multiplied(rule: str, dealer: int, points: list[int]) -> None:
    table = drawn("b0 r0 b4 r4 b7", "r7", first_dealer=dealer, bonus=3, dealer_multiplier=rule)
    assert paid(table, "close") == points


@pytest.mark.parametrize(("hand", "card", "end"), [
    ("b0 r0 b4 r4 b7", "r7", 2), ("b0 b0 b4 b4 bS", "b7", 12), ("b0 b1 b2 r3 r4", "r5", 102),
    ("b0 b1 bS r3 r4", "r5", 102), ("r3 r4 r5 r6 r7", "rS", 112), ("b0 b1 b2 r4 r5", "r6", 2),
    ("b1 b2 b3 b2 b3", "b4", 12), ("b1 b1 r1 r3 r4", "r5", 2),
])  # fmt: skip
def test_TAX_6_2_end_points(hand: str, card: str, end: int) -> None:
    table = drawn(hand, card, bonus=1, pt_same_colour=10, pt_six_run=100)
    assert paid(table, "close")[0] == -end
    table = drawn(hand, card, bonus=1, pt_same_colour=10, pt_six_run=100, lap=1, pt_close=0)
    assert paid(table, "close")[0] == -(end - 2 + 3)


def test_TAX_6_2_a_melded_run_keeps_its_numbers() -> None:
    for meld, end in {"bS b5 b6": 2, "b5 b6 bS": 3}.items():
        table = drawn("r2 r3", "r4", meld, bonus=1)
        assert table.meld(2) == meld
        assert paid(table, "close")[0] == -end, "5-6-7 follows 2-3-4, 4-5-6 does not"


def test_TAX_6_3_all_pay_for_a_draw_and_the_discarder_for_a_discard() -> None:
    assert paid(drawn("b0 r0 b4 r4 b7", "r7"), "close") == [-4, -4, 12, -4]
    table = position({2: "b0 r0 b4 r4 b7"}, "r7")
    table.say("discard r7")
    assert paid(table, "close") == [-4, 0, 4, 0]


def test_TAX_6_4_real_courts_count_and_are_not_multiplied() -> None:
    table = drawn("bK rK bE r4 b4", "rS", bonus=5, pt_court=3, pt_four=0)
    assert paid(table, "close")[0] == -(2 * 5 + 3 * 3)


def test_TAX_9_17_points_above_127_are_added_up_in_whole_numbers() -> None:
    """As plain Python they were int8 once."""
    high = dict.fromkeys(("pt_close", "pt_same_colour", "pt_six_run", "pt_first_lap"), 100)
    table = drawn("b1 b2 b3 b4 b5", "b6", bonus=3, lap=1, **high)
    assert paid(table, "close")[0] == -3 * 400
    table = drawn("bK rK bE rE b4", "r4", pt_close=0, pt_four=0, pt_court=100)
    assert paid(table, "close")[0] == -400
    table = position({2: "r3 r3 b1 b1 b1"}, "r1 r1", light="b1", to_move=2, lights=True,
                     pt_close=0, pt_four=0, pt_light=100)  # fmt: skip
    assert paid(table, "close")[0] == -2 * 4 * 100


def test_TAX_6_5_lights() -> None:
    def lit(light: str, second: str, **options: Any) -> int:
        table = position({2: "r3 r3 b1 b1 b1"}, f"rS {second}", light=light, to_move=2,
                         lights=True, pt_close=0, pt_four=0, **options)  # fmt: skip
        return paid(table, "close")[2] // 3

    assert lit("b3", "r1") == 5
    assert lit("b3", "r1", light_match="type") == 0
    assert lit("b3", "b1", light_match="type") == 3
    assert lit("bS", "r8") == 0, "a ship matches nothing"
    assert lit("b3", "r1", pt_light=4) == 20


def test_TAX_6_5_the_second_light_is_the_top_of_the_stock_if_there_is_one() -> None:
    table = position({2: "b0 r0 b4 r4 b7"}, "r7 b8", light="r1", to_move=2, lights=True)
    table.say("close")
    assert table.state["light_cards"].tolist() == [*types("r1 b8")]
    table = position({2: "b0 r0 b4 r4 b7"}, "r7", light="r1", to_move=2, lights=True, is_all=True)
    table.say("close")
    assert table.state["light_cards"].tolist() == [*types("r1"), NO_TYPE]


def test_TAX_6_6_the_closer_deals_next() -> None:
    table = drawn("b0 r0 b4 r4 b7", "r7", seasons=2)
    table.say("close")
    assert (table.to_move, table.state["dealer"], table.state["bonus"]) == (2, 2, 2)
    table = drawn("b0 r0 b4 r4 b7", "r7", seasons=2, first_dealer=2)
    table.say("close")
    assert (table.to_move, table.state["dealer"], table.state["bonus"]) == (2, 2, 3)


def test_TAX_6_7_an_empty_stock_is_a_drawn_season() -> None:
    table = position({}, "r8", is_all=True, seasons=2, bonus=4)
    assert paid(table, "discard r8") == [0, 0, 0, 0]
    assert (table.state["season"], table.state["dealer"], table.state["bonus"]) == (1, 0, 4)
    assert not table.view(1)["closer"].any() and not table.view(1)["shown"].any()


def test_TAX_4_1_TAX_4_8_TAX_9_13_the_turn_has_passed_when_a_draw_is_due() -> None:
    """Kernels and twin disagreed once: a drawn season ended with the discarder's turn."""
    table = position({}, "r8", is_all=True, to_move=3, lap=4)
    table.say("discard r8")
    assert table.to_move is None
    assert (table.state["active"], table.state["lap"]) == (0, 5), "from seat 3 to the dealer"
    table = position({3: "b0 r0 b4 r4 b7"}, "r7", is_all=True, lap=4)
    table.say("discard r7", "close")
    assert (table.state["active"], table.state["lap"]) == (0, 4), "a close passes no turn"


def test_TAX_6_7_TAX_8_a_reshuffle_takes_the_discards_once() -> None:
    table = position({}, "r8 r7", is_all=True, exhaust="reshuffle")
    table.say("discard r8", "discard r7")
    assert table.to_move == 2 and len(table.stock) == 1
    assert sorted([*table.stock, *spread_out(table.state["drawn"][2])]) == sorted(types("r7 r8"))
    assert spread_out(table.view(3)["reshuffled"]) == sorted(types("r7 r8"))
    assert [spread_out(table.view(seat)["drawn"]) for seat in (0, 1, 3)] == [[], [], []]
    for _ in range(2):
        drawn_card = int(table.view(table.to_move)["drawn"].argmax())
        table.say(f"discard {type_name(drawn_card)}")
    assert table.to_move is None, "not twice"


def test_TAX_6_8_points_come_when_they_are_won() -> None:
    table = position({1: "b5 r5 r5 b0 r8"}, "b5")
    table.say("discard b5", "call b5 b5 r5 r5")
    assert table.points() == [0, 2, -1, -1]


# Information


def test_TAX_7_1_TAX_7_4_what_everybody_sees() -> None:
    table = position({1: "r2 r3 b8 b0 b6"}, "r4 bK", light="r8", lights=True, lap=1)
    table.say("discard r4", "call r2 r3 r4", "discard b0")
    for seat in range(4):
        view = table.view(seat)
        players = [(player - seat) % 4 for player in range(4)]
        assert spread_out(view["melds"][players[1]]) == [*types("r2 r3 r4")]
        assert view["meld_kinds"][players[1]].tolist() == [0, 0, 1]
        assert view["meld_strengths"][players[1]] == 3
        assert spread_out(view["discards"][players[1]]) == [*types("b0")]
        assert not view["discards"][players[0]].any(), "it was taken"
        assert spread_out(view["latest"]) == [*types("b0")]
        assert view["discarder"].argmax() == players[1]
        assert (view["turn_types"][:3] - 1).tolist() == [*types("r4 b0"), -1]
        assert (view["turn_seats"][:3] - 1).tolist() == [players[0], players[1], -1]
        assert view["turn_called"][:3].tolist() == [0, 1, 0]
        assert [view["concealed"][player] for player in players] == [5, 2, 6, 5]
        assert spread_out(view["light_cards"][0]) == [*types("r8")]
        assert view["is_first_lap"] and view["stock_size"] == len(table.stock)
        assert view["on_turn"].argmax() == players[2] and view["bonus"] == 2


def test_TAX_7_1_the_closers_cards_are_shown() -> None:
    table = drawn("b0 r0 b4 r4 b7", "r7", seasons=2)
    table.say("close")
    for seat in range(4):
        view = table.view(seat)
        assert spread_out(view["shown"]) == sorted(types("b0 r0 b4 r4 b7 r7"))
        assert view["closer"].argmax() == (2 - seat) % 4 and not view["fed_by"].any()


def test_TAX_7_2_concealed_cards_and_draws_are_private() -> None:
    private = {field.name for field in GAME.fields if field.private}
    assert private == {"hand", "answer", "offered", "offered_strength", "drawn"}
    seen = []
    for card in ("r8", "bK"):
        table = position({0: "b0 b4 b8 r2 r6", 1: "r1 r1 b3 b6 rK", 2: "b2 b5 r4 r5 r7"}, card,
                         num_players=3)  # fmt: skip
        seen.append([table.view(seat).tobytes() for seat in range(3)])
    assert seen[0][1:] == seen[1][1:] and seen[0][0] != seen[1][0]


def one_asked(options: dict[str, Any] | None = None) -> Table:
    """Seat 2 is asked about a discard of seat 0; seats 1 and 3 can't react."""
    table = position({1: OTHER, 2: "b5 b5 r0 b2 b7"}, "r5 bK", **(options or {}))
    table.say("discard r5")
    assert table.to_move == 2
    return table


def test_TAX_7_3_nobody_else_sees_who_is_asked_nor_that_he_passes() -> None:
    asked, passed = one_asked(), one_asked()
    passed.say("pass")
    assert (passed.to_move, passed.state["phase"]) == (1, 0)
    for seat in (0, 3):
        assert asked.view(seat).tobytes() == passed.view(seat).tobytes()
        assert asked.view(seat)["on_turn"].argmax() == (1 - seat) % 4, "as if it were 1's turn"
    assert asked.view(2)["on_turn"][0] and not asked.view(1)["on_turn"].any()
    assert asked.view(1)["phase"].tolist() == [0, 1, 0], "who would draw next has to wait"
    assert asked.view(1)["concealed"][0] == 5


def test_TAX_7_3_with_two_players_the_discarder_does_not_learn_of_a_pass() -> None:
    tables = []
    for hand in ("b5 b5 r0 b2 b7", OTHER):
        table = position({1: hand}, "r5 bK", num_players=2)
        table.say("discard r5")
        tables.append(table)
    asked, not_asked = tables
    assert (asked.to_move, asked.state["phase"]) == (1, 1)
    assert (not_asked.to_move, not_asked.state["phase"]) == (1, 0)
    assert asked.view(0).tobytes() == not_asked.view(0).tobytes()


def test_TAX_7_3_an_offer_is_seen_by_its_player_alone() -> None:
    hands = {1: "b5 b5 r0 b2 b7", 2: OTHER, 3: "r7 r6 b0 b0 rS"}
    seen = []
    for answer in ("pass", "call b5 b5 r5"):
        table = position(hands, "r5")
        table.say("discard r5", answer)
        assert table.to_move == 3
        seen.append([table.view(seat).tobytes() for seat in range(4)])
        assert GAME.announced_to(table.state, GAME.parse(table.state, "pass"), 0) == ""
    assert [one == two for one, two in zip(*seen, strict=True)] == [True, False, True, True]
    view = table.view(1)
    assert view["answer"].tolist() == [0, 0, 1] and view["offered_strength"] == 6
    assert spread_out(view["offered"]) == sorted(types("b5 b5 r5"))


def test_TAX_7_3_with_an_empty_stock_the_table_waits() -> None:
    table = position({1: OTHER, 2: "b5 b5 r0 b2 b7"}, "r5", is_all=True)
    table.say("discard r5")
    for seat in (0, 1, 3):
        assert not table.view(seat)["on_turn"].any()
        assert table.view(seat)["phase"].tolist() == [0, 1, 0]


# Options


def test_TAX_8_what_can_not_be_is_said_in_one_sentence() -> None:
    with pytest.raises(UserError, match="pt_four can't be -1; allowed: whole numbers 0 to 100"):
        GAME.options(pt_four=-1)
    with pytest.raises(UserError, match="first_dealer can't be 3 with 3 players"):
        GAME.options(num_players=3, first_dealer=3)


def test_TAX_9_12_bounds() -> None:
    assert GAME.options().max_decisions() == (28 + 4) * 4 + 4
    options = {"num_players": 2, "extend_public_set": True, "exhaust": "reshuffle"}
    assert GAME.options(**options).max_decisions() == (76 + 4) * 2 + 2
    for players in range(2, 7):
        calls = players * GAME.options(num_players=players, extend_public_set=True).most_calls
        assert 48 - 5 * players + calls + 1 <= MOST_TURNS
    assert isinstance(GAME.options(), TaxotOptions)


def test_TAX_6_1_the_least_that_can_be_won() -> None:
    assert GAME.options().lowest_points() == -(7 * 2 + 4 + 3 + 1)
    assert GAME.options(seasons=3, lights=True).lowest_points() == -3 * (7 * 4 + 4 + 12 + 3 + 1)


# Worked examples (dealer 0, bonus 2, second lap)


def test_TAX_10_1_one_colour_and_six_numbers() -> None:
    table = drawn("b1 b2 b3 b4 b5", "b6", seasons=2)
    assert paid(table, "close") == [-8, -8, 24, -8]
    assert (table.state["dealer"], table.state["bonus"]) == (2, 2)


def test_TAX_10_2_two_colours() -> None:
    assert paid(drawn("b1 b2 b3 r4 r5", "r6"), "close") == [-6, -6, 18, -6]


@pytest.mark.parametrize(("bonus", "amount"), [(2, 10), (3, 15)])
def test_TAX_10_3_a_close_on_the_first_discard(bonus: int, amount: int) -> None:
    table = position({3: "b5 r0 b0 r7 b7"}, "r5", lap=1, bonus=bonus)
    table.say("discard r5")
    assert paid(table, "close") == [-amount, 0, 0, amount]


def test_TAX_10_4_courts_and_a_ship() -> None:
    assert paid(drawn("bK rE b2 r2 b7", "bS"), "close") == [-6, -6, 18, -6]
    assert paid(drawn("bK bS b2 r2 b7", "r7"), "close") == [-5, -5, 15, -5]


def test_TAX_10_5_a_four_by_call() -> None:
    table = position({1: "b5 r5 r5 b0 r8"}, "b5")
    table.say("discard b5")
    assert paid(table, "call b5 b5 r5 r5") == [0, 2, -1, -1]
    assert table.legal() == {"discard b0", "discard r8"}
    table.say("discard b0")
    assert table.to_move == 2


def test_TAX_10_6_what_can_be_called() -> None:
    assert reacting("r2 r3 b8 b0 b6", "b4") == set()
    assert reacting("r2 r3 b8 b0 b6", "r4") == {"call r2 r3 r4"}
    assert reacting("r7 b0 b2 r4 b6", "b7") == set()


def test_TAX_10_7_no_call_without_a_card_left() -> None:
    assert "close" in drawn("r6 r7", "r8", "b5 r5 r5").legal()
    assert reacting("r6 r7", "r8", "b5 r5 r5") == {"close"}


def test_TAX_10_8_a_melded_four_and_a_pair() -> None:
    table = drawn("b4", "r4", "b1 b1 r1 r1")
    assert paid(table, "close") == [-4, -4, 12, -4]


def test_TAX_10_9_a_court_card_is_not_9() -> None:
    assert not is_winning("b8 bK bE r1 r1 b1")
    table = drawn("bK bE rK r1 r1", "b1")
    assert paid(table, "close")[0] == -(2 * 2 + 3)


def test_TAX_10_10_the_four_is_used() -> None:
    table = drawn("r1 r1 b1 bS b5", "r5")
    assert paid(table, "close") == [-5, -5, 15, -5]


def test_TAX_10_11_laps_with_calls() -> None:
    hands = {3: "r2 r3 b8 b0 b6", 1: "b8 r8 bK r0 b1"}
    table = position(hands, "r4", lap=1)
    table.say("discard r4", "call r2 r3 r4")
    assert (table.to_move, table.state["lap"]) == (3, 1)
    table.say("discard b8", "call b8 b8 r8")
    assert (table.to_move, table.state["lap"]) == (1, 2)


@pytest.mark.parametrize(("match", "lights"), [("kind", 5), ("type", 0)])
def test_TAX_10_12_lights(match: str, lights: int) -> None:
    table = position({2: "r3 r3 b1 b1 b1"}, "rS r1", light="b3", to_move=2, lights=True,
                     light_match=match)  # fmt: skip
    assert paid(table, "close")[0] == -(2 * 2 + lights + 1), "with the four"
    assert types("rS")[0] % NUM_KINDS == SHIP


def test_TAX_10_13_an_empty_stock() -> None:
    table = position({}, "r8", is_all=True, bonus=3)
    assert paid(table, "discard r8") == [0, 0, 0, 0]
    assert table.to_move is None and (table.state["dealer"], table.state["bonus"]) == (0, 3)
