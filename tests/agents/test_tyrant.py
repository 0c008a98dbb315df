"""Greedy at Tyrant: it wins what helps, keeps below the purge, and forms its hands for that."""

from functools import partial
from typing import Any

import pytest

from fudaba.envs.tyrant import GAME
from fudaba.envs.tyrant.heuristic import likely

from ..tyrant.positions import A, B, C, Table, position
from .advised import greedy_move

advice = partial(greedy_move, GAME)


def last_to_act(hand: str, won: dict[int, str], **more: Any) -> Table:
    """The last trick, a lead of SK; A holds the only cards and chips."""
    return position([hand, "", ""], "SK", won=won, chips=[5, 0, 0], aces="HDCS", **more)


def test_TYR_4_9_a_lead_card_that_helps_is_won_with_few_cards() -> None:
    table = last_to_act("SSH", {B: "DJ DQ", C: "HJ CJ"})
    assert advice(table) == "play ♠"


def test_TYR_6_6_a_lead_card_that_would_be_too_much_is_left() -> None:
    table = last_to_act("SSH", {A: "SQ SJ", B: "DJ", C: "CJ"})
    assert advice(table) == "pass", "with it 5 + 6 + 4 and more, where the others have 1"


def test_TYR_5_5_chips_are_laid_to_get_below_the_line_and_kept_otherwise() -> None:
    rich = {A: "DQ CQ", B: "HJ", C: "CJ"}
    table = last_to_act("D", rich, least_trick_bonus=0)
    table.say("play ♦")
    assert advice(table) == "5 chips on ♠", "9 + 5 are 13 more than the lowest"
    poor = last_to_act("D", {A: "DQ", B: "HJ HQ", C: "CJ CQ"}, least_trick_bonus=0)
    poor.say("play ♦")
    assert advice(poor) == "no chips"


def test_TYR_6_4_who_has_no_trick_stays_without_one_for_the_piles() -> None:
    won = {B: "DJ CJ", C: "HJ DQ"}
    piles = (10, 10, 10, 10)
    assert advice(last_to_act("SSH", won, plaza=piles)) == "pass"
    assert advice(last_to_act("SSH", won, plaza=piles, least_trick_bonus=0)) == "play ♠"


@pytest.mark.parametrize(("won", "spades"), [({B: "SJ", C: "HJ"}, 3), ({A: "HK DK"}, 0)])
def test_TYR_4_3_a_hand_has_what_is_to_be_won_and_not_what_would_be_too_much(
    won: dict[int, str], spades: int
) -> None:
    table = position(
        ["", "S", "S"], "SK SQ", stocks=["SSSHHHDDD", "", ""], passed=[A], won=won, chips=[5, 3, 3],
    )  # fmt: skip
    while table.phase == "SELECT":
        table.say(advice(table))
    assert table.cards("hands", A).count("S") == spades


def test_TYR_6_9_where_totals_are_the_reward_nothing_is_too_much() -> None:
    table = last_to_act("SSH", {A: "SQ SJ", B: "DJ", C: "CJ"}, reward_mode="points")
    assert advice(table) == "play ♠"


def test_a_margin_without_hope_is_no_error_in_plain_python() -> None:
    plain = getattr(likely, "py_func", likely)
    assert plain(-1e4) == pytest.approx(0.0) and plain(1e4) == plain(0.0) * 2
