"""What is measured at a table of Taxot, recounted in plain Python."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from fudaba.envs.cards.counts import spread_out
from fudaba.envs.taxot import GAME
from fudaba.envs.taxot.state import CLOSE_ACTION, DISCARD, PASS_ACTION

from ..recounting import Measures, Row, Seasons, balance, lead_values, longest_row, tallies
from .positions import OTHER, Table, position
from .twin import is_one_colour

MIXES: list[dict[str, Any]] = [
    {"pt_four": 0},
    {"num_players": 2, "pt_four": 0, "seasons": 3, "exhaust": "reshuffle"},
    {"num_players": 3, "pt_four": 0, "extend_public_set": True, "seasons": 2},
    {"num_players": 6, "pt_four": 0, "next_dealer": "stay", "lights": True},
]


def dealt(table: Table, seat: int) -> Row:
    """The factors of a seat."""
    hand = table.hand(seat).split()
    symbols = [name[1].replace("K", "9").replace("E", "9") for name in hand]
    strengths = Counter(symbol for symbol in symbols if symbol != "S")
    return {
        "dealer": seat == table.to_move,
        "ships": symbols.count("S"),
        "court cards": strengths["9"],
        "pairs": sum(count // 2 for count in strengths.values()),
        "longest run": max(
            longest_row({int(name[1]) for name in hand
                         if name[0] == colour and name[1].isdecimal()})
            for colour in "br"
        ),
        "larger colour": max(sum(name[0] == colour for name in hand) for colour in "br"),
    }  # fmt: skip


def action_of(state: np.void, rng: random.Random) -> int:
    """Often a close, so that there are some; else not too many calls."""
    legal = GAME.legal_actions(state)
    if CLOSE_ACTION in legal and rng.random() < 0.7:
        return CLOSE_ACTION
    calm = [a for a in legal if a == PASS_ACTION or GAME.decode(a)[0] is DISCARD]
    return rng.choice(calm if rng.random() < 0.7 else legal)


def watch(table: Table, rng: random.Random) -> list[Row]:
    """Plays a match to its end and counts what happens to each seat."""
    state, seasons = table.state, Seasons(GAME, table.state)
    seen: dict[str, Counter[int]] = {name: Counter() for name in (
        "closes on a draw", "feeds", "first-round closes", "one-colour closes", "calls", "fours",
    )}  # fmt: skip
    while state["to_move"] >= 0:
        before = np.array([state])[0]
        GAME.kernels.apply(state, action_of(state, rng))
        is_over = state["season"] > before["season"]
        for seat in seasons.seats:
            was, now = (Table(one).meld(seat).split() for one in (before, state))
            if not is_over:
                seen["fours"][seat] += len(now) == 4 and len(was) < 4
                seen["calls"][seat] += now != was and bool(state["phase"] == 2)
        closer = int(state["closer"])
        if seasons.see(before, [] if closer < 0 else [closer]) and closer >= 0:
            seen["closes on a draw"][closer] += state["fed_by"] < 0
            seen["feeds"][int(state["fed_by"])] += 1
            seen["first-round closes"][closer] += before["lap"] == 1
            seen["one-colour closes"][closer] += is_one_colour(spread_out(state["shown"]))
    drawn = state["closer"] < 0
    return [
        {
            "drawn": drawn,
            **seasons.tallies(seat),
            **{name: counts[seat] for name, counts in seen.items()},
        }
        for seat in seasons.seats
    ]


def same_but_for_closing_hands(found: Row, expected: Row) -> None:
    """What lies in closing hands is not on the table; the test below has it."""
    more = found["fours"] - expected["fours"]
    assert more in range(1 + int(found["seasons won"]))
    assert {**found, "fours": 0} == {
        **expected, "fours": 0, "six-run closes": found["six-run closes"]
    }  # fmt: skip


MEASURES = Measures(Table, MIXES, dealt, watch, same=same_but_for_closing_hands)


@pytest.mark.parametrize(("hand", "card", "meld"), [
    ("b1 b2 b3 r4 r5", "r6", None), ("b1 b2 bS b4 b5", "b6", None), ("r5 r6", "r7", "b2 b3 b4"),
])  # fmt: skip
def test_TAX_6_2_six_numbers_in_a_row_are_counted(hand: str, card: str, meld: str | None) -> None:
    table = position({2: hand}, card, melds={2: meld} if meld else None, to_move=2)
    table.say("close")
    assert [row["six-run closes"] for row in tallies(GAME, table.state)] == [0, 0, 1, 0]


def test_ahead_is_who_has_points_then_who_waits_for_more() -> None:
    table = position({0: OTHER, 1: "b5 r5 b7 r7 b0", 2: "b2 b3 r0 r0 r0"}, "r8", num_players=3)
    values = lead_values(GAME, table.state)
    # 1 waits for a nothing or a ship (4 types), 2 for b1, b4 or bS (3).
    assert values[1] == pytest.approx(4 / 26) and values[0] == 0
    assert values[2] == pytest.approx(3 / 26)
    table.state["scores"][:3] = [1, 0, -1]
    first, second, third = lead_values(GAME, table.state)
    assert first > second > third
    table = position({0: "b5 r5 b7 r7 b0"}, "r0")
    assert lead_values(GAME, table.state)[0] == pytest.approx(25 / 26), "it can close"


def test_TAX_4_1_the_dealer_has_drawn_so_the_deal_can_t_be_swapped() -> None:
    assert not balance(GAME).swaps
