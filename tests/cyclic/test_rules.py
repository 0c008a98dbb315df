"""The rules of Cyclic clause by clause, and every worked example, on the kernels."""

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest

from fudaba.envs import UserError
from fudaba.envs.cards.counts import spread_out
from fudaba.envs.cards.kikisen import NOTHING, NUM_CARDS, NUM_KINDS, TYPES
from fudaba.envs.cyclic import GAME
from fudaba.envs.cyclic.options import CyclicOptions
from fudaba.envs.cyclic.state import CIRCLE, FRIENDS, RUN, SHAPES, SINGLE, SYMBOLS, is_stronger
from fudaba.testing.positions import positions

from .positions import Table, counts, opened, position

MIXES: list[dict[str, Any]] = [
    {},
    {"num_players": 2, "hand_size": 12, "dealer_draw": 3, "min_run": 2},
    {"num_players": 3, "mu": "removed", "continue_after_win": True},
    {"num_players": 4, "dealer_draw": 0, "continue_after_win": True, "min_run": 2},
]


def everywhere(table: Table) -> Counter[int]:
    """Every card wherever it is, by type."""
    state = table.state
    zones = [*state["hands"], state["table"], state["cleared"]]
    held = [type_ for zone in zones for type_ in spread_out(zone)]
    return Counter([*held, *state["stock"][: state["stock_size"]].tolist()])


# Components and setup


def test_CYC_2_1_the_circle_has_eleven_kinds_and_no_nothing() -> None:
    copies = Counter(type_ % NUM_KINDS for type_ in TYPES)
    assert [copies[kind] for kind in CIRCLE] == [2, 8, 4, 4, 4, 4, 4, 4, 4, 2, 2]
    assert copies[NOTHING] == 6 and SYMBOLS == "S12345678KE"
    table = position(["bK bE", "b1"], "bK rK")
    assert table.plays() == set(), "king and emperor are two kinds"


@pytest.mark.parametrize("options", MIXES)
def test_CYC_2_2_CYC_2_3_cards_are_conserved(options: dict[str, Any]) -> None:
    options = {**GAME.options(**options).plain(), "seasons": 2}
    pack = Counter(t for t in TYPES if options["mu"] == "wild" or t % NUM_KINDS != NOTHING)
    for seed in range(4):
        season, cleared, stock = -1, np.zeros(24), 0
        for state in positions(GAME, options, seed):
            assert everywhere(Table(state)) == pack
            assert (state["hands"].sum(axis=1) == state["hand_sizes"]).all()
            assert (state["newest"] <= state["table"]).all()
            if state["season"] == season:
                assert (state["cleared"] >= cleared).all() and state["stock_size"] <= stock
            season, cleared = int(state["season"]), state["cleared"].copy()
            stock = int(state["stock_size"])


@pytest.mark.parametrize(("num_players", "hand_size"), [(2, 8), (3, 8), (4, 8), (2, 12)])
def test_CYC_3_1_hands_of_eight_or_twelve(num_players: int, hand_size: int) -> None:
    for seed in range(8):
        table = opened(seed, num_players=num_players, hand_size=hand_size)
        dealer = int(table.state["dealer"])
        sizes = [hand_size + 2 * (seat == dealer) for seat in range(num_players)]
        assert table.state["hand_sizes"].tolist() == sizes + [0] * (4 - num_players)
        assert len(table.stock.split()) == NUM_CARDS - hand_size * num_players - 2
        assert table.to_move == table.state["leader"] == dealer
    assert opened(1, num_players=3, first_dealer=2).to_move == 2


@pytest.mark.parametrize("fewer", [1, 3, 5])
def test_CYC_3_2_fewer_cards(fewer: int) -> None:
    table = opened(1, num_players=2, fewer_cards=fewer, dealer_draw=0)
    assert table.state["hand_sizes"].tolist() == [8 - fewer, 8 - fewer, 0, 0]


# Rounds


def test_CYC_4_1_the_dealer_draws_two_at_the_start_of_a_round() -> None:
    table = position(["b1 b8", "b2 b7"], "b5", stock="r3 r4 r5")
    table.lay("pass")
    assert table.to_move == 1 and table.hand(1) == "b2 b7 r3 r4" and table.stock == "r5"
    assert table.hand(0) == "b1 b8"


def test_CYC_4_2_what_can_be_led() -> None:
    table = position(["b1 r1 b2 r3", "b1"])
    runs = {f"the run {soldier} b2 r3" for soldier in ("b1", "r1")}
    assert table.plays() == {"b1", "r1", "b2", "r3", "the friends b1 r1"} | runs
    assert "pass" not in table.legal()
    assert "the run b8 rK bE rS b1" in position(["b8 rK bE rS b1", "b1"]).plays()


def test_CYC_4_3_the_foot_is_the_lowest_in_the_circle() -> None:
    table = position(["bK rE bS", "b1"])
    table.lay("the run bK rE bS")
    assert SYMBOLS[table.state["foot"]] == "K"
    whole = position(["bS b1 b2 b3 b4 b5 b6 b7 b8 bK bE", "b1"])
    feet = {SHAPES[action][1] for action in GAME.legal_actions(whole.state)
            if SHAPES[action][2] == 11}  # fmt: skip
    assert feet == set(range(11)), "the whole circle has any foot"


def test_CYC_4_4_stronger_in_the_same_form_or_longer_with_the_same_foot() -> None:
    hand, runs = "b2 b3 b3 b4 b5 b5 r6", {"the run b3 b4 b5", "the run b3 b4 b5 r6"}
    assert position([hand, "b1"], "b3").plays() == {"b4", "b5", "the friends b3 b3", *runs}
    assert position([hand, "b1"], "b3 r3").plays() == {"the friends b5 b5", *runs}


def test_CYC_4_4_one_shared_colour_is_enough_and_only_the_newest_counts() -> None:
    table = position(["b4 r5", "r4 b6 r6"], "r3", below="b2", to_move=0)
    assert table.plays() == {"r5"}
    assert position(["b4 r5", "b1"], "b3 r3").plays() == set()
    assert position(["b4 r5", "b1"], "b3").plays() == {"b4"}
    assert position(["b4 r4", "b1"], "b3 b3").plays() == {"the friends b4 r4"}
    assert position(["r4 r8 rK b0", "b1"], "b3").plays() == {
        f"b0({kind})" for kind in "45678KE"
    }, "a nothing has its colour"  # fmt: skip


def test_CYC_4_5_a_pass_does_not_bind() -> None:
    table = position(["b4 b8", "b5 b6", "b7 rS"], "b3", owner=2, stock="")
    table.lay("pass", "b5", "b7", "b8", "pass", "pass")
    assert table.to_move == 0, "who passed has played later"
    assert (table.zone("table"), table.zone("cleared")) == ("", "b3 b5 b7 b8")


def test_CYC_4_6_a_circle_of_strength() -> None:
    ship, emperor = SYMBOLS.index("S"), SYMBOLS.index("E")
    for kind, other in product(range(11), repeat=2):
        by_index = kind > other and (kind, other) != (emperor, ship)
        assert is_stronger(kind, other) == (by_index or (kind, other) == (ship, emperor))
    assert position(["bS b1 bK", "b1"], "bE").plays() == {"bS"}
    assert position(["rE r1", "b1"], "rS").plays() == {"r1"}


def test_CYC_4_7_the_table_of_actions() -> None:
    forms = Counter(form for form, _, _ in SHAPES.values())
    assert (forms[SINGLE], forms[FRIENDS], forms[RUN]) == (11, 97, 99 + 11)
    kinds = {kind.name: kind.count for kind in GAME.actions}
    assert sum(kinds[name] for name in ("pass", "single", "friends", "run")) == 208
    assert GAME.num_actions == 212 + kinds["run of two"] and kinds["fill"] == 4


def test_CYC_4_7_cards_are_chosen_from_the_foot_upward() -> None:
    table = position(["b1 r1 b2 r2 b0 b3", "b1"])
    table.say("run 1 2 3")
    assert table.legal() == {"with b1", "with r1", "with b0(1)"}
    table.say("with r1")
    assert table.legal() == {"with b2", "with r2", "with b0(2)"}
    table.say("with b2")
    assert table.legal() == {"with b3", "with b0(3)"}
    table.say("with b3")
    assert table.zone("newest") == table.zone("table") == "b2 b3 r1"


def test_CYC_4_7_friends_are_chosen_in_the_order_of_the_ways() -> None:
    table = position(["b1 b1 r1 b0 r0", "b1"])
    table.say("friends 1 1 1", "with r1")
    assert table.to_move == 1, "only nothings are left, one black and one red"
    assert table.zone("newest") == "b0 r0 r1"
    plays = position(["b1 r1 b0", "b1"]).plays()
    friends = {name for name in plays if name.startswith("the friends ")}
    assert friends >= {"the friends b1 r1", "the friends b1 b0(1)", "the friends r1 b0(1)"}
    assert "the friends b0(1) r1" not in friends


def test_CYC_4_7_only_what_can_be_completed_is_offered() -> None:
    assert position(["r2 r2 b2 r0", "b1"], "b1 b1").plays() == {
        "the friends b2 r2", "the friends b2 r0(2)"
    }  # fmt: skip
    table = position(["r2 b2 r3 r4", "b1"], "b1 b2 b3")
    table.say("run 2 3 4")
    assert table.zone("newest") == "b2 r3 r4", "the only black card is taken unasked"


def test_CYC_4_8_friends_of_fourteen_soldiers() -> None:
    sizes = Counter(foot for form, foot, _ in SHAPES.values() if form == FRIENDS)
    assert [1 + sizes[kind] for kind in range(11)] == [8, 14, *[10] * 7, 8, 8]
    soldiers = "b1 b1 b1 b1 r1 r1 r1 r1 b0 b0 b0 r0 r0 r0"
    table = position([f"{soldiers} bK", "b2"])
    assert f"friends{' 1' * 14}" in table.legal()
    table.say(f"friends{' 1' * 14}")
    assert table.hand(0) == "bK" and table.state["size"] == 14


def test_CYC_4_9_a_play_is_one_however_it_is_held() -> None:
    table = position(["b2 b2 b2", "b1"], "b1 b1")
    assert table.plays() == {"the friends b2 b2"}
    table.lay("the friends b2 b2")
    assert (table.state["foot"], table.state["size"], table.state["colours"]) == (2, 2, 1)


# Cards with effects


def test_CYC_5_1_a_nothing_is_any_kind_of_its_own_colour() -> None:
    assert position(["b0", "b1"]).plays() == {f"b0({kind})" for kind in SYMBOLS}
    plays = position(["b0 r0 r0 b3", "b1"]).plays()
    assert {"the run b3 b0(4) r0(5)", "the run r0(2) b3 r0(4)", "the run b0(2) b3 r0(4)"} <= plays
    assert {"the friends b0(K) r0(K) r0(K)", "the friends b3 b0(3) r0(3) r0(3)"} <= plays
    table = position(["r0 b7", "b1"], "b3")
    assert table.plays() == {"b7"}, "red, whatever it stands for"


def test_CYC_5_1_copies_do_not_limit_it() -> None:
    table = position(["bK rK b0 r0", "b1"])
    assert "the friends bK rK b0(K) r0(K)" in table.plays()


def test_CYC_5_2_the_ship_stands_between_emperor_and_soldier() -> None:
    plays = position(["bE bS b1 b2", "r1"]).plays()
    assert {"the run bE bS b1", "the run bS b1 b2", "the run bE bS b1 b2"} <= plays
    assert position(["bS", "b1"], "b1").plays() == set(), "no wild card"


def test_CYC_5_3_only_the_dealer_draws() -> None:
    for options in MIXES:
        played = {**GAME.options(**options).plain(), "seasons": 2}
        before: np.void | None = None
        for state in positions(GAME, played, 3):
            if before is not None and state["season"] == before["season"]:
                grown = np.flatnonzero(state["hand_sizes"] > before["hand_sizes"]).tolist()
                is_new = state["form"] == 0 and before["form"] != 0
                assert grown in ([], [int(state["leader"])] if is_new else [])
            before = np.array([state])[0]


# The end


def test_CYC_6_1_CYC_6_2_an_empty_hand_wins_at_once_and_deals() -> None:
    table = position(["r1 r2", "b5", "r7"], "b4", to_move=1, owner=0, seasons=2)
    table.lay("b5")
    assert table.points() == [-1, 2, -1]
    assert table.state["dealer"] == table.to_move == 1 and table.state["season"] == 1
    assert table.state["hand_sizes"].tolist() == [8, 10, 8, 0]


def test_CYC_6_2_the_last_season_ends_the_match() -> None:
    table = position(["r1 r2", "b5"], "b4", to_move=1, owner=0)
    table.lay("b5")
    assert table.to_move is None and table.points() == [-1, 1]
    assert table.legal() == set()


@pytest.mark.parametrize("options", MIXES)
def test_CYC_6_3_CYC_9_8_a_season_has_at_most_48_turns_for_each_player(
    options: dict[str, Any],
) -> None:
    count, longest = GAME.options(**options).num_players, 0
    for seed in range(12):
        turns = 0
        for state in positions(GAME, GAME.options(**options).plain(), seed):
            turns += state["chosen_form"] == 0
        longest = max(longest, turns)
    assert 10 < longest <= 48 * count


# Information


def test_CYC_7_1_CYC_7_4_what_everybody_sees() -> None:
    table = position(["b4 b8", "r1", "b2"], "b3 b0(3)", below="r1", cleared="bS", stock="r2 r3")
    table.lay("pass")
    for seat in range(3):
        view = table.view(seat)
        assert view["table"].tolist() == counts("b3 b0 r1")
        assert view["newest"].tolist() == counts("b3 b0")
        assert view["cleared"].tolist() == counts("bS")
        assert view["stock_size"] == 2 and view["passes"] == 1 and view["size"] == 2
        assert view["form"].tolist() == [0, 1, 0] and view["foot"].argmax() == 3
        assert view["colours"].tolist() == [1, 0]
        assert [view[name].argmax() for name in ("owner", "leader", "dealer", "on_turn")] == [
            (other - seat) % 3 for other in (2, 0, 0, 1)
        ]
        assert view["hand_sizes"].tolist() == [[2, 1, 1][(seat + d) % 3] for d in range(3)] + [0]


def test_CYC_7_2_hands_and_draws_are_private() -> None:
    table = position(["b1 b8", "b2 b7"], "b5", stock="r3 r4 r5")
    before = table.view(0)
    table.lay("pass")
    views = [table.view(seat)["hand"].tolist() for seat in range(2)]
    assert views == [counts("b1 b8"), counts("b2 b7 r3 r4")]
    assert (before["hand"] == table.view(0)["hand"]).all()


def test_CYC_7_3_a_play_is_not_public_before_it_is_complete() -> None:
    table = position(["b1 r1 b2 r2 b3", "b1", "r5"])
    before = [table.view(seat).tobytes() for seat in range(3)]
    assert GAME.words.announce(table.state, GAME.parse(table.state, "run 1 2 3")) == ""
    table.say("run 1 2 3", "with r1")
    after = [table.view(seat).tobytes() for seat in range(3)]
    assert before[1:] == after[1:] and before[0] != after[0]
    view = table.view(0)
    assert view["chosen_form"].tolist() == [0, 0, 1] and view["chosen_foot"].argmax() == 1
    assert (view["chosen_size"], view["num_filled"]) == (3, 1)
    assert view["laid"].tolist() == counts("r1")
    assert view["hand"].tolist() == counts("b1 r1 b2 r2 b3")
    assert GAME.words.announce(table.state, GAME.parse(table.state, "with b2")) == (
        "play the run r1 b2 b3"
    )


# House rules


def test_CYC_8_min_run() -> None:
    hand = "bE bS b2 b3"
    assert "the run b2 b3" not in position([hand, "b1"]).plays()
    plays = position([hand, "b1"], min_run=2).plays()
    assert {"the run b2 b3", "the run bE bS"} <= plays
    assert position([hand, "b1"], "b2", min_run=2).plays() == {"b3", "bE", "the run b2 b3"}
    pairs = {"the run b3 b4", "the run b4 b5"}
    assert position(["b4 b5 b3", "b1"], "b2 r3", min_run=2).plays() == pairs


@pytest.mark.parametrize("draws", range(4))
def test_CYC_8_dealer_draw(draws: int) -> None:
    table = opened(3, num_players=3, dealer_draw=draws, first_dealer=1)
    assert table.state["hand_sizes"].tolist() == [8, 8 + draws, 8, 0]


def test_CYC_8_mu_removed() -> None:
    for seed in range(5):
        table = opened(seed, mu="removed", num_players=2)
        assert sum(everywhere(table).values()) == 42
        assert not any(type_ % NUM_KINDS == NOTHING for type_ in everywhere(table))


def test_CYC_8_CYC_9_9_continue_after_win_pays_only_the_first() -> None:
    hands = ["b4", "b5 b1", "b8", "b6"]
    table = position(hands, "b3", owner=3, continue_after_win=True, stock="")
    table.lay("b4")
    assert table.points() == [0, 0, 0, 0] and table.to_move == 1
    assert table.state["place"].tolist() == [1, 0, 0, 0]
    table.lay("b5", "pass")
    assert table.to_move == 3, "seat 0 has left"
    table.lay("b6")
    assert table.state["place"].tolist() == [1, 0, 0, 2]
    table.lay("pass", "b8")
    assert table.to_move is None and table.state["place"].tolist() == [1, 4, 3, 2]
    assert table.points() == [3, -1, -1, -1]


def test_CYC_8_CYC_9_12_the_next_active_seat_deals_where_the_newest_player_has_left() -> None:
    hands = ["b4 r5", "b5", "b8 r6", "b2 r7"]
    table = position(hands, "b3", to_move=1, owner=0, continue_after_win=True, stock="r1 r2 r3")
    table.lay("b5", "pass", "pass", "pass")
    assert table.to_move == table.state["leader"] == 2 and table.zone("cleared") == "b3 b5"
    assert table.hand(2) == "b8 r1 r2 r6"
    table.lay("b8", "pass")
    assert table.to_move == 0


@pytest.mark.parametrize(
    "options",
    [{"num_players": 5}, {"first_dealer": 4}, {"min_run": 4}, {"dealer_draw": 4}, {"hand_size": 9}],
)
def test_CYC_8_other_values_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UserError, match=r"^option .* can't be .*; allowed: [^.]*\.$"):
        CyclicOptions(**options)


def test_CYC_8_twelve_cards_are_for_two() -> None:
    message = r"^option hand_size can't be 12 with 3 players; allowed: 8\.$"
    with pytest.raises(UserError, match=message):
        CyclicOptions(num_players=3, hand_size=12)
    assert CyclicOptions(num_players=2, hand_size=12).hand_size == 12


def test_CYC_9_10_a_shape_is_always_asked_and_what_is_forced_is_not() -> None:
    table = position(["b4", "b5 b6"], "b7")
    assert table.legal() == {"pass"}
    table = position(["b4 r8", "b5 b6"], "b3")
    table.say("single 4")
    assert table.zone("newest") == "b4" and table.to_move == 1


def test_CYC_9_11_the_dealer_of_the_season_is_not_the_dealer_of_the_round() -> None:
    table = position(["r1 r2", "b5 b6", "r7"], "b4", to_move=1, owner=0, seasons=2, stock="",
                     next_dealer="rotate")  # fmt: skip
    table.lay("b5", "pass", "pass")
    assert (table.state["leader"], table.state["dealer"]) == (1, 0)
    table.lay("b6")
    assert table.state["dealer"] == table.to_move == 1, "the next after seat 0"


# Worked examples


def test_CYC_10_1_on_three_soldiers() -> None:
    assert "the friends b2 b2 r2" in position(["r2 b2 b2", "b7"], "b1 b1 b1").plays()
    table = position(["r1 r1 b1 b0 r8", "b7"], "b1 b1 b1")
    assert "the friends b1 r1 r1 b0(1)" in table.plays()
    assert "the run r1 r2 b3 r4" in position(["r1 r2 b3 r4", "b7"], "b1 b1 b1").plays()


def test_CYC_10_2_not_on_three_soldiers() -> None:
    for hand in ("r2 r2 r0", "r1 b2 b3", "b2 b2 r2 r2"):
        plays = position([f"{hand} rK", "b7"], "b1 b1 b1").plays()
        names = " ".join(f"{name}(2)" if name == "r0" else name for name in hand.split())
        assert f"the friends {names}" not in plays and f"the run {names}" not in plays
    assert position(["r2 r2 r0 rK", "b7"], "b1 b1 b1").legal() == {"pass"}


@pytest.mark.parametrize(
    ("lower", "higher"),
    [("bE rS b1", "bS b1 b2"), ("rS b1 b2", "b1 b2 b3"), ("b1 b2 b3", "bE rS b1")],
)
def test_CYC_10_3_runs_beat_each_other_in_a_circle(lower: str, higher: str) -> None:
    assert f"the run {higher}" in position([f"{higher} rK", "b7"], lower).plays()
    assert f"the run {lower}" not in position([f"{lower} rK", "b7"], higher).plays()


def test_CYC_10_4_on_a_black_emperor() -> None:
    hand = "rE bS rS r1 b1 b0 bK"
    plays = position([hand, "b7"], "bE").plays()
    singles = {name for name in plays if not name.startswith("the ")}
    assert singles == {"bS", "b0(S)"}
    pairs = {name for name in plays if name.startswith("the friends ")}
    assert pairs == {"the friends rE b0(E)"}
    assert {"the run rE bS r1", "the run rE rS b1"} <= plays and "the run rE rS r1" not in plays


def test_CYC_10_5_on_a_red_ship() -> None:
    hand = "r1 r2 r3 r4 r5 r6 r7 r8 rK rE r0 bK"
    plays = position([hand, "b7"], "rS").plays()
    singles = {name for name in plays if not name.startswith("the ")}
    assert singles == {f"r{kind}" for kind in "12345678K"} | {f"r0({k})" for k in "12345678K"}


def test_CYC_10_6_on_a_pair_of_both_colours() -> None:
    for kind, colours in product("678", ("b b", "r r", "b r")):
        pair = " ".join(f"{colour}{kind}" for colour in colours.split())
        assert f"the friends {pair}" in position([f"{pair} b1", "b7"], "b5 r5").plays()
    for kind in "KE":
        pair = f"b{kind} r{kind}"
        assert f"the friends {pair}" in position([f"{pair} b1", "b7"], "b5 r5").plays()
    assert position(["bS rS r2", "b7"], "b5 r5").plays() == set()
    plays = position(["b5 r5 r0 b6 b7", "b8"], "b5 r5").plays()
    assert {"the friends b5 r5 r0(5)", "the run b5 b6 b7"} <= plays


def test_CYC_10_7_stronger_or_longer() -> None:
    plays = position(["b2 b3 r4 r5 r0", "b8"], "b1 r2 r3").plays()
    assert {"the run b2 b3 r4", "the run r0(1) b2 b3 r4"} <= plays
    assert "the run b2 b3 r4 r5" not in plays


def test_CYC_10_8_no_shared_colour() -> None:
    assert position(["b5 b5 bK b0 b0", "b8"], "r4 r4").legal() == {"pass"}


def test_CYC_10_9_the_end_of_a_round() -> None:
    table = position(["b4 b8", "b5 b6", "b7 rS"], stock="r1 r2 r3")
    table.lay("b4", "pass", "b7", "pass", "pass")
    assert table.to_move == table.state["leader"] == 2
    assert table.hand(2) == "rS r1 r2" and table.stock == "r3"
    assert (table.zone("cleared"), table.zone("table")) == ("b4 b7", "")
    assert table.state["form"] == 0 and "pass" not in table.legal()


@pytest.mark.parametrize("card", ["b5", "r0"])
def test_CYC_10_10_the_last_card(card: str) -> None:
    table = position([card, "b8 b8"], stock="")
    assert len(table.plays()) == (11 if card == "r0" else 1)
    table.lay(min(table.plays()))
    assert table.points() == [1, -1]


def test_CYC_10_11_a_short_stock() -> None:
    table = position(["b1 b8", "b2 b7"], "b5", stock="r3")
    table.lay("pass")
    assert table.hand(1) == "b2 b7 r3" and table.stock == ""


def test_CYC_10_12_without_nothings_there_are_five_draws() -> None:
    table = opened(5, mu="removed")
    assert len(table.stock.split()) == 8
    drawn = 1
    while table.stock:
        before = len(table.stock.split())
        first = min(table.plays()) if table.state["form"] == 0 else "pass"
        table.lay(first)
        drawn += len(table.stock.split()) < before
    assert drawn == 5
