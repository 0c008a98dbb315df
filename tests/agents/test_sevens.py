"""Greedy at Sevens: how its advice finds the frontiers of a view."""

from typing import Any

import numpy as np
import pytest

from fudaba.agents.heuristics import sevens as heuristic
from fudaba.agents.uniform import UniformAgent
from fudaba.envs import tables
from fudaba.envs.cards.french import NUM_RANKS, NUM_SUITS


@pytest.mark.parametrize("rules", [
    {"tunnel": "none"},
    {"tunnel": "ring", "joker_use": "fill"},
    {"tunnel": "one_way", "jokers": 2},
])  # fmt: skip
def test_SEV_4_1_a_frontier_is_where_a_walk_from_the_seven_ends(rules: dict[str, Any]) -> None:
    rng, played = np.random.default_rng(0), tables("sevens_v0", 8, seed=0, **rules)
    found = 0
    for _ in range(60):
        for view in played.views:
            for suit in range(NUM_SUITS):
                for direction in range(2):
                    end = heuristic.frontier_place(view, suit, direction)
                    frontiers = [
                        place
                        for place in range(NUM_RANKS)
                        if heuristic.is_frontier(view, suit, place, direction)
                    ]
                    is_over = end == heuristic.length_of_walk(view)
                    assert frontiers == ([] if is_over else [end])
                    found += not is_over
        played.step(UniformAgent().act(played.observations, played.action_masks, rng))
    assert found > 500


def test_SEV_4_1_a_walk_has_every_rank_but_the_seven() -> None:
    for direction, expected in ((0, "6 5 4 3 2 A K Q J 10 9 8"), (1, "8 9 10 J Q K A 2 3 4 5 6")):
        ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
        walk = [ranks[rank] for rank in heuristic.WALKS[direction]]
        assert walk == expected.split()
        places = heuristic.PLACES[direction, heuristic.WALKS[direction]]
        assert places.tolist() == list(range(NUM_RANKS - 1))
