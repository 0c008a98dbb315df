"""What is measured at a table of Killer Sevens, recounted in plain Python, and who is ahead."""

import random
from collections import Counter
from typing import Any

import numpy as np

from fudaba.envs.cards import laying
from fudaba.envs.killer_sevens import GAME

from ..recounting import Measures, Row, decisions, lead_values, tallies
from ..tables import dealt_state
from .positions import Table

MIXES: list[dict[str, Any]] = [
    {},
    {"num_players": 3, "columns_wrap": True},
    {"group_kill": "any_shape", "num_players": 3},
    {"num_players": 2, "all_pass": "end"},
]


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


def dealt(table: Table, seat: int) -> Row:
    """The factors of a seat: what it has laid since the deal was its own."""
    state, wrap = table.state, bool(table.state["columns_wrap"])
    laid = {divmod(cell, 13) for cell in np.flatnonzero(state["laid_by"] == seat).tolist()}
    cards = cells(state["hands"][seat]) | laid
    hand = {cell for cell in cards if cell[1] != 6}
    return {
        "first turn": (2, 6) in cards,
        "sevens": len(cards) - len(hand),
        "sixes and eights": sum(column in (5, 7) for _, column in hand),
        "corner cards": sum(walls(cell, wrap) == 2 for cell in hand),
        "edge cards": sum(walls(cell, wrap) == 1 for cell in hand),
        "own pairs": pairs(hand, wrap),
        "distance": sum(abs(column - 6) for _, column in hand),
        "cards": len(cards),
    }


def watch(table: Table, rng: random.Random) -> list[Row]:
    """Plays a game to its end and counts whose cards died by whom."""
    state = table.state
    seen = [Counter[str]() for _ in table.seats]
    all_passed = False
    for before, _ in decisions(GAME, state, rng):
        passes = int(before["idle"]) + 1
        all_passed = passes == np.count_nonzero(before["hand_size"]) and state["idle"] == passes
        mover = int(before["to_move"])
        for seat in table.seats:
            died = len(cells(state["dead"] & ~before["dead"] & state["hands"][seat]))
            seen[mover]["own kills" if seat == mover else "kills"] += died
            seen[seat]["dead cards"] += died
    return [
        {
            **{name: seen[seat][name] for name in ("kills", "own kills", "dead cards")},
            "finished": state["hand_size"][seat] == 0,
            "all passed": all_passed and state["all_pass"] == 1,
            "eliminated": state["status"][seat] == laying.ELIMINATED,
            "cards held": state["hand_size"][seat],
        }
        for seat in table.seats
    ]


RARE = {"eliminated"}  # of a death in the same turn nobody sees the cause; see the next test
MEASURES = Measures(Table, MIXES, dealt, watch, num_deals=40, num_matches=20, never=RARE)


def test_a_death_whose_cause_an_elimination_hides_counts_for_nobody() -> None:
    hidden = 0
    for seed in range(200):
        state = dealt_state(GAME, {"pass_exhaust": "eliminate", "pass_limit": 2}, seed)
        for _ in decisions(GAME, state, random.Random(seed)):
            pass
        by_name = sum((Counter(row) for row in tallies(GAME, state)), Counter[str]())
        assert by_name["kills"] + by_name["own kills"] <= by_name["dead cards"]
        hidden += by_name["kills"] + by_name["own kills"] < by_name["dead cards"]
        assert by_name["eliminated"] == state["num_eliminated"]
    assert hidden > 0


def test_who_holds_fewest_cards_is_ahead_and_the_eliminated_are_last() -> None:
    most_eliminated = 0
    for seed in range(10):
        state = dealt_state(GAME, {"pass_exhaust": "eliminate", "pass_limit": 0}, seed)
        rng = random.Random(seed)
        while state["to_move"] >= 0:
            lead_value = np.array(lead_values(GAME, state))
            out = state["status"][:4] == laying.ELIMINATED
            assert lead_value[~out].tolist() == (-state["hand_size"][:4][~out]).tolist()
            ranked = sorted(np.flatnonzero(out), key=lambda seat: state["order"][seat])
            assert sorted(lead_value[out]) == lead_value[ranked].tolist()
            assert max(lead_value[out], default=-999) < min(lead_value[~out])
            most_eliminated = max(most_eliminated, len(ranked))
            GAME.kernels.apply(state, rng.choice(GAME.legal_actions(state)))
    assert most_eliminated > 1
