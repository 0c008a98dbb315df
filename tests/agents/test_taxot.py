"""Greedy at Taxot: it closes, shows fours, and keeps what most cards would complete."""

from functools import partial

import pytest

from fudaba.envs.taxot import GAME

from ..taxot.positions import position
from .advised import greedy_move

advice = partial(greedy_move, GAME)


def answer(hand: str, thrown: str) -> str:
    """What seat 1 says to a discard of seat 0."""
    table = position({1: hand}, thrown)
    table.say(f"discard {thrown}")
    assert table.to_move == 1
    return advice(table)


@pytest.mark.parametrize(("hand", "card", "move"), [
    ("b0 r0 b4 r4 b7", "r7", "close"),
    ("b5 b5 r5 b0 r8", "r5", "reveal b5 b5 r5 r5"),
    ("b0 r0 b4 r4 b7", "r1", "discard b7"),  # eight ones, of which more are to come
    ("b2 b3 b4 r6 r7", "bE", "discard bE"),  # r5 and r8 complete it, and the ships
    ("b0 r3 b4 r4 bK", "bS", "discard bK"),  # of court cards there are three more, of nothings five
])  # fmt: skip
def test_its_turn(hand: str, card: str, move: str) -> None:
    assert advice(position({0: hand}, card)) == move


def test_it_closes_on_a_discard() -> None:
    assert answer("b0 r0 b4 r4 b7", "r7") == "close"


def test_it_calls_what_brings_it_nearer_and_nothing_else() -> None:
    assert answer("b5 b6 r8 r8 b1", "b7") == "call b5 b6 b7"
    assert answer("b0 r0 b4 r4 b7", "b0") == "pass"
