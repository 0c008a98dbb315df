"""Greedy at Daifugo: weak and long plays first, winners for the last turns, no joker at the end."""

from functools import partial
from typing import Any

import numpy as np
import pytest

from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import tables
from fudaba.envs.daifugo import GAME, heuristic
from fudaba.envs.daifugo import state as dfg

from ..daifugo.positions import position
from .advised import greedy_move

OTHERS = ["H9 D9 S10 D10 HJ", "C3 H5 CJ CQ HQ"]


advice = partial(greedy_move, GAME)


def lead(hand: str, others: list[str] = OTHERS, **given: Any) -> str:
    """What greedy leads with this hand."""
    return advice(position([hand, *others], **given))


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("D3 H6 SK C2", "single 3"),  # the weakest card first
        ("D3 H4 S4 SK C2", "pair 4 4"),  # two at once
        ("D3 H4 D5 D4 SK C2", "run 3 4 5"),  # three at once
    ],
)
def test_DFG_4_4_weak_cards_and_long_plays_are_led(hand: str, move: str) -> None:
    assert lead(hand) == move


def test_DFG_5_2_in_a_revolution_high_cards_are_weak() -> None:
    assert lead("D3 H6 SQ C2", revolution=1) == "single 2"


def test_DFG_4_1_the_last_cards_are_shed_at_once() -> None:
    assert lead("D4 H4 S4") == "triple 4 4 4"


def test_DFG_5_5_an_8_goes_first_where_the_rest_is_one_play() -> None:
    assert lead("D4 H4 S8") == "single 8"


def test_DFG_4_7_a_joker_is_played_while_another_card_is_left() -> None:
    assert lead("D4 joker") == "lone joker"
    table = position(["S9 HK", "D4 joker", "C3 C5"])
    table.say("single 9", "with S9")
    assert advice(table) == "lone joker"


def test_DFG_4_4_a_winner_is_led_when_it_leaves_one_play() -> None:
    pile = "C3 C4 C5 C6 C7"
    others = ["H9 D9", "C9 SK"]
    # All else is among the discards: nothing beats the ace.
    assert lead("D4 DA", others, pile=pile) == "single A"
    assert lead("D4 D5 DA", ["H2 D2", "C2 S2"], pile=pile + " joker joker") == "single 4"


def test_DFG_4_10_a_pass_draws_nothing() -> None:
    table = position(["SK DK S9", "S3 S4 H5", "C3 C5 D5"])
    table.say("single K", "with SK", "stop")
    assert advice(table) == "pass"


def test_DFG_4_13_the_shortest_hand_takes_the_last_card_of_the_pile() -> None:
    for others, move in ((["S3", "C3 C5 D5 C6"], "pass and draw a card"), (["S3", "C3"], "pass")):
        table = position(["DQ SQ S9 H9 D9", *others], pile="H3")
        table.say("pair Q Q", "with SQ DQ")
        assert advice(table) == move


def test_DFG_5_6_a_7_sheds_the_weakest_card_to_the_shortest_hand() -> None:
    table = position(["D7 D4 HA CA", OTHERS[0], "C3 C4"])
    table.say("single 7", "with D7")
    assert advice(table) == "give ♦4"
    table.say("give D4")
    assert advice(table) == "give ♦4 to player_2"


def test_DFG_5_6_a_7_may_give_the_last_card_away() -> None:
    table = position(["D7 DA", *OTHERS])
    table.say("single 7", "with D7")
    assert advice(table) == "give ♦A"


def test_DFG_4_18_daifugo_gives_back_what_is_weak_and_alone() -> None:
    table = position(["S4 H4 D5 H6 DK H2 joker S9 C9 C10", *OTHERS])
    table.state["title"][:3] = [1, 3, 2]
    table.state["exchange_step"], table.state["left_to_do"] = 1, 2
    table.state["phase"] = 7
    assert advice(table) == "give ♦5 back to player_1"


def test_a_choice_between_passes_is_that_of_all_actions() -> None:
    """The short way around the study of the hands, with weights that make both passes occur."""
    played, chosen = tables("daifugo_v0", 256, seed=4), set()
    rng = np.random.default_rng(4)
    weights = GreedyAgent(GAME, {"draw": 1.0, "draw_long": -1.0}).record
    for _ in range(60):
        for view, mask in zip(played.views, played.action_masks, strict=True):
            if mask[: dfg.PASS_ACTION].any() or not mask[dfg.PASS_DRAW_ACTION]:
                continue
            chosen.add(int(heuristic.choose(view, weights, mask)))
            assert heuristic.choose(view, weights, mask) == heuristic.choose_among_all(
                view, weights, mask
            )
        played.step(UniformAgent().act(played.observations, played.action_masks, rng))
    assert chosen == {dfg.PASS_ACTION, dfg.PASS_DRAW_ACTION}
