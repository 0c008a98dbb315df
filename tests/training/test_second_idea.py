"""The comparison of the recipe with past selves as opponents."""

from functools import partial

import numpy as np
import pytest
from stable_baselines3.common.logger import Logger

from benchmarks.second_idea import (
    GUESTS,
    HOSTS,
    KEPT,
    RIVALS,
    Pair,
    PastSelves,
    compared,
    train_in_turns,
)
from fudaba.agents import Agent, make_agent
from fudaba.agents.policy import PolicyAgent

from .tiny import GAME, random_decisions, tiny_model


def test_past_selves_share_half_of_the_seats_and_play_as_they_did() -> None:
    model = tiny_model()
    model.set_logger(Logger(None, []))
    agents, configured = model.tables.pool.agents, list(model.tables.pool.agents)
    seat_past_selves = PastSelves(model)
    seat_past_selves()
    *others, past_self = model.tables.pool.agents
    assert others == configured == agents
    assert model.tables.pool.weights.tolist() == [0.5, 0.5]

    assert isinstance(past_self, PolicyAgent)
    observations, masks = random_decisions(200)
    before = past_self.probabilities(observations, masks)
    model.collect()
    model.learn_from_rollout(0.0)
    assert (past_self.probabilities(observations, masks) == before).all()
    assert not np.allclose(model.export().probabilities(observations, masks), before)

    seat_past_selves()
    assert model.tables.pool.agents == [*configured, past_self]
    seat_past_selves()
    assert model.tables.pool.agents[:2] == [*configured, past_self]
    assert model.tables.pool.weights.tolist() == [0.5, 0.25, 0.25]
    for _ in range(2 * KEPT):
        seat_past_selves()
    assert len(model.tables.pool.agents) == 1 + KEPT and past_self not in model.tables.pool.agents
    assert model.tables.pool.weights[0] == pytest.approx(0.5)


def test_learners_train_for_the_same_time() -> None:
    now = 0.0
    rollouts = [0, 0]

    def take(number: int, seconds: float) -> None:
        nonlocal now
        now += seconds
        rollouts[number] += 1

    models = [tiny_model(alone=32), tiny_model(alone=32)]
    before = [partial(take, 0, 3.0), partial(take, 1, 2.0)]
    assert train_in_turns(models, before, 0, 10.0, lambda: now) == [12.0, 10.0]
    assert rollouts == [4, 5]
    assert [model.steps for model in models] == [4 * 16 * 32, 5 * 16 * 32]
    assert all(model.ent_coef == pytest.approx(0.01) for model in models)  # all is annealed


def test_both_arms_play_in_the_same_places() -> None:
    rules = GAME.options()
    greedy, random = (make_agent(word, GAME, rules) for word in ("greedy", "random"))

    def means(*agents: Agent, pair: Pair) -> list[float]:
        return [found.mean for found in compared(GAME, rules, agents, pair, 40)]

    assert means(greedy, greedy, greedy, pair=GUESTS) == [0.0, 0.0, 0.0]
    for pair, others, sign in ((GUESTS, random, 1), (HOSTS, greedy, -1)):
        strong, weak, difference = means(greedy, random, others, pair=pair)
        assert difference == pytest.approx(weak - strong)
        assert difference * sign < -0.3
    strong, weak, _ = means(greedy, random, random, pair=RIVALS)
    assert strong > 0.2 and weak < -0.2
