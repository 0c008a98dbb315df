"""The warm start: what is noted of a demonstration, and that the network follows it."""

from itertools import islice
from typing import Any

import numpy as np
import torch

from fudaba.agents import Agent
from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.evaluation.match import reward_against
from fudaba.training.imitation import Demonstrations, demonstrations, imitate, returns_to_go
from fudaba.training.network import export_policy

from .tiny import CONTENT, GAME, tiny_model

DEFAULTS = GAME.options.read(GAME.name, {})


def test_returns_to_go_by_hand() -> None:
    # Two tables, four steps, two seats. Table 0: a game of three steps, then one unfinished.
    # Table 1: a game of one step, one of two steps, then one unfinished.
    movers = np.array([[0, 1], [1, 0], [0, 1], [1, 0]])
    rewards = np.array(
        [
            [[1, -1], [5, -5]],
            [[0, 0], [2, -2]],
            [[-3, 3], [-4, 4]],
            [[7, -7], [9, -9]],
        ],
        float,
    )
    dones = np.array([[False, True], [False, False], [True, True], [False, False]])
    returns, is_known = returns_to_go(movers, rewards, dones)
    assert is_known.tolist() == [[True, True], [True, True], [True, True], [False, False]]
    assert returns[:3].tolist() == [[1 - 3, -5], [3, 2 - 4], [-3, 4]]
    assert returns.dtype == np.float32


def shown_by(agent: Agent, seed: int = 2, **options: Any) -> Demonstrations:
    """The first demonstrations of an agent."""
    return next(demonstrations(GAME, GAME.options.read(GAME.name, options), agent, seed))


def test_what_is_noted_is_what_the_agent_would_do_where_it_has_a_choice() -> None:
    agent = GreedyAgent(GAME)
    for shown in islice(demonstrations(GAME, DEFAULTS, agent, seed=2), 2):
        count = len(shown.actions)
        assert 10_000 < count < 65_536
        assert shown.observations.shape == (count, GAME.observation_size)
        assert shown.masks.shape == (count, GAME.num_actions)
        assert shown.masks.sum(axis=1).min() == 2
        views = shown.observations.view(GAME.view_dtype)
        assert (views["on_turn"][..., 0] == 1).all()
        advised = agent.act(shown.observations, shown.masks, np.random.default_rng(0))
        assert (shown.actions == advised).all()
        assert shown.returns.dtype == np.float32 and np.abs(shown.returns).max() <= 1
        assert shown.returns.min() < 0 < shown.returns.max()


def test_each_part_is_of_other_positions_and_a_seed_shows_the_same() -> None:
    parts = list(islice(demonstrations(GAME, DEFAULTS, GreedyAgent(GAME), seed=2), 2))
    again = shown_by(GreedyAgent(GAME))
    assert (parts[0].observations == again.observations).all()
    some = {row.tobytes() for row in parts[0].observations[::10]}
    assert not some & {row.tobytes() for row in parts[1].observations[::10]}


def test_random_moves_lead_where_the_agent_would_not_go() -> None:
    class NeverPasses(GreedyAgent):
        def act(
            self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
        ) -> np.ndarray:
            can_play = masks[:, :52].any(axis=1)
            return np.where(can_play, masks.argmax(axis=1), super().act(observations, masks, rng))

    shown = shown_by(NeverPasses(GAME), pass_limit=10)
    passes = shown.observations.view(GAME.view_dtype)["passes"]
    holds = shown.masks[:, :52].any(axis=1)
    assert (shown.actions[holds] < 52).all()
    assert (passes > 0).any()


def test_the_network_learns_to_play_as_the_agent_does_and_keeps_its_doubts() -> None:
    agent, uniform = GreedyAgent(GAME), UniformAgent()
    model = tiny_model(ppo=CONTENT["ppo"] | {"hidden": [32], "learning_rate": 0.003})
    fresh = shown_by(agent, seed=3)

    def agreement() -> float:
        rng = np.random.default_rng(0)
        actions = export_policy(model.policy).act(fresh.observations, fresh.masks, rng)
        return float((actions == fresh.actions).mean())

    before = agreement()
    for shown in islice(demonstrations(GAME, DEFAULTS, agent, seed=2), 4):
        confident = imitate(model, shown, batch_size=256, smoothing=0.1)
    assert before < 0.5 < 0.75 < agreement()
    assert 0.6 < confident <= 1
    reward = reward_against(GAME, DEFAULTS, export_policy(model.policy), uniform, 200, seed=0)
    assert reward.low > 0.1


def test_smoothing_leaves_more_doubt() -> None:
    shown, entropies = shown_by(GreedyAgent(GAME)), []
    for smoothing in (0.0, 0.1, 0.3):
        model = tiny_model(ppo=CONTENT["ppo"] | {"learning_rate": 0.003})
        for _ in range(3):
            imitate(model, shown, 256, smoothing)
        with torch.no_grad():
            logs, _ = model.policy.log_probabilities(
                torch.from_numpy(shown.observations), shown.masks
            )
        entropies.append(float(-(logs * logs.exp()).sum(dim=1).mean()))
    assert entropies[0] + 0.02 < entropies[1] < entropies[2] - 0.02


def test_imitation_fits_the_scaled_value_too() -> None:
    model = tiny_model(ppo=CONTENT["ppo"] | {"learning_rate": 0.003})
    shown = shown_by(GreedyAgent(GAME))
    returns = shown.returns * model.reward_scale

    def error() -> float:
        values = model.policy.predict_values(torch.from_numpy(shown.observations))
        return float(np.square(values.detach().numpy().ravel() - returns).mean())

    before = error()
    imitate(model, shown, batch_size=256, smoothing=0.1)
    assert error() < min(before, float(returns.var()))


def test_the_same_seed_imitates_alike() -> None:
    shown = shown_by(GreedyAgent(GAME))
    observations, outcomes = shown.observations[:100], []
    for seed in (4, 4, 5):
        model = tiny_model()
        torch.manual_seed(seed)
        imitate(model, shown, batch_size=256, smoothing=0.1)
        outcomes.append(export_policy(model.policy).logits(observations))
    assert (outcomes[0] == outcomes[1]).all() and (outcomes[0] != outcomes[2]).any()
