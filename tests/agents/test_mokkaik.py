"""Greedy at Mokkaik: large plays while they are safe, winners for the end, and the last round."""

from functools import partial

import pytest

from fudaba.envs.mokkaik import GAME

from ..mokkaik.positions import position
from .advised import greedy_move

advice = partial(greedy_move, GAME)


def answer(led: str, hands: list[str]) -> str:
    """What the second player says."""
    table = position(hands)
    table.say(led)
    return advice(table)


@pytest.mark.parametrize(("hand", "move"), [
    ("b0 b5 b6 b7 bK", "play b5 b6 b7"),  # many cards at once, and the king for the end
    ("b2 r2 r2 b8 bE", "play b2 r2 r2"),
    ("b6 b7 b8", "play b6 b7 b8"),  # all of it
    ("bS b7 b8", "play bS b7 b8"),
])  # fmt: skip
def test_it_leads_large_plays(hand: str, move: str) -> None:
    other = " ".join(["b1", "r1", "b2", "r2", "r0"][: len(hand.split())])
    assert advice(position([hand, other])) == move


def test_it_wins_the_last_round_where_it_can() -> None:
    assert answer("b3", ["b3", "b4"]) == "play b4"
    assert answer("b3", ["b3", "bS"]) == "play bS"


def test_it_throws_what_it_misses_least() -> None:
    table = position(["b3 b0 b0 b0", "r0 r5 bK rS"])
    table.say("b3", "fold")
    assert advice(table) == "throw r0"


def test_it_keeps_a_ship_rather_than_win_one_card() -> None:
    assert answer("b3", ["b3 b0 b0 b1 b1", "r0 r5 b2 bS rS"]) == "fold"
