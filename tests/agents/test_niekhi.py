"""Greedy at Niekhi: what its advice knows in advance agrees with what it would compute."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from fudaba.envs import tables
from fudaba.envs.cards.kikisen import NUM_STRENGTHS
from fudaba.envs.niekhi import heuristic
from fudaba.envs.niekhi import state as nie

RULES: list[dict[str, Any]] = [
    {},
    {"num_players": 2, "emptied_by_removal": "loses", "hand_size": 7},
    {"min_run": 2, "general_optional": True, "take_from_table": True, "hand_size": 8},
]


def positions(rules: dict[str, Any]) -> Iterator[tuple[np.void, np.ndarray]]:
    """Yields the views and masks of random games."""
    rng, played = np.random.default_rng(0), tables("niekhi_v0", 16, seed=0, **rules)
    for _ in range(150):
        rows = np.flatnonzero(played.action_masks.any(axis=1))
        actions = np.zeros(16, np.int64)
        for row in rows:
            mask = played.action_masks[row]
            yield played.views[row].copy(), mask.copy()
            actions[row] = rng.choice(np.flatnonzero(mask))
        played.step(actions)


@pytest.mark.parametrize("rules", RULES)
def test_all_legal_actions_lie_in_the_span_of_their_phase(rules: dict[str, Any]) -> None:
    for view, mask in positions(rules):
        first, end = heuristic.span(view, mask)
        assert mask[first:end].sum() == mask.sum()


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("help_", [0.25, -1.0])
def test_the_best_removal_is_the_best_of_all_strengths(rules: dict[str, Any], help_: float) -> None:
    weights, count = heuristic.WEIGHTS.record({"help": help_, "turn": 0.1}), 0
    for view, _ in positions(rules):
        if view["phase"][nie.MODE] == 1:
            (known,) = heuristic.study(view, weights)
            worths = [
                heuristic.worth_of_removal(view, weights, known, strength)
                for strength in range(NUM_STRENGTHS)
            ]
            assert heuristic.best_removal(view, weights, known, 0, 0, 0) == max(worths)
            count += 1
    assert count > 20


def test_NIE_6_1_a_play_is_won_if_it_empties_the_hand() -> None:
    weights, sizes = heuristic.WEIGHTS.record({}), set()
    for view, mask in positions({"emptied_by_removal": "loses", "hand_size": 5}):
        if view["phase"][nie.SHAPE] == 1:
            for action in 1 + np.flatnonzero(mask[1 : nie.DONE_ACTION]):
                (known,) = heuristic.study(view, weights)
                size = len(nie.SHAPES[int(action)].naturals())
                is_won = heuristic.worth_of(view, weights, int(action), known) == heuristic.WON
                assert is_won == (size == view["hand_sizes"][0])
                sizes |= {size} if is_won else set()
    assert len(sizes) > 2


@pytest.mark.parametrize(
    ("rank", "count", "cost"),
    [
        (0, 0, 0.0),
        (0, 1, 1.0 + 0.5),  # a turn, and the weakest
        (3, 2, 1.0 + 0.5 * 6 / 9),
        (3, 3, 0.4),  # a large set
        (nie.GENERAL, 2, 1.0 + 0.5 / 9 - 2 * 0.8),
        (nie.GENERAL, 4, 0.4 - 4 * 0.8),
        (9, 1, 1.0),
        (nie.SHIP, 2, -2 * 0.3),
    ],
)
def test_cards_cost_turns(rank: int, count: int, cost: float) -> None:
    weights = heuristic.WEIGHTS.record({})
    assert heuristic.cost_of(weights, rank, count) == pytest.approx(cost)


def test_powers_are_products() -> None:
    bases = np.array([0.0, 0.3, 2.0])
    expected = [[base**exponent for exponent in range(12)] for base in bases]
    assert heuristic.powers(bases, 11) == pytest.approx(np.array(expected))
    assert heuristic.IS_WHOLE_HAND[19, 4, 3] == pytest.approx((4 / 20) ** 3)
