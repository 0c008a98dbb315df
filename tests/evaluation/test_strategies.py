"""The map of strategies: known games of known solution, and games that noise hides."""

import numpy as np
import pytest

from fudaba.evaluation.arena import Meeting
from fudaba.evaluation.report.arena.headline import on_map
from fudaba.evaluation.statistics import Interval
from fudaba.evaluation.strategies import POPULATION, RARE, map_of, stationary

AGENTS = ["rock", "scissors", "paper"]
CIRCLE = [[0, 1, -1], [-1, 0, 1], [1, -1, 0]]
LADDER = [[0, 1, 1], [-1, 0, 1], [-1, -1, 0]]
LOOP_BELOW_A_BEST = [[0, 1, 1, 1], [-1, 0, 1, -1], [-1, -1, 0, 1], [-1, 1, -1, 0]]
COEXISTING = [[0, 1, 1], [1, 0, 1], [-1, -1, 0]]  # the first two each do well among the other


def met(rewards: list[list[float]], reach: float = 0.1) -> list[list[Meeting | None]]:
    zero = Interval(0.5, 0.4, 0.6)
    return [
        [
            None if one == other else Meeting(Interval(r, r - reach, r + reach), zero, 0.5)
            for other, r in enumerate(row)
        ]
        for one, row in enumerate(rewards)
    ]


@pytest.mark.parametrize(
    ("rewards", "shares", "cycle"),
    [
        (CIRCLE, [1 / 3, 1 / 3, 1 / 3], 3),
        (LADDER, [1, 0, 0], 0),
        (LOOP_BELOW_A_BEST, [1, 0, 0, 0], 3),
        (COEXISTING, [0.5, 0.5, 0], 0),
    ],
)
def test_known_games(rewards: list[list[float]], shares: list[float], cycle: int) -> None:
    drawn = map_of(met(rewards))
    assert drawn.shares == pytest.approx(shares, abs=1e-6)
    assert len(drawn.cycle) == cycle
    for one, other in zip(drawn.cycle, [*drawn.cycle[1:], *drawn.cycle[:1]], strict=True):
        assert rewards[one][other] > 0


def test_a_result_that_noise_hides_is_no_arrow() -> None:
    drawn = map_of(met(CIRCLE, reach=1.5))
    assert not drawn.beats.any() and not drawn.cycle
    assert drawn.shares == pytest.approx(np.full(3, 1 / 3))


def test_shares_are_those_of_the_matrix() -> None:
    rates = np.random.default_rng(1).choice([1.0, RARE, 1 / POPULATION], (6, 6))
    rates[0, 1:] = 0.5  # mixes well enough for the plain method
    steps = rates - np.diag(rates.diagonal())
    steps /= 2 * steps.sum(axis=1).max()
    steps += np.diag(1 - steps.sum(axis=1))
    shares = stationary(rates)
    assert shares @ steps == pytest.approx(shares, abs=1e-12) and shares.sum() == pytest.approx(1)


def test_the_sentences_name_the_circle_and_what_remains() -> None:
    circle, remaining = on_map(AGENTS, met(CIRCLE))
    assert "of rock, scissors, paper each clearly beats the next" in circle
    assert remaining.count("33.3 %") == 3
    (remaining,) = on_map(AGENTS, met(LADDER))
    assert "such shares of the time: rock 100.0 % (alpha-rank)." in remaining
    *_, unclear = on_map(AGENTS, met(LADDER, reach=1.5))
    assert "don't tell which of rock, scissors, paper would last" in unclear
