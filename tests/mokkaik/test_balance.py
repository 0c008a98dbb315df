"""What is measured at a table of Mokkaik, recounted in plain Python, and what is swapped."""

import random
from collections import Counter
from typing import Any

from fudaba.envs.mokkaik import GAME

from ..recounting import Measures, Row, Seasons, decisions, lead_values, longest_row
from ..tables import points_of
from .positions import Table, position

MIXES: list[dict[str, Any]] = [
    {},
    {"num_players": 2, "seasons": 3, "par": 2},
    {"num_players": 3, "hand_size": 16, "dealer_multiplier": "either", "seasons": 2},
    {"num_players": 6, "beat_rule": "lead", "next_dealer": "stay", "par": 0},
    {"num_players": 5, "ship_alone": "declared", "dealer_multiplier": "none", "par": -3},
]


def dealt(table: Table, seat: int) -> Row:
    """The factors of a seat."""
    hand = table.zone("hands", seat).split()
    symbols = [name[1:].replace("K", "9").replace("E", "9") for name in hand]
    strengths = Counter(int(symbol) for symbol in symbols if symbol != "S")
    return {
        "dealer": seat == table.to_move,
        "ships": symbols.count("S"),
        "court cards": strengths[9],
        "high numbers": strengths[6] + strengths[7] + strengths[8],
        "nothings": strengths[0],
        "sets": sum(count > 1 for count in strengths.values()),
        "longest run": max(
            longest_row({int(name[1]) for name in hand
                         if name[0] == colour and name[1].isdecimal()})
            for colour in "br"
        ),
        "larger colour": max(sum(name[0] == colour for name in hand) for colour in "br"),
    }  # fmt: skip


def watch(table: Table, rng: random.Random) -> list[Row]:
    """Plays a match to its end and counts what happens to each seat."""
    state, seasons = table.state, Seasons(GAME, table.state)
    led, kept, costly = Counter[int](), Counter[int](), Counter[int]()
    for before, _ in decisions(GAME, state, rng):
        leader, winner = int(before["leader"]), int(state["winner"])
        led[leader] += before["plays"][leader] < 0
        if (state["plays"] < 0).all():  # the next round
            kept[leader] += winner == leader
        if seasons.see(before, [winner]):
            costly[winner] += points_of(GAME, state)[winner] < points_of(GAME, before)[winner]
            if state["to_move"] >= 0:
                led, kept = Counter[int](), Counter[int]()
    return [
        {
            **seasons.tallies(seat),
            "costly wins": costly[seat],
            "won cards": len(table.zone("won", seat).split()),
            "rounds led": led[seat],
            "rounds kept": kept[seat],
            "thrown cards": len(table.zone("thrown", seat).split()),
        }
        for seat in seasons.seats
    ]


MEASURES = Measures(Table, MIXES, dealt, watch)


def test_MOK_6_1_ahead_is_who_would_be_if_the_round_were_the_last() -> None:
    hands = ["b2 b8 r1", "b4 r2 r3", "b1 r4 r5"]
    table = position(hands, won=["b6 b7", "", "r6"])
    # The leader would be paid 6 and 6 - 1; afterwards whoever beats the lead is.
    assert lead_values(GAME, table.state) == [11, -6, -5]
    table.say("b2", "b4")
    # The dealer, seat 0, pays (6 - 2) times 2.
    assert lead_values(GAME, table.state) == [-8, 13, -5]
    table.state["scores"][:3] = [30, -20, -10]
    assert lead_values(GAME, table.state) == [22, -7, -15]
