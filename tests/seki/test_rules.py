"""The rules of SEKI clause by clause, and every worked example, on the kernels."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy import stats

from fudaba.envs import UserError
from fudaba.envs.core.words.reading import copied
from fudaba.envs.seki import GAME
from fudaba.envs.seki.options import LIVE_ROLES, SekiOptions
from fudaba.envs.seki.state import (
    ASIDE,
    DECLARED,
    EXCLUDED,
    GAMBLER_DISCARD,
    HACKER_PICK,
    HUNTER_GIVE,
    NATURAL,
    NOBODY,
    NONE,
    NUM_NUMBERS,
    NUMBER_DECK,
    NUMBER_GRAVEYARD,
    PASS_DRAWN,
    POLICE_BACK,
    SYMBOL_DECK,
    SYMBOL_GRAVEYARD,
    TRADE_AGAIN,
    TRADE_CARD,
    TURN,
    number_of,
)

from .house_rules import random_options
from .positions import FACES, ROLES, Table, faces, new_state, opened, position

OTHERS = ["1 1 TRADE", "2 2 TRADE"]
A, B, C = 0, 1, 2


@cache
def random_steps() -> list[tuple[np.void, int, np.void]]:
    """The steps of some random matches: the table before, the action, the table after."""
    rng, steps = random.Random(7), []
    for seed in range(40):
        options = random_options(rng)
        state = np.zeros(1, GAME.state_dtype)[0]
        options.write(state)
        state["rng"] = seed
        GAME.kernels.deal(state)
        while state["to_move"] != NOBODY:
            before, action = copied(state), rng.choice(GAME.legal_actions(state))
            GAME.kernels.apply(state, action)
            steps.append((before, action, copied(state)))
    return steps


def steps_within_games() -> Iterator[tuple[np.void, int, np.void]]:
    """Those steps after which the same game goes on."""
    for before, action, after in random_steps():
        if before["game_number"] == after["game_number"]:
            yield before, action, after


# Components


def test_SEKI_2_1_card_ids_follow_the_table() -> None:
    assert Counter(FACES) == {
        **{str(number): 4 for number in range(10)},
        **{"REVERSE": 4, "TRADE": 4, "DIG_UP": 4, "DISCARD": 1},
    }
    assert FACES[:40] == [str(card // 4) for card in range(40)]
    assert FACES[40::4] == ["REVERSE", "TRADE", "DIG_UP", "DISCARD"]


def test_SEKI_2_2_copies_are_different_cards() -> None:
    table = position(["9 9", *OTHERS], marked=[36])
    assert table.cards(A) == [36, 37] and set(GAME.legal_actions(table.state)) >= {36, 37}
    GAME.kernels.apply(table.state, 37)
    assert table.cards(A) == [36] and table.known(36) == [{"H0"}] * 3


def test_SEKI_2_3_the_default_roles_are_the_twelve_live_ones() -> None:
    assert SekiOptions().roles == LIVE_ROLES and len(LIVE_ROLES) == 12
    assert {*ROLES} - {*LIVE_ROLES} == {"FARMER"}
    met = {int(role) for seed in range(60) for role in opened(seed).state["role"][:4]}
    assert met == set(range(12))


@pytest.mark.parametrize("roles", [["THIEF", "HUNTER", "ANGLER"], ["THIEF"] * 4])
def test_SEKI_2_3_there_are_at_least_as_many_different_roles_as_players(roles: list[str]) -> None:
    with pytest.raises(UserError, match="at least 4 different roles"):
        new_state(roles=roles)


def test_SEKI_2_3_SEKI_9_28_merchant_is_millionaire_now() -> None:
    with pytest.raises(UserError, match=r"MERCHANT.*MILLIONAIRE"):
        new_state(roles=[*LIVE_ROLES, "MERCHANT"])


def test_SEKI_2_4_the_indicator_starts_normal_in_every_game() -> None:
    assert not opened(1).state["reversed"]
    starts = [
        after for before, _, after in random_steps() if before["game_number"] < after["game_number"]
    ]
    assert any(after["to_move"] != NOBODY for after in starts)
    assert not any(after["reversed"] for after in starts if after["to_move"] != NOBODY)


def test_SEKI_2_5_SEKI_3_1_zones_after_the_deal() -> None:
    table = opened(1)
    assert table.state["zone_size"].tolist() == [8, 8, 8, 8, 0, 16, 5, 0, 0, 0, 0]
    assert len({int(role) for role in table.state["role"][:4]}) == 4, "the rest is aside"
    assert table.state["role"][4] == -1


def test_SEKI_2_6_the_kinds_of_the_top_and_the_right() -> None:
    assert opened(1).pile() == ([], None, "none", None)
    table = position(["9 3 DIG_UP", *OTHERS], "ALCHEMIST ANGLER .", ng="5", right=C)
    assert table.pile() == (["5"], 5, "natural", C)
    table.say("activate ALCHEMIST", "put 3 on the pile", "put 9 on top", "declare the difference")
    assert table.pile() == (["5", "3", "9"], 6, "declared", A)
    table = position(["1 2", *OTHERS], "ANGLER . .", ng="3 7", right=C)
    table.say("activate ANGLER", "exclude 1", "take 7")
    assert table.pile() == (["3"], 7, "ghost", C)


def test_SEKI_2_7a_the_cards_are_partitioned() -> None:
    for _, _, after in random_steps():
        counts = [int((after["zone"] == zone).sum()) for zone in range(11)]
        assert counts == after["zone_size"].tolist() and sum(counts) == 53
        assert after["zone_size"][ASIDE] == (after["in_use"] >= 0)


def test_SEKI_2_7b_numbers_and_symbols_have_their_own_stacks() -> None:
    for _, _, after in random_steps():
        table = Table(after)
        for zone in (NUMBER_DECK, SYMBOL_DECK, NUMBER_GRAVEYARD, SYMBOL_GRAVEYARD):
            cards = table.cards(zone)
            assert sorted(cards) == np.flatnonzero(after["zone"] == zone).tolist()
            numbers = zone in (NUMBER_DECK, NUMBER_GRAVEYARD)
            assert all((card < NUM_NUMBERS) == numbers for card in cards)


def test_SEKI_2_7c_frozen_cards_are_in_hands_and_marked_ones_in_no_deck() -> None:
    met = Counter[str]()
    for _, _, after in random_steps():
        frozen, marked = after["frozen_by"] != NOBODY, after["marked"] == 1
        assert (after["zone"][frozen] < after["num_players"]).all()
        assert not np.isin(after["zone"][marked], [NUMBER_DECK, SYMBOL_DECK]).any()
        met.update(frozen=int(frozen.sum()), marked=int(marked.sum()))
    assert met["frozen"] > 20 and met["marked"] > 20


def test_SEKI_2_7d_the_top_fits_the_pile() -> None:
    for _, _, after in random_steps():
        pile = Table(after).cards(NUMBER_GRAVEYARD)
        if after["top_kind"] == NATURAL:
            assert pile and after["top"] == number_of(pile[-1])
        nothing = [after["top_kind"] == NONE, after["top"] < 0, after["right"] == NOBODY]
        assert all(nothing) or not any(nothing)
        assert not (all(nothing) and pile)


def test_SEKI_2_7e_right_panels_excluded_cards_and_decks() -> None:
    for before, action, after in steps_within_games():
        if after["to_move"] != NOBODY and after["right"] != NOBODY:
            assert after["place"][after["right"]] == 0
        turned = (before["panel"] != 2) & (after["panel"] == 2)
        assert turned.sum() == (55 <= action < 69) and (after["panel"] >= before["panel"]).all()
        assert not ((before["zone"] == EXCLUDED) & (after["zone"] != EXCLUDED)).any()
        for deck in (NUMBER_DECK, SYMBOL_DECK):
            assert after["zone_size"][deck] <= before["zone_size"][deck]


def test_SEKI_2_7f_SEKI_4_11_no_action_changes_the_size_of_anothers_hand() -> None:
    for before, _, after in steps_within_games():
        changes = after["zone_size"][:5] - before["zone_size"][:5]
        others = np.arange(5) != before["to_move"]
        assert not changes[others].any() and abs(changes).max() <= 2
        finished = (after["place"] > 0) & (before["place"] == 0)
        if after["to_move"] != NOBODY:
            assert not finished[others].any(), "nobody finishes outside his turn"


@pytest.mark.parametrize(
    ("texts", "change"),
    [
        (["trash 8"], -1),
        (["use REVERSE"], -1),
        (["use DISCARD", "discard 8"], -2),
        (["pass", "keep the drawn card"], 1),
        (["pass", "trash 9"], 0),
        (["activate MAGICIAN", "act as DIG UP", "dig up with 3"], 0),
    ],
)
def test_SEKI_2_7f_changes_of_the_own_hand(texts: list[str], change: int) -> None:
    hands = ["8 3 REVERSE DISCARD", *OTHERS]
    table = position(hands, "MAGICIAN . .", nd="9", ng="5", right=B)
    table.say(*texts)
    assert table.sizes() == [4 + change, 3, 3]


# Setup


@pytest.mark.parametrize(("players", "numbers", "symbols"), [(3, 22, 7), (4, 16, 5), (5, 10, 3)])
def test_SEKI_3_1_the_deal(players: int, numbers: int, symbols: int) -> None:
    table = opened(2, num_players=players)
    assert len(table.cards(NUMBER_DECK)) == numbers and len(table.cards(SYMBOL_DECK)) == symbols
    for seat in table.seats:
        assert sum(card < NUM_NUMBERS for card in table.cards(seat)) == 6
        assert len(table.cards(seat)) == 8
    smaller = opened(2, num_players=players, initial_numbers=4, initial_symbols=1)
    assert smaller.sizes() == [5] * players


@pytest.mark.parametrize(
    "options", [{"num_players": 5, "initial_symbols": 3}, {"num_players": 3, "first_parent": 3}]
)
def test_SEKI_3_1_SEKI_9_28_options_that_do_not_fit_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UserError, match="allowed"):
        new_state(**options)


def test_SEKI_3_2_the_parent_by_lot_by_option_or_as_last_place() -> None:
    assert {int(opened(seed).state["parent"]) for seed in range(60)} == {0, 1, 2, 3}
    assert {int(opened(seed, first_parent=2).state["parent"]) for seed in range(9)} == {2}
    table = position(["8", "9", "7 7"], options={"num_games": 2})
    table.say("trash 8", "trash 9")
    assert table.state["parent"] == table.to_move == C


def test_SEKI_3_3_emperor_and_new_grad_come_out_and_others_stay_secret() -> None:
    roles = ["EMPEROR", "NEW_GRAD", "THIEF"]
    table = opened(3, num_players=3, roles=roles)
    for seat in table.seats:
        role = ROLES[table.state["role"][seat]]
        assert table.state["panel"][seat] == (role != "THIEF")
        for viewer in table.seats:
            shown = table.view(viewer)["role"][(seat - viewer) % 3]
            seen = viewer == seat or role != "THIEF"
            assert [ROLES[found] for found in np.flatnonzero(shown)] == [role] * seen
    assert "activate EMPEROR" in next(
        table.legal()
        for table in (opened(seed, num_players=3, roles=roles) for seed in range(99))
        if ROLES[table.state["role"][table.to_move]] == "EMPEROR"
    ), "coming out is not an activation"


def test_SEKI_3_4_the_parent_first_then_clockwise() -> None:
    table = opened(5, first_parent=2)
    order = []
    for _ in range(6):
        order.append(table.to_move)
        table.say("pass")
        if table.state["phase"] == PASS_DRAWN:
            table.say("keep the drawn card")
    assert order == [2, 3, 0, 1, 2, 3]


@pytest.mark.parametrize("distinct", [False, True])
def test_SEKI_3_5_backs_look_alike_unless_they_are_distinct(distinct: bool) -> None:
    table = position(["1", "2 TRADE", "TRADE TRADE"], options={"distinct_backs": distinct})
    view = table.view(A)
    assert view["hand_size"].tolist() == [1, 2, 2, 0, 0]
    assert view["symbol_count"].tolist() == ([0, 1, 2, 0, 0] if distinct else [0] * 5)


# Turns


def test_SEKI_4_1_SEKI_10_1_what_beats_a_six() -> None:
    hands = ["0 3 6 7 9 REVERSE", *OTHERS]
    normal = {"trash 0", "trash 7", "trash 9", "use REVERSE", "pass"}
    against = {"trash 0", "trash 3", "use REVERSE", "pass"}
    equal = {"allow_equal": True}
    assert position(hands, ng="6", right=C).legal() == normal
    assert position(hands, ng="6", right=C, reversed=1).legal() == against
    assert position(hands, ng="6", right=C, options=equal).legal() == normal | {"trash 6"}
    table = position(hands, ng="6", right=C, options=equal, reversed=1)
    assert table.legal() == against | {"trash 6"}


@pytest.mark.parametrize("ng", ["", "0"])
@pytest.mark.parametrize("is_reversed", [0, 1])
def test_SEKI_4_1_SEKI_10_2_all_beats_a_zero_and_an_empty_pile(ng: str, is_reversed: int) -> None:
    table = position(["0 1 5 9", *OTHERS], ng=ng, right=B if ng else None, reversed=is_reversed)
    assert table.legal() == {"trash 0", "trash 1", "trash 5", "trash 9", "pass"}
    table = position(["0", *OTHERS], ng=ng, right=B if ng else None, reversed=is_reversed)
    assert table.legal() == {"pass"}


def test_SEKI_4_2_a_discarded_number_makes_the_pile_and_a_symbol_does_not() -> None:
    table = position(["9 1 DISCARD TRADE", *OTHERS], ng="5", right=C)
    shed = table.copy()
    table.say("trash 9")
    assert table.pile() == (["5", "9"], 9, "natural", A)
    shed.say("use DISCARD", "discard TRADE")
    assert shed.pile() == (["5"], 5, "natural", C)
    assert shed.faces(SYMBOL_GRAVEYARD) == ["TRADE", "DISCARD"]


def test_SEKI_4_3_what_a_player_froze_is_released_as_his_turn_starts() -> None:
    table = position(["9 9", "3 4", "5 6"], frozen={B: {"3": C, "4": A}})
    table.say("trash 9")
    assert set(table.frozen().values()) == {C, A}
    table.say("pass")
    assert table.to_move == C and set(table.frozen().values()) == {A}
    assert table.state["frozen_count"].tolist() == [0, 1, 0, 0, 0]
    table.say("pass")
    assert table.frozen() == {}


def test_SEKI_4_4_one_of_four_actions_and_the_turn_ends() -> None:
    hands = ["9 REVERSE", "1 2", "3 4"]
    start = position(hands, "FORTUNE_TELLER . .", nd="1", ng="5", right=C)
    assert start.legal() == {"trash 9", "use REVERSE", "activate FORTUNE TELLER", "pass"}
    for text in ["trash 9", "use REVERSE", "pass"]:
        table = start.copy()
        table.say(text)
        assert table.asked == (B, TURN)


def test_SEKI_4_5_a_trash_is_one_free_card_that_beats_and_no_lone_zero() -> None:
    table = position(["6 6 9 4", *OTHERS], ng="5", right=B, frozen={A: {"9": B}})
    assert table.legal() == {"trash 6", "pass"}
    table.say("trash 6")
    assert table.faces(A) == ["4", "6", "9"]
    assert position(["0", *OTHERS]).legal() == {"pass"}
    assert "trash 0" in position(["0 9", *OTHERS], frozen={A: {"9": B}}).legal()


def test_SEKI_4_6_a_used_symbol_is_aside_until_its_effect_is_done() -> None:
    table = position(["5 TRADE TRADE", *OTHERS])
    table.say("use TRADE")
    assert table.faces(ASIDE) == ["TRADE"] and table.legal() == {"trade 5", "trade TRADE"}
    assert table.faces(A) == ["5", "TRADE"] and table.view_of_cards(B, "in_use") == [44]
    table.say("trade 5", "choose player_1")
    assert table.faces(SYMBOL_GRAVEYARD) == ["TRADE"] and not table.cards(ASIDE)
    assert position(["TRADE", *OTHERS]).legal() == {"pass"}, "not as the last card"
    assert position(["5 DIG_UP", *OTHERS]).legal() == {"trash 5", "pass"}, "no blank use"


def test_SEKI_4_7_a_panel_is_activated_once_and_only_if_its_condition_holds() -> None:
    table = position(["9 9 1", "1 2 3", "3 4"], "MAGICIAN HUNTER .")
    table.say("activate MAGICIAN", "act as REVERSE")
    assert table.view(C)["panel"].tolist()[1] == 2
    assert ROLES[int(np.flatnonzero(table.view(C)["role"][1])[0])] == "MAGICIAN"
    assert table.to_move == B and "activate HUNTER" not in table.legal(), "the deck is empty"
    table.say("pass", "pass")
    assert table.to_move == A and not any(text.startswith("activate") for text in table.legal())


def test_SEKI_4_8_a_pass_draws_and_may_trash_that_very_card() -> None:
    table = position(["6 9", *OTHERS], nd="1 8", ng="7", right=C)
    table.say("pass")
    assert table.asked == (A, PASS_DRAWN)
    assert table.legal() == {"trash 8", "keep the drawn card"}
    assert table.view_of_cards(A, "chosen") == [32] and not table.view_of_cards(B, "chosen")
    kept = table.copy()
    kept.say("keep the drawn card")
    assert kept.faces(A) == ["6", "8", "9"] and kept.asked == (B, TURN)
    table.say("trash 8")
    assert table.pile() == (["7", "8"], 8, "natural", A)
    table.say("pass")
    assert table.asked == (C, TURN), "the 1 does not beat the 8"
    table.say("pass")
    assert table.sizes() == [2, 4, 3], "nothing is left to draw"


def test_SEKI_4_8_without_the_option_a_drawn_card_is_kept() -> None:
    table = position(["6", *OTHERS], nd="8", options={"pass_trash_drawn": False})
    table.say("pass")
    assert table.asked == (B, TURN) and table.faces(A) == ["6", "8"]


def reset(roles: str = "THIEF . .", hand: str = "2 5 REVERSE", **options: Any) -> Table:
    """A holds the right on a 9 and has passed; the next numbers are 4, 8 and 7."""
    table = position([hand, *OTHERS], roles, nd="7 8 4", ng="3 9", options=options)
    table.say("pass")
    return table


def test_SEKI_4_9_the_pass_of_the_right_holder_is_a_reset() -> None:
    table = reset()
    assert table.pile() == ([], None, "none", None) and table.to_move == A
    assert {12, 36} <= set(table.cards(EXCLUDED)) and len(table.cards(NUMBER_DECK)) == 3
    assert table.view(B)["after_reset"] == 1
    assert table.legal() == {"trash 2", "trash 5", "use REVERSE", "activate THIEF", "pass"}
    table.say("pass")
    assert table.asked == (A, PASS_DRAWN), "no second reset in the turn"


def test_SEKI_4_9_a_pass_after_the_reset_without_trash() -> None:
    table = reset(pass_after_reset="no_trash")
    table.say("pass")
    assert table.asked == (B, TURN) and "4" in table.faces(A)


def test_SEKI_4_9_a_pass_after_the_reset_only_if_nothing_else_is_legal() -> None:
    assert "pass" not in reset(pass_after_reset="forbidden").legal()
    assert reset(pass_after_reset="forbidden", hand="0", roles=". . .").legal() == {"pass"}


def test_SEKI_4_9_a_reset_with_a_draw() -> None:
    table = reset(reset_pass_draw=True)
    assert table.asked == (A, TURN) and "4" in table.faces(A)
    assert table.pile() == ([], None, "none", None)


def test_SEKI_4_9_SEKI_9_26_a_reset_that_turns_up_a_card() -> None:
    table = reset(reset_flip=True)
    assert table.pile() == (["4"], 4, "natural", A)
    assert table.legal() == {"trash 5", "pass"}
    table.say("pass")
    assert table.asked == (A, PASS_DRAWN) and table.faces(A) == ["2", "5", "8", "REVERSE"]
    both = reset(reset_flip=True, reset_pass_draw=True)
    assert "4" in both.faces(A) and both.pile() == (["8"], 8, "natural", A)


def test_SEKI_4_9_SEKI_9_26_a_reset_in_the_bonus_turn() -> None:
    def bonus(**options: Any) -> Table:
        hands = ["3 5 TRADE", *OTHERS]
        table = position(hands, "FORTUNE_TELLER . .", ng="9", nd="8 4", options=options)
        table.say("activate FORTUNE TELLER", "pass")
        assert table.asked == (A, TURN) and table.view(B)["bonus"] == 1
        return table

    cards = {"trash 3", "trash 5", "use TRADE"}
    assert bonus().legal() == cards | {"pass"}
    assert bonus(pass_after_reset="forbidden").legal() == cards
    assert bonus(reset_flip=True).legal() == {"trash 5", "pass"}
    table = reset("FORTUNE_TELLER . .", pass_after_reset="forbidden")
    table.say("activate FORTUNE TELLER")
    assert "pass" in table.legal(), "a bonus turn after a reset is ordinary"


def test_SEKI_4_10_the_order_at_the_end_of_a_turn() -> None:
    table = position(["8", "9 9", "1 2", "3 4"], ng="5", right=C)
    table.say("trash 8")
    assert table.places() == [1, 0, 0, 0] and table.state["right"] == B and table.to_move == B
    table.say("trash 9", "pass", "pass")
    assert table.to_move == B, "the seat of a finished player is passed"


@pytest.mark.parametrize("release", ["seat_passes", "immediately"])
def test_SEKI_4_10_SEKI_5_7_a_freezer_who_has_finished(release: str) -> None:
    hands = ["9", "1 1 3", "1 2 TRADE"]
    table = position(hands, "HACKER . .", options={"hacker_finish_release": release})
    table.say("activate HACKER", "trash 9")
    assert table.places() == [1, 0, 0]
    assert len(table.frozen()) == (2 if release == "seat_passes" else 0)
    table.say("pass", "pass", "pass")  # B resets first
    assert table.to_move == B and not table.frozen()


def test_SEKI_4_12_a_literal_finish_may_be_a_zero_or_a_symbol() -> None:
    for other in ["0", "TRADE"]:
        table = position([f"DISCARD {other}", *OTHERS], ng="5", right=B)
        table.say("use DISCARD", f"discard {other}")
        assert table.places() == [1, 0, 0]
        table = position([other, *OTHERS], "GAMBLER . .", nd="3")
        table.say("activate GAMBLER", "guess 1 to 4", f"discard {other}")
        assert table.places() == [1, 0, 0]


def test_SEKI_4_13_a_strict_finish_may_not() -> None:
    strict = {"forbidden_finish_scope": "strict"}
    for other in ["0", "REVERSE"]:
        assert "use DISCARD" not in position([f"DISCARD {other}", *OTHERS], options=strict).legal()
    assert "use DISCARD" in position(["DISCARD 3", *OTHERS], options=strict).legal()
    assert "use DISCARD" in position(["DISCARD 0 0", *OTHERS], options=strict).legal()
    table = position(["0 TRADE", *OTHERS], "GAMBLER . .", nd="5", options=strict)
    table.say("activate GAMBLER", "guess 0 or 5", "discard TRADE")
    assert table.faces(A) == ["0"] and table.asked == (B, TURN)


def test_SEKI_4_14_frozen_cards_count_as_hand() -> None:
    table = position(["8 TRADE", "1 1", "2 2"], ng="5", frozen={A: {"TRADE": B}})
    table.say("trash 8")
    assert table.places() == [0, 0, 0] and table.to_move == B
    assert "use REVERSE" in position(["REVERSE 8", *OTHERS], frozen={A: {"8": B}}).legal()


def test_SEKI_4_15_53_cards_and_about_forty_other_actions() -> None:
    assert GAME.num_actions == 86 == 53 + sum(kind.count for kind in GAME.actions[1:])


def test_SEKI_4_16_a_decision_with_one_choice_is_asked_all_the_same() -> None:
    table = position(["5 TRADE", "1", ""], finished=[C])
    table.say("use TRADE")
    assert table.legal() == {"trade 5"}
    table.say("trade 5")
    assert table.legal() == {"choose player_1"}
    table = position(["5 TRADE REVERSE", *OTHERS], "HUNTER . .", sd="DIG_UP")
    table.say("activate HUNTER", "give TRADE")
    assert table.legal() == {"stop"}


def test_SEKI_4_17_chance_is_even() -> None:
    table = position(["5", "1 2 3 TRADE", "4"], "THIEF . .")
    tries = list(table.tries("activate THIEF", "trade 5", "choose player_1", count=400))
    got = Counter(tried.faces(A)[0] for tried in tries)
    assert set(got) == {"1", "2", "3", "TRADE"}
    assert stats.chisquare(list(got.values())).pvalue > 0.001
    decks = {tuple(opened(seed).cards(NUMBER_DECK)) for seed in range(20)}
    assert len(decks) == 20


# Symbols


def test_SEKI_5_0_frozen_cards_are_out_of_reach_of_every_effect() -> None:
    frozen = {A: {"6": C}, B: {"9": C, "TRADE": A}}
    hands = ["6 7 DIG_UP TRADE DISCARD", "9 TRADE", "4"]
    table = position(hands, ng="2", right=C, frozen=frozen)
    assert table.legal() >= {"trash 7", "use DISCARD"} and "trash 6" not in table.legal()
    for symbol, verb in [("DIG UP", "dig up with"), ("DISCARD", "discard"), ("TRADE", "trade")]:
        tried = table.copy()
        tried.say(f"use {symbol}")
        assert f"{verb} 7" in tried.legal() and f"{verb} 6" not in tried.legal()
    tried = table.copy()
    tried.say("use TRADE", "trade 7")
    assert tried.legal() == {"choose player_2"}, "B has no free card"


def test_SEKI_5_0_decks_are_never_refilled() -> None:
    table = position(["9", *OTHERS], nd="8", ng="7 7 7", right=A)
    table.say("pass", "pass", "keep the drawn card")
    assert not table.cards(NUMBER_DECK)
    table.say("pass", "pass")
    assert table.sizes() == [2, 3, 3]


def test_SEKI_5_1_reverse_flips_the_indicator_and_nothing_else() -> None:
    table = position(["9 REVERSE REVERSE", *OTHERS], ng="5", right=C)
    table.say("use REVERSE")
    assert table.state["reversed"] == 1 and table.pile() == (["5"], 5, "natural", C)
    table.say("pass", "pass")
    assert table.to_move == C and table.state["reversed"] == 1, "it survives the reset"


def test_SEKI_5_2_trade_swaps_with_a_random_free_card_that_only_the_two_see() -> None:
    table = position(["5 TRADE", "1 2", "3 3"], rest="deck", frozen={B: {"1": C}})
    table.say("use TRADE")
    assert table.legal() == {"trade 5"}
    table.say("trade 5")
    assert not table.view_of_cards(B, "chosen") and table.view_of_cards(A, "chosen") == [20]
    for tried in table.tries("choose player_1"):
        assert tried.faces(A) == ["2"] and tried.faces(B) == ["1", "5"]
        assert tried.known(20) == [{"H1"}, {"H1"}, {"ND", "H0", "H1"}]
        for seat in tried.seats:
            made = {
                tuple((seat + distance) % 3 for distance in pair)
                for pair in np.argwhere(tried.view(seat)["trades"] == 1).tolist()
            }
            assert made == {(A, B), (B, A)} and tried.view(seat)["trades"].sum() == 2


def test_SEKI_5_2_trade_needs_a_free_card_on_both_sides() -> None:
    assert "use TRADE" not in position(["5 TRADE", *OTHERS], frozen={A: {"5": B}}).legal()
    table = position(["5 TRADE", "1", "2"], frozen={B: {"1": C}, C: {"2": B}})
    assert "use TRADE" not in table.legal()


def test_SEKI_5_2_marks_travel_with_the_card() -> None:
    table = position(["5 TRADE", "1", "3 3"], marked=[4], rest="deck")
    table.say("use TRADE", "trade 5", "choose player_1")
    assert table.cards(A) == [4] and table.marked() == [4]
    assert table.known(4) == [{"H0"}] * 3


def test_SEKI_5_3_dig_up_takes_the_top_card_and_gives_the_right() -> None:
    table = position(["2 DIG_UP 3", *OTHERS], ng="4 9", right=C)
    table.say("use DIG UP", "dig up with 2")
    assert table.pile() == (["4", "2"], 2, "natural", A) and table.faces(A) == ["3", "9"]
    assert table.known(36) == [{"H0"}] * 3
    assert "use DIG UP" not in position(["2 DIG_UP", *OTHERS]).legal()
    assert "use DIG UP" not in position(["TRADE DIG_UP", *OTHERS], ng="9").legal()


def test_SEKI_5_3_options_of_dig_up() -> None:
    options = {"dig_up_top": "always_keeps", "dig_up_takes_right": False}
    table = position(["5 1 DIG_UP", *OTHERS], ng="3 7", right=C, options=options)
    table.say("use DIG UP", "dig up with 5")
    assert table.pile() == (["3", "5"], 7, "ghost", C)
    table = position(["5 1 DIG_UP", *OTHERS], ng="3 7", top=4, top_kind=DECLARED, options=options)
    table.say("use DIG UP", "dig up with 5")
    assert table.pile() == (["3", "5"], 4, "declared", A)


def test_SEKI_5_4_discard_sheds_any_other_card() -> None:
    table = position(["1 REVERSE DISCARD", *OTHERS], ng="9", right=C)
    table.say("use DISCARD")
    assert table.legal() == {"discard 1", "discard REVERSE"}
    table.say("discard 1")
    assert table.pile() == (["9", "1"], 1, "natural", A)
    assert table.faces(SYMBOL_GRAVEYARD) == ["DISCARD"] and table.faces(A) == ["REVERSE"]
    assert "use DISCARD" not in position(["1 DISCARD", *OTHERS], frozen={A: {"1": B}}).legal()


# Roles


def test_SEKI_5_5_alchemist_needs_a_card_to_draw_or_two_numbers() -> None:
    assert "activate ALCHEMIST" not in position(["1 TRADE", *OTHERS], "ALCHEMIST . .").legal()
    assert "activate ALCHEMIST" in position(["1 2", *OTHERS], "ALCHEMIST . .").legal()
    table = position(["TRADE", *OTHERS], "ALCHEMIST . .", nd="3")
    table.say("activate ALCHEMIST")
    assert table.faces(A) == ["3", "TRADE"] and table.asked == (B, TURN), "one number, no choice"


def test_SEKI_5_5_alchemist_declares_sum_or_difference() -> None:
    table = position(["6 8 TRADE", *OTHERS], "ALCHEMIST . .", ng="9", right=C)
    table.say("activate ALCHEMIST", "put 8 on the pile", "put 6 on top")
    assert table.legal() == {"declare the sum", "declare the difference"}
    other = table.copy()
    table.say("declare the sum")
    assert table.pile() == (["9", "8", "6"], 4, "declared", A)
    other.say("declare the difference")
    assert other.pile() == (["9", "8", "6"], 2, "declared", A)


@pytest.mark.parametrize(
    ("bar", "hand", "allowed"),
    [
        ("any_zero", "0 8", set()),
        ("both_zero", "0 8", {"put 0 on the pile", "put 8 on the pile"}),
        ("both_zero", "0 0", set()),
        ("declared_zero", "0 8", {"put 0 on the pile", "put 8 on the pile"}),
        ("declared_zero", "0 0", set()),
        ("any_zero", "4 6", {"put 4 on the pile", "put 6 on the pile"}),
    ],
)
def test_SEKI_5_5_zeros_in_a_finish_of_alchemist(bar: str, hand: str, allowed: set[str]) -> None:
    options = {"alchemist_zero_finish": bar}
    table = position([hand, *OTHERS], "ALCHEMIST . .", options=options)
    table.say("activate ALCHEMIST")
    assert table.legal() == allowed | {"stop"}


def test_SEKI_5_5_a_declared_zero_bars_only_itself() -> None:
    options = {"alchemist_zero_finish": "declared_zero"}
    table = position(["4 6", *OTHERS], "ALCHEMIST . .", options=options)
    table.say("activate ALCHEMIST", "put 4 on the pile", "put 6 on top")
    assert table.legal() == {"declare the difference"}


def test_SEKI_5_5_SEKI_9_26_must_beat_offers_only_what_can_be_completed() -> None:
    hands = ["1 3 5 TRADE", *OTHERS]
    must = {"alchemist_must_beat": True}
    table = position(hands, "ALCHEMIST . .", ng="7", right=B, options=must)
    table.say("activate ALCHEMIST")
    assert table.legal() == {"put 3 on the pile", "put 5 on the pile", "stop"}
    table.say("put 3 on the pile")
    assert table.legal() == {"put 5 on top"}
    table.say("put 5 on top")
    assert table.legal() == {"declare the sum"}


def test_SEKI_5_6_angler_excludes_a_card_and_fishes() -> None:
    table = position(["1 2", *OTHERS], "ANGLER . .", ng="3 7", sg="REVERSE", right=C)
    table.say("activate ANGLER", "exclude 1")
    assert table.legal() == {"take 3", "take 7", "take REVERSE"}
    assert table.known(4) == [{"EX"}] * 3
    deep = table.copy()
    deep.say("take 3")
    assert deep.pile() == (["7"], 7, "natural", C) and deep.known(12) == [{"H0"}] * 3
    table.say("take REVERSE")
    assert table.pile() == (["3", "7"], 7, "natural", C) and table.faces(A) == ["2", "REVERSE"]
    assert "activate ANGLER" not in position(["1 2", *OTHERS], "ANGLER . .").legal()


def test_SEKI_5_6_an_empty_hand_in_between_is_no_finish() -> None:
    table = position(["1", *OTHERS], "ANGLER . .", ng="7", right=C)
    table.say("activate ANGLER", "exclude 1")
    assert table.sizes()[A] == 0 and table.places() == [0, 0, 0]
    table.say("take 7")
    assert table.faces(A) == ["7"] and table.places() == [0, 0, 0]


def test_SEKI_5_6_the_last_card_of_a_declared_pile() -> None:
    def fished(**options: Any) -> Table:
        declared = {"top": 4, "top_kind": DECLARED}
        table = position(["1", *OTHERS], "ANGLER . .", ng="7", right=C, options=options, **declared)
        table.say("activate ANGLER", "exclude 1", "take 7")
        return table

    assert fished().pile() == ([], 4, "declared", C)
    assert fished(angler_last_card="pile_empty").pile() == ([], None, "none", None)


def test_SEKI_5_7_hacker_freezes_a_random_card_of_everybody_else() -> None:
    table = position(["9", "1 TRADE", "2", ""], "HACKER . . .", finished=[3])
    tries = list(table.tries("activate HACKER"))
    assert {FACES[card] for t in tries for card in t.frozen()} == {"1", "TRADE", "2"}
    for tried in tries:
        assert list(tried.frozen().values()) == [A, A] and tried.asked == (A, TURN)
        assert tried.state["bonus"] == 1 and tried.legal() == {"trash 9", "pass"}
        (frozen,) = [card for card in tried.cards(B) if card in tried.frozen()]
        assert tried.view_of_cards(B, "frozen") == [frozen]
        assert tried.view_of_cards(A, "frozen") == []
        assert tried.view(A)["frozen_count"].tolist() == [0, 1, 1, 0, 0]
        assert tried.view(A)["frozen_from"][1].tolist() == [1, 0, 0, 0, 0]
    held = {B: {"1": C}, C: {"2": B}}
    assert "activate HACKER" not in position(["9", "1", "2"], "HACKER . .", frozen=held).legal()


def test_SEKI_5_7_hacker_may_name_a_face_up_card() -> None:
    table = position(["9", "1 3 TRADE", "2"], "HACKER . .", marked=[12])
    table.say("activate HACKER")
    assert table.asked == (A, HACKER_PICK) and table.view(C)["victim"].tolist()[2] == 1
    assert table.legal() == {"freeze 3", "freeze a face-down card"}
    table.say("freeze 3")
    assert table.frozen() == {12: A, 8: A}
    assert table.view_of_cards(A, "frozen") == [12], "the other one is face down"


def test_SEKI_5_8_emperor_collects_keeps_one_and_deals() -> None:
    table = position(["4", "1 7", "0 9 TRADE"], "THIEF EMPEROR .", to_move=B)
    table.say("activate EMPEROR")
    assert table.legal() == {f"keep {face}" for face in ["0", "1", "4", "7", "9", "TRADE"]}
    assert table.sizes() == [1, 2, 3] and len(table.view_of_cards(B, "pool")) == 6
    assert not table.view_of_cards(A, "pool")
    seen = set()
    for tried in table.tries("keep 4"):
        assert tried.sizes() == [1, 2, 3] and "4" in tried.faces(B)
        assert tried.known(16)[A] == {"H1", "H2"}, "the kept card is secret"
        seen.add(tuple(tried.faces(A)))
    assert seen == {("0",), ("1",), ("7",), ("9",), ("TRADE",)}


def test_SEKI_5_8_marked_cards_are_seen_where_they_land() -> None:
    table = position(["4", "1 7", "0 9"], "EMPEROR . .", marked=[28], frozen={C: {"9": B}})
    table.say("activate EMPEROR")
    assert "keep 9" not in table.legal()
    for tried in table.tries("keep 1"):
        owner = int(tried.state["zone"][28])
        assert tried.known(28) == [{f"H{owner}"}] * 3 and 36 in tried.cards(C)
    alone = position(["4", *OTHERS], "EMPEROR . .", frozen={A: {"4": B}})
    assert "activate EMPEROR" not in alone.legal()


def test_SEKI_5_9_fortune_teller_sees_free_cards_and_panels() -> None:
    hands = ["9", "1 2", "3 TRADE", ""]
    roles = "FORTUNE_TELLER HUNTER ANGLER THIEF"
    table = position(hands, roles, rest="deck", frozen={B: {"1": C}}, finished=[3])
    table.say("activate FORTUNE TELLER")
    assert table.asked == (A, TURN) and table.state["bonus"] == 1
    assert table.known(8)[A] == {"H1"} and table.known(44)[A] == {"H2"}
    assert table.known(4)[A] == {"ND", "H1"}, "the frozen one is not seen"
    assert table.known(8)[C] == {"ND", "H0", "H1"}
    roles_seen = [ROLES[np.flatnonzero(row)[0]] for row in table.view(A)["role"][:4]]
    assert roles_seen == roles.split()
    assert not table.view(B)["role"][1].any()


def gambler(guess: str, nd: str, cards: str = "1 8 TRADE", **options: Any) -> Table:
    """A guess on a 9 of B."""
    table = position([cards, *OTHERS], "GAMBLER . .", nd=nd, ng="9", right=B, options=options)
    table.say("activate GAMBLER", f"guess {guess}")
    return table


@pytest.mark.parametrize("number", range(10))
def test_SEKI_5_10_which_guess_hits_which_number(number: int) -> None:
    for guess, hits in [("1 to 4", "1234"), ("6 to 9", "6789"), ("0 or 5", "05")]:
        table = gambler(guess, f"2 {number}")
        hit = str(number) in hits
        assert table.asked == ((A, GAMBLER_DISCARD) if hit else (B, TURN))
        more = 0 if hit else 2 if guess == "0 or 5" else 1
        assert table.sizes()[A] == 3 + more
        assert table.view(C)["guess"] == 1 + ["1 to 4", "6 to 9", "0 or 5"].index(guess)


def test_SEKI_5_10_a_miss_is_public_and_the_second_card_is_not() -> None:
    table = gambler("0 or 5", "7 3")
    missed, drawn = 12, 28
    assert table.known(missed) == [{"H0"}] * 3
    assert table.known(drawn)[A] == {"H0"} and not table.state["knows_top"]
    assert position(["1", *OTHERS], "GAMBLER . .").legal() == {"trash 1", "pass"}


@pytest.mark.parametrize(
    ("where", "pile", "known"),
    [
        ("stays_on_top", ["9", "1"], {"ND"}),
        ("excluded", ["9", "1"], {"EX"}),
        ("number_graveyard", ["9", "3", "1"], {"NG"}),
    ],
)
def test_SEKI_5_10_where_the_hit_card_goes(where: str, pile: list[str], known: set[str]) -> None:
    table = gambler("1 to 4", "6 3", gambler_hit_card=where)
    table.say("discard 1")
    assert table.faces(NUMBER_GRAVEYARD) == pile and table.known(12) == [known] * 3
    assert table.view(C)["deck_top"] == (4 if where == "stays_on_top" else 0)


def test_SEKI_5_11_police_marks_a_card_of_everybody_else_and_may_trade() -> None:
    table = position(["9", "1 TRADE", "2", ""], "POLICE_OFFICER . . .", finished=[3])
    tries = list(table.tries("activate POLICE OFFICER"))
    assert {FACES[card] for t in tries for card in t.marked()} == {"1", "TRADE", "2"}
    for tried in tries:
        assert tried.asked == (A, TRADE_AGAIN) and tried.legal() == {"trade 9", "stop"}
        for card in tried.marked():
            assert tried.known(card) == [{f"H{tried.state['zone'][card]}"}] * 4
    marked = position(["9", "1", "2"], "POLICE_OFFICER . .", marked=[4, 8])
    assert "activate POLICE OFFICER" not in marked.legal()


def test_SEKI_5_11_one_player_is_chosen_first_under_the_option() -> None:
    options = {"police_scope": "one"}
    table = position(["1", "TRADE", "2 2"], "POLICE_OFFICER . .", options=options)
    table.say("activate POLICE OFFICER")
    assert table.legal() == {"choose player_1", "choose player_2"}
    table.say("choose player_1")
    assert faces(table.marked()) == ["TRADE"] and table.asked == (A, TRADE_AGAIN)


def test_SEKI_5_11_no_trade_is_asked_where_none_can_be_carried_out() -> None:
    table = position(["9", "1", "2"], "POLICE_OFFICER . .", frozen={A: {"9": C}})
    table.say("activate POLICE OFFICER")
    assert table.asked == (B, TURN)


def test_SEKI_5_12_hunter_sees_gives_and_takes_the_nearest_to_the_top() -> None:
    hands = ["5 TRADE REVERSE REVERSE", "1 1", "2 2"]
    table = position(hands, "HUNTER . .", sd="DIG_UP TRADE DIG_UP")
    bottom, middle, upper = table.cards(SYMBOL_DECK)
    table.say("activate HUNTER")
    assert table.view(A)["deck_order"][:4].tolist() == [3, 2, 3, 0]
    table.say("give REVERSE", "give TRADE")
    assert table.asked == (A, HUNTER_GIVE)
    assert not table.view_of_cards(B, "offered") and table.view(B)["left_to_do"] == 0
    table.say("stop")
    assert table.view_of_cards(B, "offered") == [40, 44] and table.known(40) == [{"H0"}] * 3
    assert table.legal() == {"take DIG UP", "take TRADE"}
    table.say("take DIG UP")
    assert upper in table.cards(A) and table.cards(SYMBOL_DECK) == [bottom, middle]
    table.say("take DIG UP")
    assert table.faces(A) == ["5", "REVERSE", "DIG_UP", "DIG_UP"]
    assert {40, 44} <= set(table.cards(EXCLUDED)) and table.asked == (B, TURN)
    assert "activate HUNTER" not in position(["5 TRADE", *OTHERS], "HUNTER . .").legal()


def test_SEKI_5_12_SEKI_9_26_hunter_shuffles_under_the_option() -> None:
    options = {"hunter_shuffles_deck": True}
    table = position(["5 TRADE", *OTHERS], "HUNTER . .", sd="DIG_UP REVERSE", options=options)
    tries = list(table.tries("activate HUNTER", "stop"))
    assert len({tuple(tried.cards(SYMBOL_DECK)) for tried in tries}) == 2
    assert not any(tried.view(A)["deck_order"].any() for tried in tries)


def test_SEKI_5_13_magician_spends_no_card() -> None:
    table = position(["5 8", "1", "2"], "MAGICIAN . .", ng="9", right=C)
    table.say("activate MAGICIAN")
    assert table.legal() == {"act as REVERSE", "act as TRADE", "act as DIG UP"}
    table.say("act as DIG UP", "dig up with 5")
    assert table.pile() == (["5"], 5, "natural", A)
    assert table.faces(A) == ["8", "9"] and not table.cards(SYMBOL_GRAVEYARD)
    assert table.asked == (B, TURN)


def test_SEKI_5_14_millionaire_buys_the_top_symbol() -> None:
    table = position(["0 5", *OTHERS], "MILLIONAIRE . .", sd="REVERSE DIG_UP")
    table.say("activate MILLIONAIRE")
    assert table.legal() == {"exclude 0", "exclude 5"}
    table.say("exclude 0")
    assert table.faces(A) == ["5", "DIG_UP"] and table.known(0) == [{"EX"}] * 3
    assert table.known(48)[B] == {"SD", "H0", "H2"} and table.state["bonus"] == 1
    symbols = position(["TRADE", *OTHERS], "MILLIONAIRE . .", sd="DIG_UP")
    assert symbols.legal() == {"pass"}


@pytest.mark.parametrize("bonus", [True, False])
def test_SEKI_5_15_new_grad_copies_an_activated_role(bonus: bool) -> None:
    options = {"new_grad_bonus_turn": bonus}
    roles = "NEW_GRAD HACKER! HUNTER! THIEF"
    table = position(["1 2", "3", "4", ""], roles, finished=[3], options=options)
    assert table.legal() >= {"activate as HACKER"}
    assert not table.legal() & {"activate as HUNTER", "activate as THIEF"}, "no deck, face down"
    table.say("activate as HACKER")
    assert set(table.frozen().values()) == {A} and table.asked == (A if bonus else B, TURN)
    assert ROLES[int(np.flatnonzero(table.view(C)["copied"])[0])] == "HACKER"
    assert table.state["panel"][A] == 2


def test_SEKI_5_15_roles_of_finished_players_stay_copyable() -> None:
    table = position(["1 2", "", "4"], "NEW_GRAD THIEF! MAGICIAN", finished=[B])
    assert "activate as THIEF" in table.legal()


def farmer(*texts: str, **state: Any) -> Table:
    """FARMER with a 4 turned up and a 7 to draw."""
    hands = ["0 0 3 5 5 6", *OTHERS]
    table = position(hands, "FARMER . .", nd="7 4", ng="9", right=B, **state)
    table.say("activate FARMER", *texts)
    return table


def test_SEKI_5_16_farmer_makes_a_new_pile() -> None:
    table = farmer()
    assert table.pile() == (["4"], 4, "natural", A) and 36 in table.cards(EXCLUDED)
    assert table.legal() == {"trash 0", "trash 5", "trash 6", "pass", "special"}
    assert farmer(reversed=1).legal() == {"trash 0", "trash 3", "pass", "special"}
    assert farmer("pass").asked == (A, PASS_DRAWN), "not a second reset"
    assert farmer("trash 5").asked == (B, TURN)


def test_SEKI_5_16_farmers_special() -> None:
    assert farmer("special").legal() == {"trash 0", "trash 5", "trash 6", "trash 7", "stop"}
    assert farmer("special", "trash 5").legal() == {"trash 5", "trash 6", "stop"}
    assert farmer("special", "trash 0").legal() == {"trash 0", "stop"}
    assert farmer("special", "trash 3", reversed=1).legal() == {"stop"}
    table = farmer("special", "trash 5", "trash 6")
    assert table.pile() == (["4", "5", "6"], 6, "natural", A) and table.asked == (B, TURN)
    table = position(["0 0", *OTHERS], "FARMER . .", ng="9", right=B)
    table.say("activate FARMER", "special", "trash 0")
    assert table.legal() == {"stop"}, "no finish with a 0"
    for trashed, is_reversed in [("0", 0), ("1", 1), ("9", 0)]:
        hands = ["0 1 9 5", *OTHERS]
        table = position(hands, "FARMER . .", ng="9", right=B, reversed=is_reversed)
        table.say("activate FARMER", "special", f"trash {trashed}")
        assert table.legal() == {"stop"}, "the numbers stop at 1 and 9"


def test_SEKI_5_17_thief_trades_twice() -> None:
    table = position(["1 5", "2", "3"], "THIEF . .")
    table.say("activate THIEF")
    assert table.asked == (A, TRADE_CARD)
    table.say("trade 1", "choose player_1")
    assert table.asked == (A, TRADE_AGAIN) and table.legal() == {"trade 2", "trade 5", "stop"}
    assert not table.view_of_cards(A, "chosen"), "the first TRADE is done"
    table.say("trade 2", "choose player_2")
    assert [table.faces(seat) for seat in table.seats] == [["3", "5"], ["1"], ["2"]]
    assert position(["1", "2", "3"], "THIEF . .", frozen={A: {"1": B}}).legal() == {"pass"}


# End


def test_SEKI_6_1_SEKI_10_17_places_in_order_of_finishing() -> None:
    table = position(["8", "9", "7 7"])
    table.say("trash 8", "trash 9")
    assert table.to_move is None and table.places() == [1, 2, 3]


@pytest.mark.parametrize(
    ("hands", "points"),
    [
        (["8", "9", "7 7"], [3, 1, 0]),
        (["5", "6", "8", "7 7"], [7, 5, 3, 1]),
        (["5", "6", "8", "9", "7 7"], [9, 7, 5, 3, 1]),
    ],
)
def test_SEKI_6_2_SEKI_10_17_points_by_place(hands: list[str], points: list[int]) -> None:
    mean = sum(points) / len(points)
    table = position(hands)
    table.say(*(f"trash {hand}" for hand in hands[:-1]))
    assert table.points() == pytest.approx([phase - mean for phase in points])
    own = list(range(len(hands), 0, -1))
    table = position(hands, options={"points": own})
    table.say(*(f"trash {hand}" for hand in hands[:-1]))
    assert table.state["match_points"][: len(hands)].tolist() == own


def standings(table: Table, seat: int) -> list[int]:
    """Each player's points less the mean of the table, in sixtieths, as a view tells them."""
    view = table.view(seat)
    return (240 * view["standing"].astype(int) + view["standing_rest"]).tolist()


def test_SEKI_6_3_a_match_adds_up_and_deals_anew() -> None:
    table = position(["8", "9", "7 7"], options={"num_games": 2}, reversed=0)
    table.say("trash 8", "trash 9")
    assert table.to_move == C and table.sizes() == [8, 8, 8] and table.state["game_number"] == 1
    assert table.state["match_points"][:3].tolist() == [3, 1, 0]
    assert standings(table, A) == [100, -20, -80, 0, 0]
    assert standings(table, C) == [-80, 100, -20, 0, 0]
    assert (table.state["panel"] < 2).all() and len(table.cards(NUMBER_DECK)) == 22


@pytest.mark.parametrize(("parent", "next_parent"), [(0, 0), (1, 1), (2, 0), (3, 0)])
def test_SEKI_6_4_SEKI_10_16_a_stall_is_ranked_by_hand_size(parent: int, next_parent: int) -> None:
    hands = ["REVERSE", "0", "", ""]
    table = position(hands, finished=[2, 3], parent=parent, options={"num_games": 2})
    for _ in range(4):
        assert table.legal() == {"pass"} and table.state["game_number"] == 0
        table.say("pass")
    assert table.state["game_number"] == 1 and table.to_move == next_parent
    assert table.state["match_points"][:4].tolist() == [2, 2, 7, 5]
    assert table.points() == [-2, -2, 3, 1]


def test_SEKI_6_4_SEKI_10_16_a_view_tells_shared_points_exactly() -> None:
    table = position(["REVERSE", "0", "", ""], finished=[2, 3], options={"num_games": 2})
    table.say(*["pass"] * 4)
    assert standings(table, A) == [-120, -120, 180, 60, 0]
    assert standings(table, C) == [180, 60, -120, -120, 0]
    assert table.view(A)["standing"].tolist() == [0, 0, 1, 0, 0], "in fours of points, rounded"


def awards(rng: random.Random, count: int, points: list[int]) -> list[Fraction]:
    """What a random ranking with shared places brings to each seat."""
    ranks = sorted(rng.randrange(count) for _ in range(count))
    shares = [
        Fraction(sum(p for p, other in zip(points, ranks, strict=True) if other == rank))
        / ranks.count(rank)
        for rank in ranks
    ]
    rng.shuffle(shares)
    return shares


def test_SEKI_6_4_points_less_the_mean_are_whole_sixtieths_and_exact() -> None:
    rng = random.Random(6)
    for _ in range(60):
        count = rng.choice([3, 4, 5])
        points = sorted(rng.choices(range(100), k=count), reverse=True)
        options = {"num_games": 100, "num_players": count, "points": points}
        state = opened(0, **options).state
        exact = [Fraction(0)] * count
        for _ in range(rng.randint(1, 20)):
            for seat, share in enumerate(awards(rng, count, points)):
                exact[seat] += share
                state["match_points"][seat] += float(share)
        leads = [60 * (own - sum(exact) / count) for own in exact]
        for seat in range(count):
            told = standings(Table(state), seat)
            wanted = [max(-30480, min(30480, leads[(seat + d) % count])) for d in range(count)]
            assert told == wanted + [0] * (5 - count)


def test_SEKI_9_29_a_view_clips_points_beyond_its_range() -> None:
    table = position(["3", "4", "5"], options={"num_games": 100})
    table.state["match_points"][:3] = 9000, 0, 0
    assert standings(table, A) == [60 * 508, -60 * 508, -60 * 508, 0, 0]
    table.state["match_points"][:3] = 762, 0, 0
    assert standings(table, B) == [60 * -254, 60 * -254, 60 * 508, 0, 0]


@pytest.mark.parametrize(
    ("turns", "most", "shown"), [(126, 252, (126, 126)), (128, 256, (127, 127)), (9, 99, (9, 90))]
)
def test_SEKI_9_29_a_view_stops_counting_turns(
    turns: int, most: int, shown: tuple[int, int]
) -> None:
    view = position(["3", "4", "5"], turns=turns, options={"max_turns": most}).view(A)
    assert (view["turns"], view["turns_left"]) == shown


def test_SEKI_6_4_fewer_cards_rank_better_and_a_draw_is_progress() -> None:
    table = position(["0", "TRADE", "0 0"], parent=1, nd="1", options={"stall_rounds": 1})
    table.say("pass", "keep the drawn card", "pass", "pass")
    assert table.state["no_progress"] == 2 and table.to_move == A
    table.say("pass")
    assert table.to_move is None and table.places() == [2, 1, 2]
    assert table.state["match_points"][:3].tolist() == [0.5, 3, 0.5]


def test_SEKI_6_4_the_safety_cap() -> None:
    table = position(["3 TRADE", "1 7", "2"], nd="4 4 4", turns=9, options={"max_turns": 11})
    assert [int(table.view(seat)["turns_left"]) for seat in table.seats] == [2, 2, 2]
    table.say("trash 3", "trash 7")
    assert table.to_move is None and table.state["stalled"] == 1
    assert table.state["match_points"][:3].tolist() == pytest.approx([4 / 3] * 3)


@pytest.mark.parametrize(("draw", "flip"), [(True, False), (False, True)])
def test_SEKI_6_4_SEKI_9_26_which_resets_are_progress(draw: bool, flip: bool) -> None:
    options = {"reset_pass_draw": draw, "reset_flip": flip}
    table = position(["3 TRADE", "1", "2"], ng="9", nd="4", no_progress=1, options=options)
    table.say("pass", "pass")
    assert table.to_move == B and table.state["no_progress"] == (0 if draw else 2)


def test_SEKI_6_5_a_blank_use_is_masked_and_explained() -> None:
    table = position(["5 DIG_UP", *OTHERS])
    assert "use DIG UP" not in table.legal()
    assert "no effect" in GAME.words.why_illegal(table.state, 48)


# Information


def test_SEKI_7_1_what_is_public_is_the_same_for_all() -> None:
    public = [field.name for field in GAME.fields if not field.private and field.shape != (5,)]
    per_seat = {"role", "frozen_from", "trades", "offered", "left_to_do"}
    for before, _, _ in random_steps()[::5]:
        views = [Table(before).view(seat) for seat in Table(before).seats]
        giving = before["phase"] == HUNTER_GIVE
        for name in set(public) - per_seat | (set() if giving else {"offered", "left_to_do"}):
            assert all((view[name] == views[0][name]).all() for view in views), name


def test_SEKI_7_1_what_is_public_per_player_turns_with_the_viewer() -> None:
    table = position(["9 9", "1 2", "3"], "HACKER . .", ng="5", right=C, parent=1)
    table.say("activate HACKER")
    for seat in table.seats:
        view = table.view(seat)
        for name, wanted in [
            ("hand_size", [2, 2, 1]),
            ("frozen_count", [0, 1, 1]),
            ("right", [0, 0, 1]),
            ("parent", [0, 1, 0]),
            ("on_turn", [1, 0, 0]),
            ("panel", [2, 2, 2]),
        ]:
            assert view[name][:3].tolist() == wanted[seat:] + wanted[:seat], name


def test_SEKI_7_1_what_everybody_did_last() -> None:
    table = position(["9 9", "1 DIG_UP", "2 3"], "THIEF HUNTER MAGICIAN", ng="5", right=B)
    table.say("trash 9", "use DIG UP", "dig up with 1", "activate MAGICIAN", "act as REVERSE")
    assert table.view(B)["last_did"].tolist() == [2, 3, 0, 0, 0], "A is at it again"
    table.say("pass", "pass")
    assert table.view(C)["last_did"].tolist() == [3, 4, 5, 0, 0]


def test_SEKI_7_2_choices_under_way_are_private() -> None:
    table = position(["3 9 TRADE", *OTHERS], "ALCHEMIST . .", nd="1")
    table.say("activate ALCHEMIST", "put 3 on the pile", "put 9 on top")
    assert table.view_of_cards(A, "chosen") == [12, 36] and not table.view_of_cards(B, "chosen")
    assert table.view_of_cards(A, "hand") == table.cards(A)


def test_SEKI_7_3_a_card_excluded_face_down_is_seen_by_its_owner_only() -> None:
    options = {"exclusion_face_up": False}
    state: dict[str, Any] = {"sg": "DIG_UP", "rest": "deck", "options": options}
    table = position(["5 3 TRADE", "1 1", "2 2"], "ANGLER . .", **state)
    table.say("activate ANGLER", "exclude 5")
    assert table.known(20)[:2] == [{"EX"}, {"ND", "H0", "H2", "EX"}]
    assert table.known(44)[1] == {"SD", "H0", "H2", "EX"}
    table = position(["5 3 TRADE", "1 1", "2 2"], "ANGLER . .", marked=[20], **state)
    table.say("activate ANGLER", "exclude 5")
    assert table.known(20) == [{"EX"}] * 3 and table.known(12)[1] == {"ND", "H0", "H2"}
    table = position(["5 3 TRADE", "1 1", "2 2"], "MILLIONAIRE . .", **state)
    table.say("activate MILLIONAIRE", "exclude 5")
    assert table.known(12)[1] == {"ND", "H0", "H2", "EX"}
    assert table.known(44)[1] == {"SD", "H0", "H2"}, "he excludes numbers only"


def test_SEKI_7_3_an_order_of_the_deck_that_nobody_saw_is_not_in_any_view() -> None:
    table = position(["5", *OTHERS], nd="1 2 3", sd="REVERSE TRADE")
    other = table.copy()
    other.state["number_deck"][:3] = other.state["number_deck"][:3][::-1].copy()
    other.state["symbol_deck"][:2] = other.state["symbol_deck"][:2][::-1].copy()
    for seat in table.seats:
        assert table.view(seat).tobytes() == other.view(seat).tobytes()


def test_SEKI_7_4_hands_have_no_positions() -> None:
    table = position(["9", "1 2 TRADE", "3"], "HACKER . .")
    frozen = Counter(
        FACES[card] for t in table.tries("activate HACKER", count=300) for card in t.frozen()
    )
    del frozen["3"]
    assert set(frozen) == {"1", "2", "TRADE"}
    assert stats.chisquare(list(frozen.values())).pvalue > 0.001


def test_SEKI_7_5_rule_1_the_deal() -> None:
    table = position(["0 TRADE", "1", "2"], rest="deck")
    assert table.known(0) == [{"H0"}, {"ND", "H0", "H2"}, {"ND", "H0", "H1"}]
    assert table.known(44) == [{"H0"}, {"SD", "H0", "H2"}, {"SD", "H0", "H1"}]
    memory = table.view(B)["memory"]
    assert np.flatnonzero(memory[:, 0]).tolist() == [1, 2, 5], "relative to the viewer"


def test_SEKI_7_5_rule_3_a_draw() -> None:
    table = position(["0 TRADE", "1", "2"], "GAMBLER . .", rest="deck", nd="3")
    unseen = table.copy()
    unseen.say("pass", "keep the drawn card")
    assert unseen.known(12) == [{"H0"}, {"ND", "H0", "H2"}, {"ND", "H0", "H1"}]
    table.say("activate GAMBLER", "guess 1 to 4", "discard TRADE", "pass", "keep the drawn card")
    assert table.known(12) == [{"H1"}] * 3, "everybody knew the top card"
    assert table.known(39)[0] == {"ND", "H1", "H2"}


def test_SEKI_7_5_rule_3_SEKI_7_6_a_hunter_knows_what_the_millionaire_takes() -> None:
    roles = "HUNTER MILLIONAIRE ."
    table = position(["0 1", "1 5", "2 2"], roles, rest="deck", sd="TRADE REVERSE")
    trade, reverse = table.cards(SYMBOL_DECK)[-2:]
    table.say("activate HUNTER", "stop", "activate MILLIONAIRE", "exclude 5")
    assert table.known(reverse) == [{"H1"}, {"H1"}, {"SD", "H0", "H1"}]
    assert table.known(trade) == [{"SD"}, {"SD", "H0", "H2"}, {"SD", "H0", "H1"}]


def test_SEKI_7_5_rule_4_a_trade_seen_by_a_third() -> None:
    table = position(["5 TRADE", "1", "3 3"], rest="deck")
    table.say("use TRADE", "trade 5", "choose player_1")
    assert table.known(20) == [{"H1"}, {"H1"}, {"ND", "H0", "H1"}]
    assert table.known(4) == [{"H0"}, {"H0"}, {"ND", "H0", "H1"}]
    assert table.known(12)[2] == {"H2"}


def test_SEKI_7_5_rule_5_emperor() -> None:
    hands = ["0 1", "5 5", "6 6 TRADE", "8"]
    frozen = {C: {"6": B}, 3: {"8": B}}
    table = position(hands, "EMPEROR . . .", rest="deck", frozen=frozen)
    before = table.known(25)
    table.say("activate EMPEROR")
    assert table.known(25) == before, "the pool is in nobody's hand to look at"
    for tried in table.tries("keep 5", count=20):
        for card in (0, 4, 20, 21, 25, 44):
            owner = int(tried.state["zone"][card])
            assert tried.known(card)[A] == ({"H0"} if owner == A else {"H1", "H2"})
            assert tried.known(card)[3] == {"SD" if card == 44 else "ND", "H0", "H1", "H2"}
        assert tried.known(24)[A] == {"ND", "H2", "H3"}, "not B, who has nothing frozen"
        assert tried.known(24)[C] == {"H2"}


def test_SEKI_7_5_rule_6_fortune_teller_and_hunter() -> None:
    hands = ["0 1", "5 5", "6 6"]
    table = position(hands, "FORTUNE_TELLER . .", rest="deck", frozen={C: {"6": B}})
    table.say("activate FORTUNE TELLER")
    assert table.known(20)[A] == {"H1"} and table.known(25)[A] == {"H2"}
    assert table.known(24)[A] == table.known(39)[A] == {"ND", "H2"}
    frozen: dict[str, Any] = {"frozen": {C: {"6": B}}, "marked": [24]}
    table = position(hands, "FORTUNE_TELLER . .", rest="deck", **frozen)
    table.say("activate FORTUNE TELLER")
    assert table.known(24)[A] == {"H2"} and table.known(39)[A] == {"ND"}
    table = position(["0 TRADE", "5 TRADE", "6 6"], "HUNTER . .", rest="deck")
    table.say("activate HUNTER")
    assert table.known(52)[A] == {"SD"} and table.known(45)[A] == {"H1", "H2"}


def test_SEKI_7_5_rule_7_an_exchange_of_hunter() -> None:
    roles = "HUNTER NEW_GRAD ."
    table = position(["0 TRADE", "5 TRADE", "6 6"], roles, rest="deck", sd="DISCARD")
    table.say("activate HUNTER", "stop", "activate as HUNTER", "give TRADE", "stop")
    assert table.view(A)["deck_order"].any()
    table.say("take DISCARD")
    assert not table.view(A)["deck_order"].any() and table.view(B)["deck_order"].any()
    assert table.known(52) == [{"SD", "H1"}, {"H1"}, {"SD", "H0", "H1"}]


def test_SEKI_7_5_rule_8_empty_zones_hold_nothing() -> None:
    table = position(["8", "5 TRADE", "6 6"], nd="9", sd="REVERSE")
    assert table.known(20)[C] == {"ND", "H0", "H1"}
    table.say("trash 8")
    assert table.known(20)[C] == {"ND", "H1"}
    table.say("pass", "pass", "keep the drawn card")
    assert table.known(36)[C] == table.known(20)[C] == {"H1"}


def test_SEKI_7_5_the_true_zone_of_every_card_is_in_every_memory() -> None:
    for _, _, after in random_steps():
        for viewer in range(after["num_players"] + 1):
            assert (after["memory"][viewer] >> after["zone"] & 1).all()


def test_SEKI_7_6_roles_seen_and_the_known_top_of_the_number_deck() -> None:
    roles = "FORTUNE_TELLER THIEF GAMBLER"
    table = position(["9 9 1", "3 4", "8 7"], roles, nd="2 3")
    table.say("activate FORTUNE TELLER", "trash 1", "pass", "keep the drawn card")
    assert ROLES[int(np.flatnonzero(table.view(A)["role"][1])[0])] == "THIEF"
    assert table.view(B)["saw_panel"].tolist() == [0, 0, 1, 0, 0]
    assert not table.view(A)["saw_panel"].any()
    table.say("activate GAMBLER", "guess 1 to 4", "discard 7")
    assert [int(table.view(seat)["deck_top"]) for seat in table.seats] == [3, 3, 3]


# Worked examples (10.1, 10.2, 10.16 and 10.17 are above)


def up_to_the_zero(**options: Any) -> Table:
    """SEKI-10.3 up to the decision on C's 0."""
    table = position(["9 2 1", *OTHERS], nd="3 7 0 4", options=options)
    table.say("trash 9")
    assert table.pile() == (["9"], 9, "natural", A)
    table.say("pass")
    assert table.faces(B) == ["1", "1", "4", "TRADE"]
    table.say("pass")
    assert table.asked == (C, PASS_DRAWN) and table.legal() == {"trash 0", "keep the drawn card"}
    return table


def test_SEKI_10_3_a_drawn_zero_is_trashed_or_kept_and_the_pile_reset() -> None:
    table = up_to_the_zero()
    table.say("trash 0")
    assert table.pile() == (["9", "0"], 0, "natural", C)
    assert table.legal() == {"trash 1", "trash 2", "pass"}
    table = up_to_the_zero()
    table.say("keep the drawn card", "pass")
    assert table.to_move == A and table.pile() == ([], None, "none", None)
    table.say("trash 2")
    assert table.pile() == (["2"], 2, "natural", A) and table.to_move == B


@pytest.mark.parametrize("may_trash", [True, False])
def test_SEKI_10_3_a_pass_after_the_reset_draws(may_trash: bool) -> None:
    table = up_to_the_zero(pass_after_reset="allowed" if may_trash else "no_trash")
    table.say("keep the drawn card", "pass", "pass")
    assert "7" in table.faces(A)
    assert table.asked == ((A, PASS_DRAWN) if may_trash else (B, TURN))


def test_SEKI_10_4_the_right_of_who_finishes_moves_on() -> None:
    table = position(["8", "2 REVERSE", "1 TRADE"], ng="5", right=C)
    table.say("trash 8")
    assert table.places() == [1, 0, 0] and table.pile() == (["5", "8"], 8, "natural", B)
    assert table.legal() == {"use REVERSE", "pass"}
    other = table.copy()
    table.say("use REVERSE")
    assert table.to_move == C and table.legal() == {"trash 1", "use TRADE", "pass"}
    other.say("pass", "trash 2")
    assert other.pile() == (["2"], 2, "natural", B)


def test_SEKI_10_5_forbidden_finishes() -> None:
    assert position(["0", *OTHERS], "THIEF . .", ng="5", right=B).legal() == {
        "activate THIEF",
        "pass",
    }
    assert position(["TRADE", "1", "2"], ng="5", right=B).legal() == {"pass"}
    table = position(["DISCARD 0", *OTHERS], ng="5", right=B)
    table.say("use DISCARD", "discard 0")
    assert table.places() == [1, 0, 0] and table.faces(SYMBOL_GRAVEYARD) == ["DISCARD"]
    assert table.pile() == (["5", "0"], 0, "natural", B)
    strict = {"forbidden_finish_scope": "strict"}
    assert "use DISCARD" not in position(["DISCARD 0", *OTHERS], options=strict).legal()


@pytest.mark.parametrize("cards", ["0 0 REVERSE", "TRADE 0 3", "REVERSE TRADE DIG_UP"])
def test_SEKI_10_6_angler_with_discard_always_finishes(cards: str) -> None:
    x, y, z = (card.replace("_", " ") for card in cards.split())
    table = position([f"DISCARD {cards}", "1 1", "1 2 2"], "ANGLER . .", ng="9", right=B)

    def until_his_turn() -> None:
        while table.to_move != A:
            table.say("pass")

    table.say("use DISCARD", f"discard {x}")
    until_his_turn()
    table.say("activate ANGLER", f"exclude {y}", "take DISCARD")
    until_his_turn()
    table.say("use DISCARD", f"discard {z}")
    assert table.places() == [1, 0, 0]


def test_SEKI_10_7_a_declared_five_outlasts_a_dig_up() -> None:
    hands = ["8", "6 7 8 9 0 2 5 DIG_UP", "1"]
    table = position(hands, "ALCHEMIST . .", nd="7", ng="1", right=C)
    table.say("activate ALCHEMIST", "put 7 on the pile", "put 8 on top", "declare the sum")
    assert table.places() == [1, 0, 0]
    assert table.pile() == (["1", "7", "8"], 5, "declared", B)
    beating = {"trash 6", "trash 7", "trash 8", "trash 9", "trash 0"}
    assert table.legal() == beating | {"use DIG UP", "pass"}
    table.say("use DIG UP", "dig up with 2")
    assert table.pile() == (["1", "7", "2"], 5, "declared", B)
    assert table.faces(B).count("8") == 2


def test_SEKI_10_7_a_drawn_zero_bars_the_finish() -> None:
    table = position(["8", *OTHERS], "ALCHEMIST . .", nd="0")
    table.say("activate ALCHEMIST")
    assert table.legal() == {"stop"}
    table.say("stop")
    assert table.faces(A) == ["0", "8"]


def test_SEKI_10_8_a_fished_number_stays_as_a_ghost() -> None:
    table = position(["1 2", "5 8 DIG_UP", "4"], "ANGLER . .", ng="3 7", right=C)
    table.say("activate ANGLER", "exclude 1", "take 7")
    assert table.pile() == (["3"], 7, "ghost", C)
    assert table.legal() == {"trash 8", "use DIG UP", "pass"}
    table.say("use DIG UP", "dig up with 5")
    assert table.faces(B) == ["3", "8"] and table.pile() == (["5"], 5, "natural", B)


def test_SEKI_10_8_the_last_card_is_fished() -> None:
    table = position(["1 2", "5 8 DIG_UP", "4"], "ANGLER . .", ng="7", right=C)
    table.say("activate ANGLER", "exclude 1", "take 7")
    assert table.pile() == ([], 7, "ghost", C) and table.legal() == {"trash 8", "pass"}
    table.say("pass", "pass")
    assert table.to_move == C and table.view(C)["after_reset"] == 1
    assert table.pile() == ([], None, "none", None)


def test_SEKI_10_9_frozen_cards_of_a_hacker() -> None:
    hands = ["6 TRADE 2", "4 TRADE", "9"]
    start = position(hands, "HACKER . FORTUNE_TELLER", ng="3", right=C)
    wanted = {45: A, 36: A}
    table = next(t for t in start.tries("activate HACKER") if t.frozen() == wanted)
    assert table.legal() == {"trash 6", "use TRADE", "pass"}
    traded = table.copy()
    traded.say("use TRADE", "trade 2")
    assert traded.legal() == {"choose player_1"}
    traded.say("choose player_1")
    assert traded.faces(A) == ["4", "6"]
    table.say("pass")
    assert table.to_move == B and table.legal() == {"trash 4", "pass"}
    table.say("trash 4")
    assert table.places() == [0, 0, 0] and table.faces(B) == ["TRADE"]
    assert table.to_move == C and table.legal() == {"activate FORTUNE TELLER", "pass"}
    table.say("pass")
    assert table.to_move == A and not table.frozen()


def test_SEKI_10_10_marks_stay_on_the_cards() -> None:
    hands = ["0 0 1 DIG_UP", "9 2", "TRADE TRADE 8"]
    start = position(hands, "POLICE_OFFICER . .", ng="5")
    nine, marked_trade, trade = 36, 44, 45
    police = start.tries("activate POLICE OFFICER", "stop", "pass")
    table = next(found for found in police if found.marked() == [nine, marked_trade])
    assert table.to_move == C
    GAME.kernels.apply(table.state, trade)
    table.say("trade 8")
    table = next(t for t in table.tries("choose player_1") if nine in t.cards(C))
    assert table.known(nine) == [{"H2"}] * 3
    table.say("pass", "trash 0", "trash 8", "trash 9")
    assert table.known(nine) == [{"NG"}] * 3 and nine in table.marked()
    table.say("use DIG UP", "dig up with 0")
    assert table.known(nine) == [{"H0"}] * 3 and nine in table.marked()


def test_SEKI_10_11_gambler() -> None:
    table = gambler("1 to 4", "6 3")
    table.say("discard 1")
    assert table.pile() == (["9", "1"], 1, "natural", A) and len(table.cards(NUMBER_DECK)) == 2
    table.say("pass", "trash 3")
    assert table.known(12) == [{"NG"}] * 3, "the next drawer got the known card"
    assert gambler("0 or 5", "6 3").faces(A) == ["1", "3", "6", "8", "TRADE"]
    table = gambler("0 or 5", "6 5", "0 TRADE")
    table.say("discard 0", "discard TRADE")
    assert table.places() == [1, 0, 0]


@pytest.mark.parametrize("frozen", [{}, {C: {"7": B}}])
def test_SEKI_10_12_emperor_deals_everybody_as_many(frozen: dict[int, dict[str, int]]) -> None:
    hands = ["1 2", "3 4 5 TRADE TRADE", "6 7 REVERSE"]
    table = position(hands, "EMPEROR . .", frozen=frozen)
    table.say("activate EMPEROR")
    assert len(GAME.legal_actions(table.state)) == 10 - len(frozen)
    table.say("keep 5")
    assert table.sizes() == [2, 5, 3] and "5" in table.faces(A)


def test_SEKI_10_13_new_grad() -> None:
    hands = ["1 2", "3 4", "6 7"]
    copies = position(hands, "NEW_GRAD EMPEROR! THIEF").legal()
    assert not any(text.startswith("activate") for text in copies)
    copies = position(hands, "NEW_GRAD EMPEROR! THIEF!").legal()
    assert {text for text in copies if text.startswith("activate")} == {"activate as THIEF"}


def test_SEKI_10_14_a_millionaire_of_one_card() -> None:
    table = position(["5", *OTHERS], "MILLIONAIRE . .", sd="TRADE REVERSE")
    table.say("activate MILLIONAIRE", "exclude 5")
    assert table.faces(A) == ["REVERSE"] and 20 in table.cards(EXCLUDED)
    assert table.state["bonus"] == 1 and table.legal() == {"pass"}


def test_SEKI_10_15_a_magician_of_one_card() -> None:
    table = position(["DIG_UP", "1", "2"], "MAGICIAN . .", ng="5", right=B)
    table.say("activate MAGICIAN")
    assert table.legal() == {"act as REVERSE", "act as TRADE"}
    table.say("act as TRADE", "trade DIG UP", "choose player_1")
    assert table.faces(A) == ["1"] and not table.cards(SYMBOL_GRAVEYARD)


# Rulings of section 9 that no test above has


def test_SEKI_9_26_distinct_backs_are_chosen_where_both_are_there() -> None:
    options = {"distinct_backs": True}
    hands = ["1", "2 TRADE", "3 3"]
    table = position(hands, "POLICE_OFFICER . .", options=options)
    table.say("activate POLICE OFFICER")
    assert table.asked == (A, POLICE_BACK)
    assert table.legal() == {"mark a face-down number", "mark a face-down symbol"}
    table.say("mark a face-down symbol")
    assert sorted(faces(table.marked())) == ["3", "TRADE"]
    one = position(hands, "POLICE_OFFICER . .", options={**options, "police_scope": "one"})
    one.say("activate POLICE OFFICER", "choose player_1", "mark a face-down number")
    assert faces(one.marked()) == ["2"] and one.asked == (A, TRADE_AGAIN)
    table = position(hands, "HACKER . .", options=options, marked=[8])
    table.say("activate HACKER")
    assert table.legal() == {"freeze 2", "freeze a face-down symbol"}
    table.say("freeze 2")
    assert sorted(faces(list(table.frozen()))) == ["2", "3"]
    table = position(hands, "HACKER . .", options=options)
    table.say("activate HACKER", "freeze a face-down symbol")
    for viewer in (A, C):
        victims = [table.view(viewer)["frozen_from"][(seat - viewer) % 3] for seat in (B, C)]
        assert [row.tolist()[-viewer % 3] for row in victims] == [2, 1]
