"""The rules of Sevens clause by clause, and every worked example, on the kernels."""

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

from fudaba.envs import NOBODY, IllegalActionError, UserError
from fudaba.envs.cards.french import NUM_CARDS, card_name
from fudaba.envs.sevens import GAME
from fudaba.envs.sevens.options import SevensOptions
from fudaba.envs.sevens.rules import begin, deal, deal_hands, eliminate
from fudaba.envs.sevens.state import NEVER_HELD
from fudaba.envs.sevens_v0 import raw_env
from fudaba.testing.positions import positions

from .positions import Table, card, cards, dealt, new_state, position

TUNNELS = ("none", "ring", "one_way")
OWN_TURN: dict[str, Any] = {"jokers": 1, "joker_recovery": "own_turn"}
FILL: dict[str, Any] = {"jokers": 1, "joker_use": "fill"}
# Four hands of thirteen: seat k holds the k-th, (k+4)-th ... card of the pack.
PLAIN_DEAL = [" ".join(card_name(c) for c in range(seat, NUM_CARDS, 4)) for seat in range(4)]


def opened(seed: int, **options: Any) -> Table:
    """A dealt game at its first decision."""
    state = new_state(options)
    state["rng"] = seed
    deal(state)
    return Table(state)


# Components


def test_SEV_2_1_card_ids_follow_suit_and_rank() -> None:
    assert cards("SA SK HA DA C7 CK") == [0, 12, 13, 26, 45, 51]


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_SEV_2_1_the_pack_has_52_cards_and_the_jokers_of_the_option(jokers: int) -> None:
    state = new_state({"jokers": jokers})
    deal_hands(state)
    assert (state["holder"] != NOBODY).all()
    assert state["hand_jokers"].sum() == jokers
    assert state["hand_size"].sum() == 52 + jokers


def test_SEV_2_2_a_cell_is_empty_or_holds_its_natural_or_a_joker() -> None:
    table = position("H6", ["H4 S2", "rest", "H5"], jokers_on="H5", **OWN_TURN)
    assert table.lies("H4-7") == ["empty", "joker", "natural", "natural"]
    assert table.frontiers("H") == ("H4", "H8"), "a cell with a joker is occupied"


def test_SEV_2_3_status_is_active_finished_or_eliminated_in_order() -> None:
    table = position("", ["rest", "", "", "", "H6"], finished=[3, 1], eliminated=[2])
    assert table.status() == ["active", "finished", "eliminated", "finished", "active"]
    view = table.view(0)
    assert view["finished"].tolist() == [0, 2, 0, 1, 0, 0, 0, 0]
    assert view["eliminated"].tolist() == [0, 0, 1, 0, 0, 0, 0, 0]
    assert view["active"].tolist() == [1, 0, 0, 0, 1, 0, 0, 0]


@pytest.mark.parametrize("recovery", ["immediate", "own_turn"])
@pytest.mark.parametrize("use", ["wild", "fill"])
def test_SEV_2_4_cards_are_conserved_at_every_decision(use: str, recovery: str) -> None:
    rng = np.random.default_rng(24)
    for seed in range(60):
        options = {"jokers": 2, "joker_use": use, "joker_recovery": recovery, "pass_limit": 1}
        table = opened(seed, num_players=2 + seed % 7, **options)
        state = table.state
        while True:
            natural, held = state["layout"] == 1, state["holder"] != NOBODY
            assert (natural != held).all()
            on_layout = int((state["layout"] == 2).sum())
            assert on_layout == 0 or recovery == "own_turn"
            assert state["hand_jokers"].sum() + on_layout + state["jokers_aside"] == 2
            naturals = Counter(state["holder"][held].tolist())
            for seat, status in enumerate(table.status()):
                size = naturals[seat] + int(state["hand_jokers"][seat])
                assert state["hand_size"][seat] == size
                assert (status == "active") == (size > 0)
                assert state["passes"][seat] <= 1
            assert state["naturals_held"] == held.sum()
            assert state["num_active"] == table.status().count("active")
            if table.to_move is None:
                break
            GAME.kernels.apply(state, int(rng.choice(GAME.legal_actions(state))))


# Setup


@pytest.mark.parametrize("num_players", range(2, 9))
def test_SEV_3_1_all_cards_are_dealt_and_hands_differ_by_one_at_most(num_players: int) -> None:
    larger_hands = set()
    for seed in range(200):
        state = new_state({"num_players": num_players, "jokers": 1})
        state["rng"] = seed
        deal_hands(state)
        sizes = state["hand_size"][:num_players]
        assert sizes.sum() == 53 and sizes.max() - sizes.min() <= 1
        assert (state["hand_size"][num_players:] == 0).all()
        larger_hands.add(tuple(np.flatnonzero(sizes > 53 // num_players).tolist()))
    assert len(larger_hands) == num_players, "the first card goes to a random seat"


@pytest.mark.parametrize("start", range(5))
def test_SEV_3_1_deal_start_gives_the_remainder_to_the_first_seats_dealt(start: int) -> None:
    for seed in range(20):
        state = new_state({"num_players": 5, "jokers": 1, "deal_start": start})
        state["rng"] = seed
        deal_hands(state)
        larger = [(start + step) % 5 for step in range(53 % 5)]
        assert [seat for seat in range(5) if state["hand_size"][seat] == 11] == sorted(larger)


def test_SEV_3_1_every_card_goes_to_every_seat_equally_often() -> None:
    counts = np.zeros((NUM_CARDS, 4))
    for seed in range(2000):
        state = new_state({"deal_start": "random"})
        state["rng"] = seed * 977
        deal_hands(state)
        counts[np.arange(NUM_CARDS), state["holder"]] += 1
    assert abs(counts - 500).max() < 5 * np.sqrt(2000 * 0.25 * 0.75)


def test_SEV_3_2_everybody_lays_his_sevens() -> None:
    table = dealt(PLAIN_DEAL)
    assert table.lies("S6-8 H7 D7 C7") == ["empty", "natural", "empty"] + ["natural"] * 3
    assert table.laid_by("S7 H7 D7 C7") == [card(seven) % 4 for seven in ["S7", "H7", "D7", "C7"]]
    assert sum(table.per_player("hand_size")) == 48
    assert table.per_player("passes") == [0] * 4


@pytest.mark.parametrize("holder", range(4))
def test_SEV_3_3_the_seven_of_diamonds_begins_then_clockwise(holder: int) -> None:
    shift = (card("D7") - holder) % 4
    table = dealt([PLAIN_DEAL[(seat + shift) % 4] for seat in range(4)])
    assert table.to_move == holder
    assert table.view(2)["first_player"].tolist().index(1) == (holder - 2) % 4
    turns = []
    for _ in range(5):
        turns.append(table.to_move)
        table.say("pass")
    assert turns == [(holder + step) % 4 for step in range(5)]


def test_SEV_3_3_players_who_are_out_are_skipped() -> None:
    table = position("", ["S6 H2", "", "rest", ""], finished=[3], eliminated=[1])
    table.say("lay S6")
    assert table.to_move == 2
    table.say("pass")
    assert table.to_move == 0


STUCK = "SA-5 S9-10 HA-5 H9-10 DA-5 D7 D9-10 CA-4"  # the first player; neither a 6 nor an 8


def test_SEV_3_4_a_deal_without_any_decision_is_dealt_again() -> None:
    assert dealt([STUCK, "rest"], pass_limit=0).to_move is None
    dealt_again = 0
    for seed in range(2000):
        table = opened(seed, num_players=2, pass_limit=0)
        assert table.to_move is not None
        first = new_state({"num_players": 2, "pass_limit": 0})
        first["rng"] = seed
        deal_hands(first)
        begin(first)
        dealt_again += first["to_move"] == NOBODY
    assert dealt_again > 0


# Walks and frontiers


@pytest.mark.parametrize(
    ("tunnel", "low", "high"),
    [
        ("none", (None, "S9"), ("H6", None)),
        ("ring", ("SK", "S9"), ("H6", "HA")),
        ("one_way", ("SK", None), (None, "HA")),
    ],
)
def test_SEV_4_1_what_lies_past_ace_and_king(
    tunnel: str, low: tuple[Any, Any], high: tuple[Any, Any]
) -> None:
    table = position("SA-8 H7-K", ["D2", "rest"], tunnel=tunnel)
    assert table.frontiers("S") == low
    assert table.frontiers("H") == high


@pytest.mark.parametrize("tunnel", TUNNELS)
def test_SEV_4_1_a_complete_suit_has_no_frontier(tunnel: str) -> None:
    assert position("SA-K", ["H6", "rest"], tunnel=tunnel).frontiers("S") == (None, None)


@pytest.mark.parametrize("tunnel", TUNNELS)
def test_SEV_4_2_isolated_cells_give_a_link_only_once_a_walk_reaches_them(tunnel: str) -> None:
    table = position("H8 H10-J", ["H9 HQ", "S2", "rest"], tunnel=tunnel)
    assert table.reached("H8 H10 HJ") == [True, False, False]
    assert table.legal() == {"lay H9", "pass"}
    table.say("lay H9")
    assert table.reached("H8 H9 H10 HJ") == [True] * 4
    assert table.frontiers("H") == ("H6", "HQ")


# Legal plays


def test_SEV_4_3a_a_natural_in_hand_is_laid_on_a_frontier() -> None:
    table = position("", ["S6 S5 H8 D3", "rest"])
    assert table.legal() == {"lay S6", "lay H8", "pass"}
    table.say("lay S6")
    assert table.lies("S6") == ["natural"] and table.laid_by("S6") == [0]
    assert table.hand(0) == "S5 H8 D3"


def test_SEV_4_3b_a_wild_joker_is_laid_on_any_frontier_whose_card_is_not_in_hand() -> None:
    table = position("", ["joker S6 H8", "rest"], jokers=1)
    assert table.legal() == {
        *("lay S6", "lay H8", "pass"),
        *("joker at S8", "joker at H6", "joker at D6", "joker at D8", "joker at C6"),
        "joker at C8",
    }


def test_SEV_4_3b_needs_joker_use_wild() -> None:
    assert position("", ["joker D2", "rest"], **FILL).legal() == {"pass"}


def test_SEV_4_3c_fill_needs_the_card_beyond_in_hand_and_its_cell_empty() -> None:
    table = position("D9", ["joker S5 H9 C6 C5 D10", "S6", "rest"], **FILL)
    assert table.legal() == {"fill S6 with S5", "fill H8 with H9", "lay C6", "pass"}
    table.say("fill S6 with S5")
    assert table.lies("S5-6") == ["natural", "natural"], "recovered at once"
    assert table.laid_by("S5 S6") == [0, 1]
    assert table.hand(0) == "H9 D10 C5 C6"


@pytest.mark.parametrize(("tunnel", "legal"), [("ring", True), ("one_way", True), ("none", False)])
def test_SEV_4_3c_beyond_the_ace_lies_the_king_unless_tunnel_none(tunnel: str, legal: bool) -> None:
    table = position("S2-6", ["joker SK", "SA", "rest"], tunnel=tunnel, **FILL)
    assert ("fill SA with SK" in table.legal()) is legal


def test_SEV_4_3c_only_one_joker_is_laid_in_a_turn() -> None:
    table = position("", ["joker joker S4 S3", "rest"], jokers=2, joker_use="fill")
    assert table.legal() == {"pass"}


def test_SEV_4_3d_with_own_turn_a_recovery_is_the_only_legal_kind() -> None:
    table = position(
        "", ["S6 H8 C8 D2", "rest"], jokers_on="H8 C8", jokers=2, joker_recovery="own_turn"
    )
    assert table.legal() == {"take joker at H8", "take joker at C8"}, "he chooses which first"
    table.say("take joker at C8")
    assert table.to_move == 1, "it is the whole turn"
    assert table.hand(0) == "S6 H8 D2 joker"
    assert table.lies("C8") == ["natural"]


@pytest.mark.parametrize("pass_limit", range(11))
def test_SEV_4_4_every_player_has_pass_limit_passes(pass_limit: int) -> None:
    table = position("", ["S6 H2", "rest"], pass_limit=pass_limit)
    answers = [f"lay {suit}{rank}" for suit in "DC" for rank in "65432"]
    for used, answer in enumerate(answers[:pass_limit], start=1):
        table.say("pass", answer)
        assert table.per_player("passes") == [used, 0]
    assert table.legal() == {"lay S6"}


def test_SEV_4_4_a_pass_counts_for_the_player_and_as_idle() -> None:
    table = position("", ["S6 H2", "H6 H3", "rest"], passes=[1, 0, 2])
    table.say("pass", "pass")
    assert table.per_player("passes") == [2, 1, 2]
    assert table.state["idle"] == 2
    table.say(min(table.legal() - {"pass"}))
    assert table.state["idle"] == 0


def test_SEV_4_4_without_voluntary_passes_who_can_play_must() -> None:
    assert position("", ["S6 H2", "rest"], voluntary_pass=False).legal() == {"lay S6"}
    assert position("", ["S5 H2", "rest"], voluntary_pass=False).legal() == {"pass"}


def test_SEV_4_4_without_a_limit_who_cannot_play_may_always_pass() -> None:
    table = position("", ["D2", "rest", "S6"], pass_limit="none", passes=[90], idle=5)
    assert table.legal() == {"pass"}
    assert position("", ["D6", "rest"], pass_limit="none", voluntary_pass=False).legal() == {
        "lay D6"
    }


def test_SEV_4_5_who_has_no_play_and_no_pass_left_is_eliminated_at_his_turn_only() -> None:
    table = position("", ["S6 H2", "D2", "rest"], passes=[0, 3])
    assert table.status() == ["active"] * 3, "seat 1 is stuck, but not on turn"
    table.say("pass")
    assert table.status() == ["active", "eliminated", "active"]
    assert table.to_move == 2


def test_SEV_4_5_several_players_can_be_eliminated_between_two_decisions() -> None:
    table = position("", ["S6 H2", "D2", "C2", "rest"], pass_limit=0)
    table.say("lay S6")
    assert table.status() == ["active", "eliminated", "eliminated", "active"]
    assert table.per_player("order")[1:3] == [1, 2]
    assert table.to_move == 3


def test_SEV_4_6_with_a_play_and_no_pass_left_he_must_play() -> None:
    assert position("", ["S6 H2", "rest"], passes=[3]).legal() == {"lay S6"}


def test_SEV_4_7_an_empty_hand_takes_the_next_free_place_and_the_turn_moves_on() -> None:
    table = position("", ["S6", "H6", "rest", "D6 D5"])
    table.say("lay S6")
    assert table.status()[0] == "finished" and table.to_move == 1
    table.say("lay H6")
    assert table.per_player("order")[:2] == [1, 2]
    assert table.to_move == 2


def test_SEV_4_7_recovery_comes_before_the_empty_hand_is_seen() -> None:
    table = position("", ["joker", "S6", "rest"], jokers=1)
    table.say("joker at S6")
    assert table.status() == ["finished", "active", "active"]
    assert table.hand(1) == "joker", "the holder swapped his last card for the joker"


def test_SEV_4_8_every_decision_offers_one_to_nine_actions() -> None:
    rng = np.random.default_rng(48)
    counts: Counter[int] = Counter()
    for seed in range(150):
        table = opened(seed, jokers=seed % 3, joker_use=("wild", "fill")[seed % 2])
        while table.to_move is not None:
            legal = GAME.legal_actions(table.state)
            counts[len(legal)] += 1
            GAME.kernels.apply(table.state, int(rng.choice(legal)))
    assert min(counts) == 1 and max(counts) == 9


def test_SEV_4_8_the_action_table() -> None:
    assert [(kind.name, kind.first, kind.count) for kind in GAME.actions] == [
        ("play", 0, 52),
        ("pass", 52, 1),
        ("joker at", 53, 8),
        ("fill", 61, 8),
    ]
    assert GAME.num_actions == 69


# Effects


def test_SEV_5_1_one_natural_in_a_turn() -> None:
    table = position("", ["S6 S5", "rest"])
    table.say("lay S6")
    assert table.hand(0) == "S5" and table.to_move == 1


def test_SEV_5_2_an_eliminated_hand_goes_to_its_cells_and_its_jokers_aside() -> None:
    table = position("", ["joker S2 S4 H2", "rest", "S6"], pass_limit=0, idle=2, **FILL)
    assert table.status() == ["eliminated", "active", "active"]
    assert table.lies("S2 S4 H2") == ["natural"] * 3
    assert table.laid_by("S2 S4 H2") == [0] * 3
    assert table.reached("S2 S4 H2") == [False] * 3
    assert table.state["jokers_aside"] == 1
    assert table.per_player("hand_size")[0] == table.per_player("hand_jokers")[0] == 0


def test_SEV_5_2_a_joker_on_a_cell_of_the_eliminated_is_set_aside() -> None:
    """No game comes to this, since he could recover; so the rule is called by itself."""
    table = position("", ["D2", "rest", "S6"], jokers_on="S8", **OWN_TURN)
    eliminate(table.state, 1)
    assert table.lies("S8") == ["natural"] and table.laid_by("S8") == [1]
    assert table.state["jokers_aside"] == 1


def test_SEV_5_3_immediate_recovery_costs_neither_turn_nor_pass_nor_hand_size() -> None:
    table = position("", ["joker D2", "C2", "rest", "S6 H5"], jokers=1, passes=[0, 0, 0, 2])
    table.say("joker at S6")
    assert table.lies("S6") == ["natural"] and table.laid_by("S6") == [3]
    assert table.hand(3) == "H5 joker"
    assert table.per_player("passes") == [0, 0, 0, 2]
    assert table.to_move == 1


def test_SEV_5_3_own_turn_leaves_the_joker_until_the_holder_s_turn() -> None:
    table = position("", ["joker D2", "S5 C2", "rest", "S6 H5"], **OWN_TURN)
    table.say("joker at S6")
    assert table.lies("S6") == ["joker"] and table.laid_by("S6") == [0]
    assert table.frontiers("S") == ("S5", "S8"), "it occupies the cell for all walks"
    table.say("lay S5", "pass")
    assert table.legal() == {"take joker at S6"}
    table.say("take joker at S6")
    assert table.lies("S6") == ["natural"] and table.laid_by("S6") == [3]
    assert table.hand(3) == "H5 joker"


def test_SEV_5_4_a_wild_joker_can_always_be_laid_a_lone_fill_joker_never() -> None:
    assert position("", ["joker", "rest"], pass_limit=0, jokers=1).status()[0] == "active"
    assert position("", ["joker", "rest", "S6"], pass_limit=0, **FILL).status()[0] == "eliminated"


def test_SEV_5_5_a_joker_on_the_ace_closes_the_other_side() -> None:
    table = position("S2-6 S8", ["joker S9", "rest", "SA"], tunnel="one_way", **OWN_TURN)
    assert table.frontiers("S") == ("SA", "S9")
    table.say("joker at SA")
    assert table.frontiers("S") == ("SK", None)


def test_SEV_5_6_an_isolated_ace_closes_nothing_and_the_walk_to_it_does() -> None:
    table = position("SA S3-6 S8", ["S2 S9 H2", "rest"], tunnel="one_way")
    assert table.frontiers("S") == ("S2", "S9")
    table.say("lay S2")
    assert table.frontiers("S") == ("SK", None), "S9 is blocked here ..."
    table = position("SA-8 S10-K", ["S9 H2", "rest"], tunnel="one_way")
    assert table.frontiers("S") == ("S9", None) and "lay S9" in table.legal(), "... but not lost"


@pytest.mark.parametrize("tunnel", TUNNELS)
def test_SEV_5_7_some_active_player_can_always_act(tunnel: str) -> None:
    rng = np.random.default_rng(57)
    for seed in range(100):
        options = {"jokers": seed % 3, "joker_recovery": ("immediate", "own_turn")[seed % 2]}
        table = opened(seed, num_players=5, tunnel=tunnel, pass_limit=seed % 2, **options)
        state = table.state
        while table.to_move is not None:
            ends = [int(cell) for cell in state["frontier"] if cell >= 0]
            holders = [int(state["holder"][cell]) for cell in ends]
            under_jokers = state["holder"][state["layout"] == 2].tolist()
            assert ends or under_jokers
            assert {table.status()[seat] for seat in [*holders, *under_jokers]} == {"active"}
            GAME.kernels.apply(state, int(rng.choice(GAME.legal_actions(state))))


@pytest.mark.parametrize(
    ("joker_last", "places"), [("off", [1, 2.5, 2.5, 4]), ("last_place", [1, 3.5, 3.5, 2])]
)
def test_SEV_5_8_SEV_6_3_two_jokers_left_end_the_game_and_share_the_places(
    joker_last: str, places: list[float]
) -> None:
    table = position(
        "SA-5 S8-K HA-K DA-K CA-K",
        ["", "joker joker", "S6", ""],
        to_move=1,
        finished=[0],
        eliminated=[3],
        jokers=2,
        joker_last=joker_last,
    )
    table.say("joker at S6")
    assert table.status() == ["finished", "active", "active", "eliminated"]
    assert table.places() == places
    assert table.points() == pytest.approx([(5 - 2 * place) / 3 for place in places])


# End


def test_SEV_6_1_the_game_ends_with_one_active_player() -> None:
    table = position("", ["S6", "rest", "H6", "D6"])
    table.say("lay S6", "pass", "lay H6")
    assert table.to_move == 3
    assert table.points() == [0] * 4
    table.say("lay D6")
    assert table.to_move is None and table.legal() == set()
    assert table.status().count("active") == 1, "he is not played out (SEV-9.13)"
    assert table.places() == [1, 4, 2, 3]


def test_SEV_6_2_finished_then_remaining_then_the_last_eliminated() -> None:
    table = position("", ["S6", "rest", "", "", ""], finished=[3], eliminated=[4, 2])
    table.say("lay S6")
    assert table.places() == [2, 3, 4, 1, 5]


def test_SEV_6_2_if_all_others_are_eliminated_he_is_first() -> None:
    table = position("", ["D2", "rest", "", ""], eliminated=[3, 2], passes=[3])
    assert table.places() == [2, 1, 3, 4]


@pytest.mark.parametrize(("joker_last", "places"), [("off", [1, 2, 3]), ("last_place", [1, 3, 2])])
def test_SEV_6_4_the_last_holder_of_the_joker(joker_last: str, places: list[int]) -> None:
    table = position("", ["S6", "rest joker", ""], eliminated=[2], jokers=1, joker_last=joker_last)
    table.say("lay S6")
    assert table.places() == places


def test_SEV_6_4_without_a_joker_in_hand_nobody_is_put_last() -> None:
    table = position("", ["S6", "rest", ""], eliminated=[2], jokers=1, joker_last="last_place")
    table.say("lay S6")
    assert table.places() == [1, 2, 3]


@pytest.mark.parametrize("num_players", range(2, 9))
def test_SEV_6_5_rewards_run_evenly_from_plus_one_to_minus_one(num_players: int) -> None:
    hands = ["S6", "rest", *[""] * (num_players - 2)]
    table = position("", hands, finished=range(2, num_players))
    table.say("lay S6")
    by_place = sorted(table.points(), reverse=True)
    assert by_place == pytest.approx(np.linspace(1, -1, num_players).tolist())
    assert sum(by_place) == pytest.approx(0)


# Information


def test_SEV_7_1_what_everybody_sees() -> None:
    table = position("", ["S6 H2", "D2 D3", "rest"], passes=[0, 2, 1], **OWN_TURN)
    table.say("lay S6", "pass")
    for viewer in range(3):
        view = table.view(viewer)
        seats = [(viewer + distance) % 3 for distance in range(3)]
        assert view["natural"][card("S6")] == 1
        assert view["laid_by"][card("S6")] == 1 + seats.index(0)
        assert view["recency"][card("S6")] == 15, "one decision ago"
        assert view["pass_recency"][seats.index(1)] == 16
        assert [view["hand_size"][seats.index(seat)] for seat in range(2)] == [1, 2]
        assert [view["passes"][seats.index(seat)] for seat in range(3)] == [0, 3, 1]
        assert view["on_turn"][:3].tolist() == [int(seat == 2) for seat in seats]
        assert view["idle"] == 1
        assert view["joker_recovery"] == 1 and view["pass_limit"] == 3


def test_SEV_7_1_passes_over_an_open_frontier_are_remembered_until_it_moves() -> None:
    table = position("", ["S5 H2", "D2 D3", "S6 H3 H4", "rest"])
    table.say("pass", "pass")
    low_spades, high_spades = 0, 1
    view = table.view(1)
    assert view["passed_over"][0, low_spades] == 1 and view["passed_over"][3, high_spades] == 1
    table.say("lay S6")
    view = table.view(1)
    assert view["passed_over"][0, low_spades] == 0, "a new frontier"
    assert view["passed_over"][0, high_spades] == 1
    assert view["passed_over"].sum() == 2 * 7


def test_SEV_7_1_known_jokers_rise_by_recovery_and_fall_with_a_joker_laid() -> None:
    table = position("", ["joker D2", "S6 H2", "H6 H3", "rest"], jokers=1)
    assert table.per_player("known_jokers") == [0] * 4
    table.say("joker at S6")
    assert table.per_player("known_jokers") == [0, 1, 0, 0], "not below 0 for seat 0"
    table.say("joker at H6")
    assert table.per_player("known_jokers") == [0, 0, 1, 0]
    assert table.view(3)["known_jokers"].tolist() == [0, 0, 0, 1, 0, 0, 0, 0]


def test_SEV_7_2_other_hands_do_not_show() -> None:
    one = position("", ["S6", "H2 joker", "rest"], jokers=1)
    other = position("", ["S6", "H3 D9", "rest joker"], jokers=1)
    assert one.view(0).tobytes() == other.view(0).tobytes()
    assert one.view(1).tobytes() != other.view(1).tobytes()
    assert one.view(1)["hand"][card("H2")] == 1 and one.view(1)["hand_jokers"] == 1


def test_SEV_7_3_whether_a_pass_was_forced_does_not_show() -> None:
    forced = position("", ["S5 H2", "rest"])
    free = position("", ["S6 H2", "rest"])
    forced.say("pass")
    free.say("pass")
    public = [field.name for field in GAME.fields if not field.private]
    assert all(np.array_equal(forced.view(1)[name], free.view(1)[name]) for name in public)


def test_SEV_7_3_a_card_laid_later_proves_that_there_was_no_joker_beside_it() -> None:
    """A world in which seat 0 could have filled S3 with S2, when it had to pass, once came up."""
    table = position(
        "S4-6 S8-K HA-K DA-K",
        ["S2 CA", "S3 C10", "rest joker"],
        tunnel="none",
        voluntary_pass=False,
        **FILL,
    )
    table.say("pass", "lay S3", "lay C6", "lay S2")
    held = set()
    for seed in range(400):
        table.state["rng"] = seed
        GAME.kernels.redeal(table.state, 1)
        held.add(table.hand(0))
    assert held == {"SA", "CA", "C2", "C3", "C4", "C5", "C9", "CJ", "CQ", "CK"}


def test_SEV_7_4_the_observation_names_own_hand_layout_players_and_options() -> None:
    table = position("SA H6", ["S6 joker", "rest"], jokers=1, passes=[2, 1], tunnel="none")
    view = table.view(0)
    assert np.flatnonzero(view["hand"]).tolist() == cards("S6")
    assert np.flatnonzero(view["natural"]).tolist() == sorted(cards("SA S7 H6 H7 D7 C7"))
    assert np.flatnonzero(view["reachable"]).tolist() == sorted(cards("S7 H6 H7 D7 C7"))
    assert np.flatnonzero(view["frontier"]).tolist() == sorted(cards("S6 S8 H5 H8 D6 D8 C6 C8"))
    assert view["num_players"] == 2 and view["jokers"] == 1 and view["tunnel"] == 0
    assert view["passes"].tolist() == [2, 1, 0, 0, 0, 0, 0, 0]


# Options


def test_SEV_8_the_options_and_their_defaults() -> None:
    assert SevensOptions(num_players=4).model_dump() == {
        "num_players": 4,
        "pass_limit": 3,
        "voluntary_pass": True,
        "tunnel": "ring",
        "jokers": 0,
        "joker_use": "wild",
        "joker_recovery": "immediate",
        "joker_last": "off",
        "deal_start": "random",
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("num_players", 1), ("num_players", 9), ("pass_limit", 11), ("pass_limit", "some")),
        *(("voluntary_pass", 2), ("tunnel", "off"), ("jokers", 3), ("joker_use", "any")),
        *(("joker_recovery", "later"), ("joker_last", True), ("deal_start", 8)),
        ("deal_start", 4),
    ],
)
def test_SEV_8_values_outside_the_table_are_refused(name: str, value: Any) -> None:
    with pytest.raises(UserError, match=f"{name}.*{re.escape(repr(value))}"):
        SevensOptions.read("sevens_v0", {name: value})


# Rulings


def test_SEV_9_6_the_bound_on_the_length() -> None:
    assert SevensOptions(num_players=4).max_decisions() == 48 + 4 * 4
    assert SevensOptions(
        num_players=2, pass_limit=0, jokers=2, joker_recovery="own_turn"
    ).max_decisions() == (48 + 48 + 4 + 2)


def test_SEV_9_15_an_elimination_resets_idle_and_the_bound_of_its_jokers() -> None:
    table = position("", ["joker S5", "S6 H2", "rest"], jokers=1, pass_limit=3, idle=2, passes=[3])
    table.say("joker at S6")
    assert table.per_player("known_jokers") == [0, 1, 0]
    table = position("", ["joker S2", "rest", "S6"], passes=[3], idle=2, **FILL)
    assert table.state["idle"] == 0 and table.per_player("known_jokers")[0] == 0


# Worked examples


@pytest.mark.parametrize("tunnel", TUNNELS)
def test_SEV_10_1_at_the_start_only_sixes_and_eights_are_frontiers(tunnel: str) -> None:
    table = dealt(PLAIN_DEAL, tunnel=tunnel)
    for suit in "SHDC":
        assert table.frontiers(suit) == (f"{suit}6", f"{suit}8")


@pytest.mark.parametrize("tunnel", TUNNELS)
def test_SEV_10_2_an_isolated_queen_gives_no_link(tunnel: str) -> None:
    table = position("H8-9 HQ", ["H10 HJ HK", "rest"], tunnel=tunnel)
    assert table.frontiers("H") == ("H6", "H10")
    assert table.legal() == {"lay H10", "pass"}
    table.say("lay H10", "pass", "lay HJ")
    assert table.frontiers("H") == ("H6", "HK")


@pytest.mark.parametrize(
    ("tunnel", "frontiers"),
    [("ring", ("S6", "S5")), ("one_way", (None, "S5")), ("none", ("S6", None))],
)
def test_SEV_10_3_seven_to_king_and_ace_to_four(tunnel: str, frontiers: Any) -> None:
    table = position("S8-K SA-4", ["H6", "rest"], tunnel=tunnel)
    assert table.frontiers("S") == frontiers
    assert table.reached("SA-4") == [tunnel != "none"] * 4


@pytest.mark.parametrize(
    ("tunnel", "after_ace", "after_king"),
    [
        ("ring", ("SK", "S9"), ("SQ", "S9")),
        ("one_way", ("SK", None), ("SQ", None)),
        ("none", (None, "S9"), (None, "S9")),
    ],
)
def test_SEV_10_4_the_ace_is_played_then_the_king(
    tunnel: str, after_ace: Any, after_king: Any
) -> None:
    table = position("S2-6 S8", ["SA H2", "rest"], tunnel=tunnel)
    table.say("lay SA")
    assert table.frontiers("S") == after_ace
    assert position("SA-6 S8 SK", ["H6", "rest"], tunnel=tunnel).frontiers("S") == after_king


def test_SEV_10_5_both_walks_end_at_one_cell() -> None:
    table = position("SA-6 S8-9 SJ-K", ["S10 H2", "H3 joker", "rest"], jokers=1)
    assert table.frontiers("S") == ("S10", "S10")
    assert table.legal() == {"lay S10", "pass"}
    table.say("pass")
    both = [action for action in GAME.legal_actions(table.state) if action in (53, 54)]
    assert both == [53], "the joker goes by the low slot (SEV-4.8)"


@pytest.mark.parametrize("tunnel", TUNNELS)
def test_SEV_10_6_isolated_ace_and_king_give_no_link(tunnel: str) -> None:
    table = position("SA S8 SK", ["S2 SQ", "rest"], tunnel=tunnel)
    assert table.frontiers("S") == ("S6", "S9")
    assert table.legal() == {"pass"}


def test_SEV_10_7_three_passes_used() -> None:
    assert position("", ["S6 H10", "rest"], passes=[3]).legal() == {"lay S6"}
    table = position("H6 H8", ["H10 HQ", "H9 HJ S2", "rest"], passes=[3])
    assert table.status()[0] == "eliminated"
    assert table.lies("H10 HQ") == ["natural", "natural"]
    assert table.legal() == {"lay H9", "pass"}
    table.say("lay H9", "pass")
    assert table.legal() == {"lay HJ", "pass"}


def test_SEV_10_8_places_and_rewards() -> None:
    table = position("", ["rest", "", "", "S6"], to_move=3, finished=[2], eliminated=[1])
    table.say("lay S6")
    assert table.places() == [3, 4, 1, 2]
    assert table.points() == pytest.approx([-1 / 3, -1, 1, 1 / 3])


def test_SEV_10_8_the_last_eliminated_is_the_best_of_them() -> None:
    table = position("", ["rest", "H3", "", "D5"], finished=[2], passes=[0, 3, 0, 3])
    table.say("lay S6")
    assert table.places() == [2, 4, 1, 3]


def hearts_six_to_eight(hand: str, **options: Any) -> Table:
    """SEV-10.9 to 10.13: seat 2 holds H5 unless seat 0 does."""
    holder = "D2" if "H5" in hand.split() else "H5 S6"
    return position("H6 H8", [hand, "S3", holder, "rest"], **{"jokers": 1, **options})


def test_SEV_10_9_the_joker_is_recovered_at_once() -> None:
    table = hearts_six_to_eight("joker CK")
    table.say("joker at H5")
    assert table.hand(0) == "CK"
    assert table.hand(2) == "S6 joker" and table.per_player("hand_size")[2] == 2
    assert table.laid_by("H5") == [2]
    assert table.to_move == 1
    assert table.frontiers("H") == ("H4", "H9")


def test_SEV_10_10_the_joker_can_be_the_last_card() -> None:
    table = hearts_six_to_eight("joker")
    table.say("joker at H5")
    assert table.status()[0] == "finished" and table.hand(2) == "S6 joker"


def test_SEV_10_11_no_joker_for_a_card_in_the_own_hand() -> None:
    legal = hearts_six_to_eight("joker H5").legal()
    assert "joker at H5" not in legal
    assert {"lay H5", "joker at H9"} <= legal


def test_SEV_10_12_fill() -> None:
    table = hearts_six_to_eight("joker H4 S2", joker_use="fill")
    assert table.legal() == {"fill H5 with H4", "pass"}
    table.say("fill H5 with H4")
    assert table.lies("H4-8") == ["natural"] * 5 and table.laid_by("H4-5") == [0, 2]
    table = position("H4 H6 H8", ["joker H3 S2", "H5", "rest"], **FILL)
    assert table.legal() == {"pass"}, "H4 lies there already"


def test_SEV_10_13_own_turn() -> None:
    table = position("H6 H8", ["joker CK", "H5 S6", "rest"], **OWN_TURN)
    table.say("joker at H5")
    assert table.legal() == {"take joker at H5"}
    table.say("take joker at H5")
    assert table.hand(1) == "S6 joker"
    table = position("H6 H8", ["H5 S5", "rest"], jokers_on="H5", passes=[3], **OWN_TURN)
    assert table.status()[0] == "active" and table.legal() == {"take joker at H5"}


@pytest.mark.parametrize(
    ("joker_last", "places"), [("last_place", [1, 3, 2, 4]), ("off", [1, 4, 2, 3])]
)
def test_SEV_10_14_joker_last(joker_last: str, places: list[int]) -> None:
    table = position(
        "",
        ["", "", "S6", "rest joker"],
        to_move=2,
        finished=[0],
        eliminated=[1],
        jokers=1,
        joker_last=joker_last,
    )
    table.say("lay S6")
    assert table.places() == places


def test_SEV_10_15_the_guard_against_endless_passing() -> None:
    table = position("", ["S6 H2", "D2", "rest"], pass_limit="none")
    table.say("pass", "pass", "pass")
    assert table.legal() == {"lay S6"}
    table.say("lay S6")
    assert table.state["idle"] == 0 and table.legal() == {"pass"}
    assert position("", ["D2", "S6", "rest"], pass_limit="none", idle=3).legal() == {"pass"}


# Why an action is not legal


@pytest.mark.parametrize(
    ("table", "action", "clause"),
    [
        (position("", ["S6 H2", "rest"]), "S7", "SEV-4.3a"),
        (position("", ["S6 H2", "rest"]), "H8", "SEV-4.3a"),
        (position("", ["S6 H2", "rest"]), "H2", "SEV-4.1"),
        (position("", ["S6", "rest"], passes=[3]), "pass", "SEV-4.6"),
        (position("", ["S6", "rest"], voluntary_pass=False), "pass", "SEV-4.4"),
        (position("", ["S6", "rest"], pass_limit="none", idle=2), "pass", "SEV-4.4"),
        (position("", ["S6 H8", "rest"], jokers_on="H8", **OWN_TURN), "S6", "SEV-4.3d"),
        (position("", ["S6 H8", "rest"], jokers_on="H8", **OWN_TURN), "pass", "SEV-4.3d"),
        (position("", ["S6", "rest"]), "joker 0", "SEV-4.3b"),
        (position("", ["S6 joker", "rest"], jokers=1), "joker 0", "SEV-9.8"),
        (position("SA-K", ["H2 joker", "rest"], jokers=1), "joker 0", "SEV-4.1"),
        (position("SA-5 S8-K", ["H2 joker", "rest"], jokers=1), "joker 1", "SEV-4.8"),
        (position("", ["S5 joker", "rest"], **FILL), "joker 0", "SEV-4.3b"),
        (position("", ["S5 joker", "rest"], jokers=1), "fill 0", "SEV-4.3c"),
        (position("", ["S5 joker", "rest"], **FILL), "fill 1", "SEV-4.3c"),
        (position("", ["S6 S5", "rest joker"], **FILL), "fill 1", "SEV-4.3c"),
    ],
)
def test_SEV_4_3_the_reason_names_the_clause(table: Table, action: str, clause: str) -> None:
    kind, _, slot = action.partition(" ")
    first = {"pass": 52, "joker": 53, "fill": 61}
    number = first[kind] + int(slot or 0) if kind in first else card(kind)
    assert number not in GAME.legal_actions(table.state)
    assert clause in GAME.words.why_illegal(table.state, number)


def test_SEV_4_3a_the_env_names_action_clause_and_position() -> None:
    env = raw_env()
    env.reset(seed=1)
    held = np.flatnonzero(env.observe(env.agent_selection)["observation"][:NUM_CARDS])
    blocked = next(c for c in held if not env.observe(env.agent_selection)["action_mask"][c])
    with pytest.raises(IllegalActionError, match=rf"{card_name(blocked)}.*\(SEV-4.1, SEV-4.3a\)"):
        env.step(int(blocked))


def test_SEV_7_3_a_forced_pass_shows_what_the_player_does_not_hold() -> None:
    table = position("S6", ["C2 C3", "S5 D6", "rest"], voluntary_pass=False)
    frontiers = {card(name) for name in ("S5", "S8", "H6", "H8", "D6", "D8", "C6", "C8")}
    for seat in range(3):
        assert not table.view(seat)["not_held"].any()
    table.say("pass")
    for seat in range(3):
        shown = table.view(seat)["not_held"][(0 - seat) % 3]
        assert set(np.flatnonzero(shown).tolist()) == frontiers
        assert set(shown[shown > 0].tolist()) == {NEVER_HELD}
        assert not table.view(seat)["not_held"][(1 - seat) % 3].any()


def test_SEV_7_4_a_view_has_the_proofs_that_worlds_follow_from() -> None:
    seen = set()
    for seed in range(30):
        options = {
            "num_players": 4, "jokers": 2, "voluntary_pass": False, "pass_limit": 10,
            "joker_use": ("wild", "fill")[seed % 2], "joker_recovery": "own_turn",
        }  # fmt: skip
        for state in positions(GAME, options, seed):
            for seat in range(4):
                view = GAME.view(state, seat)
                for name in ("not_held", "max_dealt_jokers", "joker_gain"):
                    expected = np.roll(state[name][:4], -seat, axis=0)
                    assert (view[name][:4] == expected).all()
                    seen |= {(name, value) for value in np.unique(expected).tolist()}
    assert {("not_held", 2), ("not_held", 3), ("max_dealt_jokers", 0), ("joker_gain", 1)} <= seen


def test_SEV_7_4_seats_without_a_player_hold_zeros() -> None:
    table = opened(1, num_players=3, jokers=2)
    assert table.view(0)["max_dealt_jokers"].tolist() == [2, 2, 2, 0, 0, 0, 0, 0]
