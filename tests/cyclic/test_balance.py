"""What is measured at a table of Cyclic, recounted in plain Python."""

import random
from collections import Counter
from typing import Any

import numpy as np

from fudaba.envs.cyclic import GAME
from fudaba.envs.cyclic.balance import LAST_PLAYS

from ..recounting import Measures, Row, Seasons, balance, decisions, lead_values, tallies
from .positions import Table, position

CIRCLE = "S12345678KE"
MIXES: list[dict[str, Any]] = [
    {},
    {"num_players": 2, "hand_size": 12, "seasons": 3},
    {"num_players": 3, "mu": "removed", "dealer_draw": 3, "next_dealer": "rotate"},
    {"num_players": 4, "continue_after_win": True, "seasons": 2, "next_dealer": "stay"},
    {"num_players": 2, "min_run": 2, "dealer_draw": 0},
]


def longest_row(kinds: str) -> int:
    """The most kinds that follow each other round the circle."""
    rows = (
        length
        for length in range(1, len(CIRCLE) + 1)
        for foot in range(len(CIRCLE))
        if {*(CIRCLE + CIRCLE)[foot : foot + length]} <= {*kinds}
    )
    return max(rows, default=0)


def dealt(table: Table, seat: int) -> Row:
    """The factors of a seat."""
    hand = table.hand(seat).split()
    held = Counter(name[1] for name in hand)
    nothings = held.pop("0", 0)
    return {
        "dealer": seat == table.to_move,
        "nothings": nothings,
        "ships": held["S"],
        "emperors": held["E"],
        "kings": held["K"],
        "high numbers": held["6"] + held["7"] + held["8"],
        "soldiers": held["1"],
        "kinds": len(+held),
        "longest run": longest_row("".join(+held)),
        "larger colour": max(sum(name[0] == colour for name in hand) for colour in "br"),
    }


class Watched:
    """What is seen happening in a season to each seat, by the cards on the table."""

    def __init__(self, state: np.void) -> None:
        self.counts: Counter[tuple[str, int]] = Counter()
        self.places: list[int] = []
        self.last: tuple[int, str] = (0, "")
        self.counts["drawn", int(state["to_move"])] += opening_draw(state)

    def see(self, before: np.void, after: np.void) -> None:
        """Looks at a decision."""
        mover = int(before["to_move"])
        if after["hand_sizes"][mover] < before["hand_sizes"][mover]:
            self.note_play(mover, before, after)
        if before["table"].any() and not after["table"].any():
            self.counts["rounds won", self.last[0]] += 1
            drawn = int(before["stock_size"] - after["stock_size"])
            self.counts["drawn", int(after["to_move"])] += drawn

    def note_play(self, mover: int, before: np.void, after: np.void) -> None:
        """A play was laid; it lies on the table, the newest."""
        upon, names = before["foot"], Table(after).zone("newest").split()
        self.counts["reversals", mover] += (
            before["form"] > 0 and CIRCLE[upon] == "E" and CIRCLE[after["foot"]] == "S"
        )
        self.last = mover, "".join({name[0] for name in names})
        if after["hand_sizes"][mover] == 0:
            self.places.append(mover)


def opening_draw(state: np.void) -> int:
    """What the dealer of the first round has drawn."""
    return int(state["hand_sizes"][state["to_move"]] - state["hand_size"])


def watch(table: Table, rng: random.Random) -> list[Row]:
    """Plays a match to its end and counts what happens to each seat."""
    state, seasons, seen = table.state, Seasons(GAME, table.state), Watched(table.state)
    for before, _ in decisions(GAME, state, rng):
        if seasons.see(before) and state["to_move"] >= 0:
            seen = Watched(state)
        else:
            seen.see(before, state)
    seats, (owner, colours) = seasons.seats, seen.last
    if state["continue_after_win"]:
        seen.places += [seat for seat in seats if seat not in seen.places]
    last_play = "one colour" if len(colours) == 1 else "both colours"
    return [
        {
            **seasons.tallies(seat),
            "place": seen.places.index(seat) + 1 if seat in seen.places else 0,
            "last play": LAST_PLAYS.index(last_play if seat == owner else "none"),
            **{name: seen.counts[name, seat] for name in ("rounds won", "drawn", "reversals")},
            "cards left": len(table.hand(seat).split()),
            "nothings left": sum(name[1] == "0" for name in table.hand(seat).split()),
            "stock used up": not table.stock,
        }
        for seat in seats
    ]


RARE = {"nothings left"}  # random players get rid of them; see the next test
MEASURES = Measures(Table, MIXES, dealt, watch, num_matches=15, never=RARE)


def test_nothings_that_are_left_are_counted() -> None:
    table = position(["b1", "r0 b0 b2"])
    table.lay("b1")
    assert [row["nothings left"] for row in tallies(GAME, table.state)] == [0, 2]


def test_CYC_9_9_who_has_won_is_ahead_of_others_without_cards() -> None:
    table = position(["b1 b2", "", "", "r3"], "b4", owner=1, continue_after_win=True)
    table.state["place"][:4] = [0, 2, 1, 0]
    lead_value = lead_values(GAME, table.state)
    assert lead_value[2] > lead_value[1] > lead_value[3] > lead_value[0]


def test_CYC_4_1_the_dealer_has_drawn_so_the_deal_can_t_be_swapped() -> None:
    assert not balance(GAME).swaps
