"""The rules of Makkaik clause by clause, and every worked example, on the kernels."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from fudaba.envs import UserError
from fudaba.envs.cards.counts import spread_out
from fudaba.envs.cards.kikisen import TYPES
from fudaba.envs.kikisen.betting import chips_of
from fudaba.envs.makkaik import GAME
from fudaba.envs.makkaik import state as mkk
from fudaba.envs.makkaik.options import MakkaikOptions
from fudaba.envs.makkaik.rules.hands import best_of, values_of
from fudaba.envs.makkaik.text import value_name
from fudaba.testing.positions import positions

from .positions import Table, betting_on, counts, opened, position

MIXES: list[dict[str, Any]] = [
    {},
    {"num_players": 6, "seasons": 2, "unused_draw": "public", "bet_rounds": 5, "max_base": 25},
    {"num_players": 2, "seasons": 3, "tie_break": "ladder", "own_min": 1, "start_chips": 9},
    {"num_players": 5, "ante": 0, "bet_rounds": 1, "start_chips": 4, "next_dealer": "rotate"},
]


def best(hand: str, common: str, own_min: int = 0) -> str:
    """The best of own and common cards, in words."""
    return value_name(int(best_of(values_of(counts(hand), counts(common), own_min, 0))))


def winners(common: str, *hands: str, **options: Any) -> list[int]:
    """Who takes the pot if nobody drops."""
    table = betting_on(hands, common, bet_rounds=1, **options)
    table.say("base 1", *["join"] * (len(hands) - 1))
    assert table.to_move is None
    return np.flatnonzero(table.state["winners"]).tolist()


def cards_of(state: np.void) -> Counter[int]:
    """Every card wherever it is."""
    aside = state["unused"] if state["unused_draw"] != mkk.PUBLIC else []
    places = [*state["hands"], state["common"]]
    loose = [*state["stock"][: state["stock_size"]], *aside]
    held = [type_ for place in places for type_ in spread_out(place)]
    return Counter([*held, *(int(type_) for type_ in loose if type_ != mkk.NO_CARD)])


# Components and setup


@pytest.mark.parametrize("options", MIXES)
def test_MKK_2_1_MKK_2_2_MKK_2_3_cards_and_chips_are_conserved(options: dict[str, Any]) -> None:
    options = GAME.options(**options).plain()
    for seed in range(5):
        for state in positions(GAME, options, seed):
            seats = range(options["num_players"])
            assert cards_of(state) == Counter(TYPES)
            assert state["hands"].sum(axis=1).tolist() == [3] * len(seats) + [0] * (6 - len(seats))
            draws = sum(type_ != mkk.NO_CARD for type_ in state["unused"])
            each = 2 if state["unused_draw"] == mkk.PUBLIC else 1
            assert state["common"].sum() == 3 + each * draws
            start = max(int(state["start_chips"]), 0)
            chips = [chips_of(state, seat) for seat in seats]
            assert sum(chips) + Table(state).pot == start * len(seats)
            assert state["start_chips"] == -1 or min(chips) >= 0
            assert state["stock_size"] >= 48 - (3 * 6 + 3 + 2 * 6)


@pytest.mark.parametrize("num_players", [2, 4, 6])
def test_MKK_1_1_MKK_3_1_three_cards_each_and_three_common_ones(num_players: int) -> None:
    stocks = set()
    for seed in range(12):
        table = opened(seed, num_players=num_players)
        assert table.state["hands"].sum() == 3 * num_players and table.state["common"].sum() == 3
        assert len(table.stock.split()) == 45 - 3 * num_players
        assert table.to_move == table.state["dealer"] and table.pot == 0
        assert table.legal() == {"swap", "draw"}
        stocks.add(table.stock)
    assert len(stocks) == 12, "shuffled"
    assert opened(1, num_players=3, first_dealer=2).to_move == 2


@pytest.mark.parametrize("fewer", [1, 2])
def test_MKK_3_2_fewer_common_cards(fewer: int) -> None:
    table = opened(1, num_players=2, fewer_common=fewer)
    assert table.state["common"].sum() == 3 - fewer
    assert len(table.stock.split()) == 39 + fewer and table.legal() == {"swap", "draw"}


# The exchange


def test_MKK_4_1_swap_and_draw_in_seat_order_from_the_dealer() -> None:
    hands, common = ["b1 b2 r7", "r0 r1 r2", "b5 r5 b6"], "b3 r8 b8"
    table = position(hands, common, first_dealer=1, to_move=1, stock="b4 r4")
    assert table.legal() == {"swap", "draw"}
    table.say("swap")
    assert table.legal() == {"take b3", "take b8", "take r8"}
    table.say("take r8")
    assert table.legal() == {"put out r0", "put out r1", "put out r2"}
    assert table.hand(1) == "r0 r1 r2" and table.common == "b3 b8 r8", "cards move at the end"
    table.say("put out r0")
    assert table.hand(1) == "r1 r2 r8" and table.common == "b3 b8 r0" and table.to_move == 2
    table.say("draw")
    assert table.legal() == {"take b4", "take r4"}
    table.say("take r4")
    assert table.legal() == {"put out b5", "put out b6", "put out r5"}, "none of those drawn"
    assert table.stock.startswith("b4 r4")
    table.say("put out b6")
    assert table.hand(2) == "b5 r4 r5" and table.common == "b3 b6 b8 r0" and table.to_move == 0
    assert table.card("unused", 2) == "b4" and len(table.stock.split()) == 34


def test_MKK_4_1_a_swap_may_leave_all_as_it_is() -> None:
    table = position(["b3 b2 r7", "r0 r1 r2"], "b3 r8 b8")
    table.trade("b3", "b3")
    assert (table.hand(0), table.common) == ("b2 b3 r7", "b3 b8 r8")


def test_MKK_9_12_a_card_that_everybody_foresees_is_not_asked_for() -> None:
    table = position(["b0 b2 r7", "r0 r1 r2"], "b1 b1 b1")
    table.say("swap")
    assert table.legal() == {"put out b0", "put out b2", "put out r7"}
    table.say("put out b0")
    assert (table.hand(0), table.common) == ("b1 b2 r7", "b0 b1 b1")


def test_MKK_9_12_what_only_the_player_knows_is_asked_all_the_same() -> None:
    table = position(["b1 b1 b1", "r0 r1 r2"], "b3 r8 b8", stock="r1 r1")
    table.say("draw")
    assert table.legal() == {"take r1"}
    table.say("take r1")
    assert table.legal() == {"put out b1"}
    table.say("put out b1")
    assert table.hand(0) == "b1 b1 r1" and table.card("unused", 0) == "r1"


def test_MKK_4_2_the_ante_is_paid_when_all_have_exchanged() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8", stock="b4 r4", ante=3)
    table.trade("b1", "b3")
    assert table.pot == 0
    table.trade("r0", "b4", kind="draw")
    assert table.pot == 6 and table.state["paid"].tolist() == [3, 3, 0, 0, 0, 0]
    assert table.to_move == 0 and table.legal() == {"drop", *(f"base {n}" for n in range(1, 6))}


# Betting

HANDS, COMMON = ["r8 b8 r0", "b1 b5 b0", "r1 r4 b6"], "b3 r5 b7"


def test_MKK_4_3_the_dealer_sets_the_base_and_the_others_follow_in_seat_order() -> None:
    table = betting_on([*HANDS, "b2 r2 r6"], COMMON, first_dealer=2)
    asked = []
    for text in ("drop", "base 4", "join", "drop"):
        asked.append(table.to_move)
        assert table.legal() == {"join", "drop"} or table.to_move == table.state["dealer"]
        table.say(text)
    assert asked == [2, 3, 0, 1] and table.state["dealer"] == table.to_move == 3
    assert table.pot == 12 and table.state["round"] == 1


def test_MKK_4_4_who_dropped_takes_no_further_part() -> None:
    table = betting_on(HANDS, COMMON)
    table.say("base 1", "drop", "join")
    for _ in range(2):
        assert table.to_move == 0
        table.say("base 1")
        assert table.to_move == 2
        table.say("join")
    assert table.points() == [5, -1, -4] and table.hand(1) == "b0 b1 b5"
    assert not table.state["shown"][1].any(), "stays hidden"


def test_MKK_4_5_the_last_active_player_takes_the_pot_and_shows_nothing() -> None:
    table = betting_on(HANDS, COMMON)
    table.say("base 5", "drop", "drop")
    assert table.points() == [2, -1, -1] and not table.state["shown"].any()
    assert table.state["unopposed"].tolist() == [1, 0, 0, 0, 0, 0]


def test_MKK_4_6_another_base_in_each_round_and_no_raise() -> None:
    table = betting_on(HANDS, COMMON, max_base=7, bet_rounds=5)
    for base in (7, 2, 3, 1, 6):
        assert {f"base {number}" for number in range(1, 8)} | {"drop"} == table.legal()
        table.say(f"base {base}")
        assert table.legal() == {"join", "drop"}
        table.say("join", "join")
    assert table.points() == [40, -20, -20]


def test_MKK_4_7_the_table_of_actions() -> None:
    sizes = {kind.name: kind.count for kind in GAME.actions}
    assert sizes.pop("high base") == 20 and sum(sizes.values()) == 57
    assert sizes == {
        "swap": 1,
        "draw": 1,
        "take": 24,
        "put out": 24,
        "drop": 1,
        "base": 5,
        "join": 1,
    }
    assert [phase.name for phase in mkk.PHASES] == ["KIND", "INCOMING", "OUTGOING", "BASE", "JOIN"]


def test_MKK_4_8_the_same_type_may_be_put_out() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b1 r8 b8", stock="b1 b0")
    table.trade("b1", "b1", kind="draw")
    assert (table.hand(0), table.common) == ("b1 b2 r7", "b1 b1 b8 r8")
    assert table.card("unused", 0) == "b0"


# Hands


@pytest.mark.parametrize(("hand", "common", "value"), [
    ("b8 r8 r0", "rS b1 r3", "triple of 8"),
    ("b1 b2 r0", "b3 r8 b8", "run up to 3"),  # beats a pair
    ("bK r8 r0", "b8 r2 b3", "pair of 8"),
    ("r3 r0 b7", "b3 b3 r3", "triple of 3"),  # four are a triple
    ("r1 r2 r0", "r3 r4 b8", "run up to 4"),  # the higher top counts
    ("b7 b8 bK", "r1 r3 r5", "single court"),
    ("b1 b2 r3", "r5 b7 r8", "single 8"),  # two colours are no run
])  # fmt: skip
def test_MKK_5_1_MKK_5_2_the_best_of_own_and_common_cards(
    hand: str, common: str, value: str
) -> None:
    assert best(hand, common) == value


def test_MKK_5_1_categories_and_strengths_decide_and_nothing_else() -> None:
    common = "b8 r8 b5"
    assert winners(common, "b1 b2 b3", "r0 r2 r4", "r8 r0 b0") == [2]
    assert winners(common, "b1 b2 b3", "r0 r2 r4", "r5 r0 b7") == [0]
    assert winners(common, "bK r2 b3", "r0 r2 r4") == [0, 1], "no kickers"


def test_MKK_5_2_all_common_cards_are_a_hand_of_everybody() -> None:
    assert winners("b6 b7 b8", "r0 b0 r4", "r1 b2 r5") == [0, 1]


@pytest.mark.parametrize(("hand", "common", "value"), [
    ("r3 r7 b0", "bS r2 r5", "pair of 7"),
    ("b7 b8 r0", "bS r2 r5", "run up to 8"),  # never 9
    ("b7 r7 r0", "bS r2 r5", "triple of 7"),
    ("bS rS r0", "b5 r8 bK", "triple of court"),
    ("b7 r0 r2", "rS bS r5", "triple of 7"),
    ("r6 r8 b0", "bS r2 b4", "pair of 8"),  # black, so not the red 7
    ("r6 r8 b0", "rS r2 b4", "run up to 8"),
])  # fmt: skip
def test_MKK_5_3_ships(hand: str, common: str, value: str) -> None:
    assert best(hand, common) == value


def test_MKK_5_3_ships_alone_are_court() -> None:
    assert best("bS", "") == "single court" and best("bS rS", "") == "pair of court"


def test_MKK_5_4_kings_and_emperors_are_equal_and_in_no_run() -> None:
    assert best("bK rE b2", "b0 r5 r6") == "pair of court"
    assert best("b7 b8 bK", "b0 r5 r3") == "single court"
    assert best("bK rE bS", "b0 r5 r3") == "triple of court"


# End and points


def test_MKK_6_1_the_active_hands_are_shown_and_the_best_takes_the_pot() -> None:
    table = betting_on(HANDS, COMMON, bet_rounds=1)
    table.say("base 2", "join", "drop")
    assert table.points() == [4, -3, -1]
    assert [spread_out(hand) != [] for hand in table.state["shown"][:3]] == [True, True, False]
    assert (table.state["shown"][0] == counts(HANDS[0])).all()


@pytest.mark.parametrize(("dealer", "points"), [(0, [2, 1, -3]), (1, [1, 2, -3])])
def test_MKK_6_2_what_does_not_divide_goes_from_the_dealer_onward(
    dealer: int, points: list[int]
) -> None:
    table = betting_on(["r1 r3 b5", "b1 b4 r6", "r2 r7 b0"], "b8 r8 b0", first_dealer=dealer,
                       ante=3)  # fmt: skip
    table.say(*(["base 1", "join", "drop"] if dealer == 0 else ["base 1", "drop", "join"]))
    table.say("base 1", "join", "base 1", "join")
    assert table.points() == points and table.state["divided"].sum() == 2


def test_MKK_6_2_a_ladder_compares_what_else_can_be_made() -> None:
    common, hands = "b8 r8 b0", ["r1 r3 b5", "b1 b4 r6"]
    assert winners(common, *hands) == [0, 1]
    assert winners(common, *hands, tie_break="ladder") == [1]
    assert winners(common, "r1 r4 b6", hands[1], tie_break="ladder") == [0, 1]
    assert winners("b8 b8 r8", "r8 r1 r4", "b4 b1 r0", tie_break="ladder") == [1], "a longer list"


def test_MKK_9_14_ships_alone_are_of_all_strengths_where_they_are_declared() -> None:
    values = [int(values_of(counts("bS rS"), counts(""), 0, mkk.DECLARED * is_declared))
              for is_declared in (False, True)]  # fmt: skip
    assert values[0] == 1 << 9 | 1 << 19 and values[1] == (1 << 20) - 1
    assert values_of(counts("b3"), counts("bS"), 1, mkk.DECLARED) == 1 << 3 | 1 << 13


def test_MKK_6_3_a_season_is_one_pot_and_its_winner_deals() -> None:
    for next_dealer, dealer in {"winner": 2, "stay": 1, "rotate": 2}.items():
        table = betting_on(HANDS, COMMON, seasons=2, next_dealer=next_dealer)
        table.say("drop")
        assert table.state["dealer"] == 1, "counted from the current dealer (KIKI-9.9)"
        table.say("base 1", "drop" if next_dealer == "stay" else "join")
        if next_dealer != "stay":
            table.say("base 1", "join", "base 1", "join")
        assert table.state["season"] == 1
        winner = int(table.state["winners"].argmax())
        expected = {"winner": winner, "stay": 1, "rotate": 2}[next_dealer]
        assert table.state["dealer"] == table.to_move == expected, dealer
        assert table.legal() == {"swap", "draw"} and table.pot == 0


def test_MKK_6_4_points_change_at_the_end_of_a_season() -> None:
    table = betting_on(HANDS, COMMON, seasons=2)
    table.say("base 5", "join")
    assert table.points() == [0, 0, 0] and table.pot == 13
    table.say("drop", "base 5", "drop")
    assert table.points() == [7, -6, -1]


# Information


def test_MKK_7_1_MKK_7_2_MKK_7_3_what_an_exchange_lets_be_seen() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8", stock="b4 r4")
    table.say("swap", "take b3")
    own, other = table.view(0), table.view(1)
    assert spread_out(own["incoming"]) == spread_out(counts("b3")) and not other["incoming"].any()
    assert other["swapped"].tolist() == [0, 1, 0, 0, 0, 0], "the kind is public at once"
    table.say("put out r7")
    assert (table.view(1)["taken"][1] == counts("b3")).all()
    assert (table.view(1)["put_out"][1] == counts("r7")).all()
    table.say("draw", "take r4")
    own, other = table.view(1), table.view(0)
    assert (own["drawn"] == counts("b4 r4")).all() and not other["drawn"].any()
    table.say("put out r0")
    own, other = table.view(1), table.view(0)
    assert (own["unused"][0] == counts("b4")).all() and not other["unused"].any()
    assert (other["put_out"][1] == counts("r0")).all() and not other["taken"][1].any()
    assert not own["drawn"].any() and other["drew"].tolist() == [0, 1, 0, 0, 0, 0]


def test_MKK_7_1_MKK_7_4_what_betting_lets_be_seen() -> None:
    table = betting_on(HANDS, COMMON, seasons=2, bet_rounds=2)
    table.say("base 2", "join", "drop", "base 3")
    view = table.view(1)
    assert view["paid"].tolist() == [3, 1, 6, 0, 0, 0] and view["pot"] == 10
    assert view["active"].tolist() == [1, 0, 1, 0, 0, 0]
    assert view["joined"].tolist() == [0, 0, 1, 0, 0, 0]
    assert (view["round"], view["base"], view["phase"].argmax()) == (1, 3, mkk.JOIN)
    assert view["on_turn"].tolist() == [1, 0, 0, 0, 0, 0]
    table.say("join")
    view = table.view(2)
    assert (view["shown"][1] == counts(HANDS[0])).all() and not view["shown"][0].any()
    assert view["scores"].tolist() == [-1, 7, -6, 0, 0, 0]
    assert view["winners"].tolist() == view["dealer"].tolist() == [0, 1, 0, 0, 0, 0]


# House rules


def test_MKK_8_unused_draw_public() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b0 r8 b8", stock="b3 r0", unused_draw="public")
    table.trade("r7", "b3", kind="draw")
    assert table.common == "b0 b8 r0 r7 r8"
    assert (table.view(1)["unused"][1] == counts("r0")).all()


def test_MKK_8_own_min() -> None:
    assert best("b8 r3 r0", "r1 b1 b4", own_min=0) == "pair of 1"
    assert best("b8 r3 r0", "r1 b1 b4", own_min=1) == "single 8"
    assert best("b8 r2 r0", "r3 r4 b5", own_min=1) == "run up to 4"
    assert best("bS r2 r0", "b3 b4 b5", own_min=1) == "run up to 6"
    assert best("r1 r8 b0", "b3 b4 b5", own_min=1) == "single 8"
    assert best("rS r8 b0", "b3 r3 b5", own_min=1) == "triple of 3"


def test_MKK_8_table_stakes() -> None:
    table = betting_on(HANDS, COMMON, start_chips=6)
    assert table.legal() == {"drop", "base 1", "base 2", "base 3"}, "5 left, 2 rounds to come"
    table.say("base 3", "join", "drop")
    assert table.legal() == {"drop", "base 1"}
    table.say("base 1", "join")
    assert table.legal() == {"drop", "base 1"}
    table.say("base 1", "join")
    assert table.points() == [7, -6, -1]


def test_MKK_8_a_match_ends_where_somebody_can_not_pay_a_season() -> None:
    for chips, goes_on in [(4, False), (8, True)]:
        table = betting_on(["b8 r8 r0", "b1 b5 b0"], "b3 r5 b7", start_chips=chips, seasons=3)
        table.say("base 1", "join", "base 1", "join", "base 1", "join")
        assert table.points() == [4, -4] and table.state["season"] == 1
        assert (table.to_move is not None) == goes_on


@pytest.mark.parametrize("options", [
    {"max_base": 26}, {"bet_rounds": 6}, {"own_min": 2}, {"start_chips": 3}, {"num_players": 7},
    {"ante": 5, "start_chips": 7}, {"bet_rounds": 5, "start_chips": 5}, {"ante": -1},
])  # fmt: skip
def test_MKK_8_other_values_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UserError, match="allowed"):
        MakkaikOptions(**options)


def test_MKK_9_10_the_bound_holds() -> None:
    assert MakkaikOptions().max_decisions() == 4 * (3 + 3)
    assert MakkaikOptions(start_chips=None).start_chips == "none"


# Worked examples


def test_MKK_10_1_swap() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b3 r8 b8")
    table.trade("r7", "b3")
    assert (table.hand(0), table.common) == ("b1 b2 b3", "b8 r7 r8")


def test_MKK_10_2_draw() -> None:
    table = position(["b1 b2 r7", "r0 r1 r2"], "b0 r8 b8", stock="b3 r0")
    table.trade("r7", "b3", kind="draw")
    assert (table.hand(0), table.common) == ("b1 b2 b3", "b0 b8 r7 r8")
    assert table.card("unused", 0) == "r0" and not table.view(1)["unused"].any()


def test_MKK_10_3_a_triple_wins() -> None:
    common, hands = "b8 r8 r3 r7", ["b1 b2 b3", "r0 r5 bS", "b0 r5 r2"]
    expected = ["run up to 3", "triple of 8", "pair of 8"]
    assert [best(hand, common) for hand in hands] == expected
    assert winners(common, *hands) == [1]


def test_MKK_10_4_a_common_ship() -> None:
    common = "bS r2 r5"
    assert best("r3 r4 b7", common) == "run up to 5"
    assert best("b7 r7 b0", common) == "triple of 7"
    assert winners(common, "r3 r4 b7", "b7 r7 b0") == [1]


def test_MKK_10_5_three_rounds() -> None:
    table = betting_on(HANDS, COMMON)
    assert table.pot == 3
    for texts, pot in [(["base 2", "join", "drop"], 7), (["base 5", "join"], 17)]:
        table.say(*texts)
        assert table.pot == pot
    table.say("base 1")
    assert table.pot == 18
    table.say("join")
    assert table.points() == [10, -9, -1]


def test_MKK_10_6_the_third_player_takes_the_pot() -> None:
    table = betting_on(HANDS, COMMON)
    table.say("drop")
    assert table.to_move == 1 and "base 5" in table.legal()
    table.say("drop")
    assert table.points() == [-1, -1, 2] and table.state["dealer"] == 2


def test_MKK_10_7_the_dealership_passes() -> None:
    table = betting_on([*HANDS, "b2 r2 r6"], COMMON, first_dealer=3)
    table.say("base 1", "join", "drop", "join")
    assert table.to_move == 3 and table.state["round"] == 1
    table.say("drop")
    assert table.state["dealer"] == table.to_move == 0 and table.state["round"] == 1
    table.say("base 4")
    assert table.to_move == 2


def test_MKK_4_2_MKK_9_17_one_ante_a_season() -> None:
    table = betting_on(["r1 r3 b5", "b1 b4 r6"], "b8 r8 b0", ante=3, bet_rounds=2)
    assert table.pot == 6
    table.say("base 1", "join")
    assert table.state["round"] == 1 and table.pot == 8, "no ante before the second round"


def test_MKK_10_8_a_pot_of_13() -> None:
    hands = ["r1 r3 b5", "b1 b4 r6", "r2 r7 b0"]
    table = betting_on(hands, "b8 r8 b0", ante=3, bet_rounds=2)
    table.say("base 1", "join", "drop", "base 1")
    assert table.pot == 12
    table.say("join")
    assert table.points() == [7 - 5, 6 - 5, -3]


def test_MKK_10_9_a_pair_of_court() -> None:
    common, hand = "b0 r5 r6", "bK rE r2"
    assert best(hand, common) == "pair of court"
    assert winners(common, hand, "b5 b8 r8") == [0]
    assert winners(common, hand, "r4 r3 b7") == [1]
    assert winners(common, hand, "b0 r0 b7") == [1]


def test_MKK_10_10_a_common_pair() -> None:
    common, hands = "r1 b1 r4", ["b8 r2 b3", "r7 b0 b6"]
    assert winners(common, *hands) == [0, 1]
    assert winners(common, *hands, own_min=1) == [0]
