"""What is measured at a table of Sevens, recounted in plain Python, and who is ahead."""

import random
from typing import Any

import numpy as np

from fudaba.envs.cards import laying
from fudaba.envs.sevens import GAME

from ..recounting import Measures, Row, decisions, lead_values
from ..tables import dealt_state
from .positions import Table

MIXES: list[dict[str, Any]] = [
    {},
    {"num_players": 5, "jokers": 2},
    {"num_players": 2, "jokers": 2, "pass_limit": "none"},
    {"pass_limit": 0},
    {"pass_limit": 1},
]


def dealt(table: Table, seat: int) -> Row:
    """The factors of a seat: what it has laid since the deal was its own."""
    state = table.state
    hand = np.flatnonzero((state["holder"] == seat) | (state["laid_by"] == seat)).tolist()
    jokers = int(state["hand_jokers"][seat])
    ranks = [card % 13 + 1 for card in hand]
    return {
        "first turn": 2 * 13 + 6 in hand,
        "sevens": ranks.count(7),
        "sixes and eights": ranks.count(6) + ranks.count(8),
        "aces and kings": ranks.count(1) + ranks.count(13),
        "distance": sum(abs(rank - 7) for rank in ranks),
        "jokers": jokers,
        "cards": len(hand) + jokers,
    }


def watch(table: Table, rng: random.Random) -> list[Row]:
    """Plays a game to its end."""
    for _ in decisions(GAME, table.state, rng):
        pass
    ends = {"finished": laying.FINISHED, "eliminated": laying.ELIMINATED}
    hold_cards = np.count_nonzero(table.state["hand_size"])
    return [
        {
            "all laid": hold_cards > 1,
            **{name: table.state["status"][seat] == end for name, end in ends.items()},
        }
        for seat in table.seats
    ]


MEASURES = Measures(Table, MIXES, dealt, watch, num_deals=40, num_matches=30)


def test_lead_values_follow_the_places() -> None:
    for seed in range(30):
        state, rng = dealt_state(GAME, {"pass_limit": 1}, seed), random.Random(seed)
        while state["to_move"] >= 0:
            lead_value = np.array(lead_values(GAME, state))
            active = [seat for seat in range(4) if state["status"][seat] == laying.ACTIVE]
            by_cards = sorted(active, key=lambda seat: state["hand_size"][seat])
            assert lead_value[by_cards].tolist() == sorted(lead_value[active], reverse=True)
            out = state["status"][:4] == laying.ELIMINATED
            finished = state["status"][:4] == laying.FINISHED
            assert max(lead_value[out], default=-999) < lead_value[active].min()
            assert min(lead_value[finished], default=999) > lead_value[active].max()
            first = state["order"][:4] == 1
            is_first, is_last = finished & first, out & first
            assert not is_first.any() or lead_value.argmax() == is_first.argmax()
            assert not is_last.any() or lead_value.argmin() == is_last.argmax()
            GAME.kernels.apply(state, rng.choice(GAME.legal_actions(state)))
