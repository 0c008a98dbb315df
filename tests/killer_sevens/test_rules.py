"""The rules of Killer Sevens clause by clause, and every worked example, on the kernels."""

import re
from itertools import product
from typing import Any

import numpy as np
import pytest

from fudaba.envs import IllegalActionError, UserError
from fudaba.envs.cards.french import NUM_CARDS
from fudaba.envs.killer_sevens import GAME
from fudaba.envs.killer_sevens.board import neighbours_of_4, neighbours_of_8
from fudaba.envs.killer_sevens.options import KillerSevensOptions
from fudaba.envs.killer_sevens.rules import cell_of, deal_hands
from fudaba.envs.killer_sevens.state import PASS_ACTION
from fudaba.envs.killer_sevens_v0 import raw_env

from .positions import (
    IDS,
    LEFT_HALF,
    NAMES,
    RIGHT_HALF,
    SEVENS,
    Table,
    all_but,
    cards,
    dealt,
    grid,
    new_state,
    opened,
    position,
)

DEATH_RULES: list[dict[str, Any]] = [
    {"columns_wrap": wrap, "sides_needed": sides, "side_death": side_death, "group_kill": kill}
    for wrap, sides, side_death, kill in product(
        [False, True], [4, 2], [False, True], ["off", "rectangle", "any_shape"]
    )
]
NO_PASSES: dict[str, Any] = {"pass_limit": 0, "pass_exhaust": "eliminate"}
START = "S6 S8 H6 H8 D6 D8 C6 C8"
AFTER_D8 = "S6 S8 H6 H8 H9 D6 D9 C6 C8 C9"
AFTER_S8 = "S6 S9 H6 H8 H9 D6 D9 C6 C8 C9"
AFTER_H9 = "S6 S9 S10 H6 H10 D6 D9 D10 C6 C8 C9"
# Four dealt hands of thirteen; seat 1 holds the seven of diamonds.
PLAIN_DEAL = [" ".join(NAMES[(seat + 3) % 4 :: 4]) for seat in range(4)]


def on_board(state: np.void, board: int) -> set[str]:
    """The cards whose cells are on a board."""
    return {name for name, card in IDS.items() if int(board) >> cell_of(state, card) & 1}


def neighbours(name: str, kernel: Any, **options: Any) -> set[str]:
    state = new_state(**options)
    board = np.uint64(1 << cell_of(state, IDS[name]))
    return on_board(state, kernel(board, int(state["columns_wrap"]))) - {name}


def play_out(table: Table, seed: int) -> None:
    """Plays on at random to the end."""
    rng = np.random.default_rng(seed)
    while table.to_move is not None:
        GAME.kernels.apply(table.state, int(rng.choice(GAME.legal_actions(table.state))))


# Components


def test_KIL_2_1_card_ids_follow_suit_and_rank() -> None:
    assert [IDS[name] for name in ["SA", "SK", "HA", "DA", "C7", "CK"]] == [0, 12, 13, 26, 45, 51]
    assert NUM_CARDS == 52


def test_KIL_2_2_a_cell_is_laid_live_or_dead() -> None:
    table = grid("D8 S8 H9")
    assert table.laid() == cards(f"{SEVENS} D8 S8 H9")
    assert table.dead() == {"H8"}
    assert not table.laid() & table.dead() and not table.playable() & table.dead()


def test_KIL_2_2_rows_follow_the_row_order() -> None:
    """Clubs next to spades, hearts at the bottom."""
    table = position("", ["S8", "rest"], row_order="SCDH")
    table.say("lay S8")
    assert table.playable() == cards("S6 S9 C6 C8 C9 D6 D8 H6 H8")
    assert "".join("SHDC"[suit] for suit in table.view(0)["suits"]) == "SCDH"


def test_KIL_2_2_a_random_row_order_takes_every_permutation() -> None:
    orders = {tuple(opened(seed, row_order="random").state["suits"]) for seed in range(400)}
    assert len(orders) == 24


@pytest.mark.parametrize(
    ("name", "four", "eight"),
    [
        ("SA", "S2 HA", "S2 HA H2"),
        ("S5", "S4 S6 H5", "S4 S6 H4 H5 H6"),
        ("HK", "SK HQ DK", "SK SQ HQ DK DQ"),
        ("D9", "D8 D10 H9 C9", "D8 D10 H8 H9 H10 C8 C9 C10"),
    ],
)
def test_KIL_2_3_neighbours_stop_at_the_walls(name: str, four: str, eight: str) -> None:
    assert neighbours(name, neighbours_of_4) == cards(four)
    assert neighbours(name, neighbours_of_8) == cards(eight)


def test_KIL_2_3_with_columns_wrap_ace_and_king_are_neighbours() -> None:
    assert neighbours("SA", neighbours_of_4, columns_wrap=True) == cards("S2 HA SK")
    assert neighbours("SA", neighbours_of_8, columns_wrap=True) == cards("S2 HA H2 SK HK")
    assert neighbours("DK", neighbours_of_8, columns_wrap=True) == cards("HQ HK HA DQ DA CQ CK CA")


@pytest.mark.parametrize("wrap", [False, True])
def test_KIL_2_4_invariants_and_what_is_left_at_the_end(wrap: bool) -> None:
    rng = np.random.default_rng(24)
    for seed in range(14):
        table = opened(seed, num_players=2 + seed % 7, columns_wrap=wrap)
        laid, dead = table.laid(), table.dead()
        while table.to_move is not None:
            GAME.kernels.apply(table.state, int(rng.choice(GAME.legal_actions(table.state))))
            held = [name for seat in table.seats for name in table.hand(seat)]
            assert sorted([*table.laid(), *held]) == sorted(NAMES)
            assert laid <= table.laid() and dead <= table.dead()
            laid, dead = table.laid(), table.dead()
        free = set(NAMES) - laid
        assert free == dead
        assert not any(neighbours(n, neighbours_of_4, columns_wrap=wrap) & free for n in free)
        left = len(free & cards(LEFT_HALF))
        assert free if wrap else 1 <= left <= 12 and 1 <= len(free) - left <= 12


# Setup


def test_KIL_3_1_sevens_are_laid_by_their_holders_and_diamonds_begin() -> None:
    table = dealt(PLAIN_DEAL)
    assert table.laid() == cards(SEVENS)
    assert [table.laid_by(name) for name in SEVENS.split()] == [
        next(seat for seat, hand in enumerate(PLAIN_DEAL) if name in hand.split())
        for name in SEVENS.split()
    ]
    assert table.to_move == table.state["first_player"] == table.laid_by("D7")
    first = table.to_move
    table.say("pass")
    assert first is not None and table.to_move == (first + 1) % 4


@pytest.mark.parametrize("num_players", range(2, 9))
def test_KIL_3_1_cards_are_dealt_one_by_one_from_deal_start(num_players: int) -> None:
    state = new_state(num_players=num_players, deal_start=1)
    state["rng"] = 3
    deal_hands(state)
    sizes = [int(state["hands"][seat]).bit_count() for seat in range(num_players)]
    more = {(1 + place) % num_players for place in range(52 % num_players)}
    assert sizes == [52 // num_players + (seat in more) for seat in range(num_players)]


def test_KIL_3_1_a_random_deal_start_takes_every_seat() -> None:
    larger = set()
    for seed in range(60):
        state = new_state(num_players=3)
        state["rng"] = seed
        deal_hands(state)
        larger.add(max(range(3), key=lambda seat: int(state["hands"][seat]).bit_count()))
    assert larger == {0, 1, 2}


@pytest.mark.parametrize("rules", DEATH_RULES)
def test_KIL_3_2_KIL_10_1_at_the_start_nothing_is_dead(rules: dict[str, Any]) -> None:
    table = dealt(PLAIN_DEAL, **rules)
    assert table.dead() == set()
    assert table.playable() == cards(START) and len(table.playable()) == 8


# Turns


def test_KIL_4_1_playable_is_free_live_and_next_to_a_linked_cell() -> None:
    table = grid("D8 S8 H9")
    assert table.playable() == cards(AFTER_H9), "diagonals link, the dead H8 is left out"


def test_KIL_4_1_an_isolated_card_links_nothing_until_it_is_linked_itself() -> None:
    table = position("", ["SJ", "H8 H9 D2", "rest"], **NO_PASSES)
    assert table.status()[0] == "eliminated" and "SJ" in table.laid()
    assert table.playable() == cards(START)
    table.say("lay H8", "lay S9", "lay H9")
    assert "S10" in table.playable() and "SQ" not in table.playable()
    table.say("lay S10")
    assert {"SQ", "HQ"} <= table.playable()


def test_KIL_4_2_lay_a_playable_card_of_the_hand_or_pass() -> None:
    table = position("", ["S6 H8 H9", "rest"])
    assert table.legal() == {"lay S6", "lay H8", "pass"}
    table.say("lay S6")
    assert table.hand(0) == cards("H8 H9") and table.laid_by("S6") == 0 and table.to_move == 1


def test_KIL_4_3_who_can_lay_passes_only_where_the_options_let_him() -> None:
    hands = ["S6 SA", "D2 D3", "rest"]
    assert position("", hands).legal() == {"lay S6", "pass"}
    assert position("", hands, voluntary_pass=False).legal() == {"lay S6"}
    assert position("", hands, pass_limit=2, passes=[1]).legal() == {"lay S6", "pass"}
    assert position("", hands, pass_limit=2, passes=[2]).legal() == {"lay S6"}
    assert position("", hands, idle=2).legal() == {"lay S6", "pass"}
    assert position("", hands, idle=3).legal() == {"lay S6"}


@pytest.mark.parametrize("rules", [{"voluntary_pass": False}, {"pass_limit": 0}, {"idle": 5}])
def test_KIL_4_3_who_cannot_lay_may_always_pass(rules: dict[str, Any]) -> None:
    assert position("", ["D2 D3", "rest"], **rules).legal() == {"pass"}


def test_KIL_4_3_a_pass_counts_up_to_the_limit() -> None:
    table = position("", ["D2", "D3", "rest"], pass_limit=1, passes=[1])
    table.say("pass", "pass")
    assert table.state["idle"] == 2 and table.per_player("passes") == [1, 1, 0]


def test_KIL_4_4_a_lay_resets_idle_updates_deaths_and_may_finish_the_player() -> None:
    table = position("D8 S8", ["H9", "H8", "rest"], idle=2)
    table.say("lay H9")
    assert table.state["idle"] == 0 and table.dead() == {"H8"}
    assert table.status() == ["finished", "active", "active"]
    table.say("pass", "pass")
    assert table.to_move == 1, "a finished player has no more turns"


def test_KIL_4_5_who_holds_only_dead_cards_keeps_his_turns() -> None:
    table = position("D8 S8 H9", ["H8", "S6 S5", "rest"])
    for lay in ["lay H6", "lay D6"]:
        assert table.to_move == 0 and table.legal() == {"pass"}
        table.say("pass", "pass", lay)
    assert table.status()[0] == "active" and table.per_player("passes")[0] == 2


def test_KIL_4_6_53_actions_and_at_most_the_hand_and_pass_at_once() -> None:
    assert GAME.num_actions == 53 and PASS_ACTION == 52
    full = "S2 H2 D2 S4 H4 D4 S6 H6 D6 S8 H8 D8 S10"
    table = position("", [full, "H10 D10", "SQ HQ", "DQ"])
    assert len(GAME.legal_actions(table.state)) == 14


# Effects


def test_KIL_5_1_all_neighbours_in_the_grid_must_be_laid() -> None:
    around = "H8 S9 D9"
    assert grid(around).dead() == {"S8"}, "the top edge is a wall, H9 lacks H10"
    assert grid(f"{around} H10").dead() == {"S8", "H9"}


def test_KIL_5_1_with_two_sides_needed_edges_do_not_count() -> None:
    assert grid("", sides_needed=2).dead() == set()
    assert grid("S8 H9", sides_needed=2).dead() == {"S9", "H8"}
    assert grid("SA S3", sides_needed=2).dead() == {"S2"}, "two opposite sides"
    assert grid("S3 D3", sides_needed=2).dead() == {"H3"}


def test_KIL_5_2_a_dead_card_stays_hidden_in_its_hand() -> None:
    one = position("D8 S8 H9", ["D2", "H8 D3", "rest"])
    other = position("D8 S8 H9", ["D2", "H6 D3", "rest"])
    assert one.view(0).tobytes() == other.view(0).tobytes()
    assert one.hand(1) == {"H8", "D3"} and one.per_player("hand_size")[1] == 2


def test_KIL_5_2_dead_cells_link_nothing_and_are_not_taken() -> None:
    table = grid("D8", sides_needed=2)
    assert table.dead() == cards("H8 C8")
    assert not cards("S9 H10 C10") & table.playable(), "what only a dead cell touches"
    assert "S8" not in table.dead(), "S7 is taken, the dead H8 is not"


def test_KIL_5_3_side_death_between_left_and_right_walls_included() -> None:
    assert grid("D9 H8", side_death=True).dead() == {"D8"}
    assert grid("SQ", side_death=True).dead() == {"SK"}
    assert grid("SQ", side_death=True, columns_wrap=True).dead() == set()
    assert grid("SQ SA", side_death=True, columns_wrap=True).dead() == {"SK"}
    assert grid("SQ HK", side_death=False).dead() == {"SK"}, "the corner needs both"
    assert grid("SQ").dead() == set()


@pytest.mark.parametrize(
    ("free", "kill", "dies"),
    [
        ("SA S2", "rectangle", True),
        ("SA HA DA CA", "rectangle", True),
        ("SA-3 HA-3", "rectangle", True),
        ("SA S2 HA", "rectangle", False),
        ("SA-3 HA-2 DA", "rectangle", False),
        ("SA S2 HA", "any_shape", True),
        ("SA-3 HA-2", "any_shape", False),
        ("SA S2", "off", False),
    ],
)
def test_KIL_5_4_enclosed_pockets_die_as_a_whole(free: str, kill: str, dies: bool) -> None:
    table = grid(all_but(LEFT_HALF, free), group_kill=kill)
    assert table.dead() == (cards(free) if dies else set())


@pytest.mark.parametrize(
    ("wrap", "group_max", "dies"), [(True, 4, True), (True, 3, False), (False, 2, True)]
)
def test_KIL_5_4_a_rectangle_may_run_over_the_edge_with_columns_wrap(
    wrap: bool, group_max: int, dies: bool
) -> None:
    square = "SA HA SK HK"
    out = f"{all_but(LEFT_HALF, square)} {all_but(RIGHT_HALF, square)}"
    table = grid(out, columns_wrap=wrap, group_kill="rectangle", group_max=group_max)
    assert table.dead() == (cards(square) if dies else set())


def test_KIL_5_4_group_max_bounds_the_pocket() -> None:
    out = all_but(LEFT_HALF, "SA-5")
    assert grid(out, group_kill="rectangle", group_max=4).dead() == set()
    assert grid(out, group_kill="any_shape", group_max=5).dead() == cards("SA-5")


def test_KIL_5_4_a_dead_cell_belongs_to_its_pocket() -> None:
    rules: dict[str, Any] = {"side_death": True, "group_kill": "rectangle"}
    table = grid(all_but(LEFT_HALF, "SA S2 HA"), **rules)
    assert table.dead() == {"HA"}, "with HA the pocket is no rectangle"


def test_KIL_5_5_must_play_leaves_forced_passes_free() -> None:
    table = position("", ["D2 D3", "rest"], pass_limit=1, passes=[1])
    table.say("pass", "lay S6")
    assert table.legal() == {"pass"} and table.status()[0] == "active"


def test_KIL_5_5_eliminate_lays_the_hand_dead_cards_included() -> None:
    hands = ["H8 DK", "S6 S5", "rest"]
    table = position("D8 S8 H9", hands, pass_limit=1, pass_exhaust="eliminate", idle=1)
    table.say("pass")
    assert table.status()[0] == "active" and table.per_player("passes")[0] == 1
    table.say("pass", "lay H6")
    assert table.status() == ["eliminated", "active", "active"] and table.to_move == 1
    assert cards("H8 DK") <= table.laid() and table.hand(0) == set()
    assert "H8" not in table.dead() and table.laid_by("H8") == 0
    assert table.state["idle"] == 0


def test_KIL_5_5_who_can_lay_is_not_eliminated() -> None:
    table = position("", ["S6 D2", "rest"], **NO_PASSES)
    assert table.status()[0] == "active" and table.legal() == {"lay S6"}


@pytest.mark.parametrize("rules", DEATH_RULES)
def test_KIL_5_6_while_a_card_lives_some_player_holds_a_playable_one(
    rules: dict[str, Any],
) -> None:
    rng = np.random.default_rng(56)
    for seed in range(3):
        table = opened(seed, **rules)
        while table.to_move is not None:
            held = {name for seat in table.seats for name in table.hand(seat)}
            assert table.playable() and table.playable() <= held
            GAME.kernels.apply(table.state, int(rng.choice(GAME.legal_actions(table.state))))
        assert set(NAMES) - table.laid() == table.dead()


def test_KIL_5_6_eliminations_do_not_cut_off_live_cards_under_the_default_death_rule() -> None:
    for seed in range(60):
        table = opened(seed, num_players=5, pass_limit=seed % 3, pass_exhaust="eliminate")
        play_out(table, seed)
        stays = 5 - table.status().count("eliminated")
        assert stays == 1 or set(NAMES) - table.laid() == table.dead()


# End


def test_KIL_6_1_the_game_ends_without_a_playable_cell_not_with_an_empty_hand() -> None:
    table = position(all_but(LEFT_HALF, "SA S2"), ["S8", "SA S2", "rest"])
    table.say("lay S8")
    assert table.status()[0] == "finished" and table.to_move == 1
    table = position(f"{all_but(LEFT_HALF, 'SA S2')} {RIGHT_HALF}", ["SA S2", ""])
    table.say("lay SA")
    assert table.to_move is None and table.legal() == set()
    assert table.held() == [1, 0]


def test_KIL_6_1_the_last_who_is_not_eliminated_ends_the_game() -> None:
    hands = ["SK S2 H2", "SA HA DA", "rest"]
    table = position("", hands, **NO_PASSES)
    assert table.to_move is None and table.held() == [3, 3, 42]
    assert position("", [*hands, ""], **NO_PASSES).to_move == 2, "finished is not eliminated"


def test_KIL_6_1_live_cards_out_of_reach_count_as_held() -> None:
    """A dead strip between the sevens and the tens of an eliminated player (KIL-5.6)."""
    rules = {**NO_PASSES, "group_kill": "rectangle", "group_max": 8}
    table = position(LEFT_HALF, ["S10 H10 D10 C10", "rest", ""], **rules)
    assert table.dead() == cards("S8-9 H8-9 D8-9 C8-9")
    assert table.to_move is None
    assert table.held() == [4, 20, 0] and table.places() == [3, 2, 1]


def test_KIL_6_2_a_full_round_of_passes_forces_or_ends() -> None:
    hands = ["S6 D2", "S8 D3", "rest", ""]
    table = position("", hands)
    table.say("pass", "pass", "pass")
    assert table.legal() == {"lay S6"}
    table = position("", hands, all_pass="end")
    table.say("pass", "pass")
    assert table.to_move == 2
    table.say("pass")
    assert table.to_move is None and table.held() == [2, 2, 44, 0]


def test_KIL_6_2_all_pass_ends_before_the_next_elimination() -> None:
    rules: dict[str, Any] = {"all_pass": "end", "pass_limit": 1, "pass_exhaust": "eliminate"}
    table = position("", ["D2", "S6 SA", "rest"], **rules)
    table.say("pass", "pass", "pass")
    assert table.to_move is None and "eliminated" not in table.status()


@pytest.mark.parametrize(
    ("tie_break", "places"), [("shared", [2, 2, 2, 4]), ("first_out", [1, 2.5, 2.5, 4])]
)
def test_KIL_6_3_live_cards_count_as_latest(tie_break: str, places: list[float]) -> None:
    """At an agreed end seat 0 holds a dead card, seats 1 and 2 a live one each."""
    free = "SA S2 CA C2 C4 C5 S10"
    out = f"{all_but(LEFT_HALF, free)} {all_but(RIGHT_HALF, free)}"
    hands = ["SA S2", "CA", "C2", "C4 C5 S10"]
    table = position(out, hands, tie_break=tie_break, all_pass="end")
    table.say("lay SA", *["pass"] * 4)
    assert table.held() == [1, 1, 1, 3] and table.places() == places


@pytest.mark.parametrize(
    ("tie_break", "places"), [("shared", [2, 2, 2]), ("first_out", [2.5, 1, 2.5])]
)
def test_KIL_6_3_the_same_lay_shares_the_place(tie_break: str, places: list[float]) -> None:
    """Seat 1 loses his last live card first, then seats 0 and 2 by one lay."""
    out = f"{all_but(LEFT_HALF, 'SA S2 C2-4')} {RIGHT_HALF}"
    table = position(out, ["C3 C2", "SA S2", "C4"], tie_break=tie_break)
    table.say("pass", "lay SA", "pass", "lay C3")
    assert table.held() == [1, 1, 1] and table.places() == places


def test_KIL_6_3_fewest_held_wins_and_the_first_eliminated_is_last() -> None:
    table = position("", ["SK S2 H2", "SA", "rest"], **NO_PASSES)
    assert table.held() == [3, 1, 44]
    assert table.places() == [3, 2, 1]


def test_KIL_6_4_rank_rewards_are_zero_until_the_end_and_then_sum_to_zero() -> None:
    for num_players in range(2, 9):
        table = opened(num_players, num_players=num_players)
        assert table.points() == [0] * num_players
        play_out(table, num_players)
        expected = [(num_players + 1 - 2 * k) / (num_players - 1) for k in table.places()]
        assert table.points() == pytest.approx(expected)
        assert sum(table.points()) == pytest.approx(0)


def test_KIL_6_4_cards_rewards_count_the_cards_at_elimination() -> None:
    table = position("", ["SK S2 H2", "SA HA DA", "rest"], reward_mode="cards", **NO_PASSES)
    assert table.points() == pytest.approx([13, 13, -26])


def test_KIL_6_5_one_deal_is_one_game() -> None:
    env = raw_env()
    env.reset(seed=5)
    lays = 0
    while env.agents:
        observation, _, terminated, *_ = env.last()
        legal = np.flatnonzero(observation["action_mask"])
        lays += not terminated and legal[0] < PASS_ACTION
        env.step(None if terminated else int(legal[0]))
    assert lays <= NUM_CARDS - 4, "no card comes back for another deal"


# Information


def test_KIL_7_1_what_everybody_sees() -> None:
    table = position("D8 S8", ["S6 D2", "H9 D3", "rest"], passes=[0, 2, 1])
    table.say("lay S6", "pass")
    for viewer in range(3):
        view = table.view(viewer)
        seats = [(viewer + distance) % 3 for distance in range(3)]
        assert view["laid"][0, 5] == 1 and view["playable"][0, 4] == 1
        assert view["laid_by"][0, 5] == 1 + seats.index(0)
        assert view["recency"][0, 5] == 15, "one decision ago"
        assert view["pass_recency"][seats.index(1)] == 16
        assert [view["hand_size"][seats.index(seat)] for seat in range(2)] == [1, 2]
        assert [view["passes"][seats.index(seat)] for seat in range(3)] == [0, 3, 1]
        assert view["on_turn"][:3].tolist() == [int(seat == 2) for seat in seats]
        assert view["idle"] == 1


def test_KIL_7_1_other_hands_do_not_show() -> None:
    one = position("", ["S6", "H2 D9", "rest"])
    other = position("", ["S6", "H3 D10", "rest"])
    assert one.view(0).tobytes() == other.view(0).tobytes()
    assert one.view(1).tobytes() != other.view(1).tobytes()


def public(view: np.void) -> dict[str, list[Any]]:
    return {field.name: view[field.name].tolist() for field in GAME.fields if not field.private}


def test_KIL_7_2_a_forced_and_a_voluntary_pass_look_alike() -> None:
    forced, free = position("", ["S5 H2", "rest"]), position("", ["S6 H2", "rest"])
    forced.say("pass")
    free.say("pass")
    assert public(forced.view(1)) == public(free.view(1))
    assert not forced.view(1)["not_held"].any()


@pytest.mark.parametrize(
    "rules", [{"idle": 2}, {"pass_limit": 1, "passes": [1]}, {"voluntary_pass": False}]
)
def test_KIL_7_2_where_a_pass_must_be_forced_it_proves_what_is_not_held(
    rules: dict[str, Any],
) -> None:
    table = position("", ["S5 H2", "rest"], **rules)
    table.say("pass")
    proven = table.view(1)["not_held"]
    assert {NAMES[cell] for cell in np.flatnonzero(proven[1])} == cards(START)
    assert not proven[0].any()
    table.say("lay S6")
    assert {NAMES[c] for c in np.flatnonzero(table.view(0)["not_held"][0])} == cards(START) - {"S6"}


def test_KIL_7_3_planes_players_and_options_of_the_observation() -> None:
    table = position("D8 S8 H9", ["H8 S6", "rest"], row_order="SHDC", side_death=True, passes=[2])
    view = table.view(0)
    for name, names in [
        ("laid", table.laid()),
        ("dead", table.dead()),
        ("playable", table.playable()),
        ("hand", {"H8", "S6"}),
    ]:
        assert view[name].shape == (4, 13)
        assert {NAMES[cell] for cell in np.flatnonzero(view[name])} == names
    assert view["hand_size"].tolist() == [2, 43, 0, 0, 0, 0, 0, 0]
    assert view["passes"][:2].tolist() == [2, 0] and view["active"].sum() == 2
    assert view["side_death"] == 1 and view["num_players"] == 2 and view["group_max"] == -1


def test_KIL_7_3_planes_have_their_rows_in_row_order() -> None:
    view = position("", ["H8", "rest"], row_order="SCDH").view(0)
    assert np.argwhere(view["hand"]).tolist() == [[3, 7]]


def test_KIL_7_3_at_the_end_all_hands_are_public() -> None:
    table = position(f"{all_but(LEFT_HALF, 'SA S2')} {all_but(RIGHT_HALF, 'C9')}", ["SA C9", "S2"])
    assert not table.view(0)["shown"].any()
    table.say("lay SA")
    assert table.to_move is None
    assert table.view(0)["shown"][0, 1] == 2 and table.view(0)["shown"][3, 8] == 1
    assert table.view(1)["shown"][0, 1] == 1


# Options


def test_KIL_8_the_options_and_their_defaults() -> None:
    assert KillerSevensOptions(num_players=4).model_dump() == {
        "num_players": 4,
        "row_order": "SHDC",
        "columns_wrap": False,
        "voluntary_pass": True,
        "pass_limit": "none",
        "pass_exhaust": "must_play",
        "all_pass": "must_play",
        "sides_needed": 4,
        "side_death": False,
        "group_kill": "off",
        "group_max": "usual",
        "tie_break": "shared",
        "reward_mode": "rank",
        "deal_start": "random",
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("num_players", 1), ("num_players", 9), ("row_order", "SSHD"), ("columns_wrap", "round")),
        *(("voluntary_pass", 2), ("pass_limit", 11), ("pass_exhaust", "stop"), ("all_pass", "on")),
        *(("sides_needed", 3), ("side_death", "left"), ("group_kill", "square"), ("group_max", 1)),
        *(("group_max", 24), ("tie_break", "last"), ("reward_mode", "chips"), ("deal_start", 8)),
        ("deal_start", 4),
    ],
)
def test_KIL_8_values_outside_the_table_are_refused(name: str, value: Any) -> None:
    with pytest.raises(UserError, match=f"{name}.*{re.escape(repr(value))}"):
        KillerSevensOptions.read(GAME.name, {name: value})


def test_KIL_8_the_usual_group_max_follows_group_kill() -> None:
    assert grid("").view(0)["group_max"] == -1  # no group dies
    assert grid("", group_kill="rectangle").view(0)["group_max"] == 23
    assert grid("", group_kill="any_shape").view(0)["group_max"] == 4
    assert grid("", group_kill="any_shape", group_max=9).view(0)["group_max"] == 9


# Rulings


@pytest.mark.parametrize("num_players", [2, 4, 8])
def test_KIL_9_7_the_bound_on_the_length(num_players: int) -> None:
    assert KillerSevensOptions(num_players=num_players).max_decisions() == 96 * num_players
    table = opened(9, num_players=num_players)
    decisions = since_lay = 0
    while table.to_move is not None:
        legal = GAME.legal_actions(table.state)
        since_lay = since_lay + 1 if legal[-1] == PASS_ACTION else 0
        assert since_lay <= 2 * num_players - 1
        GAME.kernels.apply(table.state, legal[-1])
        decisions += 1
    assert decisions <= 96 * num_players


# Worked examples


def test_KIL_10_2_KIL_10_3_KIL_10_4_the_opening_of_the_source() -> None:
    table = position("", ["D8 H8 SK", "S8 DK", "H9 CK", "rest"])
    table.say("lay D8")
    assert table.playable() == cards(AFTER_D8) and len(table.playable()) == 10
    table.say("lay S8")
    assert table.playable() == cards(AFTER_S8)
    table.say("lay H9")
    assert table.playable() == cards(AFTER_H9) and table.dead() == {"H8"}
    table.say("pass")
    assert table.legal() == {"pass"} and "H8" in table.hand(0)


def test_KIL_10_5_the_top_and_the_bottom_edge_are_walls() -> None:
    table = grid("H8 S9")
    assert table.dead() == {"S8"}
    assert table.playable() == cards("S6 S10 H6 H9 H10 D6 D8 D9 C6 C8")
    assert grid("D8 C9").dead() == {"C8"}


def test_KIL_10_6_two_walls_close_a_corner() -> None:
    assert grid("S2 HA").dead() == {"SA"}
    assert grid("S2 HA", columns_wrap=True).dead() == set()


def test_KIL_10_7_one_card_kills_four() -> None:
    hands = ["H10 S10", "H9 HJ D2", "D10 S8 D3", "rest"]
    table = position("H8 S9 D9 C10 DJ HQ SJ", hands)
    assert table.dead() == {"S8"}
    table.say("lay H10")
    assert table.dead() == cards("S8 S10 H9 HJ D10")
    assert table.hand(0) == {"S10"} and table.hand(1) == cards("H9 HJ D2")


@pytest.mark.parametrize(
    ("free", "lay", "killed"),
    [("SA S2", "SA", "S2"), ("SA S2", "S2", "SA"), ("SA-3", "S2", "SA S3")],
)
def test_KIL_10_8_the_last_live_card_of_a_half_dies(free: str, lay: str, killed: str) -> None:
    table = position(all_but(LEFT_HALF, free), [free, "rest"])
    assert table.dead() == set()
    table.say(f"lay {lay}")
    assert table.dead() == cards(killed)


def test_KIL_10_8_a_lone_free_card_is_dead() -> None:
    assert grid(all_but(LEFT_HALF, "SA")).dead() == {"SA"}


def test_KIL_10_9_columns_wrap_links_aces_and_kings() -> None:
    wrapped = grid(all_but(LEFT_HALF, "SA"), columns_wrap=True)
    assert wrapped.dead() == set()
    assert wrapped.playable() == cards("SA SK HK DK CK S8 H8 D8 C8")
    assert grid(all_but(LEFT_HALF, "SA")).playable() == cards("S8 H8 D8 C8")
    table = position("S8-Q", ["SK D2", "SA D3", "rest"], columns_wrap=True)
    assert "SK" in table.playable() and "SA" not in table.playable()
    table.say("lay SK")
    assert "SA" in table.playable()


def test_KIL_10_10_pockets_die_as_a_whole() -> None:
    assert grid(all_but(LEFT_HALF, "SA S2"), group_kill="rectangle").dead() == cards("SA S2")
    bent = all_but(LEFT_HALF, "SA S2 HA")
    assert grid(bent, group_kill="rectangle").dead() == set()
    assert grid(bent, group_kill="any_shape").dead() == cards("SA S2 HA")
    sixes = "S6 H6 D6 C6"
    assert grid(sixes, group_kill="rectangle").dead() == cards("SA-5 HA-5 DA-5 CA-5")
    assert grid(sixes).playable() == cards("S5 H5 D5 C5 S8 H8 D8 C8")


def test_KIL_10_11_side_death_and_two_sides_needed() -> None:
    assert grid("D9 H8", side_death=True).dead() == {"D8"}
    assert grid("S2", side_death=True).dead() == {"SA"}
    table = grid("D8", sides_needed=2)
    assert table.dead() == cards("H8 C8")
    assert table.playable() == cards("S6 S8 H6 H9 D6 D9 C6 C9")


def end_pocket() -> Table:
    """Only SA, S2 and S3 are live; both players hold a dead card besides."""
    out = f"{all_but(LEFT_HALF, 'SA-3')} {all_but(RIGHT_HALF, 'S10 D10')}"
    return position(out, ["S2 S3 S10", "SA D10"])


@pytest.mark.parametrize(
    ("decisions", "held"),
    [
        (["lay S2"], [2, 2]),
        (["lay S3", "lay SA"], [2, 1]),
        (["pass", "lay SA", "lay S2"], [2, 1]),
        (["pass", "lay SA", "lay S3"], [2, 1]),
    ],
)
def test_KIL_10_12_an_end_pocket(decisions: list[str], held: list[int]) -> None:
    table = end_pocket()
    assert table.playable() == cards("SA-3")
    table.say(*decisions)
    assert table.to_move is None and table.held() == held


def test_KIL_10_12_after_two_passes_he_must_play() -> None:
    table = end_pocket()
    table.say("pass", "pass")
    assert table.legal() == {"lay S2", "lay S3"}


def test_KIL_10_13_a_dead_card_in_hand_allows_only_passes() -> None:
    table = position("D8 S8 H9", ["H8", "rest"])
    for lay in ["lay S6", "lay C6"]:
        assert table.legal() == {"pass"}
        table.say("pass", lay)
    assert table.view(1)["hand_size"][1] == 1
    assert table.view(1)["shown"].sum() == 0


def test_KIL_10_14_after_a_round_of_passes_who_can_play_must() -> None:
    table = position("", ["S6 SA", "D2 D3", "S8 SK", "rest"])
    table.say(*["pass"] * 4)
    assert table.state["idle"] == 4 and table.legal() == {"lay S6"}
    table.say("lay S6")
    assert table.state["idle"] == 0
    stuck = position("", ["D2 D3", "S8 SK", "rest", "S6 S5"], idle=4)
    assert stuck.legal() == {"pass"}
    stuck.say("pass")
    assert stuck.state["idle"] == 5 and stuck.legal() == {"lay S8"}


@pytest.mark.parametrize(
    ("reward_mode", "rewards"),
    [("rank", [-1 / 3, 2 / 3, -1, 2 / 3]), ("cards", [-0.75, 1.25, -1.75, 1.25])],
)
def test_KIL_10_15_places_and_rewards(reward_mode: str, rewards: list[float]) -> None:
    table = position("", ["SA S2 S4 S6", "D3", "S9 SJ SK H10", "D9"], reward_mode=reward_mode)
    table.say("lay SA")
    assert table.held() == [3, 1, 4, 1] and table.places() == [3, 1.5, 4, 1.5]
    assert table.points() == pytest.approx(rewards)


def test_KIL_10_16_an_isolated_king_gives_no_link_but_counts_as_taken() -> None:
    table = position("D8 S8 H9", ["SK H8", "rest", "D6"], **NO_PASSES)
    assert table.status()[0] == "eliminated" and cards("SK H8") <= table.laid()
    assert table.playable() == cards(AFTER_H9), "SQ is not playable through SK"
    hands = ["SK H8", "HQ DK D2", "D6 SQ", "rest"]
    table = position("D8 S8 H9 H10 HJ SJ", hands, **NO_PASSES)
    assert "HK" not in table.playable()
    table.say("lay HQ")
    assert "SQ" in table.dead(), "SJ, SK, HQ and the wall"
    assert "HK" not in table.dead()
    assert "HK" in table.playable()


# Why an action is not legal


@pytest.mark.parametrize(
    ("table", "action", "clause"),
    [
        (position("", ["S6 H2", "rest"]), "S7", "KIL-4.1"),
        (position("", ["S6 H2", "rest"]), "H2", "KIL-4.1"),
        (position("", ["S6 H2", "rest"]), "H8", "KIL-4.2"),
        (position("D8 S8 H9", ["H8 S6", "rest"]), "H8", "KIL-5.1"),
        (position("", ["S6", "rest"], voluntary_pass=False), "pass", "KIL-4.3"),
        (position("", ["S6", "rest"], pass_limit=1, passes=[1]), "pass", "KIL-4.3"),
        (position("", ["S6", "rest"], idle=2), "pass", "KIL-6.2"),
    ],
)
def test_KIL_4_3_the_reason_names_the_clause(table: Table, action: str, clause: str) -> None:
    number = PASS_ACTION if action == "pass" else IDS[action]
    assert number not in GAME.legal_actions(table.state)
    assert clause in GAME.words.why_illegal(table.state, number)


def test_KIL_4_2_the_env_names_action_and_clause() -> None:
    env = raw_env()
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match=r"S7.*KIL-4.1"):
        env.step(IDS["S7"])
