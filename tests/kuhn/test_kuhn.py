"""Exact values in Kuhn poker, where they can be worked out by hand too."""

import numpy as np
import pytest

from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.evaluation.match import reward_against

from . import GAME
from .exact import best_response_value, value_against
from .game import BET, PASS
from .joining import join_games


class Always:
    """Plays one action."""

    def __init__(self, action: int) -> None:
        self.action = action

    def act(
        self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
    ) -> np.ndarray:
        return np.full(len(masks), self.action)


def test_whoever_folds_every_hand_loses_a_chip_each_time() -> None:
    assert best_response_value(Always(PASS)) == value_against(Always(BET), Always(PASS)) == 1


def test_whoever_bets_every_hand_is_called_with_the_better_half() -> None:
    """A call is worth the card less two, a fold -1: -1, -1, 0, 1 and 2 with the five cards."""
    assert best_response_value(Always(BET)) == pytest.approx(0.2)
    assert value_against(Always(BET), Always(BET)) == 0


def test_exact_values_are_what_games_come_to(monkeypatch: pytest.MonkeyPatch) -> None:
    join_games(monkeypatch)
    greedy = GreedyAgent(GAME)
    for agent in (Always(BET), Always(PASS)):
        played = reward_against(GAME, GAME.options(), agent, greedy, 4000, seed=0)
        off, width = played.mean - value_against(agent, greedy), played.high - played.low
        assert abs(off) <= 1.2 * width  # 4.7 standard errors
        assert value_against(agent, greedy) < best_response_value(greedy)
    assert value_against(greedy, greedy) == 0
    assert best_response_value(greedy) == pytest.approx(0.125)


def test_nobody_passes_or_bets_by_chance_as_well_as_the_best_response(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    join_games(monkeypatch)
    greedy = GreedyAgent(GAME)
    random = reward_against(GAME, GAME.options(), UniformAgent(), greedy, 1000, seed=0)
    assert random.high < best_response_value(greedy)
