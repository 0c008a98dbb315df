"""What is measured at a table of Daifugo, recounted in plain Python, and what is swapped."""

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np

from fudaba.envs.daifugo import GAME
from fudaba.envs.daifugo import state as dfg
from fudaba.testing.positions import fields_of

from ..recounting import Measures, Row, lead_values
from .positions import Table, opened, position

MIXES: list[dict[str, Any]] = [
    {"num_rounds": 1},
    {"num_players": 2, "num_rounds": 2},
    {"num_players": 3, "num_rounds": 3, "num_jokers": 1},
    {"num_players": 5, "num_rounds": 2, "playoff_starter": "random"},
    {"num_players": 4, "num_rounds": 2, "hand_size": 5, "pass_draw": "mandatory"},
    {"num_players": 5, "num_rounds": 1, "playoff_keeps_revolution": True},
]


def dealt(table: Table, seat: int) -> Row:
    """The factors of a seat."""
    hand = table.hand(seat)
    ranks = Counter(name[1:] for name in hand if name != "joker")
    return {
        "starter": seat == table.to_move,
        "jokers": hand.count("joker"),
        "twos": ranks["2"],
        "eights": ranks["8"],
        "sevens": ranks["7"],
        "fives": ranks["5"],
        "kings": ranks["K"],
        "low cards": sum(ranks[rank] for rank in "34567"),
        "ranks": len(ranks),
        "3 of spades": "S3" in hand,
    }


def playing_off(table: Table, ender: int, before: list[int]) -> list[int]:
    """Returns the seats in the play-off; checks that the seat after the ender begins it."""
    count = len(table.seats)
    now = [seat for seat in table.seats if table.state["participant"][seat]]
    if now != before:
        assert table.state["playoff_starter"] or table.to_move == next(
            seat for seat in [*range(ender + 1, count), *range(count)] if seat in now
        )
    return now


def watch(table: Table, rng: random.Random) -> list[Row]:
    """Plays a match to its end and counts what happens to each seat in its last round."""
    count, rounds = len(table.seats), int(table.state["num_rounds"])
    seen = {name: [0] * count for name in ("passes in the last round", "draws", "changes")}
    places: list[list[int]] = []
    playoff: list[int] = []
    pile_was_used_up, previous, ender = False, 0, 0
    while table.to_move is not None:
        if table.state["round"] != previous:
            previous = int(table.state["round"])
            places.append(table.titles())
            seen = {name: [0] * count for name in seen}
            playoff, pile_was_used_up = [], False
        if table.state["is_playoff"]:
            playoff = playing_off(table, ender, playoff)
        else:
            ender = table.to_move
        seat, action = table.to_move, rng.choice(GAME.legal_actions(table.state))
        kind = GAME.decode(action)[0]
        pile, is_last_round = int(table.state["pile_size"]), previous == rounds - 1
        seen["passes in the last round"][seat] += kind in (dfg.PASS, dfg.PASS_DRAW)
        seen["draws"][seat] += kind == dfg.PASS_DRAW
        seen["changes"][seat] += kind == dfg.CARD and table.phase == dfg.CHANGE
        GAME.kernels.apply(table.state, action)
        pile_was_used_up |= is_last_round and pile > 0 and table.state["pile_size"] == 0
    last = table.places()
    after_ender = (seat for way in range(1, count + 1) for seat in [(ender + way) % count])
    following = next((seat for seat in after_ender if seat in playoff), None)
    before = np.mean(places, axis=0) if places else np.zeros(count)
    best = min((last[one] for one in playoff), default=None)
    tallies = [
        {
            "began the last round": table.state["starter"] == seat,
            "mean place before the last round": before[seat],
            "always daifugo": bool(places) and all(row[seat] == 1 for row in [*places, last]),
            "always daihinmin": bool(places) and all(row[seat] == count for row in [*places, last]),
            "ended by pile": pile_was_used_up,
            "play-off": seat in playoff,
            "next in turn in the play-off": seat == following,
            "next in turn and best in the play-off": seat == following and last[seat] == best,
            "revolution": table.state["revolution"],
            **{name: counts[seat] for name, counts in seen.items()},
            "cards left": len(table.hand(seat)),
            "jokers left": table.hand(seat).count("joker"),
        }
        for seat in table.seats
    ]
    return [{name: float(value) for name, value in row.items()} for row in tallies]


MEASURES = Measures(Table, MIXES, dealt, watch)


def test_DFG_3_3_a_swapped_starter_leads_with_the_same_cards() -> None:
    moved = 0
    for seed in range(20):
        table = opened(seed, num_players=3)
        starter, expected = table.to_move, table.copy()
        assert starter is not None
        one, two = random.Random(seed).sample(range(3), 2)
        GAME.balance.swaps["starter"](table.state, one, two)
        after = {one: two, two: one}.get(starter, starter)
        moved += after != starter
        assert table.to_move == table.state["starter"] == after
        expected.state["starter"] = expected.state["to_move"] = after
        assert fields_of(table.state) == fields_of(expected.state)
    assert moved > 5


def test_DFG_4_15_who_is_out_is_ahead_then_who_holds_fewest_cards() -> None:
    table = position(["S3 H4", "", "S5", "S6 S7", ""], placed=[4, 1])
    lead_value = lead_values(GAME, table.state)
    order = sorted(table.seats, key=lambda seat: -lead_value[seat])
    assert order[:3] == [4, 1, 2] and lead_value[0] == lead_value[3]
    assert all(lead_value[one] >= lead_value[two] for one, two in pairwise(order))
