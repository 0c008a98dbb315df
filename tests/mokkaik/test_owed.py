"""What losers of the last round pay, as the table shows it, is what the rules make them pay."""

import re
from typing import Any

import pytest

from fudaba.envs.mokkaik import GAME
from fudaba.envs.mokkaik.rules import amount_of
from fudaba.testing.positions import positions

from ..spread import few_mixes
from ..tables import names_of, ranks_of, zones_of
from .positions import Table, position

SPECIAL = re.compile(r", (as|to the) dealer (\d+)$")
some_mixes = pytest.mark.parametrize("options", few_mixes(GAME, 4))


def amount_said(note: str, loser: int, winner: int, dealer: int) -> int:
    """What a row says that a player pays to a winner."""
    found, sign = SPECIAL.search(note), -1 if "gets" in note else 1
    if found and dealer == (loser if found[1] == "as" else winner):
        return sign * int(found[2])
    return sign * int(re.split(" = |gets ", SPECIAL.sub("", note))[-1])


@some_mixes
def test_MOK_6_1_each_row_is_what_the_rules_make_a_loser_pay(options: dict[str, Any]) -> None:
    for state in positions(GAME, options, 8):
        if state["to_move"] < 0:
            break
        for seat in range(int(state["num_players"])):
            rows = {rank.name: rank for rank in ranks_of(GAME, state, seat)}
            assert len(rows) == state["num_players"]
            assert [name for name, rank in rows.items() if rank.is_own] == [f"player_{seat}"]
            for loser in range(int(state["num_players"])):
                for winner in range(int(state["num_players"])):
                    if winner != loser:
                        note, dealer = rows[f"player_{loser}"].note, int(state["dealer"])
                        said = amount_said(note, loser, winner, dealer)
                        assert said == amount_of(state, loser, winner)


def test_MOK_6_1_the_last_round_costs_what_the_row_says() -> None:
    table = position(["b1", "b3", "b0"], won=["b4 b5 r5", "", "rK"])
    notes = {rank.name: rank.note for rank in ranks_of(GAME, table.state, 2)}
    assert notes == {
        "player_0": "6 - 3 won = 3, as dealer 6",
        "player_1": "6",
        "player_2": "6 - 1 won = 5",
    }
    table.say("b1", "b3", "fold")
    assert table.state["scores"][:3].tolist() == [-6, 11, -5]


def test_who_pays_least_comes_first() -> None:
    table = position(["b1", "b3", "b0"], won=["", "b1 b1 b4 b5 r5 r7 r8", "rK"])
    assert [(rank.name, rank.note) for rank in ranks_of(GAME, table.state, 0)] == [
        ("player_1", "6 - 7 won: gets 1"),
        ("player_2", "6 - 1 won = 5"),
        ("player_0", "6, as dealer 12"),
    ]


@pytest.mark.parametrize(("multiplier", "notes"), [
    ("payer", ["6", "6", "6, as dealer 12"]),
    ("either", ["6, to the dealer 12", "6, to the dealer 12", "6, as dealer 12"]),
    ("none", ["6", "6", "6"]),
])  # fmt: skip
def test_MOK_8_what_the_bonus_multiplies_is_a_house_rule(multiplier: str, notes: list[str]) -> None:
    table = position(["b1", "b3", "b0"], dealer_multiplier=multiplier)
    assert sorted(rank.note for rank in ranks_of(GAME, table.state, 0)) == sorted(notes)


def test_with_two_players_the_dealer_is_the_only_other_winner() -> None:
    table = position(["b1", "b3"], dealer_multiplier="either")
    assert {rank.name: rank.note for rank in ranks_of(GAME, table.state, 1)} == {
        "player_0": "6, as dealer 12", "player_1": "6, to the dealer 12"
    }  # fmt: skip


def test_zones_say_what_lies_in_them() -> None:
    table = position(["b2 b0", "b4 b1", "r1 r2"], won=["", "r8", ""])
    table.say("b2", "b4", "fold")
    assert "player_2 folds, face down" in zones_of(GAME, table.state, 1)
    table.say("throw r2")
    zones = zones_of(GAME, table.state, 2)
    assert names_of(zones["beaten plays"]) == ["b2"]
    assert names_of(zones["won by player_1"]) == ["b4", "r8"]
    assert names_of(zones["thrown face down by player_2"]) == ["r2"]
    assert zones_of(GAME, table.state, 0)["thrown face down by player_0"] == []


def test_after_the_match_nothing_is_to_be_paid() -> None:
    table = Table(position(["b1", "b3"]).state)
    table.say("b1", "b3")
    assert GAME.scene(table.state, 0).pictures == ()
