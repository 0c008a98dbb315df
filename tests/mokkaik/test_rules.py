"""The rules of Mokkaik clause by clause, and every worked example, on the kernels."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from fudaba.envs import UserError
from fudaba.envs.cards.counts import spread_out
from fudaba.envs.cards.kikisen import TYPES
from fudaba.envs.core.scene.scene_text import draw_text
from fudaba.envs.mokkaik import GAME
from fudaba.envs.mokkaik.options import MokkaikOptions
from fudaba.envs.mokkaik.state import COUNTS, NO_PLAY, NUM_ACTIONS
from fudaba.testing.positions import positions

from .positions import Table, opened, position, types

ALL_CARDS = Counter(TYPES)
WIDE_RULES = {"num_players": 6, "beat_rule": "lead", "ship_alone": "declared"}


def following(led: str, hand: str, **options: Any) -> set[str]:
    """What a second player may say; the leader's other cards make the hands equal."""
    others = ["r1", "r1", "r1", "r1", "r8", "b1"][: len(hand.split()) - len(led.split())]
    table = position([" ".join([led, *others]), hand], **options)
    table.say(led)
    assert table.to_move == 1
    return table.legal()


def cards_in(state: np.void) -> Counter[int]:
    """Every card wherever it is, by type."""
    zones = [*state["hands"], *state["won"], *state["thrown"], state["discards"], state["undealt"]]
    zones += [COUNTS[action] for action in state["plays"] if action != NO_PLAY]
    return Counter(type_ for zone in zones for type_ in spread_out(zone))


def last_round(piles: Sequence[int], winner: int, dealer: int, **options: Any) -> Table:
    """A season after its last round, with these numbers of cards in the won piles."""
    ones = iter(["b1"] * 4 + ["r1"] * 4 + ["b2", "b2", "r2", "r2"])
    won = [" ".join(next(ones) for _ in range(pile - (seat == winner)))
           for seat, pile in enumerate(piles)]  # fmt: skip
    hands = ["b8" if seat == winner else "r0" for seat in range(len(piles))]
    table = position(hands, won=won, to_move=winner, first_dealer=dealer, **options)
    table.say("b8", *["fold"] * (len(hands) - 1))
    return table


# Components and setup


@pytest.mark.parametrize(
    "options", [{}, WIDE_RULES, {"num_players": 2, "hand_size": 24}, {"num_players": 5}]
)
def test_MOK_2_1_MOK_2_2_cards_and_scores_are_conserved(options: dict[str, Any]) -> None:
    options = {**GAME.options(**options).plain(), "seasons": 2}
    size = GAME.options(**options).dealt_size
    for seed in range(3):
        for state in positions(GAME, options, seed):
            assert cards_in(state) == ALL_CARDS
            assert state["scores"].sum() == 0
            seats = range(options["num_players"])
            for seat in seats:
                assert len(spread_out(state["hands"][seat])) == state["hand_sizes"][seat]
            if state["plays"].max() == NO_PLAY:
                (left,) = {int(state["hand_sizes"][seat]) for seat in seats}
                assert state["won"].sum() == size - left


@pytest.mark.parametrize(("num_players", "size"), [(2, 10), (3, 10), (4, 10), (5, 8), (6, 8)])
def test_MOK_3_1_ten_cards_or_eight(num_players: int, size: int) -> None:
    for seed in range(4):
        state = opened(seed, num_players=num_players).state
        sizes = state["hand_sizes"].tolist()
        assert sizes == [size] * num_players + [0] * (6 - num_players)
        assert state["undealt"].sum() == 48 - size * num_players
    hands = {opened(seed).zone("hands", 2) for seed in range(20)}
    assert len(hands) == 20, "shuffled"


def test_MOK_3_2_the_dealer_leads_then_who_wins() -> None:
    for seed in range(8):
        table = opened(seed)
        assert table.to_move == table.state["dealer"] == table.state["leader"]
    table = position(["b1 b0", "b0 r0", "b5 r0"])
    table.say("b1")
    table.fold("b0")
    table.say("b5")
    assert table.to_move == table.state["leader"] == 2
    assert table.legal() == {"r0"}


# Rounds


def test_MOK_4_1_the_leader_plays_any_hand_and_must() -> None:
    table = position(["b3 b4 r4 bS", "b0 b0 b1 b1"])
    expected = {
        "b3", "b4", "r4", "bS", "b4 r4", "bS b3", "bS b4", "bS r4", "bS b4 r4",
        "bS b3 b4", "b3 b4 bS",
    }  # fmt: skip
    assert table.legal() == expected
    assert position(["b3 b4", "b0 b0"]).legal() == {"b3", "b4"}, "two are no run"


def test_MOK_4_2a_a_follower_matches_shape_and_number_and_is_stronger() -> None:
    assert following("b3", "b4 b3 b2") == {"b4", "fold"}
    assert following("b3 r3", "b4 r4 r5 b6") == {"b4 r4", "fold"}
    assert following("b3 r3 r3", "b4 r4 b5 b6") == {"fold"}
    assert following("b3 b4 b5", "b4 b5 b6 b7") == {"b4 b5 b6", "b5 b6 b7", "fold"}
    table = position(["b1 b0", "b3 b0", "b2 b4"])
    table.say("b1", "b3")
    assert table.legal() == {"b4", "fold"}, "the best so far counts"


def test_MOK_4_2b_folding_is_always_allowed_and_throws_as_many() -> None:
    table = position(["b3 r3 b0", "b4 r4 r5", "b0 r0 r1"])
    table.say("b3 r3")
    assert table.legal() == {"b4 r4", "fold"}
    table.say("fold")
    assert (table.to_move, table.state["left_to_throw"]) == (1, 2)
    table.say("throw r5", "throw b4")
    assert (table.to_move, table.zone("thrown", 1), table.zone("hands", 1)) == (2, "b4 r5", "r4")
    assert table.state["hand_sizes"][1] == 1 and table.legal() == {"fold"}


def test_MOK_4_3_where_the_cards_of_a_round_go() -> None:
    table = position(["b1 b0", "b3 b0", "b2 b4", "r0 r1"])
    table.say("b1", "b3", "b4")
    table.fold("r1")
    assert [table.zone("won", seat) for seat in range(4)] == ["", "", "b4", ""]
    assert table.zone("discards") == "b1 b3"
    assert [table.zone("thrown", seat) for seat in range(4)] == ["", "", "", "r1"]
    assert table.state["plays"].tolist() == [NO_PLAY] * 6 and not table.state["folded"].any()


def test_MOK_4_4_the_colours_are_those_of_the_led_hand() -> None:
    assert following("b3", "r4 rS bS") == {"bS", "fold"}
    assert following("b0 b0 r0", "b5 b5 r5 r5") == {"b5 b5 r5", "fold"}
    assert following("b2 b3 b4", "r3 r4 r5 r6") == {"fold"}
    assert following("b0 r0", "bS r5 rS") == {"bS r5", "bS rS", "fold"}, "ships by their colour"


def test_MOK_4_5_the_table_of_actions() -> None:
    assert sum(kind.count for kind in GAME.actions[:3]) == 804
    assert GAME.num_actions == NUM_ACTIONS == 831
    table = position(["b3 b0 b0", "b1 r4 r4"])
    table.say("b3", "fold")
    assert table.legal() == {"throw b1", "throw r4"}
    assert opened(1).view(0)["phase"].tolist() == [1, 0, 0]


def test_MOK_4_5_MOK_9_10_a_throw_is_asked_unless_all_cards_go() -> None:
    table = position(["b3 r0", "r4 r4", "r5 r6"])
    table.say("b3", "fold")
    assert table.legal() == {"throw r4"}, "else others would know the hand"
    table.say("throw r4", "fold", "throw r5")
    assert table.to_move == 0
    table.say("r0", "fold")
    assert (table.to_move, table.zone("thrown", 1), table.state["hand_sizes"][1]) == (2, "r4 r4", 0)


def test_MOK_4_6_the_season_ends_with_the_cards() -> None:
    table = position(["b3 r0", "b4 r4"], seasons=2)
    table.say("b3", "b4")
    assert table.state["season"] == 0
    table.say("r4", "fold")
    assert table.state["season"] == 1 and table.state["hand_sizes"][0] == 10
    assert not table.state["won"].any() and not table.state["played"].any()


# Cards


def test_MOK_5_1_MOK_5_2_ships_and_courts() -> None:
    assert following("b8", "bS bK bE") == {"bS", "bK", "bE", "fold"}
    assert following("bK", "bS bE") == following("bS", "bK bE") == {"fold"}
    assert following("b8 r8", "bK rE rK") == {"bK rE", "bK rK", "fold"}
    assert "b8 bK bE" not in position(["b8 bK bE", "b0 b0 b0"]).legal()
    assert "bS b8 bK" not in position(["b8 bK bS", "b0 b0 b0"]).legal()


def test_MOK_5_3_nothing_is_the_weakest() -> None:
    assert following("b0", "b0 b1") == {"b1", "fold"}
    assert "b0 b1 b2" in position(["b0 b1 b2", "r1 r1 r1"]).legal()


def test_MOK_5_4_the_position_of_a_ship_makes_the_play() -> None:
    assert following("b3 b4 b5", "b4 b5 bS") == {"b4 b5 bS", "fold"}
    for said, strength in {"bS b4 b5": 3, "b4 b5 bS": 4}.items():
        table = position(["b4 b5 bS", "b0 b0 b0"])
        table.say(said)
        assert table.view(1)["strengths"][1] == 1 + strength


# End and points


@pytest.mark.parametrize(("multiplier", "points"), [
    ("payer", [2, 3, -5]), ("either", [2, 3, -5]), ("none", [1, 4, -5]),
])  # fmt: skip
def test_MOK_6_1_a_loser_pays_less_for_won_cards(multiplier: str, points: list[float]) -> None:
    table = last_round([7, 2, 1], winner=1, dealer=0, dealer_multiplier=multiplier)
    assert table.points() == points


def test_MOK_6_1_MOK_8_par() -> None:
    assert last_round([7, 2, 1], winner=1, dealer=0, par=8).points() == [-2, 9, -7]
    assert last_round([3, 1, 1], winner=1, dealer=2, par=-2).points() == [5, -11, 6]


def test_MOK_6_2_the_winners_own_pile_has_no_effect() -> None:
    assert last_round([1, 9, 0], 1, 2).points() == last_round([1, 1, 0], 1, 2).points()


def test_MOK_6_3_the_winner_deals_and_the_bonus_grows_or_starts_anew() -> None:
    table = last_round([1, 2, 1], winner=1, dealer=1, seasons=2)
    assert (table.state["dealer"], table.state["bonus"], table.to_move) == (1, 3, 1)
    table = last_round([1, 2, 1], winner=2, dealer=1, seasons=2)
    assert (table.state["dealer"], table.state["bonus"], table.to_move) == (2, 2, 2)


def test_MOK_6_4_points_come_at_the_end_of_a_season() -> None:
    table = position(["b3 r0", "b4 r4", "b0 b0"], seasons=2)
    table.say("b3", "b4")
    table.fold("b0")
    assert table.points() == [0, 0, 0]
    table.say("r4", "fold", "fold")
    assert table.points() == [-12, 18, -6]


# Information


def test_MOK_7_1_MOK_7_4_what_everybody_sees() -> None:
    table = position(
        ["b1 r1 b0", "b3 r3 b0", "b5 r0 r4"], won=["b2", "", "r2 r2"], dealer_bonus_start=4
    )
    table.say("b1 r1", "b3 r3", "fold")
    for seat in range(3):
        view = table.view(seat)
        players = [(player - seat) % 3 for player in range(3)]
        assert view["shape"].tolist() == [0, 1, 0] and (view["size"], view["num_black"]) == (2, 1)
        assert [view["strengths"][player] for player in players] == [2, 4, 0]
        assert [view["folded"][player] for player in players] == [0, 0, 1]
        assert [view["hand_sizes"][player] for player in players] == [1, 1, 3]
        for name, player in {"leader": 0, "dealer": 0, "best": 1, "on_turn": 2}.items():
            assert np.flatnonzero(view[name]).tolist() == [players[player]]
        assert [tuple(spread_out(view["table"][player])) for player in players] == [
            types("b1 r1"), types("b3 r3"), (),
        ]  # fmt: skip
        assert [len(spread_out(view["won"][player])) for player in players] == [1, 0, 2]
        assert [len(spread_out(view["played"][player])) for player in players] == [3, 2, 2]
        assert view["bonus"] == 4 and view["num_undealt"] == 36
        assert view["phase"].tolist() == [0, 0, 1]


def test_MOK_7_1_who_won_the_last_round() -> None:
    table = position(["b1 b0", "b3 b0"], seasons=2)
    assert not table.view(0)["winner"].any()
    table.say("b1", "b3")
    assert table.view(0)["winner"].tolist() == [0, 1, 0, 0, 0, 0]


def test_MOK_7_2_hands_and_thrown_cards_are_private() -> None:
    assert {field.name for field in GAME.fields if field.private} == {
        "hand", "thrown", "left_to_throw",
    }  # fmt: skip
    table = position(["b3 b4 b0 b0", "r3 r4 r5 r6", "r0 r1 r2 r7"])
    table.say("b3", "fold", "throw r4")
    assert [tuple(spread_out(table.view(seat)["thrown"])) for seat in range(3)] == [
        (), types("r4"), (),
    ]  # fmt: skip
    assert [table.view(seat)["num_thrown"].max() for seat in range(3)] == [1, 1, 1]
    table = position(["b3 r3 b0", "r4 r5 r6"])
    table.say("b3 r3", "fold", "throw r4")
    assert [table.view(seat)["left_to_throw"] for seat in range(2)] == [0, 1]
    assert table.view(0)["hand_sizes"][1] == 2, "how many, everybody sees (MOK-9.9)"


def test_MOK_7_3_nothing_is_shown_at_the_end() -> None:
    table = position(["b3 r0", "b4 r4"])
    table.say("b3")
    table.fold("r4")
    table.say("r0", "fold")
    assert table.to_move is None
    assert table.view(0)["num_thrown"].tolist() == [0, 2, 0, 0, 0, 0]
    assert not table.view(0)["thrown"].any()
    assert "r4" not in draw_text(GAME.scene(table.state, 0))


# House rules


def test_MOK_8_beat_rule_lead() -> None:
    table = position(["b1 r1", "b4 r0", "b4 b3", "b3 r2"], beat_rule="lead")
    table.say("b1", "b4")
    assert table.legal() == {"b4", "b3", "fold"}
    table.say("b4", "b3")
    assert table.to_move == 1 and table.zone("won", 1) == "b4", "the earliest among equals"
    assert table.zone("discards") == "b1 b3 b4"


def test_MOK_8_KIKI_8_ships_that_are_declared() -> None:
    legal = following("b6", "bS r0", ship_alone="declared")
    assert legal == {"bS", "bS as 7", "bS as 8", "fold"}
    legal = following("b7 r7", "bS rS", ship_alone="declared")
    assert legal == {"bS rS", "bS rS as 8", "fold"}
    table = position(["bS rS", "b8 r8"], ship_alone="declared")
    assert len(table.legal()) == 3 * 10
    table.say("play bS rS as 7")
    assert table.legal() == {"b8 r8", "fold"}
    assert table.view(1)["strengths"][1] == 8


@pytest.mark.parametrize(
    "options",
    [{"hand_size": 13}, {"hand_size": 2}, {"num_players": 7}, {"par": 49}, {"par": 2.5},
     {"beat_rule": "best"}, {"num_players": 5, "hand_size": 10}],
)  # fmt: skip
def test_MOK_8_other_values_are_refused_in_one_sentence(options: dict[str, Any]) -> None:
    with pytest.raises(UserError, match=r"^option \w+ can't be .*; allowed: .*[^.]\.$"):
        MokkaikOptions(**options)


def test_MOK_8_hand_size() -> None:
    assert opened(1, num_players=2, hand_size=24).state["undealt"].sum() == 0
    assert opened(1, hand_size=3).state["hand_sizes"].tolist() == [3, 3, 3, 3, 0, 0]
    assert MokkaikOptions(num_players=5).code("hand_size") == 8


def test_MOK_6_1_the_lowest_points_are_a_bound_that_is_reached() -> None:
    assert MokkaikOptions().lowest_points() == -12 == last_round([0, 1, 0, 0], 1, 0).points()[0]
    two = MokkaikOptions(num_players=2)
    assert two.lowest_points() == -12 == last_round([0, 1], 1, 0).points()[0]
    table = last_round([1, 9], 0, 1, par=0)
    assert MokkaikOptions(num_players=2, par=0).lowest_points() == -18 == table.points()[0]


# Worked examples


def test_MOK_10_1_singles() -> None:
    assert following("b3", "b4 r5 bS bE b3") == {"b4", "bS", "bE", "fold"}


def test_MOK_10_2_colours_of_a_set() -> None:
    assert following("b0 r0 r0", "b5 b5 r5 rS") == {"b5 rS r5", "fold"}


def test_MOK_10_3_runs() -> None:
    legal = following("b2 b3 b4", "b3 b4 b5 bS b8 r5 r6 r7")
    runs = {"b3 b4 b5", "bS b4 b5", "b3 bS b5", "b3 b4 bS", "b4 b5 bS"}
    assert legal == runs | {"fold"}


def test_MOK_10_4_a_single_ship_is_court() -> None:
    table = position(["bS b0", "bK b8"])
    table.say("bS")
    assert table.legal() == {"fold"}
    table.fold("b8")
    assert table.state["hand_sizes"][1] == 1


def test_MOK_10_5_nothing_beats_a_pair_of_courts() -> None:
    assert following("bK rE", "bE rK bS rS") == {"fold"}


def test_MOK_10_6_the_best_so_far() -> None:
    table = position(["b1 r1 b0 b0", "r3 b3 b0 r0", "b2 r2 bK rS"])
    table.say("b1 r1", "b3 r3")
    assert table.legal() == {"bK rS", "fold"}


def test_MOK_10_7_a_round() -> None:
    table = position([
        "b0 b1 b2 r0 r0 r0 r1 r1 r1 r1", "b6 b7 b8 r2 r2 r3 r3 r4 r4 rK",
        "b1 b1 b1 b0 b0 r5 r5 r6 r6 rE", "b3 b3 b4 b4 b5 b5 r7 r7 r8 r8",
    ])  # fmt: skip
    table.say("b0 b1 b2", "b6 b7 b8")
    table.fold("rE b1 b0")
    table.fold("b3 b3 r8")
    assert table.zone("won", 1) == "b6 b7 b8" and table.zone("discards") == "b0 b1 b2"
    assert table.state["thrown"].sum() == 6
    assert table.state["hand_sizes"].tolist() == [7, 7, 7, 7, 0, 0]


def test_MOK_10_8_the_scores_of_the_source() -> None:
    assert last_round([7, 2, 1], winner=1, dealer=0).points() == [2, 3, -5]


def test_MOK_10_9_the_dealer_wins() -> None:
    table = last_round([4, 5, 1], winner=0, dealer=0, seasons=2)
    assert table.points() == [6, -1, -5]
    assert (table.state["dealer"], table.state["bonus"]) == (0, 3)
    table = last_round([4, 5, 1], 0, 0, dealer_multiplier="either")
    assert table.points() == [12, -2, -10]


def test_MOK_10_10_the_winner_pays() -> None:
    assert last_round([1, 9], winner=0, dealer=0).points() == [-3, 3]
    assert last_round([1, 9], winner=0, dealer=1).points() == [-6, 6]
