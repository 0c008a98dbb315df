"""Who may sit around a learner."""

from typing import Any

import numpy as np
import pytest

from fudaba.envs import UserError, find_game
from fudaba.single_agent import OpponentPool

from ..evaluation.bots import FirstLegal, LastLegal


@pytest.mark.parametrize(
    ("agents", "message"),
    [
        ([], r"agents can't be \[\]; allowed: a list of agents"),
        (None, "agents can't be None; allowed: a list of agents"),
        (FirstLegal(), "agents can't be .*; allowed: a list of agents"),
        ([FirstLegal(), None], "agent 1 can't be None; allowed: an object with act"),
        (["greedy"], "agent 0 can't be 'greedy'; allowed: an object with"),
    ],
)
def test_a_pool_is_of_agents(agents: Any, message: str) -> None:
    with pytest.raises(UserError, match=f"^{message}"):
        OpponentPool(agents, [1.0])


@pytest.mark.parametrize(
    "weights",
    [
        [1.0], [1.0, 1.0, 1.0], [-1.0, 2.0], [0.0, 0.0], [np.nan, 1.0], [np.inf, 1.0],
        ["a", "b"], [None, 1.0], [[1.0], [1.0]], [[1.0], [1.0, 2.0]], None, 1.0,
    ],
)  # fmt: skip
def test_the_weights_of_a_pool_are_shares(weights: Any) -> None:
    with pytest.raises(UserError, match=r"^weights can't be .*; allowed: "):
        OpponentPool([FirstLegal(), LastLegal()], weights)
    assert OpponentPool([FirstLegal(), LastLegal()], (0, 3)).weights.tolist() == [0.0, 1.0]


@pytest.mark.parametrize(
    ("opponents", "message"),
    [
        ({}, r"agents can't be \[\]; allowed: a list of agents"),
        ({"greedy": float("nan")}, r"weights can't be \[nan\]; allowed: one finite number"),
        ({"greedy": "often"}, "weights can't be"),
        ({"greedy": 1, "clever": 1}, "there is no agent 'clever'"),
        ({3: 1}, "an agent's name can't be 3"),
        (None, "agent 0 can't be None; allowed: an object with"),
        (3, "agent 0 can't be 3; allowed: an object with"),
    ],
)
def test_wrong_opponents_are_refused(opponents: Any, message: str) -> None:
    game = find_game("sevens_v0")
    with pytest.raises(UserError, match=message):
        OpponentPool.read(opponents, game, game.options())


def test_the_packaged_policy_is_an_opponent() -> None:
    game = find_game("cyclic_v0")
    pool = OpponentPool.read({"best": 1, "policy:cyclic,sample": 1}, game, game.options())
    assert [agent.sample for agent in pool.agents] == [False, True]
    with pytest.raises(UserError, match="policy best was trained with num_players=4; here num_pl"):
        OpponentPool.read("best", game, game.options(num_players=3))
