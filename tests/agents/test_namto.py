"""Greedy at Namto: ships and court cards bet high, poor hands drop, the weaker card is shown."""

from functools import partial

import pytest

from fudaba.envs.namto import GAME

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
