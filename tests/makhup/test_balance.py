"""What is measured at a table of Makhup, recounted in plain Python."""

import random
from itertools import combinations
from typing import Any

from fudaba.envs.makhup import GAME
from fudaba.envs.makhup.state import SPECIAL_ACTION

from ..recounting import Measures, Row, Seasons, decisions, tallies
from .positions import Table, number_of, position, ranks

MIXES: list[dict[str, Any]] = [
    {},
    {"num_players": 2, "seasons": 3},
    {"num_players": 3, "hand_size": 7, "draw_when_able": False, "next_dealer": "rotate"},
    {"num_players": 6, "stock_empty": "pass", "seasons": 2, "next_dealer": "stay"},
    {"num_players": 6, "hand_size": 7, "join_max": 3},
]


def dealt(table: Table, seat: int) -> Row:
    """The factors of a seat."""
    hand = ranks(table.hand(seat))
    numbers = [rank for rank in hand if rank < 9]
    sums = {
        sum(cards) for size in range(1, len(numbers) + 1) for cards in combinations(numbers, size)
    }
    return {
        "dealer": seat == table.to_move,
        "specials": hand.count(9),
        "zeros": hand.count(0),
        "ones": hand.count(1),
        "high numbers": sum(6 <= number <= 8 for number in numbers),
        "ranks": len(set(hand)),
        "sums": len(sums & {*range(1, 9)}),
    }


def watch(table: Table, rng: random.Random) -> list[Row]:
    """Plays a match to its end and counts what happens to each seat."""
    state, seasons = table.state, Seasons(GAME, table.state)
    count, passes, shuffled, action = len(seasons.seats), 0, False, 0
    for before, action in decisions(GAME, state, rng):
        passes = passes + 1 if GAME.decode(action)[0].name == "pass" else 0
        is_special = action == SPECIAL_ACTION
        gone = before["gone"] + is_special * (before["table"] + number_of("special"))
        shuffled |= state["gone"] != gone
        if seasons.see(before) and state["to_move"] >= 0:
            passes, shuffled = 0, False
    hands = [ranks(table.hand(seat)) for seat in seasons.seats]
    return [
        {
            **seasons.tallies(seat),
            "out by special": not hands[seat] and action == SPECIAL_ACTION,
            "blocked": passes == count,
            "reshuffled": shuffled,
            "cards left": len(hands[seat]),
            "specials left": hands[seat].count(9),
            "zeros left": hands[seat].count(0),
        }
        for seat in seasons.seats
    ]


MEASURES = Measures(Table, MIXES, dealt, watch, num_matches=30)


def test_MHP_10_7_a_reshuffle_is_seen() -> None:
    table = position(["E 1", "2 2"], "3 4", closed="3 4 4 3", gone="5 5 5", stock="0")
    table.say("play special")
    assert [row["reshuffled"] for row in tallies(GAME, table.state)] == [1, 1]
