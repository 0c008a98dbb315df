"""What is measured at a table of Niekhi, recounted in plain Python."""

import random
from collections import Counter
from typing import Any

import numpy as np

from fudaba.envs.niekhi import GAME
from fudaba.envs.niekhi.balance import WAYS_OUT
from fudaba.envs.niekhi.state import PASS_ACTION, REMOVE, SHAPE, SHAPES, SHIPS, Shape

from ..recounting import (
    Measures,
    Row,
    Seasons,
    decisions,
    lead_values,
    longest_row,
    tallies,
)
from .positions import Table, position, ranks

LEFT = "nothing, cards left"
MIXES: list[dict[str, Any]] = [
    {},
    {"num_players": 2, "seasons": 3, "ship_as_general": True},
    {"num_players": 3, "take_from_table": True, "pass_locks": True, "next_dealer": "rotate"},
    {"num_players": 5, "emptied_by_removal": "loses", "seasons": 2},
    {"num_players": 6, "max_turns": 48, "general_optional": True, "bomb_over_bomb": "stronger"},
    {"num_players": 2, "max_turns": 48, "emptied_by_removal": "loses"},
]


def dealt(table: Table, seat: int) -> Row:
    """The factors of a seat."""
    held = Counter(ranks(table.hand(seat)))
    return {
        "dealer": seat == table.to_move,
        "ships": held[10],
        "generals": held[8],
        "court cards": held[9],
        "zeros": held[0],
        "ones": held[1],
        "large sets": sum(held[rank] >= 3 for rank in range(10)),
        "longest run": longest_row({rank for rank in held if rank < 9}),
    }


class Watched:
    """What is seen happening in a season to each seat, by the cards in the hands."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, int]] = Counter()
        self.ways: dict[int, str] = {}
        self.turns = 0
        self.shape: Shape | None = None

    def see(self, before: np.void, action: int, after: np.void) -> None:
        """Looks at a decision."""
        mover, seats = int(before["to_move"]), range(int(before["num_players"]))
        old = [Counter(ranks(Table(before).hand(seat))) for seat in seats]
        new = [Counter(ranks(Table(after).hand(seat))) for seat in seats]
        self.shape = SHAPES.get(action, self.shape)
        is_play = before["phase"] in (SHAPE, SHIPS) and old[mover] != new[mover]
        is_removal = before["phase"] == REMOVE and before["effects_left"] == 1
        assert is_play or is_removal or all(old[seat] <= new[seat] for seat in seats)
        self.turns += is_play or action == PASS_ACTION
        self.counts["removals", mover] += is_removal
        if is_play:
            assert self.shape
            self.counts["bombs", mover] += self.shape.length == 1 and self.shape.copies >= 3
        self.counts["taken", mover] += (new[mover] - old[mover]).total()
        self.counts["generals taken", mover] += (new[mover] - old[mover])[8]
        for seat in seats:
            if is_removal:
                self.counts["cards given up", seat] += (old[seat] - new[seat]).total()
            if old[seat] and not new[seat]:
                by_removal = "own removal" if seat == mover else "removal of another"
                self.ways[seat] = "own play" if is_play else by_removal
                self.counts["others emptied", mover] += seat != mover

    def has_winner(self, removal_loses: bool, seats: int) -> bool:
        """Whether the cards say who has won (NIE-6.1, 6.2)."""
        if removal_loses:
            return "own play" in self.ways.values() or seats - len(self.ways) < 2
        return bool(self.ways)


def watch(table: Table, rng: random.Random) -> list[Row]:
    """Plays a match to its end and counts what happens to each seat."""
    state, seasons, seen = table.state, Seasons(GAME, table.state), Watched()
    for before, action in decisions(GAME, state, rng):
        if seasons.see(before) and state["to_move"] >= 0:
            seen = Watched()
        else:
            seen.see(before, action, state)
    is_at_cap = not seen.has_winner(bool(state["emptied_by_removal"]), len(seasons.seats))
    assert not is_at_cap or seen.turns == state["max_turns"]
    counted = ("others emptied", "removals", "cards given up", "taken", "generals taken", "bombs")
    return [
        {
            **seasons.tallies(seat),
            "emptied by": WAYS_OUT.index(seen.ways.get(seat, LEFT)),
            **{name: seen.counts[name, seat] for name in counted},
            "cards left": len(ranks(table.hand(seat))),
            "at the cap": is_at_cap,
        }
        for seat in seasons.seats
    ]


MEASURES = Measures(Table, MIXES, dealt, watch, num_matches=15)


def test_NIE_6_2_who_is_out_is_behind() -> None:
    table = position(["5 6", "2", "", "3 4"], emptied_by_removal="loses")
    lead_value = lead_values(GAME, table.state)
    assert lead_value[1] > lead_value[0] == lead_value[3] > lead_value[2]


def test_NIE_6_1_a_hand_that_a_removal_left_short_is_emptied_by_its_own_play() -> None:
    table = position(["8 5 5", "0 K", "2 2"])
    table.say("single 8", "remove 0", "single K")
    found = [WAYS_OUT[int(row["emptied by"])] for row in tallies(GAME, table.state)]
    assert found == [LEFT, "own play", LEFT]
