"""Greedy at Namto: ships and court cards bet high, poor hands drop, the weaker card is shown."""

from functools import partial

import pytest

from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.envs.namto import GAME
from fudaba.evaluation.match import reward_against

from ..namto.positions import position
from .advised import greedy_move

advice = partial(greedy_move, GAME)


@pytest.mark.parametrize(("hand", "move"), [
    ("bS r3", "bet 5"),
    ("bK rE", "bet 5"),
    ("b0 r3", "drop"),
])  # fmt: skip
def test_it_bets_on_what_it_holds(hand: str, move: str) -> None:
    table = position("b1 b2", "r6 r5", hand)
    table.play("0 bet 5", "1 bet 5")
    assert advice(table) == move


def test_it_reveals_the_weaker_card() -> None:
    table = position("b0 bS", "r6 r5")
    table.play("0 bet 1", "1 bet 1")
    assert advice(table) == "reveal b0"


@pytest.mark.parametrize(("hidden", "move"), [("bS", "bet 5"), ("r0", "drop")])
def test_it_tries_out_what_a_rival_may_hide(hidden: str, move: str) -> None:
    table = position("b8 b3", f"b2 {hidden}")
    table.play("0 bet 5", "1 bet 5", "0 reveal b8", "1 reveal b2")
    table.state["paid"][:2] = 1  # a small pot
    table.play("0 bet 5")
    assert advice(table) == move


def test_it_plays_by_all_house_rules() -> None:
    for options in (
        {"hand_pool": "community", "betting": "until_equal"},
        {"hand_pool": "own", "own_min": 2, "tie_break": "split"},
        {"reveals": 1, "start_chips": 9, "seasons": 3},
    ):
        rules = GAME.options(**options)
        result = reward_against(GAME, rules, GreedyAgent(GAME), UniformAgent(), deals=20, seed=0)
        assert result.mean > 0


def test_it_is_above_random() -> None:
    greedy, uniform = GreedyAgent(GAME), UniformAgent()
    assert reward_against(GAME, GAME.options(), greedy, uniform, deals=150, seed=0).low > 0.5
