"""What is measured at a table of Killer Sevens, against a recount in plain Python."""

import random
from typing import Any

import numpy as np
import pytest

from fudaba.envs import find_game
from fudaba.envs.cards import laying
from fudaba.envs.killer_sevens import rules

GAME = find_game("killer_sevens_v0")
FACTORS = [measure.name for measure in GAME.balance.factors]
TALLIES = [measure.name for measure in GAME.balance.tallies]


def table(seed: int, **options: Any) -> np.void:
    state: np.void = np.zeros(1, GAME.state_dtype)[0]
    GAME.options.read(GAME.name, options).write(state)
    state["rng"] = seed
    return state


def cells(board: int) -> set[tuple[int, int]]:
    """Rows and columns of the cells of a board."""
    return {(cell // 13, cell % 13) for cell in range(52) if int(board) >> cell & 1}


def walls(cell: tuple[int, int], wrap: bool) -> int:
    row, column = cell
    return (row in (0, 3)) + (not wrap and column in (0, 12))


def pairs(hand: set[tuple[int, int]], wrap: bool) -> int:
    found = 0
    for row, column in hand:
        found += (row + 1, column) in hand
        found += (row, (column + 1) % 13) in hand and (wrap or column < 12)
    return found


@pytest.mark.parametrize("options", [{}, {"num_players": 3, "columns_wrap": True}])
def test_factors_are_those_of_the_dealt_hands(options: dict[str, Any]) -> None:
    wrap = options.get("columns_wrap", False)
    for seed in range(40):
        state = table(seed, **options)
        rules.order_rows(state)
        rules.deal_hands(state)
        dealt = [cells(state["hands"][seat]) for seat in range(state["num_players"])]
        rules.begin(state)
        values = np.zeros((len(GAME.balance.factors), GAME.max_players))
        GAME.balance.measure_deal(state, values)
        for seat, cards in enumerate(dealt):
            hand = {cell for cell in cards if cell[1] != 6}
            assert dict(zip(FACTORS, values[:, seat].tolist(), strict=True)) == {
                "first turn": (2, 6) in cards,
                "sevens": len(cards) - len(hand),
                "sixes and eights": sum(column in (5, 7) for _, column in hand),
                "corner cards": sum(walls(cell, wrap) == 2 for cell in hand),
                "edge cards": sum(walls(cell, wrap) == 1 for cell in hand),
                "own pairs": pairs(hand, wrap),
                "distance": sum(abs(column - 6) for _, column in hand),
                "cards": len(cards),
            }


@pytest.mark.parametrize("options", [{}, {"group_kill": "any_shape", "num_players": 3}])
def test_kills_are_those_that_were_seen_happening(options: dict[str, Any]) -> None:
    total = 0
    for seed in range(20):
        state, rng = table(seed, **options), random.Random(seed)
        GAME.kernels.deal(state)
        seats = range(state["num_players"])
        expected = np.zeros((len(TALLIES), GAME.max_players))
        while state["to_move"] >= 0:
            mover, dead = int(state["to_move"]), int(state["dead"])
            GAME.kernels.apply(state, rng.choice(GAME.legal_actions(state)))
            for seat in seats:
                died = len(cells(int(state["dead"]) & ~dead & int(state["hands"][seat])))
                expected[TALLIES.index("own kills" if seat == mover else "kills"), mover] += died
                expected[TALLIES.index("dead cards"), seat] += died
        for seat in seats:
            expected[TALLIES.index("finished"), seat] = state["hand_size"][seat] == 0
            expected[TALLIES.index("cards held"), seat] = state["hand_size"][seat]
        tallies = np.zeros_like(expected)
        GAME.balance.measure_game(state, tallies)
        assert tallies.tolist() == expected.tolist()
        total += expected.sum()
    assert total > 0


def test_a_death_whose_cause_an_elimination_hides_counts_for_nobody() -> None:
    hidden = 0
    for seed in range(200):
        state = table(seed, pass_exhaust="eliminate", pass_limit=2)
        rng = random.Random(seed)
        GAME.kernels.deal(state)
        while state["to_move"] >= 0:
            GAME.kernels.apply(state, rng.choice(GAME.legal_actions(state)))
        tallies = np.zeros((len(TALLIES), GAME.max_players))
        GAME.balance.measure_game(state, tallies)
        by_name = dict(zip(TALLIES, tallies.sum(axis=1), strict=True))
        assert by_name["kills"] + by_name["own kills"] <= by_name["dead cards"]
        hidden += by_name["kills"] + by_name["own kills"] < by_name["dead cards"]
        assert by_name["eliminated"] == state["num_eliminated"]
    assert hidden > 0


def test_who_holds_fewest_cards_is_ahead_and_the_eliminated_are_last() -> None:
    most_eliminated = 0
    for seed in range(10):
        state, rng = table(seed, pass_exhaust="eliminate", pass_limit=0), random.Random(seed)
        GAME.kernels.deal(state)
        while state["to_move"] >= 0:
            lead_value = np.zeros(8)
            GAME.balance.lead_value(state, lead_value)
            out = state["status"][:4] == laying.ELIMINATED
            assert lead_value[:4][~out].tolist() == (-state["hand_size"][:4][~out]).tolist()
            ranked = sorted(np.flatnonzero(out), key=lambda seat: state["order"][seat])
            assert sorted(lead_value[:4][out]) == lead_value[ranked].tolist()
            assert max(lead_value[:4][out], default=-999) < min(lead_value[:4][~out])
            most_eliminated = max(most_eliminated, len(ranked))
            GAME.kernels.apply(state, rng.choice(GAME.legal_actions(state)))
    assert most_eliminated > 1
