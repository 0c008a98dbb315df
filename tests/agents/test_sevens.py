"""Greedy at Sevens: how its advice reads the rows of empty cells from sets."""

from typing import Any

import numpy as np
import pytest

from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import find_game, tables
from fudaba.envs.cards.french import NUM_CARDS, NUM_RANKS, NUM_SUITS
from fudaba.envs.sevens import heuristic
from fudaba.envs.sevens.state import FIRST_FILL, FIRST_JOKER_AT, PASS_ACTION

WEIGHTS = GreedyAgent(
    find_game("sevens_v0"), {"own_card": 1.3, "others_card": -0.7, "distance_discount": 0.9}
).record
RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
WALKS = [
    [RANKS.index(rank) for rank in ranks.split()]
    for ranks in ("6 5 4 3 2 A K Q J 10 9 8", "8 9 10 J Q K A 2 3 4 5 6")
]


def empty_cells(view: np.void, suit: int, direction: int) -> list[int]:
    """Returns the empty cells of a walk from the seven, in its order."""
    length = 6 if view["tunnel"] == 0 else 12
    walk = [suit * NUM_RANKS + rank for rank in WALKS[direction][:length]]
    return [cell for cell in walk if not view["natural"][cell] and not view["joker"][cell]]


def worth_by_walking(view: np.void, action: int) -> float:
    """Returns the worth of a play, of which each cell that it opens is looked at in turn."""

    def worth_beyond(cells: list[int]) -> float:
        worth, weight = 0.0, 1.0
        for cell in cells:
            worth += weight * WEIGHTS["own_card" if view["hand"][cell] else "others_card"]
            weight *= WEIGHTS["distance_discount"]
        return worth

    if action < PASS_ACTION:
        walks = [empty_cells(view, action // NUM_RANKS, direction) for direction in range(2)]
        ends = [worth_beyond(walk[1:]) for walk in walks if walk and walk[0] == action]
        return max(ends, default=heuristic.NOTHING)
    first, count = (FIRST_FILL, 2) if action >= FIRST_FILL else (FIRST_JOKER_AT, 1)
    walk = empty_cells(view, *divmod(action - first, 2))
    return worth_beyond(walk[count:]) - heuristic.joker_cost(view, WEIGHTS)


@pytest.mark.parametrize("rules", [
    {"tunnel": "none", "pass_limit": 1},
    {"tunnel": "none", "jokers": 2},
    {"tunnel": "ring", "pass_limit": 1},
    {"tunnel": "ring", "jokers": 2, "joker_use": "fill"},
    {"tunnel": "one_way", "jokers": 2, "joker_recovery": "own_turn"},
])  # fmt: skip
def test_SEV_4_1_a_play_is_worth_what_the_cells_beyond_it_are(rules: dict[str, Any]) -> None:
    rng, played = np.random.default_rng(0), tables("sevens_v0", 8, seed=0, **rules)
    num_plays = num_gaps = 0
    for _ in range(60):
        for view, mask in zip(played.views, played.action_masks, strict=True):
            empty, hand = map(np.uint64, heuristic.study(view, WEIGHTS))
            for action in np.flatnonzero(mask):
                if action != PASS_ACTION:
                    worth = heuristic.worth_of(view, WEIGHTS, int(action), empty, hand)
                    assert worth == worth_by_walking(view, int(action))
                    num_plays += 1
            num_gaps += ((view["natural"] + view["joker"]) > view["reachable"]).any()
        played.step(UniformAgent().act(played.observations, played.action_masks, rng))
    assert num_plays > 500 and num_gaps > 10


def test_a_set_of_places_has_all_cards_but_the_seven_in_the_order_of_the_upward_walk() -> None:
    for cell in range(NUM_CARDS):
        suit, rank = divmod(cell, NUM_RANKS)
        cells = np.uint64(1 << cell)
        place = WALKS[1].index(rank) if RANKS[rank] != "7" else None
        expected = 0 if place is None else 1 << place
        assert [int(heuristic.places(cells, other)) for other in range(NUM_SUITS)] == [
            expected if other == suit else 0 for other in range(NUM_SUITS)
        ]
