"""The warm start: what is noted of a demonstration, and that the network follows it."""

import numpy as np
import pytest

from fudaba.agents.greedy import GreedyAgent
from fudaba.agents.uniform import UniformAgent
from fudaba.evaluation.match import reward_against
from fudaba.training.imitation import demonstrate, imitate, returns_to_go
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


def test_what_is_noted_is_what_the_agent_would_do() -> None:
    agent = GreedyAgent(GAME)
    shown = demonstrate(GAME, DEFAULTS, agent, decisions=20_000, seed=2)
    count = len(shown.actions)
    assert 10_000 < count <= 20_000
    assert shown.observations.shape == (count, GAME.observation_size)
    assert shown.masks.shape == (count, GAME.num_actions)
    views = shown.observations.view(GAME.view_dtype)
    assert (views["on_turn"][..., 0] == 1).all()
    advised = agent.act(shown.observations, shown.masks, np.random.default_rng(0))
    assert (shown.actions == advised).all()
    assert shown.returns.dtype == np.float32 and np.abs(shown.returns).max() <= 1
    assert shown.returns.min() < 0 < shown.returns.max()


@pytest.mark.parametrize("decisions", [1, 100, 3000])
def test_few_decisions_are_noted_too(decisions: int) -> None:
    agent = GreedyAgent(GAME)
    shown = demonstrate(GAME, DEFAULTS, agent, decisions, seed=2)
    assert len(shown.actions) >= 0.4 * decisions


def test_random_moves_lead_where_the_agent_would_not_go() -> None:
    class NeverPasses(GreedyAgent):
        def act(
            self, observations: np.ndarray, masks: np.ndarray, rng: np.random.Generator
        ) -> np.ndarray:
            can_play = masks[:, :52].any(axis=1)
            return np.where(can_play, masks.argmax(axis=1), super().act(observations, masks, rng))

    options = GAME.options.read(GAME.name, {"pass_limit": 10})
    shown = demonstrate(GAME, options, NeverPasses(GAME), decisions=4_000, seed=2)
    passes = shown.observations.view(GAME.view_dtype)["passes"]
    holds = shown.masks[:, :52].any(axis=1)
    assert (shown.actions[holds] < 52).all()
    assert (passes > 0).any()


def test_the_network_learns_to_play_as_the_agent_does() -> None:
    agent, uniform = GreedyAgent(GAME), UniformAgent()
    model = tiny_model(ppo=CONTENT["ppo"] | {"hidden": [32], "learning_rate": 0.003})
    shown = demonstrate(GAME, DEFAULTS, agent, decisions=20_000, seed=2)
    fresh = demonstrate(GAME, DEFAULTS, agent, decisions=5_000, seed=3)

    def agreement() -> float:
        rng = np.random.default_rng(0)
        actions = export_policy(model).act(fresh.observations, fresh.masks, rng)
        return float((actions == fresh.actions).mean())

    before = agreement()
    confident = imitate(model, shown, epochs=6, batch_size=256, seed=0)
    assert before < 0.6 < 0.75 < agreement()
    assert 0.6 < confident <= 1
    reward = reward_against(GAME, DEFAULTS, export_policy(model), uniform, deals=200, seed=0)
    assert reward.low > 0.1


def test_imitation_fits_the_value_too() -> None:
    model = tiny_model(ppo=CONTENT["ppo"] | {"learning_rate": 0.003})
    shown = demonstrate(GAME, DEFAULTS, GreedyAgent(GAME), decisions=20_000, seed=2)

    def error() -> float:
        values = model.policy.predict_values(model.policy.obs_to_tensor(shown.observations)[0])
        return float(np.square(values.detach().numpy().ravel() - shown.returns).mean())

    before = error()
    imitate(model, shown, epochs=2, batch_size=256, seed=0)
    assert error() < min(before, float(shown.returns.var()))


def test_the_same_seed_imitates_alike() -> None:
    shown = demonstrate(GAME, DEFAULTS, GreedyAgent(GAME), decisions=5_000, seed=2)
    observations, outcomes = shown.observations[:100], []
    for seed in (4, 4, 5):
        model = tiny_model()
        imitate(model, shown, epochs=1, batch_size=256, seed=seed)
        outcomes.append(export_policy(model).logits(observations))
    assert (outcomes[0] == outcomes[1]).all() and (outcomes[0] != outcomes[2]).any()
