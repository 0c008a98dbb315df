"""What is measured at a table of Makkaik, recounted in plain Python."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from fudaba.envs.makkaik import GAME
from fudaba.envs.makkaik.state import DROP_ACTION

from ..recounting import Measures, Row, Seasons, decisions, lead_values
from ..tables import points_of
from .positions import Table, betting_on, cards_in
from .test_hands import WORTH, tried_out

MIXES: list[dict[str, Any]] = [
    {},
    {"num_players": 2, "seasons": 3, "own_min": 1},
    {"num_players": 3, "seasons": 3, "next_dealer": "rotate", "bet_rounds": 1},
    {"num_players": 6, "unused_draw": "public", "seasons": 2, "next_dealer": "stay"},
    {"num_players": 3, "seasons": 9, "start_chips": 9, "tie_break": "ladder", "bet_rounds": 1},
]


def category(table: Table, own: tuple[int, ...], own_min: int) -> int:
    """The category of the best hand."""
    common = cards_in(table.state["common"])
    return max(tried_out(own, common, own_min, WORTH)) // 10


def dealt(table: Table, seat: int) -> Row:
    """The factors of a seat."""
    own_min = int(table.state["own_min"])
    common = cards_in(table.state["common"])
    hand, names = cards_in(table.state["hands"][seat]), table.hand(seat)
    best = max(tried_out(hand, common, own_min, WORTH))
    return {
        "dealer": seat == table.to_move,
        "ships": names.count("S"),
        "court cards": names.count("K") + names.count("E"),
        "category": best // 10,
        "above the table": best > max(tried_out((), common, 0, WORTH)),
    }


def watch(table: Table, rng: random.Random) -> list[Row]:
    """Plays a match to its end and counts what happens to each seat."""
    state, seasons = table.state, Seasons(GAME, table.state)
    counted: dict[int, Counter[str]] = {seat: Counter() for seat in seasons.seats}
    for before, action in decisions(GAME, state, rng):
        mover, active = int(before["to_move"]), np.flatnonzero(before["active"]).tolist()
        if action == DROP_ACTION:
            counted[mover]["drops"] += 1
            active.remove(mover)
            if before["dealer"] == mover:  # the next one deals
                order = [(mover + step) % len(seasons.seats) for step in seasons.seats]
                before["dealer"] = next(seat for seat in order if seat in active)
        winners = np.flatnonzero(state["winners"]).tolist()
        if seasons.see(before, winners):
            for seat in winners:
                counted[seat]["unopposed"] += len(active) == 1
                counted[seat]["divided"] += len(winners) > 1
    is_shown = {seat: len(active) > 1 and seat in active for seat in seasons.seats}
    return [
        {
            **seasons.tallies(seat),
            **{name: counted[seat][name] for name in ("drops", "unopposed", "divided")},
            "swapped": table.view(seat)["swapped"][0],
            "common cards": len(table.common.split()),
            "last category": category(table, cards_in(state["hands"][seat]), state["own_min"]),
            "showdown": is_shown[seat],
        }
        for seat in seasons.seats
    ]


MEASURES = Measures(Table, MIXES, dealt, watch, num_matches=20)


def test_who_would_take_the_pot_now_is_ahead() -> None:
    table = betting_on(["r8 b8 r0", "b1 b5 b0", "r1 r4 b6"], "b3 r5 b7", seasons=2)
    table.say("base 5", "join", "drop")

    assert lead_values(GAME, table.state) == pytest.approx([13 - 6, -6, -1], abs=0.05)
    table.say("drop")
    assert points_of(GAME, table.state) == [-6, 7, -1]
    worths = lead_values(GAME, table.state)
    assert worths[1] == max(worths)
